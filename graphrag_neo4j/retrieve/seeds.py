"""Chunks that may hold the answer, and what speaks for each: the first stage of retrieval.

Vectors, full text and named entities each give hits on a scale of their own; here they are
scaled to 0..1 and joined into one base score, of which the best chunks become the seeds of a
walk through the graph.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.database.migrations import MIN_VECTOR_CANDIDATES
from graphrag_neo4j.retrieve.filters import SourceCondition
from graphrag_neo4j.retrieve.query_terms import (
    MAX_PHRASES,
    exact_phrases,
    names_as_phrases,
    search_words,
    stems,
)
from graphrag_neo4j.retrieve.question_names import (
    common_names,
    exact_word_counts,
    known_names,
    word_counts,
)
from graphrag_neo4j.retrieve.spelling import asked_words
from graphrag_neo4j.retrieve.steps import Query
from graphrag_neo4j.retrieve.word_searches import word_searches
from graphrag_neo4j.retrieve.words_weight import WORDS_WEIGHTS, words_weight

N_WORDS = 101
N_MATCHED = 3
"""Hits of full text whose words are compared with the question's."""
QUOTED = 0.05
"""What a statement that is quoted is farther from the question than where it was said."""
N_COUNTED = 100
"""Passages with a word of the question are counted up to so many."""
N_HOLDERS = 3
"""What a question says word for word counts where so many passages or fewer have it."""
N_SEEDS = 20
COSINE_SPAN = 0.275
"""Neo4j's similarity is (1 + cos) / 2; hits this far below the best one count nothing."""
UNSEEN = 0.75
"""What a vector that is not among the nearest ones counts, by the last of these: it is farther."""
STATEMENT_WEIGHT = 0.5
"""What the nearest statement counts beside the nearness of the chunk (1)."""
TITLE_WEIGHT = 0.5
"""What a named title adds to what is near: a half."""
TITLE_IDF = 4.0
"""From this inverse document frequency on, a named title counts in full."""
ANCHOR_TITLE = 0.3
"""From this title on a walk has something to start from that the question names."""
CROWDED = 0.9
"""Below this :attr:`CandidatePool.spread` the nearest chunks crowd in few sources."""
LEAST_TRUST = 0.2
"""How far words are trusted at least, once it is known what passages say."""
ABOUT_HUB = 2_000
"""An entity that more chunks are about raises none of them."""
SEED_DECAY = 0.15
MIN_WEIGHT = 0.05
"""Seeds and ways through the graph that weigh less are left: they never change what is found
(measured on three sets), and are nine tenths of the work."""

COMMON_NAME = 0.5
"""What a title counts that the question may as well use as a word."""

EXACT_CHUNKS = 2_000
"""Up to so many chunks that fit a filter are compared one by one instead of by the index."""
WIDER = 10

_KINDS = ("chunk", "statement", "words", "about", "graph")


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


class Unseen(NamedTuple):
    """What the vectors of a chunk and its statements count that are not among the nearest."""

    chunk: float = 0.0
    statement: float = 0.0


ALL_SEEN = Unseen()


@dataclass(slots=True)
class Candidate:
    """A chunk of ``source`` (its id), its signals, each 0 to 1, and the ways that led to it.

    ``words_weight``: what shared words count for this question; ``unseen``: what stands in for
    nearness that is not known.
    """

    source: str = ""
    words_weight: float = WORDS_WEIGHTS[0]
    unseen: Unseen = ALL_SEEN
    chunk: float = 0.0
    statement: float = 0.0
    words: float = 0.0
    title: float = 0.0
    exact: float = 0.0
    hop: float = 0.0
    ppr: float = 0.0
    named: list[str] = field(default_factory=list)
    phrases: list[str] = field(default_factory=list)
    hop_via: dict[str, str] | None = None
    ppr_via: str | None = None

    @property
    def base(self) -> float:
        """Nearness of chunk and best statement, shared words, and named title and rare phrase, 0
        to 2.5."""
        near = (self.chunk or self.unseen.chunk) + self.words_weight * self.words
        near += STATEMENT_WEIGHT * (self.statement or self.unseen.statement)
        near /= 1 + self.words_weight + STATEMENT_WEIGHT
        return near * (1 + TITLE_WEIGHT * self.title + self.exact)

    def path(self) -> dict[str, Any]:
        """Why the chunk was found: its signals (``scores``), the entities of the question that
        it is about (``named``), what it has of it word for word as few others do (``phrases``),
        and the best hop (``hop``: from which chunk's title, through
        which entity) and ppr (``ppr``: from which entity) that reached it."""
        names = ("chunk", "statement", "words", "title", "exact", "hop", "ppr")
        path: dict[str, Any] = {
            "scores": {name: round(getattr(self, name), 4) for name in names if getattr(self, name)}
        }
        ways = {
            "named": self.named,
            "phrases": self.phrases,
            "hop": self.hop_via,
            "ppr": self.ppr_via,
        }
        return path | {name: way for name, way in ways.items() if way}


@dataclass(frozen=True, slots=True)
class CandidatePool:
    """Candidates by chunk id, the entities that the question names (id -> name), hits, the
    number of chunks in the graph, what shared words count for this question, the chunk hits at
    which a walk does not start, how rare each word of the question is, 0 to 1, by its stem,
    what vectors count that are not among the nearest, and which entities of the question are
    called by a common word, that may mean none."""

    candidates: dict[str, Candidate]
    named: dict[str, str]
    hits: Sequence[Row]
    n_chunks: int
    words_weight: float
    no_starts: frozenset[str] = frozenset()
    rarity: Mapping[str, float] = field(default_factory=dict)
    unseen: Unseen = ALL_SEEN
    common: frozenset[str] = frozenset()

    def at(self, row: Row) -> Candidate:
        """The candidate of a hit's chunk, a new one if nothing spoke for it so far."""
        known = self.candidates.get(row["chunk"])
        if known is None:
            known = Candidate(row["source"], self.words_weight, self.unseen)
            self.candidates[row["chunk"]] = known
        return known

    def best(self, kind: str) -> float:
        """The best raw score of one kind of hit, 0 if there is none."""
        return _best(self.hits, kind)

    @property
    def is_anchored(self) -> bool:
        """Whether the question names something that a passage is about, and few others are."""
        return any(one.title >= ANCHOR_TITLE for one in self.candidates.values())

    @property
    def spread(self) -> float:
        """Of how many sources the nearest chunks are, by their number: near 1 where each text is
        about one thing, near 0 where a few long documents, or what one person wrote, fill the
        list; 1 without any."""
        near = [one.source for one in self.candidates.values() if one.chunk]
        return len(set(near)) / len(near) if near else 1.0

    @property
    def is_crowded(self) -> bool:
        """Whether the nearest chunks are of clearly fewer sources than there are of them."""
        return self.spread < CROWDED

    @property
    def trust_in_words(self) -> float:
        """:data:`LEAST_TRUST`, where shared words count least for this question, to 1."""
        least, most = WORDS_WEIGHTS
        share = min(1.0, max(0.0, (self.words_weight - least) / (most - least)))
        return LEAST_TRUST + (1 - LEAST_TRUST) * share

    def nearest_statements(self, n: int) -> list[Row]:
        """The ``n`` statement hits nearest to the question."""
        found = {hit["via"]: hit for hit in self.hits if hit["kind"] == "statement"}
        return sorted(found.values(), key=lambda hit: (-hit["score"], hit["via"]))[:n]

    def seeds(self, near: float = 1.0) -> list[Row]:
        """The best chunks with weights: ``near`` for the best one, less below, and 1 for each that
        is about an entity the question names (so that a comparison starts from both)."""
        bases = {
            id_: candidate.base
            for id_, candidate in self.candidates.items()
            if id_ not in self.no_starts
        }
        order = sorted(bases, key=lambda id_: (-bases[id_], id_))[:N_SEEDS]
        weights = {
            id_: max(
                near * math.exp((bases[id_] - bases[order[0]]) / SEED_DECAY),
                self.candidates[id_].title,
            )
            for id_ in order
        }
        return [
            {"id": i, "weight": weight} for i, weight in weights.items() if weight >= MIN_WEIGHT
        ]

    def add_named(self, names: Mapping[str, str], hits: Sequence[Row]) -> None:
        """Raise the candidates that are about an entity of ``names``; ``hits`` have the chunk, the
        entity (``via``), its document frequency, and the share (``score``) that falls to each of
        the sources about it: whom a hundred chats open with says little of any one of them."""
        for hit in hits:
            specific = min(1.0, _idf(self.n_chunks, hit["chunk_count"]) / TITLE_IDF)
            specific *= COMMON_NAME if hit["via"] in self.common else 1.0
            candidate = self.at(hit)
            candidate.title = min(1.0, candidate.title + specific * hit["score"])
            candidate.named.append(names[hit["via"]])

    def add_mentioned(self, names: Mapping[str, str], hits: Sequence[Row]) -> None:
        """Raise the candidates that mention an entity of ``names`` of one word that few passages
        have, if no phrase told: of "Challenger" the full-text index knows no more than the stem.
        A name without a capital counts by the share of these passages that mean the entity: of
        "computers" few mean the journal."""
        counts = exact_word_counts(self.hits)
        for hit in hits:
            name = names[hit["via"]]
            passages = counts.get(name.casefold(), N_COUNTED)
            if passages > N_HOLDERS:
                continue
            meant = min(1.0, hit["chunk_count"] / passages) if passages and name.islower() else 1.0
            candidate = self.at(hit)
            if not any(name.casefold() in phrase.casefold() for phrase in candidate.phrases):
                candidate.exact = min(1.0, candidate.exact + meant * hit["score"] ** 2)
                candidate.phrases.append(name)


def first_query(
    question: str,
    names: Mapping[str, str],
    vector: list[float],
    reach: SeedLimits,
    condition: SourceCondition | None,
) -> Query:
    """The statement that finds where to start; ``names`` are the question's
    :func:`~graphrag_neo4j.retrieve.query_terms.candidate_entities`."""
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
) -> CandidatePool:
    """Candidates from the hits of :func:`first_query`, each signal scaled to its best hit;
    of the entities that the question names, the first ``max_keywords`` count.
    ``english_vectors``: whether the embedding model knows English alone."""
    known = known_names(question, names, hits)
    hits = _nearest(hits, reach.chunks)
    unseen = Unseen(_unseen(hits, "chunk"), _unseen(hits, "statement"))
    if reach.diverse is not None:
        hits = _thinned(hits, reach.diverse)
    no_starts = frozenset[str]()
    if reach.diverse_starts is not None:
        thinned = {hit["chunk"] for hit in _thinned(hits, reach.diverse_starts)}
        no_starts = frozenset(hit["chunk"] for hit in hits if hit["chunk"]) - thinned
    hits = _joined_words(hits)
    matched = [hit for hit in hits if hit["kind"] == "words" and hit["via"]]
    matched.sort(key=lambda hit: (-hit["score"], hit["chunk"]))
    texts = [hit["via"] for hit in matched[:N_MATCHED]]
    n_chunks = int(next(hit["score"] for hit in hits if hit["kind"] == "graph"))
    named = dict(list(known.items())[:max_keywords])
    stage = CandidatePool(
        {},
        named,
        hits,
        n_chunks,
        words_weight(question, texts, _best(hits, "chunk") if english_vectors else None),
        no_starts=no_starts,
        rarity=_rarity(hits, n_chunks),
        unseen=unseen,
        common=common_names(question, named, hits),
    )
    best = {kind: stage.best(kind) for kind in _KINDS}
    words = sorted((hit["score"] for hit in hits if hit["kind"] == "words"), reverse=True)
    floor = words[N_WORDS - 1] if len(words) >= N_WORDS else 0.0
    named_by: dict[str, list[Row]] = {"about": [], "mention": []}
    for hit in hits:
        kind, score = hit["kind"], hit["score"]
        if hit["chunk"] is None:
            continue
        if kind in named_by:
            if hit["via"] in stage.named:
                named_by[kind].append(hit)
            continue
        candidate = stage.at(hit)
        if kind == "phrase":
            candidate.exact = min(1.0, candidate.exact + score**2)
            candidate.phrases.append(hit["via"].strip('"'))
        elif kind == "chunk":
            candidate.chunk = nearness(score, best[kind])
        elif kind == "statement":
            candidate.statement = max(candidate.statement, nearness(score, best[kind]))
        else:
            candidate.words = _above(floor, score, best[kind])
    stage.add_named(stage.named, named_by["about"])
    stage.add_mentioned(stage.named, named_by["mention"])
    return stage


def _joined_words(hits: Sequence[Row]) -> list[Row]:
    """``hits``, the scores of full text added where two searches found a chunk."""
    joined: dict[str, Row] = {}
    for hit in hits:
        if hit["kind"] == "words":
            before = joined.get(hit["chunk"], {"score": 0.0, "via": ""})
            score, via = before["score"] + hit["score"], before["via"] or hit["via"]
            joined[hit["chunk"]] = {**hit, "score": score, "via": via}
    return [*(hit for hit in hits if hit["kind"] != "words"), *joined.values()]


def _rarity(hits: Sequence[Row], n_chunks: int) -> dict[str, float]:
    """How rare the question's words are: 1 for those that no passage has."""
    return {
        stem: min(1.0, _idf(n_chunks, chunk_count) / math.log(n_chunks + 2))
        for word, chunk_count in word_counts(hits).items()
        for stem in stems(word)
    }


def _above(floor: float, score: float, best: float) -> float:
    """A score of full text on the scale 0..1, where the best hit has 1, ``floor`` 0."""
    return max(0.0, (score - floor) / (best - floor)) if best > floor else 1.0


def nearness(score: float, best: float) -> float:
    """A similarity on the scale 0..1, where the best hit has 1."""
    return max(0.0, 1 - (best - score) / COSINE_SPAN)


def _best(hits: Sequence[Row], kind: str) -> float:
    return max((hit["score"] for hit in hits if hit["kind"] == kind), default=0.0)


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


def _idf(n: float, df: int) -> float:
    return math.log((n + 1) / (df + 0.5))
