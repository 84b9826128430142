"""What people are shown of results: the most relevant statements, with where each stands."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, islice
from pathlib import PurePath
from textwrap import dedent, indent
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from graphrag_neo4j.retrieve.ranking.lists import said_above
from graphrag_neo4j.retrieve.results import (
    FoundStatement,
    RetrievalResult,
    dated,
    source_title,
    unlikely_note,
)
from graphrag_neo4j.text.places import place_text

SHOWN = 12
"""Statements that people are shown, unless they ask for more."""
SHOWN_OF_CHUNK, SHOWN_OF_RESULT = 3, 4
"""Of one chunk, and of one result, that others may stand beside it: a recording may be one result
of ten chunks. Of 398 questions on manuals and office files three of a result answered 369, and 349
among the first five statements (four: 369 and 345, two: 362 and 346); of 70 on talk three of a
result answer 43 with all that is shown, three of a chunk and four of a result 47."""
SENTENCE = 40
"""Characters from which on a text that stands in two sources says the same in both: "Status: open"
does not."""
ONE_LIST = 1e-3
"""So little behind the one before it scores what is an item of the same list."""
TOGETHER = 0.1
"""So little less a statement may score than the next one of another result, that it stands with
those of its own. Of 350 questions answered at one place and 140 at two, on chats, papers, stories,
news, letters and a team's files: among the first three 234 with a result's statements together,
255 so, 244 with 0.3; both places among the first five 42, 50, 47."""
MAX_CONTEXT = 200
"""Characters of a neighbour that are shown."""
_OPENERS = (":", "{", "(", "[")


def render(
    results: Sequence[RetrievalResult], *, explain: bool = False, shown: int | None = SHOWN
) -> str:
    """Results for people: how likely it is that they hold an answer, then statements in order of
    relevance, below a line with the number and the path or address of their result, with the
    characters where they stand, what stands next to the most relevant one of a result, marked by
    "…", and, with ``explain``, the result's score and why it was found. A result of which more
    comes behind others has its number there again.

    ``shown``: statements in all, the most relevant ones; None = all, result by result. A result
    without any of them is left out. If an answer is unlikely, that is said first.
    """
    relevant = most_relevant(results, shown)
    known = {one.statement.text for one in relevant}
    numbers: dict[str, int] = {}
    blocks: list[str] = []
    for topic_id, group in groupby(relevant, lambda one: one.result.topic_id):
        block = list(group)
        result, is_new = block[0].result, topic_id not in numbers
        number = numbers.setdefault(topic_id, len(numbers) + 1)
        told = _heading(result) if is_new else f"{_names(result)}, again"
        if is_new and (explain or not blocks):
            told += f"  (score {result.score if blocks else results[0].score:.2f})"
        why = path_reasons(result.path) if explain and is_new else ()
        befores = [None, *(one.statement for one in block)]
        said = (
            line
            for one, before in zip(block, befores, strict=False)
            for line in _said(one.statement, before, known)
        )
        blocks.append("\n".join([f"{number}. {told}", *(f"   why: {one}" for one in why), *said]))
    if note := unlikely_note(results):
        blocks.insert(0, f"{note} The nearest:")
    if left_out := sum(len(result.statements) for result in results) - len(relevant):
        blocks.append(f"… {left_out:,} less relevant statements are not shown; --json has all.")
    return "\n\n".join(blocks) or "Nothing found."


def _said(
    statement: FoundStatement, before: FoundStatement | None, known: Collection[str]
) -> Iterator[str]:
    """The lines of a statement below the one ``before``, its neighbours but for those ``known``,
    and its facts."""
    yield from (f"     … {text}" for text in _context(statement.before, known))
    place = place_text(statement.start, statement.end, statement.place)
    yield f"   - {_lines(_below(before, statement))}  [{place}]"
    yield from (f"       fact: {fact}" for fact in statement.facts)
    yield from (f"     … {text}" for text in _context(statement.after, known))


def _below(before: FoundStatement | None, statement: FoundStatement) -> str:
    """What a statement says, without what it is read with where that stands ``before`` it."""
    if before is None or before.chunk_id != statement.chunk_id:
        return statement.shown
    above = said_above(statement.named or "", statement.text)
    is_said = above in (before.text, said_above(before.named or "", before.text))
    return replace(statement, named=None).shown if above and is_said else statement.shown


class Shown(NamedTuple):
    """A statement that is shown, and its result."""

    result: RetrievalResult
    statement: FoundStatement


def most_relevant(results: Sequence[RetrievalResult], n: int | None) -> list[Shown]:
    """The ``n`` most relevant statements, the best first: some of each result
    (:data:`SHOWN_OF_CHUNK`; the items of a list count once), and the first one of all; those of one
    result that are nearly as good stand :data:`TOGETHER`. None = all, result by result. A sentence
    that several sources say is shown once."""
    if n is None:
        return [Shown(result, statement) for result in results for statement in result.statements]
    some = [Shown(result, statement) for result in results for statement in _some(result)]
    first = some[0].statement if some else None
    some.sort(key=lambda one: (one.statement is not first, *_place(one)))
    return list(_together(sorted(islice(_once(some), n), key=_place)))


def in_order_shown(
    results: Sequence[RetrievalResult], n: int | None = SHOWN
) -> list[RetrievalResult]:
    """``results`` as they are shown: the ``n`` :func:`most_relevant` statements in their order,
    those of one result that stand together as a result; one of which more comes behind others is
    there again. The first one's score is the likelihood of an answer, as that of ``results`` is."""
    groups = groupby(most_relevant(results, n), lambda one: one.result.topic_id)
    blocks = (list(group) for _, group in groups)
    told = [
        replace(block[0].result, statements=tuple(one.statement for one in block))
        for block in blocks
    ]
    return [replace(told[0], score=results[0].score), *told[1:]] if told else []


def _place(one: Shown) -> tuple[float, str]:
    return -one.statement.score, one.statement.id


def _together(best: Sequence[Shown]) -> Iterator[Shown]:
    """``best``, best first, where those of one result are nearer to each other."""
    rest = list(best)
    while rest:
        topic_id = rest[0].result.topic_id
        others = (one.statement.score for one in rest if one.result.topic_id != topic_id)
        least = next(others, -math.inf) - TOGETHER
        of_one = [
            one for one in rest if one.result.topic_id == topic_id and one.statement.score >= least
        ]
        yield from of_one
        rest = [one for one in rest if one not in of_one]


def _once(statements: Iterable[Shown]) -> Iterator[Shown]:
    """What several sources say word for word, as below each page of a site, once."""
    said: set[str] = set()
    for one in statements:
        text = " ".join(one.statement.text.split())
        if len(text) >= SENTENCE and text in said:
            continue
        said.add(text)
        yield one


def _some(result: RetrievalResult) -> Iterator[FoundStatement]:
    """The first ones of each chunk, with all items of lists among them, which are of one chunk;
    without what an item before was read with."""
    of_chunk: Counter[str] = Counter()
    last: FoundStatement | None = None
    read: set[tuple[str, str]] = set()
    for statement in result.statements:
        if (statement.chunk_id, statement.text) in read:
            continue
        read.add((statement.chunk_id, said_above(statement.named or "", statement.text)))
        if last is None or not _is_item(statement, last):
            if of_chunk.total() == SHOWN_OF_RESULT:
                return
            if of_chunk[statement.chunk_id] == SHOWN_OF_CHUNK:
                continue
            of_chunk[statement.chunk_id] += 1
        last = statement
        yield statement


def _is_item(statement: FoundStatement, last: FoundStatement) -> bool:
    return statement.chunk_id == last.chunk_id and last.score - statement.score <= ONE_LIST


def _heading(result: RetrievalResult) -> str:
    """Path or address, the title if that says more, the topic and the day if those do."""
    path, title = _path(result.source), source_title(result.source)
    if PurePath(path).name == title or title == path:
        named = path if result.topic == title else f"{path} | {result.topic}"
    else:
        named = f"{_names(result)}  {path}"
    return dated(named, result.source)


def _names(result: RetrievalResult) -> str:
    title = source_title(result.source)
    return title if result.topic == title else f"{title} | {result.topic}"


def _lines(text: str) -> str:
    """A text of several lines, which is code, below a mark of a list. How far its first line is
    indented is not known: what it opens is farther."""
    first, line_break, rest = text.partition("\n")
    rest = dedent(rest)
    is_opening = first.rstrip().endswith(_OPENERS) and not rest.lstrip("\n").startswith(" ")
    return first + line_break + indent(rest, " " * (9 if is_opening else 5))


def _context(text: str | None, shown: Collection[str]) -> list[str]:
    """A neighbour that is not shown anyway, in one line of a bearable length."""
    if text is None or text in shown:
        return []
    line = " ".join(text.split())
    return [line if len(line) <= MAX_CONTEXT else line[: MAX_CONTEXT - 1] + "…"]


def _path(source: Mapping[str, Any]) -> str:
    """A file's path, with the part of it that the source is; of others the URI."""
    parts = urlsplit(str(source["uri"]))
    if parts.scheme != "file":
        return str(source["uri"])
    return url2pathname(parts.path) + (f"#{parts.fragment}" if parts.fragment else "")


def path_reasons(path: dict[str, Any]) -> Iterator[str]:
    """What led to a result, a line each; numbers are parts of a score, 0 to 1."""
    scores = path["scores"]
    own = {
        "chunk": "its text is near to the question",
        "statement": "one of its statements is",
        "words": "it shares words with the question",
    }
    if near := [f"{why} ({scores[name]:.2f})" for name, why in own.items() if name in scores]:
        yield "; ".join(near)
    if named := path.get("named"):
        yield f"it is about {' and '.join(named)}, named in the question ({scores['title']:.2f})"
    if phrases := path.get("phrases"):
        exact = " and ".join(map(repr, phrases))
        yield f"it has {exact}, as few others do ({scores['exact']:.2f})"
    for acronym, long_form in path.get("in_full", {}).items():
        yield f"it says {acronym.upper()} in full: {long_form!r}"
    if hop := path.get("hop"):
        yield f"a hop from {hop['from']!r} by way of {hop['entity']} ({scores['hop']:.2f})"
    if ppr := path.get("ppr"):
        yield f"it mentions {ppr}, as does the question or what is near it ({scores['ppr']:.2f})"
