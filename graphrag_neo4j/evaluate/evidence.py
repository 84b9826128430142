"""What is measured: a question in, evidence out, whatever finds it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from llama_index.core.schema import QueryBundle


@dataclass(frozen=True, slots=True)
class Piece:
    """What was found of one source at one place of the list: its statements or texts, the tokens
    that they cost, why they were found (a line each), and the places that the first of the texts
    have among all that people are shown (None: all are, piece by piece)."""

    uri: str
    title: str
    texts: tuple[str, ...] = ()
    tokens: int = 0
    why: tuple[str, ...] = ()
    shown: tuple[int, ...] | None = None


Evidence = Sequence[Piece]
"""Pieces, best first."""


def texts_of(evidence: Evidence) -> Iterator[str]:
    """All texts of ``evidence``, first those that people are shown, in that order."""
    yield from (text for piece in evidence if piece.shown is None for text in piece.texts)
    chosen = [(piece, piece.shown) for piece in evidence if piece.shown is not None]
    placed = [pair for piece, shown in chosen for pair in zip(shown, piece.texts, strict=False)]
    yield from (text for _, text in sorted(placed, key=itemgetter(0)))
    yield from (text for piece, shown in chosen for text in piece.texts[len(shown) :])


System = Callable[[QueryBundle], Evidence]


@dataclass(frozen=True, slots=True)
class Asked:
    """Evidence, and the seconds and Cypher calls that it took."""

    evidence: Evidence
    seconds: float
    calls: int


def ask(system: System, question: QueryBundle, calls: Callable[[], int]) -> Asked:
    """Ask a system, with a clock; ``calls`` counts statements sent so far."""
    before, started = calls(), time.perf_counter()
    evidence = system(question)
    return Asked(evidence, time.perf_counter() - started, calls() - before)
