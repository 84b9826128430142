"""What results cost those who read them, in tokens, and how they are kept within a limit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graphrag_neo4j.retrieve.results import FoundStatement, RetrievalResult, dated_title
from graphrag_neo4j.text.tokens import count_tokens

FIRST_SOURCES = 5
"""Sources that share what ``evidence_tokens`` allows."""
_LEAST_SHARE = 0.25
"""What a source may take at least for what the best one may."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A statement of the result that stands at ``place``."""

    place: int
    id: str
    score: float
    tokens: int


def pack(results: Sequence[RetrievalResult], room: int) -> list[RetrievalResult]:
    """As many statements as fit into ``room`` tokens; what is too long lets the next try."""
    packed = []
    for result in results:
        left = room - _heading_tokens(result)
        kept = set()
        for statement in sorted(result.statements, key=lambda s: -s.score):
            size = _statement_tokens(statement)
            if size <= left:
                kept.add(statement.id)
                left -= size
        if kept:
            room = left
            packed.append(_only(result, kept))
    return packed


def shorten(results: Sequence[RetrievalResult], room: int) -> list[RetrievalResult]:
    """Results of which the first :data:`FIRST_SOURCES` sources take ``room`` tokens at most.

    The source that is the longest for its score gives up its least relevant statement until they
    do, so that short sources stay whole, and a long document that answers keeps more than one that
    hardly does. What each source says first stays.
    """
    by_source: dict[str, list[_Item]] = {}
    headings: dict[int, int] = {}
    scores: dict[str, float] = {}
    for place, result in enumerate(results):
        source = str(result.source["id"])
        if source not in by_source and len(by_source) == FIRST_SOURCES:
            continue
        headings[place] = _heading_tokens(result)
        scores[source] = max(scores.get(source, 0.0), result.score)
        items = by_source.setdefault(source, [])
        items += (_Item(place, s.id, s.score, _statement_tokens(s)) for s in result.statements)
    first = list(by_source.values())
    for items in first:
        items[1:] = sorted(items[1:], key=lambda item: -item.score)
    # a statement that two chunks share may stand first and, once more, last
    shares = _shares(list(scores.values()))
    dropped = set(_dropped(first, headings, room, shares)) - {items[0].id for items in first}
    kept = []
    for result in results:
        ids = {s.id for s in result.statements} - dropped
        if len(ids) == len(result.statements):
            kept.append(result)
        elif ids:
            kept.append(_only(result, ids))
    return kept


def _dropped(
    sources: Sequence[list[_Item]],
    headings: Mapping[int, int],
    room: int,
    shares: Sequence[float],
) -> Iterator[str]:
    """Ids of statements that go; ``sources``: their statements, the one that stays first, then the
    best; ``shares``: how much each may take, beside the others."""
    sizes = [
        sum(item.tokens for item in items) + sum(headings[n] for n in {i.place for i in items})
        for items in sources
    ]
    while sum(sizes) > room:
        n = max(range(len(sources)), key=lambda n: (len(sources[n]) > 1, sizes[n] / shares[n], n))
        if len(sources[n]) == 1:
            return
        last = sources[n].pop()
        is_alone = all(item.place != last.place for item in sources[n])
        sizes[n] -= last.tokens + (headings[last.place] if is_alone else 0)
        yield last.id


def _shares(scores: Sequence[float]) -> list[float]:
    """How much each source may take for its score, beside the best one."""
    best = max(scores, default=0.0)
    return [max(score / best, _LEAST_SHARE) if best > 0 else 1.0 for score in scores]


def _only(result: RetrievalResult, ids: Collection[str]) -> RetrievalResult:
    return replace(result, statements=tuple(s for s in result.statements if s.id in ids))


def _heading_tokens(result: RetrievalResult) -> int:
    return count_tokens(f"{result.topic} [Source: {dated_title(result.source)}]\n")


def _statement_tokens(statement: FoundStatement) -> int:
    return count_tokens("".join(f"- {text}\n" for text in (statement.shown, *statement.facts)))
