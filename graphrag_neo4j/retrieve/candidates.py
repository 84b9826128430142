"""Chunks that may hold the answer, and what speaks for each: the first stage of retrieval.

Vectors, full text and named entities each give hits on a scale of their own; here they are
scaled to 0..1 and joined into one base score, of which the best chunks become the seeds of a
walk through the graph.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from graphrag_neo4j.graph.database import Row
from graphrag_neo4j.retrieve.keywords import candidate_entities, longest, search_words
from graphrag_neo4j.retrieve.steps import Query

N_CHUNKS, N_STATEMENTS, N_WORDS = 100, 200, 101
N_SEEDS = 20
COSINE_SPAN = 0.275
"""Neo4j's similarity is (1 + cos) / 2; hits this far below the best one count nothing."""
TITLE_IDF = 4.0
"""From this inverse document frequency on, a named title counts in full."""
SEED_DECAY = 0.15

_KINDS = ("chunk", "statement", "words", "about", "graph")


@dataclass(slots=True)
class Candidate:
    """A chunk and its signals, each 0 to 1; ``via`` names the entities that led to it."""

    chunk: float = 0.0
    statement: float = 0.0
    words: float = 0.0
    title: float = 0.0
    hop: float = 0.0
    push: float = 0.0
    via: list[str] = field(default_factory=list)

    @property
    def base(self) -> float:
        """Nearness of chunk and best statement, shared words, and named title, 0 to 2."""
        return (self.chunk + 0.5 * self.words + 0.5 * self.statement) / 2 * (1 + self.title)

    def path(self) -> dict[str, Any]:
        """Why the chunk was found, for people."""
        names = ("chunk", "statement", "words", "title", "hop", "push")
        signals = {name: round(getattr(self, name), 4) for name in names if getattr(self, name)}
        return {"scores": signals, "via": list(dict.fromkeys(self.via))}


@dataclass(frozen=True, slots=True)
class FirstStage:
    """Candidates by chunk id, the entities that the question names (id -> name), and hits."""

    candidates: dict[str, Candidate]
    named: dict[str, str]
    hits: Sequence[Row]

    def best(self, kind: str) -> float:
        """The best raw score of one kind of hit, 0 if there is none."""
        return max((hit["score"] for hit in self.hits if hit["kind"] == kind), default=0.0)

    def nearest_statements(self, n: int) -> list[Row]:
        """The ``n`` statement hits nearest to the question."""
        found = {hit["via"]: hit for hit in self.hits if hit["kind"] == "statement"}
        return sorted(found.values(), key=lambda hit: (-hit["score"], hit["via"]))[:n]

    def seeds(self) -> list[Row]:
        """The best chunks with weights: 1 for the best one and for each that is about an
        entity the question names (so that a comparison starts from both), less below."""
        order = sorted(self.candidates, key=lambda id_: (-self.candidates[id_].base, id_))
        top = self.candidates[order[0]].base
        return [
            {
                "id": id_,
                "weight": max(
                    math.exp((self.candidates[id_].base - top) / SEED_DECAY),
                    self.candidates[id_].title,
                ),
            }
            for id_ in order[:N_SEEDS]
        ]


def first_query(question: str, vector: list[float]) -> Query:
    """The statement that finds where to start."""
    return Query(
        "retrieve/seeds",
        {
            "vector": vector,
            "words": search_words(question),
            "entities": list(candidate_entities(question)),
            "n_chunks": N_CHUNKS,
            "n_statements": N_STATEMENTS,
            "n_words": N_WORDS,
        },
        variants=True,
    )


def first_stage(question: str, hits: Sequence[Row]) -> FirstStage:
    """Candidates from the hits of :func:`first_query`, each signal scaled to its best hit."""
    names = candidate_entities(question)
    known = {hit["via"]: names[hit["via"]] for hit in hits if hit["kind"] == "about"}
    stage = FirstStage({}, longest(known), hits)
    best = {kind: stage.best(kind) for kind in _KINDS}
    words = sorted((hit["score"] for hit in hits if hit["kind"] == "words"), reverse=True)
    floor = words[N_WORDS - 1] if len(words) >= N_WORDS else 0.0
    for hit in hits:
        if hit["chunk"] is None:
            continue
        candidate = stage.candidates.setdefault(hit["chunk"], Candidate())
        kind, score = hit["kind"], hit["score"]
        if kind == "chunk":
            candidate.chunk = nearness(score, best[kind])
        elif kind == "statement":
            candidate.statement = max(candidate.statement, nearness(score, best[kind]))
        elif kind == "words":
            candidate.words = (score - floor) / (best[kind] - floor) if best[kind] > floor else 1.0
        elif hit["via"] in stage.named:
            specific = min(1.0, _idf(best["graph"], hit["df"]) / TITLE_IDF)
            candidate.title = min(1.0, candidate.title + specific)
            candidate.via.append(stage.named[hit["via"]])
    return stage


def nearness(score: float, best: float) -> float:
    """A similarity on the scale 0..1, where the best hit has 1."""
    return max(0.0, 1 - (best - score) / COSINE_SPAN)


def _idf(n: float, df: int) -> float:
    return math.log((n + 1) / (df + 0.5))
