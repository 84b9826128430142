"""Whether a question was meant as its spelling is mended."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from graphrag_neo4j.retrieve.candidates.pool import CandidatePool, is_meant


def pool(best: float, named: Mapping[str, str]) -> CandidatePool:
    """What a question found: the likeness of its best passage, and the names that it says."""
    hits = [{"kind": "chunk", "chunk": "c", "score": best}]
    return CandidatePool({}, dict(named), hits, 10, 0.3)


@pytest.mark.parametrize(
    ("typed", "mended", "expected"),
    [
        ((0.80, {}), (0.81, {}), True),
        ((0.80, {}), (0.80, {}), True),
        ((0.80, {}), (0.79, {}), False),
        ((0.80, {"a": "Melby"}), (0.79, {"a": "Melby"}), False),
        ((0.80, {}), (0.79, {"a": "Melby"}), True),
        ((0.80, {}), (0.77, {"a": "Melby"}), False),
        ((0.80, {"a": "Port"}), (0.77, {"b": "Port of Melby"}), True),
    ],
)
def test_a_spelling_is_meant_that_is_nearer_or_says_a_name(
    typed: tuple[float, Mapping[str, str]],
    mended: tuple[float, Mapping[str, str]],
    expected: bool,
) -> None:
    assert is_meant(pool(*typed), pool(*mended)) is expected
