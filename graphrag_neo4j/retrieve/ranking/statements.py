"""From the chosen chunks to their statements, the most relevant ones first."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.candidates.pool import nearness
from graphrag_neo4j.retrieve.question.days import without_days
from graphrag_neo4j.retrieve.question.kind import asks_for_steps, has_new_name, is_yes_no
from graphrag_neo4j.retrieve.ranking.ages import asks_age, is_age_told, without_age
from graphrag_neo4j.retrieve.ranking.chunks import reranked
from graphrag_neo4j.retrieve.ranking.cited_clauses import with_cited
from graphrag_neo4j.retrieve.ranking.fit import field_of, fits
from graphrag_neo4j.retrieve.ranking.following import (
    with_answers,
    with_next,
    with_replies,
    with_what_follows,
)
from graphrag_neo4j.retrieve.ranking.lists import with_lists, with_steps
from graphrag_neo4j.retrieve.ranking.marks import Marks, marks
from graphrag_neo4j.retrieve.ranking.other_words import in_other_words
from graphrag_neo4j.retrieve.ranking.ranked import Ranked, by_score
from graphrag_neo4j.retrieve.ranking.similarity import news, tfidf_scores
from graphrag_neo4j.retrieve.ranking.superlatives import (
    Extreme,
    asked_extreme,
    has_table,
    with_extremes,
)
from graphrag_neo4j.retrieve.ranking.versions import laid_aside, versions, wanted_first
from graphrag_neo4j.text.questions import asks

MANY_SOURCES = 4
"""What so many sources say word for word, beside what is their own, is boilerplate."""
RELEVANCE = 0.5
"""What a statement's own relevance counts beside the score of its chunk (1)."""
BESIDE_WORDS = 4.0
"""What nearness, and all else but words, counts more (1) where the question is put in other words
than the texts'."""
UNREAD_NEAR = 0.1
"""What nearness counts at least where the vectors do not know the language of the texts. A German
handbook with vectors of English (42 questions): first five sources 73.0 -> 77.8, first 44.8 ->
49.6; French leaflets, a source each, the same."""
LITTLE_NEWS = 3.0
"""A statement that says less than so many rare words (:func:`news`) counts less."""
EMPTY = 0.5
"""How much less it counts if it says none, where the best nearness is 1: a greeting has the names
of the question, and no more."""
REPEATING = 0.1
"""What says less than this beside the question's words, 0 to 1, only repeats it: "Allergic to
walnuts." says one word more, which other statements have, too."""
ASKING = 0.75
"""How much less a statement counts that asks: it has the words of the question, and no answer."""
ANSWERING = 0.9 * ASKING * RELEVANCE
"""What a statement counts more than the question that stands before it."""
READ_ON = 0.3
"""So far a question may be in other words than the texts', that one reads on behind the best
statement: of 227 questions in other words the best is often another text's. Of 110 with words of
the texts the first five statements answer 97 then, else 93 (of 25 for two sources 9, 9)."""
ALIKE = 0.5
"""The share of what late interaction tells of a statement that counts for its result, too: with all
of it, passages of long stories and of web pages came later that answer a part of the question."""
N_WITH_AGE = 5
"""Of so many of the best statements one may tell the age that is asked for."""
_CELL_MARKS = re.compile(r"[,;]+(?!\S)")
_FEWEST_FIELDS = 2
"""Above what a mail says stand some, which are no part of its first sentence."""
N_ALIKE = 50
"""Statements that begin alike are compared up to so many."""


def evidence(said: Sequence[Row]) -> list[Row]:
    """Rows of ``retrieve/statements`` without boilerplate, unless just that is asked for; those of
    tables as they are shown (``named``).

    Where most of a chunk stands in other sources, too, it is a copy, and nothing of it goes.
    """
    nearest = max((row["near"] for chunk in said for row in chunk["statements"]), default=0.0)
    kept = []
    for chunk in said:
        rows = chunk["statements"]
        own = [row for row in rows if not row["is_repeated"]]
        if 2 * len(own) >= len(rows):
            rows = [row for row in rows if not row["is_repeated"] or row["near"] == nearest]
        named = [{**row, "named": _named_row(row["text"], row["words"])} for row in rows]
        kept.append({**chunk, "statements": named})
    return kept


class Relevance(NamedTuple):
    """Statements with their scores, not yet in order: what the best chunk scores, ids of those that
    ask, of those that only repeat the question, and of those that only name what is asked for,
    which chunks are :func:`~graphrag_neo4j.retrieve.ranking.versions.versions` of one text;
    ``is_how_to``: whether the question is for how a thing is done; ``extreme``: what it asks the
    most or least of; ``dated``: ids of the rows of the day that it names; ``in_other_words``: how
    far it is (:func:`~graphrag_neo4j.retrieve.ranking.other_words.in_other_words`)."""

    found: list[Ranked]
    top: float
    asking: Collection[str]
    repeating: Collection[str]
    pointers: Collection[str]
    versions: Sequence[tuple[str, str]]
    is_how_to: bool = False
    extreme: Extreme | None = None
    dated: Collection[str] = ()
    in_other_words: float = 0.0

    def tells_age(self, question: str) -> bool:
        """Whether one of the best statements tells the age that is asked for."""
        if not asks_age(question):
            return False
        return is_age_told(question, (item.row["words"] for item in self.best(N_WITH_AGE)))

    def unmet(self, question: str) -> str:
        """The question without the day, the superlative, and the age that statements meet in other
        words."""
        text = without_days(question) if self.dated else question
        text = without_age(text) if self.tells_age(question) else text
        if self.extreme and has_table(self.extreme, self.found):
            text = text.replace(self.extreme.word, " ", 1)
        return text

    def best(self, n: int) -> list[Ranked]:
        """The ``n`` most relevant ones that say something."""
        telling = (item for item in self.found if item.id not in self.pointers)
        return sorted(telling, key=by_score)[:n]


def relevance(
    question: str,
    said: Sequence[Row],
    scores: Mapping[str, float],
    *,
    by_words: bool,
    trust_in_words: float = 0.0,
    pointers: Collection[str] = (),
    rarity: Mapping[str, float] = MappingProxyType({}),
    readable: float = 1.0,
    has_parts: bool = False,
) -> Relevance:
    """How relevant statements are: by their chunk's score, their nearness to the question and,
    ``by_words``, tf-idf, by which chunks are :func:`reranked`, too; of :func:`versions` of
    one text the wanted one. ``said``: of :func:`evidence`; ``trust_in_words``: 0 to 1, how far
    words order chunks of different sources, too; ``pointers``: ids of statements that only name
    what is asked for; ``has_parts``: whether only a part of most sources was read."""
    rows = [(chunk, row) for chunk in said for row in chunk["statements"]]
    texts = [row["words"] for _, row in rows]
    words = tfidf_scores(question, texts) if by_words else None
    otherwise = readable * in_other_words(question, texts, words, rarity) if words else 0.0
    beside_words = 1 + BESIDE_WORDS * otherwise
    pairs: Sequence[tuple[str, str]] = ()
    if words:
        likeness = _likeness(rows, words)
        scores = reranked(question, said, scores, likeness, trust_in_words, has_parts=has_parts)
        scores = laid_aside(question, said, scores)
        pairs = versions(question, said, scores)
        scores = wanted_first(pairs, scores)
    top = max(scores.values(), default=0.0) or 1.0
    marked = marks(question, said, rows) if by_words else Marks([0.0] * len(rows), {}, ())
    tells = _tells(question, rows) if by_words else [1.0] * len(rows)
    fitting = fits(question, rows, tells, 1 / beside_words) if by_words else [0.0] * len(rows)
    roles = _roles(question, rows, tells, pointers) if by_words else _Roles()
    near = _nearness(rows, max(UNREAD_NEAR, readable))
    found = []
    for i, (chunk, row) in enumerate(rows):
        score = scores[chunk["chunk"]] + top * marked.of_chunks.get(chunk["chunk"], 0.0)
        of_words = words[i] if words else 0.0
        met = beside_words * (near[i] + marked.of_statements[i]) + of_words
        more = fitting[i] - EMPTY * (1 - tells[i]) - ASKING * (row["id"] in roles.asking)
        is_pointer = row["id"] in pointers
        relevance = 0.0 if is_pointer else met + beside_words * more
        alike = score + top * RELEVANCE * met * (not is_pointer)
        found.append(Ranked(chunk, row, score / top + RELEVANCE * relevance, score, alike))
    return Relevance(
        found,
        top,
        roles.asking,
        roles.repeating,
        pointers,
        pairs,
        asks_for_steps(question),
        asked_extreme(question),
        marked.dated,
        otherwise,
    )


def _nearness(rows: Sequence[tuple[Row, Row]], counts: float) -> list[float]:
    """How near each statement is to the question beside the nearest one, at most ``counts``."""
    nearest = max((row["near"] for _, row in rows), default=0.0)
    return [counts * nearness(row["near"], nearest) for _, row in rows]


class _Roles(NamedTuple):
    """Ids of statements that ask, and of those that only repeat the question."""

    asking: Collection[str] = ()
    repeating: Collection[str] = ()


def _roles(
    question: str,
    rows: Sequence[tuple[Row, Row]],
    tells: Sequence[float],
    pointers: Collection[str],
) -> _Roles:
    """``tells``: of :func:`_tells`; what points to what is asked for has no other role."""
    asking, repeating = set[str](), set[str]()
    for (_, row), told in zip(rows, tells, strict=True):
        text = row["text"]
        if row["id"] in pointers:
            continue
        if asks(text):
            asking.add(row["id"])
        elif told < REPEATING and not (field_of(text) or has_new_name(question, text)):
            repeating.add(row["id"])
    return _Roles(asking, repeating)


def _tells(question: str, rows: Sequence[tuple[Row, Row]]) -> list[float]:
    """How much each statement says beside the question's words, 0 to 1; all, where these are those
    of the answer."""
    if is_yes_no(question):
        return [1.0] * len(rows)
    told = news(question, [row["text"] for _, row in rows])
    return [min(1.0, said_more / LITTLE_NEWS) for said_more in told]


def _likeness(rows: Iterable[tuple[Row, Row]], words: Sequence[float]) -> dict[str, float]:
    """How much the words of each chunk's best statement are like the question's, by chunk;
    ``words``: of the statements of ``rows``."""
    likeness: dict[str, float] = {}
    for (chunk, _), alike in zip(rows, words, strict=True):
        likeness[chunk["chunk"]] = max(alike, likeness.get(chunk["chunk"], 0.0))
    return likeness


def ordered(relevant: Relevance, met: Mapping[str, float] | None = None) -> list[Ranked]:
    """Statements, most relevant first; ``met``: what the best ones of them count more or less by
    :mod:`~graphrag_neo4j.retrieve.ranking.late_interaction`, by id. The others are no better than
    these.
    """
    found = _met(relevant, met) if met else relevant.found
    beside_words = 1 + BESIDE_WORDS * relevant.in_other_words
    found = with_answers(found, relevant.asking, ANSWERING * beside_words)
    found = with_replies(with_what_follows(found, relevant.repeating, relevant.asking))
    found = _with_versions(with_lists(found), relevant.versions)
    found = with_steps(found) if relevant.is_how_to else found
    found = with_extremes(relevant.extreme, found) if relevant.extreme else found
    found = with_cited(found)
    if relevant.in_other_words <= READ_ON and not relevant.is_how_to:
        found = with_next(found, {*relevant.asking, *relevant.pointers})
    found.sort(key=by_score)
    first: dict[str, Ranked] = {}  # chunks that overlap share statements
    for item in found:
        first.setdefault(item.id, item)
    return list(first.values())


def _met(relevant: Relevance, met: Mapping[str, float]) -> list[Ranked]:
    """Statements with what late interaction says; one that it was not asked of counts as the
    worst."""
    least = min(met.values())
    found = []
    for item in relevant.found:
        more = met.get(item.id, least)
        alike = item.alike + ALIKE * relevant.top * more
        found.append(item._replace(relevance=item.relevance + more, alike=alike))
    return found


def _named_row(text: str, words: str) -> str | None:
    """What a row says with the names of its columns, if it has any, be its cells parted by the bars
    of Markdown, by commas or by nothing, or a tuple of SQL; a record's fields with marks between
    them."""
    if words == text or "\n" in text:  # code has lines
        return None
    if words.endswith(text) and not asks(above := words.removesuffix(text)):
        # an item below what announces it: "We do not pay for" "loss of data;"
        n_fields = sum(": " in field for field in above.split("; "))
        return words if n_fields < _FEWEST_FIELDS else None
    is_row = "|" in text and "|" not in words and ": " in words
    is_record = words.replace("; ", " ") == text or (text.startswith("(") and "; " in words)
    return words if is_row or is_record or _cells(words) == _parted(text) else None


def _cells(words: str) -> str:
    """What "Room: 2; Monday: closed" says without the names of the columns."""
    return _parted(" ".join(field.partition(": ")[2] or field for field in words.split("; ")))


def _parted(cells: str) -> str:
    """``cells`` without the marks that part them."""
    return " ".join(_CELL_MARKS.sub(" ", cells).split())


def _with_versions(found: Sequence[Ranked], pairs: Sequence[tuple[str, str]]) -> list[Ranked]:
    """``found``, where the best statement of the wanted one of two :func:`versions` comes before
    all of the other."""
    best: dict[str, Ranked] = {}
    for item in sorted(found, key=by_score):
        best.setdefault(item.chunk["chunk"], item)
    for one, two in reversed(pairs):
        wanted, other = best[one], best[two]
        score = max(wanted.relevance, math.nextafter(other.relevance, math.inf))
        alike = max(wanted.alike, math.nextafter(other.alike, math.inf))
        best[one] = wanted._replace(relevance=score, alike=alike)
    return [first if (first := best[item.chunk["chunk"]]).id == item.id else item for item in found]
