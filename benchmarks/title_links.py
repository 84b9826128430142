"""The control: a plain graph of literal title mentions with personalised PageRank.

A passage links to each passage whose title occurs in its text, word for word, any case; a
"(…)" behind a title is left out. Nothing is extracted, so a knowledge graph that does not
beat this has shown nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from graphrag_neo4j.model import Document

DAMPING = 0.5
ITERATIONS = 20
N_SEEDS = 10
MAX_TITLE_WORDS = 12

_WORD = re.compile(r"\w+")
_BRACKET = re.compile(r"\s*\([^)]*\)\s*$")


class TitleLinks:
    """The graph over ``passages``; built in memory, undirected, every link of weight 1."""

    def __init__(self, passages: Sequence[Document]) -> None:
        self._uris = [passage.uri for passage in passages]
        self._index = {uri: i for i, uri in enumerate(self._uris)}
        self._titled: dict[str, list[int]] = {}
        for i, passage in enumerate(passages):
            if name := _norm(_BRACKET.sub("", passage.title)):
                self._titled.setdefault(name, []).append(i)
        links = {
            (i, j)
            for i, passage in enumerate(passages)
            for j in self._named(passage.text)
            if i != j
        }
        both = sorted(links | {(j, i) for i, j in links})
        self._from = np.array([i for i, _ in both], dtype=np.int64)
        self._to = np.array([j for _, j in both], dtype=np.int64)
        self._degree = np.maximum(np.bincount(self._from, minlength=len(passages)), 1)

    def rank(self, question: str, dense: Sequence[tuple[str, float]]) -> list[str]:
        """Passages by PageRank from those whose title the question names and from the nearest
        ``dense`` hits (with their similarities)."""
        start = np.zeros(len(self._uris))
        for place, (uri, score) in enumerate(dense[:N_SEEDS], start=1):
            start[self._index[uri]] += score / place
        for i in self._named(question):
            start[i] += 1.0
        if not start.any():
            return []
        start /= start.sum()
        mass = start
        for _ in range(ITERATIONS):
            flow = (mass / self._degree)[self._from]
            walked = np.bincount(self._to, flow, minlength=len(start))
            mass = (1 - DAMPING) * start + DAMPING * walked
        order = np.argsort(-mass, kind="stable")
        return [self._uris[i] for i in order if mass[i] > 0]

    def _named(self, text: str) -> Iterator[int]:
        words = [word.casefold() for word in _WORD.findall(text)]
        for i in range(len(words)):
            for j in range(i + 1, min(i + MAX_TITLE_WORDS, len(words)) + 1):
                yield from self._titled.get(" ".join(words[i:j]), ())


def _norm(title: str) -> str:
    return " ".join(word.casefold() for word in _WORD.findall(title))
