"""Who does what for the thing that stands before a colon: "Project Lantern: Priya leads."; and who
is to do what by when, as an item of a list: "Priya: order the lamps, by 30 June"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from graphrag_neo4j.extract.lexicon import BASE, bag, plain_words, verb_forms, word_set
from graphrag_neo4j.extract.relation_types import as_type
from graphrag_neo4j.extract.rules.clean_names import surface
from graphrag_neo4j.extract.rules.name_spans import Span, is_capital
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.model import ExtractedFact

_ROLES = bag(
    "leads owns manages runs coordinates chairs heads maintains supervises sponsors directs reviews"
)
"""What somebody does for a thing that needs no other words."""
_UNTIL = bag("by until before on")
_LONGEST_PERSON = 3  # words
_FURTHEST = 4  # words from "by" to a day
_LONGEST_NAME = 5  # words
_ENDS = (".", ";", ",", "!")


def role_facts(
    tokens: Sequence[Token], named: Sequence[tuple[Span, str]]
) -> Iterator[ExtractedFact]:
    """What a sentence with a name before a colon, another behind it, and a verb alone says."""
    person, person_name = next((one for one in named if one[0].first > 1), (None, ""))
    if person is None or person.last >= len(tokens) or tokens[person.first - 1].text != ":":
        return
    thing = Span(0, person.first - 1)
    words = tokens[: thing.last]
    is_named = len(words) <= _LONGEST_NAME and all(is_capital(word.text) for word in words)
    ends = person.last + 1 == len(tokens) or tokens[person.last + 1].text in _ENDS
    if is_named and ends and tokens[person.last].low in _ROLES:
        names = (name for span, name in named if (span.first, span.last) == (0, thing.last))
        name = next(names, surface(tokens, thing))
        verb = tokens[person.last].low
        yield ExtractedFact(person_name, verb, name, relation_type=as_type(verb))


def duty_facts(
    text: str, tokens: Sequence[Token], full_name: Callable[[str], str]
) -> Iterator[ExtractedFact]:
    """What somebody is to do by a day, as ``text``, an item of a list, says it."""
    colon = next((n for n, token in enumerate(tokens[:_FURTHEST]) if token.text == ":"), 0)
    name, told = tokens[:colon], tokens[colon + 1 :]
    is_name = 0 < len(name) <= _LONGEST_PERSON and all(is_capital(word.text) for word in name)
    if not is_name or len(told) < 2 or all(word.low in plain_words() for word in name):
        return
    verb = told[0]
    if verb.text != verb.low or not verb_forms().get(verb.low, 0) & BASE or not _has_day(told):
        return
    what = text[told[1].start : told[-1].end].rstrip(" .;,")
    person = full_name(surface(tokens, Span(0, colon)))
    predicate = f"is to {verb.low}"
    yield ExtractedFact(person, predicate, what, False, as_type(predicate))


def _has_day(words: Sequence[Token]) -> bool:
    """Whether a day stands behind "by" at the end: "by 30 June", "by Friday", "by 2025-06-30"."""
    at = next((n for n in range(len(words) - 1, -1, -1) if words[n].low in _UNTIL), len(words))
    behind = words[at + 1 : at + 1 + _FURTHEST]
    days = word_set("words", "month") | word_set("words", "weekday")
    return any(word.low in days or word.text[:4].isdecimal() for word in behind)
