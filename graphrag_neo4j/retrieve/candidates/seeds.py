"""Where to start: the first stage of retrieval.

Vectors, full text and named entities each give hits on a scale of their own; here they are
scaled to 0..1 and joined into candidates, of which the best become the seeds of a walk through the
graph.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.database.migrations import MIN_VECTOR_CANDIDATES
from graphrag_neo4j.retrieve.candidates.pool import (
    N_COUNTED,
    N_HOLDERS,
    CandidatePool,
    Unseen,
    best_score,
    idf,
    nearness,
)
from graphrag_neo4j.retrieve.candidates.words_weight import (
    english_part,
    words_discount,
    words_weight,
)
from graphrag_neo4j.retrieve.filters import SourceCondition
from graphrag_neo4j.retrieve.question.names import (
    common_names,
    known_names,
    word_counts,
)
from graphrag_neo4j.retrieve.question.spelling import asked_words
from graphrag_neo4j.retrieve.question.terms import (
    MAX_PHRASES,
    exact_phrases,
    names_as_phrases,
    search_words,
    stems,
)
from graphrag_neo4j.retrieve.question.word_searches import word_searches
from graphrag_neo4j.retrieve.steps import Query

N_WORDS = 101
N_MATCHED = 3
"""Hits of full text whose words are compared with the question's."""
QUOTED = 0.05
"""What a statement that is quoted is farther from the question than where it was said."""
UNSEEN = 0.75
"""What a vector that is not among the nearest ones counts, by the last of these: it is farther."""
ABOUT_HUB = 2_000
"""An entity that more chunks are about raises none of them."""
EXACT_CHUNKS = 2_000
"""Up to so many chunks that fit a filter are compared one by one instead of by the index."""
WIDER = 10


@dataclass(frozen=True, slots=True)
class SeedLimits:
    """How far the first stage looks: hits of chunk and statement vectors (0 = not at all),
    whether by words and by named entities, and into how many chunks of different sources the
    chunk hits are thinned (None = all stay): as results, or only as starts of a walk."""

    chunks: int = 100
    statements: int = 200
    words: bool = True
    entities: bool = True
    diverse: int | None = None
    diverse_starts: int | None = None


def first_query(
    question: str,
    names: Mapping[str, str],
    vector: list[float],
    reach: SeedLimits,
    condition: SourceCondition | None,
) -> Query:
    """The statement that finds where to start; ``names`` are the question's
    :func:`~graphrag_neo4j.retrieve.question.terms.candidate_entities`."""
    n_chunks = max(reach.chunks, MIN_VECTOR_CANDIDATES) if reach.chunks else 0
    phrases = exact_phrases(question) if reach.words else []
    parameters: Row = {
        "vector": vector,
        "words": search_words(question) if reach.words else "",
        "entities": list(names) if reach.entities else [],
        "n_chunks": n_chunks,
        "n_statements": reach.statements,
        "n_words": N_WORDS,
        "n_matched": N_MATCHED,
        "asked": asked_words(question) if reach.words else [],
        "searches": word_searches(question) if reach.words else [],
        "n_counted": N_COUNTED,
        "phrases": phrases,
        "codes": [phrase for phrase in phrases if any(c.isdigit() for c in phrase)],
        "perhaps_names": names_as_phrases(question, names) if reach.words else [],
        "n_names": MAX_PHRASES,
        "n_holders": N_HOLDERS,
        "about_hub": ABOUT_HUB,
        "quoted": QUOTED,
    }
    wider = WIDER if condition else 1
    parameters |= {
        "exact": EXACT_CHUNKS if condition else 0,
        "wider": wider,
        "near_chunks": max(1, wider * n_chunks),
        "near_statements": max(1, wider * reach.statements),
        **(condition.parameters if condition else {}),
    }
    return Query("retrieve/seeds", parameters, True, condition.text if condition else None)


def candidate_pool(
    question: str,
    names: Mapping[str, str],
    hits: Sequence[Row],
    reach: SeedLimits,
    max_keywords: int,
    *,
    english_vectors: bool = False,
    is_unknown: Callable[[str], bool] | None = None,
) -> CandidatePool:
    """Candidates from the hits of :func:`first_query`, each signal scaled to its best hit;
    of the entities that the question names, the first ``max_keywords`` count.
    ``english_vectors``: whether the embedding model knows English alone; ``is_unknown``: whether
    it has no vector for a word as a whole."""
    named = dict(list(known_names(question, names, hits).items())[:max_keywords])
    hits = _nearest(hits, reach.chunks)
    unseen = Unseen(_unseen(hits, "chunk"), _unseen(hits, "statement"))
    if reach.diverse is not None:
        hits = _thinned(hits, reach.diverse)
    no_starts = _no_starts(hits, reach.diverse_starts)
    hits = _joined_words(hits)
    texts = _best_matched(hits)
    n_chunks = int(next(hit["score"] for hit in hits if hit["kind"] == "graph"))
    nearest = best_score(hits, "chunk") if english_vectors else None
    pool = CandidatePool(
        {},
        named,
        hits,
        n_chunks,
        words_weight(question, texts, nearest),
        no_starts=no_starts,
        rarity=_rarity(hits, n_chunks),
        unseen=unseen,
        common=common_names(question, named, hits),
        discount=words_discount(texts, nearest, _rival(hits)),
        readable=english_part(question, texts) if english_vectors else 1.0,
    )
    _add_nearness(pool)
    of_named = [hit for hit in hits if hit["chunk"] is not None and hit["via"] in named]
    pool.add_named(named, [hit for hit in of_named if hit["kind"] == "about"])
    pool.add_mentioned(named, [hit for hit in of_named if hit["kind"] == "mention"])
    if is_unknown:
        pool.add_unknown_words([hit for hit in hits if hit["kind"] == "rare"], is_unknown)
    return pool


def _add_nearness(pool: CandidatePool) -> None:
    """Give each chunk what its hits of vectors, full text and phrases say for it."""
    best = {kind: pool.best(kind) for kind in ("chunk", "statement", "words")}
    words = sorted((hit["score"] for hit in pool.hits if hit["kind"] == "words"), reverse=True)
    floor = words[N_WORDS - 1] if len(words) >= N_WORDS else 0.0
    for hit in pool.hits:
        kind, score = hit["kind"], hit["score"]
        if hit["chunk"] is None or kind not in (*best, "phrase"):
            continue
        candidate = pool.at(hit)
        if kind == "phrase":
            candidate.exact = min(1.0, candidate.exact + score**2)
            candidate.phrases.append(hit["via"].strip('"'))
        elif kind == "chunk":
            candidate.chunk = nearness(score, best[kind])
        elif kind == "statement":
            candidate.statement = max(candidate.statement, nearness(score, best[kind]))
        else:
            candidate.words = _above(floor, score, best[kind])


def _no_starts(hits: Sequence[Row], n: int | None) -> frozenset[str]:
    """Chunks at which a walk does not start: those of ``hits`` that are not among ``n`` chunks of
    different sources; none without ``n``."""
    if n is None:
        return frozenset()
    thinned = {hit["chunk"] for hit in _thinned(hits, n)}
    return frozenset(hit["chunk"] for hit in hits if hit["chunk"]) - thinned


def _best_matched(hits: Sequence[Row]) -> list[str]:
    """The texts of the best hits of full text."""
    matched = [hit for hit in hits if hit["kind"] == "words" and hit["via"]]
    matched.sort(key=lambda hit: (-hit["score"], hit["chunk"]))
    return [hit["via"] for hit in matched[:N_MATCHED]]


def _joined_words(hits: Sequence[Row]) -> list[Row]:
    """``hits``, the scores of full text added where two searches found a chunk."""
    joined: dict[str, Row] = {}
    for hit in hits:
        if hit["kind"] == "words":
            before = joined.get(hit["chunk"], {"score": 0.0, "via": ""})
            score, via = before["score"] + hit["score"], before["via"] or hit["via"]
            joined[hit["chunk"]] = {**hit, "score": score, "via": via}
    return [*(hit for hit in hits if hit["kind"] != "words"), *joined.values()]


def _rival(hits: Sequence[Row]) -> float:
    """The best score by words of another source than that of the best one, by its score."""
    words = [hit for hit in hits if hit["kind"] == "words"]
    best = max(words, key=lambda hit: hit["score"], default=None)
    if best is None or not best["score"]:
        return 0.0
    others = (hit["score"] for hit in words if hit["source"] != best["source"])
    return float(max(others, default=0.0) / best["score"])


def _rarity(hits: Sequence[Row], n_chunks: int) -> dict[str, float]:
    """How rare the question's words are: 1 for those that no passage has."""
    return {
        stem: min(1.0, idf(n_chunks, chunk_count) / math.log(n_chunks + 2))
        for word, chunk_count in word_counts(hits).items()
        for stem in stems(word)
    }


def _above(floor: float, score: float, best: float) -> float:
    """A score of full text on the scale 0..1, where the best hit has 1, ``floor`` 0."""
    return max(0.0, (score - floor) / (best - floor)) if best > floor else 1.0


def _unseen(hits: Sequence[Row], kind: str) -> float:
    """What a vector counts that was not found: it is farther than those that were, or not written
    yet."""
    scores = [hit["score"] for hit in hits if hit["kind"] == kind]
    return UNSEEN * nearness(min(scores), max(scores)) if scores else 0.0


def _nearest(hits: Sequence[Row], n: int) -> list[Row]:
    """The chunk hits cut to the ``n`` nearest, in order; then the others."""
    chunks = sorted(
        (hit for hit in hits if hit["kind"] == "chunk"),
        key=lambda hit: (-hit["score"], hit["chunk"]),
    )
    return chunks[:n] + [hit for hit in hits if hit["kind"] != "chunk"]


def _thinned(hits: Sequence[Row], n: int) -> list[Row]:
    """Chunk hits, nearest first, cut to ``n``: always the next one from an unseen source; when
    no source is left unseen, the sources' next ones (as graphrag-toolkit does it)."""
    chunks = [hit for hit in hits if hit["kind"] == "chunk"]
    rank: dict[str, int] = {}
    turns = []
    for hit in chunks:
        rank[hit["via"]] = rank.get(hit["via"], -1) + 1
        turns.append(rank[hit["via"]])
    order = sorted(range(len(chunks)), key=lambda i: (turns[i], i))
    kept = [chunks[i] for i in order[:n]]
    return kept + [hit for hit in hits if hit["kind"] != "chunk"]
