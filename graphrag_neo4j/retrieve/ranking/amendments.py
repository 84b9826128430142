"""Clauses and what another text says has become of them: "Clause 9.3 of the Lease is deleted".

Who is told the clause without its amendment is told what no longer holds, so each stands right
behind the other, whichever is found first. Only sure cases count: the amendment names the number,
and one text of the same folder goes by the name that it gives and shares more of its own name, or
its date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphrag_neo4j.retrieve.question.terms import stems
from graphrag_neo4j.retrieve.ranking.clauses import (
    Clause,
    asked_clauses,
    headings_above,
    text_of,
)
from graphrag_neo4j.retrieve.ranking.lists import LISTED
from graphrag_neo4j.retrieve.ranking.ranked import Ranked, by_score

_CHANGES = re.compile(
    r"""\b(?:(?:is|are|shall\ be)\ (?:hereby\ )?(?:deleted|replaced|amended|varied|changed|removed
    |substituted|revoked|repealed|struck\ out|extended|reduced|increased|restated|omitted|inserted)
    |(?:replaces|deletes|amends|supersedes|varies|revokes?|repeals|substitute|insert|omit)
    |by\ (?:substituting|deleting|inserting|omitting|adding)
    |no\ longer\ appl(?:y|ies)|ceases?\ to\ (?:apply|have\ effect)
    |wird\ (?:gestrichen|ersetzt|geändert|aufgehoben))\b""",
    re.IGNORECASE | re.VERBOSE,
)
_OF_TEXT = re.compile(r"\bof the [*_\"“]{0,2}(?P<name>[A-Z][\w-]+(?: [A-Z][\w-]+){0,3})")
_OF_THIS = re.compile(r"\b(?:of|to|in|under) th(?:is|ese)\b", re.IGNORECASE)
_IS_AMENDMENT = re.compile(
    r"\b(?:amendments?|variations?|codicils?|addend(?:um|a)|supplement(?:al|ary)?|nachtrag|änderung\w*|avenant)\b",
    re.IGNORECASE,
)
_DAY = re.compile(r"\b\d{1,2} [A-Z][a-z]{2,8} (?:19|20)\d\d\b")
_NAME_BREAK = re.compile(r"[\W_]+")
_WORD = re.compile(r"[^\W\d_]{3,}")
_ONLY_HEADED = frozenset({"annex", "part", "chapter"})
_FEWEST = 2
"""Words that an entry of a schedule shares with what amends it."""


@dataclass(frozen=True, slots=True)
class _Text:
    """A file, with the words of its name and title, and what was read of it."""

    name: str
    items: list[Ranked] = field(default_factory=list)

    @property
    def folder(self) -> str:
        return self.name.rpartition("/")[0]

    @property
    def called(self) -> str:
        titles = {str(item.chunk["source"].get("title") or "") for item in self.items}
        return _NAME_BREAK.sub(" ", " ".join([self.name.rpartition("/")[2], *sorted(titles)]))

    @property
    def words(self) -> frozenset[str]:
        return stems(" ".join(_WORD.findall(self.called)))

    @property
    def days(self) -> set[str]:
        return {day for item in self.items for day in _DAY.findall(item.text)}


def with_amendments(found: Sequence[Ranked]) -> list[Ranked]:
    """``found``, best first, where clauses and their amendments stand beside each other."""
    pairs = list(_pairs(found))
    if not pairs:
        return list(found)
    now = {item.id: item for item in found}
    topics: dict[str, list[str]] = {}
    for item in found:
        topics.setdefault(item.row["topic_id"], []).append(item.id)
    for n, (amendment, clause) in enumerate(pairs, start=1):
        one, two = now[amendment.id], now[clause.id]
        first, second = sorted((one, two), key=by_score)
        of_topic = [now[id_] for id_ in topics[first.row["topic_id"]]]
        now[second.id] = _behind(first, of_topic, second, n * LISTED / (len(pairs) + 1))
    return sorted(now.values(), key=by_score)


def _behind(first: Ranked, of_topic: Sequence[Ranked], second: Ranked, by: float) -> Ranked:
    """``second`` right behind ``first`` and the others ``of_topic``, which are given together,
    unless it is there."""
    score = max(second.relevance, first.relevance - by)
    return second._replace(
        relevance=score,
        score=max(second.score, *(one.score for one in of_topic)),
        alike=max(second.alike, *(one.alike for one in of_topic)),
    )


def _pairs(found: Sequence[Ranked]) -> Iterator[tuple[Ranked, Ranked]]:
    """Amendments, each with a clause that it changes."""
    changes = [item for item in found if _CHANGES.search(item.text)]
    cited = [(item, asked_clauses(_without_this(item.text))) for item in changes]
    if not any(clauses for _, clauses in cited):
        return
    texts: dict[str, _Text] = {}
    for item in found:
        texts.setdefault(text_of(item.chunk), _Text(text_of(item.chunk))).items.append(item)
    for item, clauses in cited:
        amended = _amended(item, texts) if clauses else None
        items = amended.items if amended else []
        yield from ((item, one) for clause in clauses for one in _meant(clause, item, items))


def _without_this(text: str) -> str:
    """``text``, or nothing if it tells of a clause of its own text."""
    return "" if _OF_THIS.search(text) else text


def _amended(item: Ranked, texts: Mapping[str, _Text]) -> _Text | None:
    """The one other text of the folder that an amendment is about; of a text with a codicil or an
    addendum in it the rest, if no other is named."""
    own = texts[text_of(item.chunk)]
    of = _OF_TEXT.search(item.text)
    named = stems(of["name"]) if of else frozenset()
    if not named and not _IS_AMENDMENT.search(own.called):
        rest = [one for one in own.items if not _stands_in_amendment(one)]
        return _Text(own.name, rest) if _stands_in_amendment(item) else None
    shared: list[tuple[int, _Text]] = []
    for other in texts.values():
        if other is own or other.folder != own.folder or not named <= other.words:
            continue
        n = len((own.words & other.words) - named) + len(own.days & other.days)
        if n and not (_IS_AMENDMENT.search(other.called)):
            shared.append((n, other))
    most = max((n for n, _ in shared), default=0)
    best = [other for n, other in shared if n == most]
    return best[0] if len(best) == 1 else None


def _stands_in_amendment(item: Ranked) -> bool:
    """Whether a heading above it says so."""
    return any(map(_IS_AMENDMENT.search, headings_above(item.chunk, item.row)))


def _meant(clause: Clause, amendment: Ranked, items: Sequence[Ranked]) -> list[Ranked]:
    """The statement of ``items`` that is the clause, an item of it if one is named; of a schedule
    the entry that the amendment names, too."""
    own = [item for item in items if _is_clause(clause, item)]
    if clause.kind not in _ONLY_HEADED:
        return own[:1]
    words = stems(amendment.text)
    shared = [(len(words & stems(item.text)), item) for item in own]
    best = max(shared, key=lambda one: one[0], default=None)
    return [best[1]] if best and best[0] >= _FEWEST else []


def _is_clause(clause: Clause, item: Ranked) -> bool:
    text = item.text
    if clause.part:
        is_item = text.lstrip().casefold().startswith(f"({clause.part})")
        whole = replace(clause, part="")
        return is_item and whole.weight(item.row["words"], headings_above(item.chunk, item.row)) > 0
    return clause.weight(text, headings_above(item.chunk, item.row)) > 0
