"""Lines that only name what is asked for, among others like them: "Sorting data" below "See also".

They lead to what tells of it, on another page, and say nothing of it themselves. Word for word like
a question that is typed as a title, they would be nearer to it than any answer. What stands in a
list and is told of nowhere else is what the list is for: things to pack, to buy, to do. A line that
is but a link to another page, among others like it, says nothing itself, whatever its words are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.candidates.pool import Candidate, CandidatePool, nearness
from graphrag_neo4j.retrieve.question.terms import rare_coverage, stems
from graphrag_neo4j.text.questions import SPEAKER
from graphrag_neo4j.text.truncation import truncated

_LONGEST = 80
"""Characters of a line in a list of titles."""
_SHORT = 2
"""Another source tells of a line of so few words if it has them all; of others if it has half."""
_LINK = re.compile(
    r"[^\w[]*(?:\[[^\]\n]*\]\((?![a-z]+:)[^)\s]*\)|\[\[[^\[\]\n]*\]\])\W*", re.IGNORECASE
)
"""To a page beside, also as wikis and notes write it; an address elsewhere is what may be asked
for."""
_Words = tuple[Set[str], Set[str]]
_ENDS = (".", "!", "?", ":", ";", ",", "。", "！", "？", "：", "؟", "…")


def pointers_of(question: str, said: Sequence[Row]) -> frozenset[str]:
    """The ids of statements that are but links, two or more in a chunk, and of those that have no
    word but the question's and stand in a list of titles, behind one and before another, or at the
    end of their chunk, while another source has most of their words. ``said``: rows of
    ``retrieve/statements``."""
    asked = stems(question)
    listed = [
        (chunk["source"]["id"], row)
        for chunk in said
        for row in _listed(chunk)
        if stems(row["text"]) <= asked
    ]
    told = [(chunk["source"]["id"], _told(chunk)) for chunk in said] if listed else []
    links = frozenset(id_ for chunk in said for id_ in _links(chunk))
    return links | frozenset(
        row["id"]
        for source, row in listed
        if any(_tells(words, _words(row["text"])) for other, words in told if other != source)
    )


def _links(chunk: Row) -> list[str]:
    """Statements that are nothing but a link, if more than one is."""
    links = [row["id"] for row in chunk["statements"] if _LINK.fullmatch(row["text"])]
    return links if len(links) > 1 else []


def _listed(chunk: Row) -> Iterator[Row]:
    """The statements that stand in a list of titles."""
    rows = sorted((row for row in chunk["statements"] if row["start"] is not None), key=_place)
    titles = [_is_title(row["text"]) for row in rows]
    for at in range(1, len(rows)):
        before, after = titles[at - 1], all(titles[at + 1 : at + 2])
        if titles[at] and after and (before or at + 1 == len(rows)):
            yield rows[at]


def _told(chunk: Row) -> _Words:
    """What a chunk tells of: its title and what is no title among others."""
    texts = (row["words"] for row in chunk["statements"] if not _is_title(row["text"]))
    return _words(" ".join([chunk["source"].get("title") or "", *texts]))


def _words(text: str) -> _Words:
    """The words of a text by their stems, which for scripts without blanks are signs, and by their
    first letters: of other languages than English endings and compounds differ."""
    return stems(text), set(truncated(text))


def _tells(words: _Words, line: _Words) -> bool:
    return any(_has(there, wanted) for there, wanted in zip(words, line, strict=True))


def _has(words: Set[str], line: Set[str]) -> bool:
    there = len(words & line)
    return there == len(line) or (len(line) > _SHORT and 2 * there >= len(line))


def beside(said: Sequence[Row], pointers: frozenset[str]) -> list[Row]:
    """Rows of ``retrieve/statements`` with what their chunks say beside ``pointers``."""
    if not pointers:
        return list(said)
    return [
        {**chunk, "statements": [s for s in chunk["statements"] if s["id"] not in pointers]}
        for chunk in said
    ]


def without_pointers(
    question: str,
    said: Sequence[Row],
    scores: Mapping[str, float],
    pointers: frozenset[str],
    pool: CandidatePool,
    score: Callable[[Candidate], float],
) -> dict[str, float]:
    """The scores of chunks without what their pointers count. ``pool`` and ``score``: how they
    were found, and what that counts."""
    new = dict(scores)
    for chunk in said:
        candidate = pool.candidates.get(chunk["chunk"])
        others = [row for row in chunk["statements"] if row["id"] not in pointers]
        if candidate and len(others) < len(chunk["statements"]):
            rest = _without(question, candidate, chunk, others, pool)
            new[chunk["chunk"]] -= score(candidate) - score(rest)
    return new


def _without(
    question: str, candidate: Candidate, chunk: Row, others: Sequence[Row], pool: CandidatePool
) -> Candidate:
    """A candidate by what the ``others`` of its chunk's statements say."""
    title = chunk["source"].get("title") or ""
    text = " ".join([title, *(row["words"] for row in others)])
    all_text = " ".join([title, *(row["words"] for row in chunk["statements"])])
    near = nearness(max((row["near"] for row in others), default=0.0), pool.best("statement"))
    covered, whole = (rare_coverage(question, one, pool.rarity) for one in (text, all_text))
    low = text.casefold()
    n_titles = sum(len(row["text"]) for row in chunk["statements"] if _is_title(row["text"]))
    n_all = sum(len(row["text"]) for row in chunk["statements"])
    rest = replace(
        candidate,
        chunk=candidate.chunk * (1 - n_titles / max(n_all, 1)),
        statement=min(candidate.statement, max(near, pool.unseen.statement)),
        words=candidate.words * (covered / whole if whole else 1.0),
        title=candidate.title if any(n.casefold() in low for n in candidate.named) else 0.0,
        exact=candidate.exact if any(p.casefold() in low for p in candidate.phrases) else 0.0,
    )
    return replace(rest, ppr=candidate.ppr * rest.base / (candidate.base or 1.0))


def _place(row: Row) -> tuple[int, int]:
    return row["start"], row["end"]


def _is_title(text: str) -> bool:
    return len(text) <= _LONGEST and not text.endswith(_ENDS) and not SPEAKER.match(text)
