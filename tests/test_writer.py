"""Batches are sorted, without duplicates and bounded in rows and bytes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.graph import writer
from graphrag_neo4j.graph.writer import batches, write_rows


class Recorder:
    """Stands where a database would, to see the batches that reach it."""

    def __init__(self) -> None:
        self.sent: list[list[dict[str, Any]]] = []

    def write(self, _name: str, *, rows: list[dict[str, Any]]) -> None:
        self.sent.append(rows)


keys = st.text(alphabet="abcdef", min_size=1, max_size=3)


@given(st.lists(st.builds(lambda a, b: {"from": a, "to": b}, keys, keys), max_size=60))
def test_rows_go_out_once_in_the_order_of_their_ends(rows: list[dict[str, Any]]) -> None:
    recorder = Recorder()
    n = write_rows(recorder, "write/x", rows)  # type: ignore[arg-type]
    sent = [(row["from"], row["to"]) for batch in recorder.sent for row in batch]
    assert sent == sorted({(row["from"], row["to"]) for row in rows})
    assert n == len(sent)


def test_the_two_directions_of_a_pair_are_two_rows() -> None:
    recorder = Recorder()
    rows = [{"from": "b", "to": "a"}, {"from": "a", "to": "b"}]
    assert write_rows(recorder, "write/x", rows) == 2  # type: ignore[arg-type]
    assert recorder.sent == [[{"from": "a", "to": "b"}, {"from": "b", "to": "a"}]]


@given(st.lists(st.integers(0, 400), max_size=40))
def test_no_batch_is_too_large_and_nothing_is_lost(sizes: list[int]) -> None:
    rows = [{"id": str(i), "text": "x" * size} for i, size in enumerate(sizes)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer, "MAX_ROWS", 7)
        patch.setattr(writer, "MAX_BYTES", 1_000)
        made = list(batches(rows))
    assert [row for batch in made for row in batch] == rows
    for batch in made:
        assert len(batch) <= 7
        assert len(batch) == 1 or sum(len(row["text"]) for row in batch) <= 1_000


def test_one_huge_row_still_goes_out() -> None:
    assert list(batches([{"id": "a", "text": "x" * 20_000_000}])) != []
