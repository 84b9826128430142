"""Words of a question that the graph does not have, and what was most likely meant.

A word that no passage has cannot be found as it is. The first statement of a retrieval looks up
what differs from it by one slip (a letter left out, added, replaced, or two swapped: Damerau
1964), in names of entities and in passages that share the question's other words; the word that
most of the best of these have is taken for what was meant. An acronym that no passage has is read
as the name with these initials.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.entities.lookup import MAX_LETTERS
from graphrag_neo4j.entities.names import take_apart
from graphrag_neo4j.ids import entity_id
from graphrag_neo4j.retrieve.question.terms import COMMON, is_cased, without_contractions
from graphrag_neo4j.retrieve.question.word_searches import searches_of
from graphrag_neo4j.text.function_words import FUNCTION_WORDS, language_by_words

MIN_LETTERS = 4
"""Shorter words are too many words' neighbours."""
MAX_ASKED = 24
"""Words of a question that are looked up."""
N_ALIKE = 5
"""Names and passages that are looked at for what a misspelt word was meant to be."""
OWN_NAME = 5.0
"""How often a name counts that the question says if this was meant."""
N_NAMES = 100
"""Names that are looked at for what an acronym may be short for."""
LONG_WORD = 9
"""Letters of a word whose first ones may find it, without the last five."""
_ENDING = re.compile(r"(?<=\w{4})(?:ies|ing|ed|es|s|e|y)$")
_LONG_ENDING = re.compile(
    r"(?<=\w{4})(?:ations?|[ai]bles?|[ae]nces?|ments?|ness|ions?|ity|ful|ly)$"
)
_DERIVED = ("s", "er", "ers", "ing", "ed", "ly", "able", "less", "ness")
_SHORTEST_BASE = 4  # letters, with a silent e
_ACRONYM = re.compile(r"[A-Z]{3,6}")
_SMALL_ACRONYM = re.compile(r"[a-z]{3}")
"""Of a longer word we ask whether it is misspelt."""
_WORD = re.compile(r"[^\W\d_]+")
_ANY_WORD = re.compile(r"\w+")


def asked_words(question: str) -> list[Row]:
    """The words of a question, function words aside, and what to look up if no passage has one:
    ``word``, ``entity`` (the id of one of this name), ``searches`` (for passages),
    ``like`` (a query of Lucene: one edit from the word, or from its stem; words with an acronym's
    letters), and how many names and texts to look at. A function word of the question's language
    ("wann") is no slip of another word ("warn")."""
    rows: list[Row] = []
    function_words = FUNCTION_WORDS.get(language_by_words(question), frozenset())
    words = _ANY_WORD.findall(without_contractions(question))
    for word, written in {word.casefold(): word for word in words}.items():
        if word in COMMON:
            continue
        if len(rows) == MAX_ASKED:
            break
        like, n_names, n_texts = "", 0, 0
        if _is_acronym(written, question):
            like, n_names = " ".join(f"+{letter}*" for letter in word), N_NAMES
        elif (
            MIN_LETTERS <= len(word) <= MAX_LETTERS
            and _WORD.fullmatch(word)
            and word not in function_words
        ):
            like, n_names, n_texts = _like(word), N_ALIKE, N_ALIKE
        looked_up = {"like": like, "n_names": n_names, "n_texts": n_texts}
        searches = searches_of(word, question)
        rows.append({"word": word, "entity": entity_id(word), "searches": searches, **looked_up})
    return rows


def slips(
    question: str, hits: Iterable[Row], is_common: Callable[[str], bool] | None = None
) -> dict[str, str]:
    """What words were meant, by the word of the question, from the hits of kinds "like_name" and
    "like_text" (``via``: the word, a line break, and a text that may have what was meant).

    An acronym means a name of several words. In a question with capitals, a word in lower case is
    not taken for a part of a name, nor one with a capital, its first word aside, for a word in
    lower case. A word that ``is_common`` is meant as it is ("king" where there is but "kind"),
    unless a name of several words that the question says but for this one has another.
    """
    cased = is_cased(question)
    first = next(iter(_WORD.findall(question)), "")
    votes: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    forms: dict[str, str] = {}
    written = {word.casefold(): word for word in _ANY_WORD.findall(question)}
    for hit in hits:
        if hit["kind"] not in ("like_name", "like_text"):
            continue
        word, _, text = hit["via"].partition("\n")
        if hit["kind"] == "like_name" and cased and written[word].islower():
            continue
        if _is_acronym(written[word], question):
            is_word = written[word].islower() and is_common is not None and is_common(word)
            if not is_word and word in take_apart(text).initials:
                votes[word][text.casefold()] += hit["score"]
                forms.setdefault(text.casefold(), text)
            continue
        is_name = cased and written[word][0].isupper() and written[word] != first
        near = {
            form.casefold(): form
            for form in _WORD.findall(text)
            if _is_slip(word, form) and not (is_name and form[0].islower())
        }
        for meant, form in near.items():
            own = hit["kind"] == "like_name" and _says(corrected(question, {word: form}), text)
            if not own and is_common and is_common(word):
                continue
            votes[word][meant] += (OWN_NAME if own else 1) * hit["score"]
            forms.setdefault(meant, form)
    return {
        word: forms[min(found, key=lambda meant: (-found[meant], meant))]
        for word, found in sorted(votes.items())
    }


def names_alike(hits: Iterable[Row]) -> frozenset[str]:
    """Ids of the names that were looked at for what a word was meant to be."""
    names = (hit["via"].partition("\n")[2] for hit in hits if hit["kind"] == "like_name")
    return frozenset(map(entity_id, names))


def corrected(question: str, meant: Mapping[str, str]) -> str:
    """``question`` with the words that were meant, in lower case where the slip is."""

    def put(match: re.Match[str]) -> str:
        word = match.group()
        form = meant.get(word.casefold())
        if form is None:
            return word
        return form.casefold() if word.islower() else form

    return _WORD.sub(put, question)


def _says(question: str, name: str) -> bool:
    """Whether a question has the words of a name, which are more than one, side by side."""
    words, asked = (_ANY_WORD.findall(text.casefold()) for text in (name, question))
    return len(words) > 1 and f" {' '.join(words)} " in f" {' '.join(asked)} "


def _is_acronym(word: str, question: str) -> bool:
    """Whether a word is in capitals alone, and the question is not; in a question without any, a
    word of three letters may be one."""
    form = _ACRONYM if is_cased(question) else _SMALL_ACRONYM
    return bool(form.fullmatch(word)) and not question.isupper()


def _like(word: str) -> str:
    """What is one edit from the word, from its stem as we know it, or as the index may: it has
    "allot" for "allotment", and "evacu" for "evacuation", wherever the slip is."""
    forms = {word: None, _ENDING.sub("", word): None, _LONG_ENDING.sub("", word): None}
    near = [f"{form}~1" for form in forms]
    if len(word) >= LONG_WORD:
        near.append(f"{word[: len(word) - LONG_WORD + MIN_LETTERS]}*")
    return f"+({' '.join(near)})"


def _is_slip(word: str, other: str) -> bool:
    from rapidfuzz.distance import OSA

    folded = other.casefold()  # people rarely miss the first letter
    forms = {word, word.removesuffix("s")}  # a possessive may lack its apostrophe
    return folded[0] == word[0] and any(
        OSA.distance(form, folded, score_cutoff=1) == 1 for form in forms
    )


def bases(word: str) -> list[str]:
    """A word, and what it may be derived from: "heater" from "heat", "lodger" from "lodge". Who
    knows one of these knows the word, which is no slip of another one ("header", "longer")."""
    stems = (word.removesuffix(end) for end in _DERIVED if word.endswith(end))
    long = [stem for stem in stems if len(stem) >= _SHORTEST_BASE]
    return [word, *long, *(f"{stem}e" for stem in long)]
