"""What is measured: a question in, evidence out, whatever finds it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from llama_index.core.schema import QueryBundle


@dataclass(frozen=True, slots=True)
class Piece:
    """What was found of one source at one place of the list: its statements or texts, the tokens
    that they cost, why they were found (a line each), and how many of the texts people are shown
    (None: all)."""

    uri: str
    title: str
    texts: tuple[str, ...] = ()
    tokens: int = 0
    why: tuple[str, ...] = ()
    shown: int | None = None


Evidence = Sequence[Piece]
"""Pieces, best first."""


def texts_of(evidence: Evidence) -> Iterator[str]:
    """All texts of ``evidence``, first those that people are shown."""
    yield from (text for piece in evidence for text in piece.texts[: piece.shown])
    hidden = (piece for piece in evidence if piece.shown is not None)
    yield from (text for piece in hidden for text in piece.texts[piece.shown :])


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
