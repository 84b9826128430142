"""Names in texts that are not English, by capitals and word lists alone.

Where a text in German, French or Spanish begins a name with its own function word ("Der Preis",
"El Ministerio"), that is cut off. German writes all nouns with capitals: there one word alone is
a name only if a list knows it, if it is written like none ("SPD"), or after a title. A word that
has its capital as it begins a sentence ("Cuire 40 minutes", "Het slot zit links") is a name
only if the text has it with a capital elsewhere, or a list knows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from graphrag_neo4j.extract.lexicon import bag, place_map, word_set
from graphrag_neo4j.extract.rules.codes import is_identifier
from graphrag_neo4j.extract.rules.name_spans import Span, find_spans, given_names
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.text.function_words import FUNCTION_WORDS

_TITLES = bag(
    "herr herrn frau dr prof monsieur madame mme mlle m señor señora sr sra srta don doña"
)
_HEADS = bag("institut ministerium universität amt bundesamt hochschule verein verband")
_UNSPACED = bag("zh ja")
_CUTS = bag("der des dem den die")
_CALENDAR = bag(
    """
    januar februar märz april mai juni juli august september oktober november dezember montag
    dienstag mittwoch donnerstag freitag samstag sonntag frühjahr frühling sommer herbst winter mio
    mrd euro
    """
)

_NEVER_FIRST = {
    "de": bag(
        """
        abends morgens mittags nachmittags vormittags nachts montags dienstags mittwochs donnerstags
        freitags samstags sonntags montag dienstag mittwoch donnerstag freitag samstag sonntag
        januar februar ende anfang je kein keine keinen bitte liebe lieber hallo tag tage jahr jahre
        monat monate woche wochen stunde stunden minuten uhr euro cent prozent stück liter gramm
        tl el kg ml dose dosen prise becher tasse tassen päckchen packung flasche flaschen scheibe
        scheiben heute gestern morgen übermorgen vorgestern danach dazu davor
        dabei dafür dagegen zuerst zunächst zuletzt später früher vorher nachher etwa circa ca rund
        mindestens höchstens maximal sonst außerdem zudem jede jeder jedes jeden alle viele manche
        """
    ),
    "fr": bag("cher chère chers chères"),
    "es": bag("querido querida queridos queridas estimado estimada estimados estimadas"),
    "pt": bag("querido querida caro caros prezado prezada prezados"),
    "it": bag("caro cari gentile egregio"),
    "nl": bag("beste geachte"),
}
"""What has a capital before a name as it is a noun or begins a sentence or a letter."""
_PER = "pro"
"""Goes with what is counted: "Pro Tag", but "Pro Asyl"."""
_COUNTED = bag("person kopf bund glas blatt teil")
"""What is counted behind a number, or "pro", and begins a name elsewhere: "Bund Naturschutz"."""
_NEVER_LAST = {"de": bag("euro cent prozent uhr")}
_ELIDED = re.compile(r"(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’][^\W\d_]", re.IGNORECASE)
_WITH_ELISION = bag("fr it")
_GERMAN_ABBREVIATIONS = frozenset(
    {("z", "b"), ("z", "t"), ("i", "a"), ("i", "v"), ("u", "u"), ("m", "e")}
)
"""What ends in a capital that is no initial: "z. B. Hamster", "i. A. Jette Ohlsen"."""


def foreign_spans(sentences: Sequence[Sequence[Token]], language: str) -> list[list[Span]]:
    """Where names may stand in the sentences of a text in ``language``, which is not English."""
    found = [_spans(tokens, language) for tokens in sentences]
    if language in _UNSPACED:
        return found
    known = _known() | {
        tokens[place].low
        for tokens, spans in zip(sentences, found, strict=True)
        for span in spans
        if span.sure
        for place in range(span.first, span.last)
    }
    return [
        [span for span in spans if not _only_begins(tokens, span, known)]
        for tokens, spans in zip(sentences, found, strict=True)
    ]


def _only_begins(tokens: Sequence[Token], span: Span, known: Set[str]) -> bool:
    """Whether a span is a word, and perhaps numbers, whose capital may be only that of a sentence's
    beginning."""
    word, *others = tokens[span.first : span.last]
    is_odd = any(c.isupper() for c in word.text[1:]) or is_identifier(word.text)
    if span.sure or span.quoted or is_odd or word.low in known:
        return False
    return not any(map(str.isalpha, "".join(other.text for other in others)))


def _spans(tokens: Sequence[Token], language: str) -> list[Span]:
    parts = (part for span in find_spans(tokens) for part in _parts(tokens, span, language))
    found = (_trimmed(tokens, span, language) for span in parts)
    return [span for span in found if span is not None and _is_name(tokens, span, language)]


def _parts(tokens: Sequence[Token], span: Span, language: str) -> Iterator[Span]:
    """ "Lindner von der SPD" is two names, "Institut für Meereskunde" one."""
    if language == "de" and not span.quoted and tokens[span.first].low not in _HEADS:
        for place in range(span.first + 1, span.last):
            if tokens[place].low in _CUTS:
                yield Span(span.first, place, span.sure)
                yield Span(place + 1, span.last)
                return
    yield span


def _trimmed(tokens: Sequence[Token], span: Span, language: str) -> Span | None:
    """The span without function words and titles at its ends; None if nothing is left."""
    if span.quoted:
        return span
    first, last = span.first, span.last
    own = FUNCTION_WORDS.get(language, frozenset())
    never_first = own | _TITLES | _NEVER_FIRST.get(language, frozenset())
    never_last = own | _NEVER_LAST.get(language, frozenset())
    if language == "de" and _ends_abbreviation(tokens, first):
        first += 1
    if language in _WITH_ELISION and _is_elided(tokens[first]):
        first += 1  # C'est Perrot
    while first < last and (
        tokens[first].low.rstrip(".") in never_first
        or (first > span.first and tokens[first].text.isdigit())  # Bitte 3 TL Salz
        or (language == "de" and _is_counted(tokens, first, never_first))
    ):
        first += 1
    while first < last and tokens[last - 1].low in never_last:
        last -= 1
    if first == last:
        return None
    return span if (first, last) == (span.first, span.last) else Span(first, last)


def _is_counted(tokens: Sequence[Token], place: int, measures: Set[str]) -> bool:
    """Whether the token there counts with the next one ("Pro Tag"), or is counted by the one
    before ("2 Bund")."""
    word = tokens[place].low
    if word == _PER and place + 1 < len(tokens):
        return tokens[place + 1].low in measures | _COUNTED
    return word in _COUNTED and place > 0 and tokens[place - 1].text.isdigit()


def _is_elided(token: Token) -> bool:
    """Whether a word with a small letter stands behind an apostrophe: "C'est", "L'été"."""
    found = _ELIDED.match(token.text)
    return found is not None and token.text[found.end() - 1].islower()


def _ends_abbreviation(tokens: Sequence[Token], place: int) -> bool:
    """Whether the token there is the "B." of "z. B."."""
    before = [token.low for token in tokens[max(0, place - 2) : place]]
    if len(before) < 2 or before[1] != ".":
        return False
    return (before[0], tokens[place].low.rstrip(".")) in _GERMAN_ABBREVIATIONS


def _is_name(tokens: Sequence[Token], span: Span, language: str) -> bool:
    word = tokens[span.first]
    if span.quoted or language != "de":
        return True
    words = [token.low.rstrip(".") for token in tokens[span.first : span.last]]
    if all(low in _CALENDAR or low.isdigit() for low in words):
        return False
    if len(words) > 1 and not words[-1].isdigit():
        return True
    before = tokens[span.first - 1].low.rstrip(".") if span.first else ""
    is_odd = any(c.isupper() for c in word.text[1:]) or is_identifier(word.text)
    return before in _TITLES or is_odd or word.low in _known()


def _known() -> frozenset[str]:
    return given_names() | place_map() | word_set("things", "organization")
