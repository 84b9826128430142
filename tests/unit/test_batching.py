"""How rows and statements are cut into batches."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.database import batching
from graphrag_neo4j.database.batching import Writes, batches

keys = st.text(alphabet="abcdef", min_size=1, max_size=3)


Sent = list[tuple[str, list[Any]]]


def sent(writes: Writes) -> list[Sent]:
    """Statement and rows (or ids), transaction by transaction."""
    return [
        [(name, next(iter(parameters.values()))) for name, parameters in transaction]
        for transaction in writes.transactions()
    ]


@given(st.lists(st.builds(lambda a, b: {"from": a, "to": b}, keys, keys), max_size=60))
def test_rows_go_out_once_in_the_order_of_their_ends(rows: list[dict[str, Any]]) -> None:
    writes = Writes()
    n = writes.add("ingest/write_x", rows)
    out = [(row["from"], row["to"]) for part in sent(writes) for _, some in part for row in some]
    assert out == sorted({(row["from"], row["to"]) for row in rows})
    assert n == len(out)


def test_the_two_directions_of_a_pair_are_two_rows() -> None:
    writes = Writes()
    assert writes.add("ingest/write_x", [{"from": "b", "to": "a"}, {"from": "a", "to": "b"}]) == 2
    assert sent(writes) == [
        [("ingest/write_x", [{"from": "a", "to": "b"}, {"from": "b", "to": "a"}])],
    ]


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(0, 12)), max_size=8))
def test_small_statements_share_a_transaction_in_the_order_given(
    steps: list[tuple[int, int]],
) -> None:
    writes = Writes()
    wanted: Sent = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batching, "MAX_ROWS", 7)
        for i, (n_names, n_rows) in enumerate(steps):
            names = [f"{i}{name}" for name in "abc"[:n_names]]
            rows = [{"id": f"{n:02}"} for n in range(n_rows)]
            writes.add(names, rows)
            for start in range(0, n_rows, 7):
                wanted += [(name, rows[start : start + 7]) for name in names]
        made = sent(writes)
    assert [step for transaction in made for step in transaction] == wanted
    for transaction in made:
        firsts = {name[0]: len(rows) for name, rows in transaction}
        assert sum(firsts.values()) <= 7
    for one, other in pairwise(made):  # none could have held the next step, too
        own = {name[0]: len(rows) for name, rows in one}
        assert sum(own.values()) + len(other[0][1]) > 7


@given(st.lists(st.integers(0, 400), max_size=40))
def test_no_batch_is_too_large_and_nothing_is_lost(sizes: list[int]) -> None:
    rows = [{"id": str(i), "text": "x" * size} for i, size in enumerate(sizes)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batching, "MAX_ROWS", 7)
        patch.setattr(batching, "MAX_BYTES", 1_000)
        made = list(batches(rows))
    assert [row for batch in made for row in batch] == rows
    for batch in made:
        assert len(batch) <= 7
        assert len(batch) == 1 or sum(len(row["text"]) for row in batch) <= 1_000


def test_one_huge_row_still_goes_out() -> None:
    assert list(batches([{"id": "a", "text": "x" * 20_000_000}])) != []


def test_ids_keep_their_order_and_are_split_too() -> None:
    writes = Writes()
    writes.add_ids("ingest/delete_nodes", [str(i) for i in range(12_000, 0, -1)])
    parts = [ids for ((_, ids),) in sent(writes)]
    assert [len(ids) for ids in parts] == [5_000, 5_000, 2_000]
    assert [int(id_) for ids in parts for id_ in ids] == list(range(12_000, 0, -1))
