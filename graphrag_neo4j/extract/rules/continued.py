"""Sentences without a subject of their own, which are read with the one before them.

"Motion: that the rack be ordered. Defeated.": only both tell what was decided.
"A pulse wakes up the battery. Ten milliamps for two seconds.": the second one answers what pulse it
is, and only the first one says that it is about a pulse. So do "The correct figure is 41." and "His
name was Jabez.", where nothing tells who he is.
"""

from __future__ import annotations

import re

from graphrag_neo4j.extract.lexicon import PAST, bag, verb_forms, word_set
from graphrag_neo4j.extract.rules.corrections import names_what_is_right
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.text.day_marks import DAY_MARK

_MOVES = re.compile(
    r"\b(?:motion|moved|proposed|proposal|resolution|resolved|antrag|beantragt|beschlossen|motie"
    r"|proposition|moción)\b",
    re.IGNORECASE,
)
_DECISION = re.compile(
    r"(?:unanimously |einstimmig |the motion (?:was |is )?|der antrag (?:wurde |ist )?)?"
    r"(?:carried|defeated|adopted|approved|passed|rejected|agreed|lost|withdrawn|tabled|deferred"
    r"|angenommen|abgelehnt|zurückgezogen|vertagt|adoptée?|rejetée?|aprobad[oa]|rechazad[oa])\b",
    re.IGNORECASE,
)
"""What became of a motion, in the sentence behind it."""
_NUMERALS = bag(
    """
    two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty
    sixty seventy eighty ninety hundred half zwei drei vier fünf sechs sieben acht neun zehn elf
    zwölf fünfzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert deux
    trois quatre cinq sept huit neuf dix onze douze quinze vingt trente quarante cinquante soixante
    cent dos tres cuatro cinco siete ocho nueve diez once doce quince veinte treinta cuarenta
    cincuenta sesenta cien
    """
)
_APPROXIMATE = bag(
    """
    about around roughly nearly almost some only just not etwa rund ungefähr fast knapp nur nicht
    environ presque seulement pas unos unas casi solo sólo
    """
)
_REASONS = bag("because weil parce porque")
_POSSESSIVES = bag("his her its their sein seine ihr ihre son sa ses leur leurs su sus")
_FINITE = bag(
    """
    is are was were be am has have had do does did will would can could may might must should ist
    sind war waren hat haben hatte wird werden wurde wurden kann können muss soll est sont était
    étaient a ont avait avaient sera fut es son era eran fue fueron ha han había tiene tienen
    """
)
_FINITE_ENDS = ("aron", "ieron", "aient", "èrent")
_STOPS = (".", "!", "?", "…")
_CLOSERS = "\"'”’»)*_"
_GAP = re.compile(r"[^\S\n]*\n?[^\S\n]*")
_MOST_WORDS = 8  # of what has no verb
_MOST_OF_SENTENCE = 14
_LONGEST = 200  # characters of the sentence before


def continue_sentence(text: str, before: Sentence, sentence: Sentence) -> None:
    """Read a sentence of ``text`` that has no subject with the one ``before`` it, if that ends in
    the same paragraph."""
    if before.end > sentence.start or before.fields or sentence.fields:
        return
    if DAY_MARK.match(text, sentence.start):  # the entry of another day
        return
    if not _ends(before.text) or not _ends(sentence.text):
        return
    is_decision = _MOVES.search(before.text) and _DECISION.match(sentence.text)
    if not (is_decision or _lacks_subject(sentence)):
        return
    if _GAP.fullmatch(text, before.end, sentence.start) is None:
        return
    said = before.resolved if len(before.resolved) <= _LONGEST else before.reading
    if len(said) > _LONGEST:
        said = said[:_LONGEST].rpartition(" ")[0]
    if sentence.context and said.startswith(sentence.context):
        sentence.context = said  # both are below the same
    elif said not in sentence.context:
        sentence.context = " ".join(filter(None, (said, sentence.context)))


def _ends(said: str) -> bool:
    return said.rstrip(_CLOSERS).endswith(_STOPS)


def _lacks_subject(sentence: Sentence) -> bool:
    words = [token.low for token in sentence.tokens if token.low[0].isalnum()]
    if not 1 < len(words) <= _MOST_OF_SENTENCE:
        return False
    if words[0] in _POSSESSIVES or words[0] in _REASONS or names_what_is_right(sentence.reading):
        return True
    is_amount = _is_number(words[0])
    if words[0] in _APPROXIMATE:  # not "Just tell me."
        is_amount = words[1] in _REASONS or any(map(_is_number, words[1:]))
    return is_amount and len(words) <= _MOST_WORDS and not any(map(_is_finite, words))


def _is_number(word: str) -> bool:
    return word in _NUMERALS or word[0].isdecimal()


def _is_finite(word: str) -> bool:
    if word in _FINITE or word.endswith(_FINITE_ENDS):
        return True
    return bool(verb_forms().get(word, 0) & PAST) and word not in word_set("verbs", "noun_like")
