"""What an embedding model gives, looked at before it is kept: Neo4j's index finds nothing any more
by a vector of zeros, and a question cannot be compared with vectors of another length."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from graphrag_neo4j.errors import GraphRagError, ModelError, UsageError

Vector = list[float]
SHOWN_CHARACTERS = 60
_HINT = "Check the model and its settings, or use another one."
_SQUARES = (1e-38, 1e38)
"""Between these Neo4j, which counts in 32 bits, can tell the length of a vector."""


@contextmanager
def model_errors(model_name: str) -> Iterator[None]:
    """Whatever the model raises in here becomes a :class:`ModelError` of one line."""
    try:
        yield
    except GraphRagError:
        raise
    except Exception as error:  # no list foresees what a class of the user's own raises
        from graphrag_neo4j.llm.failures import LONGEST_REASON, redacted

        said = " ".join(redacted(f"{type(error).__name__}: {error}").split())[:LONGEST_REASON]
        raise ModelError(
            f"The embedding model {model_name!r} failed: {said.rstrip('.: ')}.", _HINT
        ) from error


def check_vectors(
    model_name: str, texts: Sequence[str], vectors: Sequence[Vector], dimensions: int | None = None
) -> None:
    """Raises :class:`ModelError`, which names model and text, unless there is one vector for each
    text that Neo4j can compare. ``dimensions``: how many numbers each has; None = any."""
    if len(vectors) != len(texts):
        raise ModelError(
            f"The embedding model {model_name!r} gave {len(vectors):,} vectors for "
            f"{len(texts):,} texts, the first of which begins {_beginning(texts)}.",
            _HINT,
        )
    for text, vector in zip(texts, vectors, strict=True):
        if fault := fault_of(vector, dimensions):
            raise ModelError(
                f"The embedding model {model_name!r} gave a vector {fault} for a text that begins "
                f"{_beginning([text])}.",
                _HINT,
            )


def checked_own(vector: Vector, dimensions: int | None = None) -> Vector:
    """The vector that a question brings along. Raises :class:`UsageError` if Neo4j cannot compare
    it. ``dimensions``: how many numbers it has; None = any."""
    if fault := fault_of(vector, dimensions):
        raise UsageError(
            f"The vector that the question brings along is one {fault}.",
            "Make it with the graph's embedding model, or leave it out.",
        )
    return vector


def fault_of(vector: Vector, dimensions: int | None = None) -> str | None:
    """Why Neo4j cannot compare ``vector`` ("of zeros"), or None if it can. ``dimensions``: how many
    numbers it should have; None = any."""
    if not len(vector) or dimensions not in (None, len(vector)):
        wanted = "" if dimensions is None else f" instead of {dimensions:,}"
        return f"of {len(vector):,} numbers{wanted}"
    norm = math.hypot(*vector)
    if not math.isfinite(norm):
        return "with NaN or infinity"
    if norm == 0:
        return "of zeros"
    least, most = _SQUARES
    return None if least <= norm * norm <= most else "of numbers too small or too large"


def _beginning(texts: Sequence[str]) -> str:
    return repr(texts[0][:SHOWN_CHARACTERS])
