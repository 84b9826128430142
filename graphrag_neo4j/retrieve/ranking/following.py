"""What stands next behind a statement in its text: the answer to a question, what goes on where a
sentence only repeats the question, what a best sentence leaves for the next one to say."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from graphrag_neo4j.retrieve.ranking.lists import goes_on
from graphrag_neo4j.retrieve.ranking.ranked import WIDEST_MARK, Ranked, by_chunk, by_score, raised
from graphrag_neo4j.text.questions import last_question
from graphrag_neo4j.text.talk import turn_head

SAYING_MORE = 1e-3
"""How far before what only repeats the question stands what follows it."""
REPLYING = 1e-3
"""How far behind a turn that asks and goes on stands what another one says to it."""
NEXT_PLACE = 3
"""Where what follows on the best statement stands at the latest."""


def with_answers(
    found: Sequence[Ranked], asking: Collection[str], answering: float
) -> list[Ranked]:
    """``found``, where what follows on the question that is most like the one asked, of each
    chunk, counts nearly as much as this would if it did not ask: an answer has seldom the words of
    its question. ``asking``: ids of what asks; ``answering``: what an answer counts more than its
    question."""
    higher: dict[str, float] = {}
    for items in by_chunk(found):
        items.sort(key=lambda item: item.row["start"])
        pairs = [
            (item, after)
            for item, after in pairwise(items)
            if item.id in asking and after.id not in asking and _follows(item, after)
        ]
        if pairs:
            item, answer = max(pairs, key=lambda pair: pair[0].relevance)
            higher[answer.id] = item.relevance + answering
    return raised(found, higher)


def with_replies(found: Sequence[Ranked]) -> list[Ranked]:
    """``found``, where behind the best statement of a chunk, if it is a turn of talk that asks and
    goes on ("Ann: Where is the key? I need it."), stands the turn of another one that follows it.
    The turn itself stays where it is: perhaps it has the answer, too."""
    higher: dict[str, float] = {}
    for _, lead, after in _leads(found):
        if _replies(lead.text, after.text):
            higher[after.id] = lead.relevance - REPLYING
    return raised(found, higher)


def _leads(found: Sequence[Ranked]) -> Iterator[tuple[Ranked | None, Ranked, Ranked]]:
    """The best statement of each chunk that another one follows, between this and the one
    before."""
    for items in by_chunk(found):
        items.sort(key=lambda item: item.row["start"])
        lead = max(items, key=lambda item: item.relevance)
        place = items.index(lead)
        for after in items[place + 1 : place + 2]:
            if _follows(lead, after):
                yield (items[place - 1] if place else None), lead, after


def _replies(text: str, after: str) -> bool:
    """Whether ``text`` and ``after`` are turns of two, and the first one asks."""
    one, two = turn_head(text), turn_head(after)
    speakers = {head["label"] for head in (one, two)} - {None}
    return len(speakers) > 1 and bool(last_question(text[one.end() :]))


def with_what_follows(
    found: Sequence[Ranked], repeating: Collection[str], asking: Collection[str]
) -> list[Ranked]:
    """``found``, where before the best statement of a chunk, if it is one of ``repeating`` ("Which
    plum is hardy.") and no part of a list, stands what follows it, unless this asks."""
    higher: dict[str, float] = {}
    for before, lead, after in _leads(found):
        is_of_list = goes_on(lead) or (before is not None and goes_on(before))
        if lead.id in repeating and not is_of_list and after.id not in asking:
            higher[after.id] = lead.relevance + SAYING_MORE
    return raised(found, higher)


def with_next(found: Sequence[Ranked], telling_nothing: Collection[str]) -> list[Ranked]:
    """``found``, where what follows at once on the best statement of all, in its topic, is one of
    the first :data:`NEXT_PLACE`: "It was built by a clockmaker." "His name was Jabez." It has
    seldom the words of the question. The next row of a table tells nothing of this one.
    ``telling_nothing``: ids of what is left where it is."""
    first = sorted(found, key=by_score)[:NEXT_PLACE]
    if len(first) < NEXT_PLACE:
        return list(found)
    best, last = first[0], first[-1]
    higher = {
        item.id: math.nextafter(last.relevance, math.inf)
        for item in found
        if item.chunk["chunk"] == best.chunk["chunk"]
        and item.row["topic_id"] == best.row["topic_id"]
        and _follows(best, item)
        and item.id not in telling_nothing
        and not item.row["named"]
    }
    return raised(found, higher)


def _follows(item: Ranked, after: Ranked) -> bool:
    """Whether ``after`` stands next behind ``item``, of the same chunk."""
    end, start = item.row["end"], after.row["start"]
    return None not in (end, start) and 0 <= start - end <= WIDEST_MARK
