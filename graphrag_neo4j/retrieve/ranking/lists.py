"""Lists: what a statement announces stands behind it, and the steps of one procedure together."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from graphrag_neo4j.retrieve.ranking.ranked import WIDEST_MARK, Ranked, by_chunk, by_score, raised
from graphrag_neo4j.text.quotations import MARKS, is_attribution

LISTED = 1e-4
"""How far what a statement announces stands behind it."""
MOST_ITEMS = 10
LONGEST_ITEM = 80
_WIDEST_FENCE = 24
"""Characters between what announces code and the code: a fence with the name of the language."""
MOST_STEPS = 12
"""More are the sections of a manual."""
_AMONG = 12
"""Statements that stand first, which are what people see."""
_BESIDE = 3
"""Sentences before and behind the steps of a procedure that tell of it."""
_COLONS = (":", "：")
_STEP = re.compile(r"\W*(\d{1,2})(?:[.)]\s|\s(?=[A-ZÀ-Þ]))")
"""In files made for print the number often has no mark."""


def with_lists(found: Sequence[Ranked]) -> list[Ranked]:
    """``found``, where the best statement of a chunk has behind it what it announces: what it is
    read with ("The Tenant may end this Lease if" "(a) the rent is paid;"), or, if it ends with a
    colon, the short items of a list, or the one statement that follows."""
    higher: dict[str, float] = {}
    for items in by_chunk(found):
        lead = max(items, key=lambda item: item.relevance)
        announced = _read_with(lead, items) or (_announced(lead, items) if _announces(lead) else [])
        for n, item in enumerate(announced, start=1):
            higher[item.id] = lead.relevance - n * LISTED
    return raised(found, higher)


def _read_with(lead: Ranked, items: Sequence[Ranked]) -> list[Ranked]:
    """The items that are read with ``lead`` before their own words, in the order of the text; if it
    is itself an item of a sentence that goes on over several, the others."""
    above = said_above(lead.row["words"], lead.text)
    is_sentence = above and not above.endswith(_COLONS) and any(one.text == above for one in items)
    head = above if is_sentence else lead.text
    read = [
        one
        for one in items
        if one is not lead and f"{said_above(one.row['words'], one.text)} ".startswith(f"{head} ")
    ]
    return sorted(read, key=lambda item: item.row["start"])[:MOST_ITEMS]


def said_above(words: str, own: str) -> str:
    """What stands in a statement's ``words`` before its ``own`` text, which it is read with; ""."""
    return words.removesuffix(own).strip() if len(words) > len(own) and words.endswith(own) else ""


def _announces(item: Ranked) -> bool:
    return item.text.rstrip().endswith(_COLONS) and not is_attribution(MARKS.sub("", item.text))


def goes_on(item: Ranked) -> bool:
    """Whether it is the head or an item of a list."""
    return item.text.rstrip().endswith((*_COLONS, ";", "；", ","))


def _announced(lead: Ranked, items: Sequence[Ranked]) -> list[Ranked]:
    """What follows ``lead`` without other text between."""
    following: list[Ranked] = []
    end = lead.row["end"]
    for item in sorted(items, key=lambda item: item.row["start"]):
        if item.row["start"] < end:
            continue
        is_short = len(item.text) <= LONGEST_ITEM
        widest = WIDEST_MARK if following else _WIDEST_FENCE
        if item.row["start"] - end > widest or (following and not is_short):
            break
        following.append(item)
        if not is_short or len(following) == MOST_ITEMS:
            break
        end = item.row["end"]
    return following


def with_steps(found: Sequence[Ranked]) -> list[Ranked]:
    """``found``, where the steps of one procedure stand together by their numbers, as the best of
    them, if at least half of them are among the first :data:`_AMONG` anyway, and right behind a
    better sentence that stands beside them, if that is: who is told how to do a thing needs each
    step with what it announces, and the sentences around have more of the question's words."""
    first = {item.id for item in sorted(found, key=by_score)[:_AMONG]}
    higher: dict[str, float] = {}
    for items in by_chunk(found):
        items.sort(key=lambda item: item.row["start"])
        for steps in _procedures(items):
            told = _with_announced(steps, items)
            best = max(item.relevance for item in told)
            around = max((item.relevance for item in _beside(steps, items, first)), default=0)
            if around > best:
                best = max(best, around - (len(told) + 1) * LISTED)
            elif 2 * sum(step.id in first for step in steps) < len(steps):
                continue
            for n, step in enumerate(reversed(told), start=1):
                higher[step.id] = best + n * LISTED
    return raised(found, higher)


def _with_announced(steps: Sequence[Ranked], items: Sequence[Ranked]) -> list[Ranked]:
    """``steps``, behind each that ends with a colon what it announces: the command to give."""
    told: list[Ranked] = []
    for step in steps:
        told.append(step)
        if _announces(step):
            following = _announced(step, items)
            told += takewhile(lambda item: not _STEP.match(item.text), following)
    return told


def _beside(
    steps: Sequence[Ranked], items: Sequence[Ranked], first: Collection[str]
) -> list[Ranked]:
    """The ones of ``first``, by their ids, that stand in the section of ``steps`` with at most
    :data:`_BESIDE` statements up to these; ``items`` in the order of their text."""
    begin, end = items.index(steps[0]), items.index(steps[-1]) + 1
    near = [*items[max(0, begin - _BESIDE) : begin], *items[end : end + _BESIDE]]
    topic = steps[0].row["topic_id"]
    return [item for item in near if item.id in first and item.row["topic_id"] == topic]


def _procedures(items: Sequence[Ranked]) -> Iterator[list[Ranked]]:
    """Statements numbered from 1 on, none left out; ``items`` in the order of their text. A step
    may have sentences behind it."""
    steps: list[Ranked] = []
    for item in [*items, None]:
        match = _STEP.match(item.text) if item else None
        number = int(match[1]) if match else 0
        if item and number == len(steps) + 1:
            steps.append(item)
        elif number or item is None:
            if 1 < len(steps) <= MOST_STEPS:
                yield steps
            steps = [item] if item and number == 1 else []
