"""The order of the chunks that were read, once it is known what they say.

The first two stages know vectors, words that are rare in the whole graph, and ways through it.
Among what they found other words are rare: all passages of a page have the name of the page, and
few have the year that is asked for.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.question.numbers import lacks_number
from graphrag_neo4j.retrieve.question.terms import asked_terms, numbers, terms

SIBLING_WORDS = 0.8
"""What the question's words count, all of them together, where passages have one title, beside the
best score (1); the less they are trusted, the less."""
CROWDED_STATEMENT = 0.3
"""What likeness to the question counts, of a passage's statement that is most like it, where few
sources fill the list of the nearest chunks, and words are trusted in full."""
CROWDED_WORDS = 0.07
"""What the question's words count there, likewise."""

ANOTHER = 0.8
"""What the best source that lacks a code or a number of the question may have at most, of the
score of the best one that has it."""


def reranked(
    question: str,
    said: Sequence[Row],
    scores: Mapping[str, float],
    likeness: Mapping[str, float],
    trust_in_words: float,
    *,
    has_parts: bool = False,
) -> dict[str, float]:
    """New scores of chunks. ``said``: rows of ``retrieve/statements``; ``likeness``: of each
    chunk's statements to the question, that of the best one, 0 to 1; ``trust_in_words``: what both
    count, 0 to 1; 0 where the nearest chunks are of many sources: there passages of one title
    change places only with each other, as what a walk found has few of the question's words.
    ``has_parts``: whether most sources have more than was read, and so perhaps a number that this
    lacks.
    """
    top = max(scores.values(), default=0.0)
    new = dict(scores)
    shares = local_shares(question, said)
    for id_, alike in likeness.items():
        by_words = CROWDED_STATEMENT * alike + CROWDED_WORDS * shares[id_]
        new[id_] += top * trust_in_words * by_words
    for siblings in _siblings(said):
        wanted = {
            id_: new[id_] + SIBLING_WORDS * (trust_in_words or 1.0) * top * shares[id_]
            for id_ in siblings
        }
        order = sorted(siblings, key=lambda id_: (-wanted[id_], id_))
        places = sorted((new[id_] for id_ in siblings), reverse=True)
        new |= dict(zip(order, places, strict=True))
    return new if has_parts else _with_number_first(question, said, new)


def _with_number_first(
    question: str, said: Sequence[Row], scores: Mapping[str, float]
) -> dict[str, float]:
    """``scores``, where sources without the codes and numbers of the question are below
    (:data:`ANOTHER`) the best one that has them: what is found about another thing of its kind may
    lead to it, or be its twin, made from the same form."""
    texts: dict[str, str] = defaultdict(str)
    for chunk in said:
        texts[chunk["source"]["id"]] += f" {_with_headings(chunk)}"
    others = {id_ for id_, text in texts.items() if lacks_number(question, text)}
    of_others = {row["chunk"]: row["source"]["id"] in others for row in said}
    top = max((scores[id_] for id_, is_other in of_others.items() if is_other), default=0.0)
    own = max((scores[id_] for id_, is_other in of_others.items() if not is_other), default=0.0)
    share = ANOTHER * own / top if own and top else 1.0
    if share >= 1:
        return dict(scores)
    return {id_: score * (share if of_others.get(id_) else 1) for id_, score in scores.items()}


def _with_headings(chunk: Row) -> str:
    topics = dict.fromkeys(statement["topic"] or "" for statement in chunk["statements"])
    return " ".join([words_of(chunk), *topics])


def local_shares(question: str, said: Sequence[Row]) -> dict[str, float]:
    """How much of the question each chunk has (:func:`rare_shares`); words that none has do not
    count."""
    asked = asked_terms(question)
    there = {
        chunk["chunk"]: asked & terms(f"{words_of(chunk)} {_numbers_of_headings(chunk)}")
        for chunk in said
    }
    return dict(zip(there, rare_shares(list(there.values())), strict=True))


def _numbers_of_headings(chunk: Row) -> str:
    """Those of "Room 12" and "3.1.1": statements below do not have them."""
    headings = {statement["topic"] for statement in chunk["statements"]}
    return " ".join(sorted(number for heading in headings for number in numbers(heading or "")))


def rare_shares(texts: Sequence[Set[str]]) -> list[float]:
    """How much of what all ``texts`` have of a question each has, 0 to 1, where a stem counts by
    how few of them have it (the inverse document frequency of BM25)."""
    counts = Counter(stem for found in texts for stem in found)
    n = len(texts)
    rarity = {stem: math.log(1 + (n - df + 0.5) / (df + 0.5)) for stem, df in counts.items()}
    total = math.fsum(rarity.values()) or 1.0  # exact: sets come in any order
    return [math.fsum(rarity[stem] for stem in found) / total for found in texts]


def words_of(chunk: Row) -> str:
    """Title and statements of a row of ``retrieve/statements``, names in the place of pronouns."""
    title = chunk["source"].get("title") or ""
    return " ".join([title, *(statement["words"] for statement in chunk["statements"])])


def _siblings(said: Sequence[Row]) -> list[list[str]]:
    """Chunks of sources with the same title, or of the same source; two and more."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for chunk in said:
        title = chunk["source"].get("title")
        groups["title" if title else "source", title or chunk["source"]["id"]].append(
            chunk["chunk"]
        )
    return [group for group in groups.values() if len(group) > 1]
