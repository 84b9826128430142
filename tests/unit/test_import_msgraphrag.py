"""How the tables of a Microsoft GraphRAG index are read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from graphrag_neo4j.interop.msgraphrag_rows import Index, uri_of
from graphrag_neo4j.interop.msgraphrag_tables import list_of, number_of, read_tables, text_of
from tests.support.msgraphrag_index import NAN, make_index


def test_no_share_of_a_weight_is_lost(tmp_path: Path) -> None:
    tables = read_tables(make_index(tmp_path / "v3", "v3"))
    tables.units.append(type(tables.units[0])("u4", "More.", None, ["d1", "d2", "d9"]))
    for weight in (0.1, 1 / 3, 7.0, 1e9 + 0.7, 1e-9, 0.0):
        tables.relations[0].weight = weight
        tables.relations[0].unit_ids = ["u1", "u3", "u4"]
        index = Index(tables)
        shares = [
            said.weight
            for places in index.batches(10**9, 10**9)
            for place in places
            for said in place.said
            if said.relation is tables.relations[0]
        ]
        assert len(shares) == 3
        for order in (shares, shares[::-1], shares[1:] + shares[:1]):
            total = 0.0
            for share in order:
                total += share
            assert total == weight


def test_documents_are_known_by_their_ids(tmp_path: Path) -> None:
    tables = read_tables(make_index(tmp_path / "v2", "v2"))
    assert [uri_of(d) for d in tables.documents] == ["msgraphrag:d1", "msgraphrag:d2"]


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (["a", "b"], ["a", "b"]),
        ("['a', 'b']", ["a", "b"]),
        ('["a", "b"]', ["a", "b"]),
        ("['a' 'b'\n 'c d']", ["a", "b", "c d"]),
        ("a,b", ["a", "b"]),
        ("[]", []),
        (None, []),
        (NAN, []),
        ([1.0, None, NAN], ["1"]),
    ],
)
def test_lists_are_read_from_what_is_written_for_them(value: Any, wanted: list[str]) -> None:
    assert list_of(value) == wanted


def test_what_stands_for_nothing_is_nothing() -> None:
    assert [text_of(x) for x in (None, NAN, "nan", "NONE", " ", 5.0, "Null")] == [
        "", "", "", "", "", "5", "",
    ]  # fmt: skip
    assert [number_of(x) for x in (None, NAN, "x", "2.5", float("inf"))] == [
        None, None, None, 2.5, None,
    ]  # fmt: skip


def test_only_a_few_columns_are_needed(tmp_path: Path) -> None:
    folder = make_index(tmp_path / "v3", "v3")
    for path in folder.glob("*.parquet"):
        table = pq.read_table(path)
        keep = {"id", "text", "title", "source", "target", "community", "level"}
        pq.write_table(table.select([n for n in table.column_names if n in keep]), path)
    for name in ("documents", "community_reports", "covariates"):
        (folder / f"{name}.parquet").unlink()
    tables = read_tables(folder)
    index = Index(tables)
    (places,) = index.batches(10**9, 10**9)
    assert [said.relation.weight for p in places for said in p.said if said.relation] == [1.0] * 5
    assert {e.type for e in tables.entities} == {"UNKNOWN"}
    assert tables.communities == []
    found = tables.defects.found
    assert {f"tables missing ({name})" for name in ("documents", "covariates", "reports")} <= (
        found.keys()
    )
    assert found["text units of no document"].count == 3
    assert found["communities without members (left out)"].count == 4
