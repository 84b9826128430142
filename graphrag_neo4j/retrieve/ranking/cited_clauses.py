"""Clauses that the best statements refer to ("as in section 2"), and what makes exceptions from
them ("Exceptions from 3.4 are never allowed"), of what was read of the same text.

Neither has the question's words, and who is told the one without the other is told half.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphrag_neo4j.retrieve.ranking.clauses import (
    ALIKE,
    asked_clauses,
    headings_above,
    text_of,
)
from graphrag_neo4j.retrieve.ranking.lists import LISTED
from graphrag_neo4j.retrieve.ranking.ranked import Ranked, by_score, raised

_REFERRING = 3
"""Statements that stand first, of which references are followed."""
_FOLLOWED = ALIKE | {"annex"}
"""Steps have an order of their own, and entries of a list of literature say nothing."""
_NUMBER = r"\d{1,3}(?:\.\d{1,3}){1,3}"
_OWN = re.compile(rf"\W{{0,4}}({_NUMBER})\.?(?=\s)")
_OF_ANOTHER_TEXT = re.compile(
    r"\b\w{1,3}(?:\.\d{1,3}){0,3}(?:\s?\(\w{1,3}\)){0,3}\s(?:of|des|der|du|del)\s(?!th(?:is|ese)\b)",
    re.IGNORECASE,
)
"""A number before "of the Ports Act"."""
_EXCEPTION = re.compile(
    rf"""\b(?:exceptions?|exempt(?:ed|ions?)?|deviations?|dispensations?|ausnahmen?|abweichungen?
    |dérogations?|excepci[oó]n(?:es)?)\ (?:from|to|von|zu|à|aux?|al?|del?)\ (?:[^\W\d]{{3,12}}\ )?
    (?P<numbers>{_NUMBER}(?:(?:,|,?\ (?:and|or|und|oder|et|ou|y|o))\ {_NUMBER}){{0,9}})""",
    re.IGNORECASE | re.VERBOSE,
)


def with_cited(found: Sequence[Ranked]) -> list[Ranked]:
    """``found``, where behind each of the first :data:`_REFERRING` statements stand what makes
    exceptions from it, and the best one of each clause that it refers to."""
    higher: dict[str, float] = {}
    for item in sorted(found, key=by_score)[:_REFERRING]:
        text = text_of(item.chunk)
        others = [one for one in found if one is not item and text_of(one.chunk) == text]
        for n, other in enumerate(_cited(item, others), start=1):
            higher.setdefault(other.id, item.relevance - n * LISTED)
    return raised(found, higher)


def _cited(item: Ranked, others: Sequence[Ranked]) -> Iterator[Ranked]:
    """What ``item`` needs of the ``others`` of its text."""
    if own := _OWN.match(item.text):
        yield from (one for one in others if own[1] in _excepted(one.text))
    for clause in asked_clauses(_OF_ANOTHER_TEXT.sub(" ", item.text)):
        if clause.kind in _FOLLOWED:
            meant = [
                one for one in others if clause.weight(one.text, headings_above(one.chunk, one.row))
            ]
            yield from sorted(meant, key=by_score)[:1]


def _excepted(text: str) -> set[str]:
    """The numbers of the clauses that a statement makes exceptions from."""
    found = (match["numbers"] for match in _EXCEPTION.finditer(text))
    return {number for numbers in found for number in re.findall(_NUMBER, numbers)}
