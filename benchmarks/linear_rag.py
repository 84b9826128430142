"""The second control: the recipe of LinearRAG (Zhuang et al., 2025), written from its description.

Sentences, the entities that they mention, and passages; no relation, no LLM. The entities nearest
to the names in the question are activated; each activates those that share its nearest sentence
to the question, by that sentence's nearness, a few rounds long. Then personalised PageRank over
entities and passages, which starts from the activated entities and, with a small weight, from
passages near to the question or that mention activated entities.

Sentences, entities and vectors are those of the graph, so what differs is the recipe.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks import statements
from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.retrieve.question.terms import COMMON

Vector = NDArray[np.float32]
Embed = Callable[[str], Sequence[float]]

ROUNDS = 3
LEAST_ACTIVATION = 0.5
SENTENCES_OF_ENTITY = 1
"""Sentences nearest to the question through which an entity activates others."""
PASSAGE_WEIGHT = 0.05
NEARNESS_WEIGHT = 1.5
DAMPING = 0.5
ITERATIONS = 20

_NAME = re.compile(r"[^\W\d_a-z][\w'’.-]*(?:\s+(?:(?:of|the|de|von|and)\s+)*[^\W\d_a-z][\w'’.-]*)*")


class LinearRag:
    """The graph of one database, in memory."""

    def __init__(self, database: Database, embed: Embed) -> None:
        """``database``: one in which entities have their vectors."""
        entities = statements.read(database, "entity_vectors")
        self._entity_vectors = _unit([row["vector"] for row in entities])
        self._embed = embed
        of_entity = {row["id"]: n for n, row in enumerate(entities)}
        sentences = statements.read(database, "mentions")
        self._sentence_vectors = _unit([row["vector"] for row in sentences])
        self._uris = sorted({row["uri"] for row in sentences})
        of_passage = {uri: n for n, uri in enumerate(self._uris)}
        self._mentioned: list[list[int]] = []
        self._sentences_of: dict[int, list[int]] = defaultdict(list)
        counts: dict[tuple[int, int], int] = defaultdict(int)
        for n, row in enumerate(sentences):
            mentioned = sorted({of_entity[id_] for id_ in row["entities"] if id_ in of_entity})
            self._mentioned.append(mentioned)
            for entity in mentioned:
                self._sentences_of[entity].append(n)
                counts[entity, of_passage[row["uri"]]] += 1
        self._passages_of: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for (entity, passage), count in sorted(counts.items()):
            self._passages_of[entity].append((passage, count))
        self._links = _Links(counts, len(entities), len(self._uris))

    def rank(
        self, question: str, vector: Sequence[float], dense: Sequence[tuple[str, float]]
    ) -> list[str]:
        """Passages, best first; ``dense`` are the nearest ones, which answer alone where the
        question names nothing."""
        active = self._activated(question, np.asarray(vector, np.float32))
        if not active:
            return [uri for uri, _ in dense]
        n_entities = len(self._entity_vectors)
        start = np.zeros(n_entities + len(self._uris))
        bonus: dict[int, float] = defaultdict(float)
        for entity, (activation, round_) in active.items():
            start[entity] = activation
            for passage, count in self._passages_of[entity]:
                bonus[passage] += activation * np.log1p(count) / round_
        near = _scaled(dense)
        for passage, uri in enumerate(self._uris):
            score = NEARNESS_WEIGHT * near.get(uri, 0.0) + np.log1p(bonus.get(passage, 0.0))
            start[n_entities + passage] = PASSAGE_WEIGHT * score
        mass = self._links.pagerank(start / start.sum())[n_entities:]
        return [self._uris[i] for i in np.argsort(-mass, kind="stable") if mass[i] > 0]

    def _activated(self, question: str, vector: Vector) -> dict[int, tuple[float, int]]:
        """Activation of entities, and the round that they were first reached in, from 1."""
        active: dict[int, tuple[float, int]] = {}
        for name in _names(question):
            near = self._entity_vectors @ _unit([self._embed(name)])[0]
            best = int(near.argmax())
            active[best] = max(active.get(best, (0.0, 1)), (float(near[best]), 1))
        sentences = self._sentence_vectors @ _unit([vector])[0]
        used: set[int] = set()
        last = dict(active)
        for round_ in range(2, ROUNDS + 1):
            reached: dict[int, float] = defaultdict(float)
            for entity, (activation, _) in last.items():
                own = [n for n in self._sentences_of[entity] if n not in used]
                for n in sorted(own, key=lambda n: -sentences[n])[:SENTENCES_OF_ENTITY]:
                    used.add(n)
                    passed = activation * float(sentences[n])
                    if passed >= LEAST_ACTIVATION:
                        for other in self._mentioned[n]:
                            reached[other] += passed
            last = {e: (a, round_) for e, a in reached.items() if e not in active}
            for entity, activation in reached.items():
                before, first = active.get(entity, (0.0, round_))
                active[entity] = (before + activation, first)
        return active


class _Links:
    """Entities and passages, linked both ways by how often one mentions the other."""

    def __init__(
        self, counts: dict[tuple[int, int], int], n_entities: int, n_passages: int
    ) -> None:
        pairs = sorted(counts)
        entities = np.array([entity for entity, _ in pairs], dtype=np.int64)
        passages = np.array([n_entities + passage for _, passage in pairs], dtype=np.int64)
        weights = np.array([counts[pair] for pair in pairs], dtype=np.float64)
        self._n = n_entities + n_passages
        self._from = np.concatenate([entities, passages])
        self._to = np.concatenate([passages, entities])
        both = np.concatenate([weights, weights])
        degrees = np.bincount(self._from, both, minlength=self._n)
        self._shares = both / degrees[self._from]

    def pagerank(self, start: NDArray[np.float64]) -> NDArray[np.float64]:
        mass = start
        for _ in range(ITERATIONS):
            walked = np.bincount(self._to, mass[self._from] * self._shares, minlength=self._n)
            mass = (1 - DAMPING) * start + DAMPING * walked
        return mass


def _names(question: str) -> list[str]:
    """Runs of capitalised words, a function word at the beginning left out."""
    names = []
    for match in _NAME.finditer(question):
        words = match.group().split()
        while words and words[0].casefold() in COMMON:
            words = words[1:]
        if words:
            names.append(" ".join(words).rstrip(".'’").removesuffix("'s").removesuffix("’s"))
    return list(dict.fromkeys(names))


def _scaled(dense: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Similarities from 0, the least near one, to 1."""
    values = [score for _, score in dense]
    low, high = min(values, default=0.0), max(values, default=1.0)
    return {uri: (score - low) / (high - low or 1.0) for uri, score in dense}


def _unit(vectors: Sequence[Sequence[float]] | Sequence[Vector]) -> Vector:
    rows: Vector = np.asarray(vectors, np.float32)
    norms: Vector = np.sqrt((rows * rows).sum(axis=1, keepdims=True), dtype=np.float32)
    unit: Vector = rows / np.maximum(norms, np.float32(1e-9))
    return unit
