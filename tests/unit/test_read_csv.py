"""Tables of text: equal rows, and what programs write into them beside names and values."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path

PATIENCE = 20  # seconds


def rows_of(path: Path, table: str) -> list[Document]:
    path.write_bytes(table.encode())
    items = list(read_path(path))
    assert all(isinstance(item, Document) for item in items), items
    return [item for item in items if isinstance(item, Document)]


@pytest.mark.parametrize(
    ("suffix", "head", "row"),
    [(".csv", "Action,Page\n", "click,home\n"), (".jsonl", "", '{"Action": "click"}\n')],
)
def test_equal_rows_are_read_in_linear_time(
    tmp_path: Path, suffix: str, head: str, row: str
) -> None:
    begun = time.perf_counter()
    found = rows_of(tmp_path / f"a{suffix}", head + row * 30_000)
    assert time.perf_counter() - begun < PATIENCE
    first = found[0].uri
    assert [d.uri for d in found] == [first, *(f"{first}-{n}" for n in range(2, 30_001))]


def test_an_equal_row_has_the_first_number_that_no_id_has(tmp_path: Path) -> None:
    first = rows_of(tmp_path / "a.csv", "id,Page\n,home\n")[0].uri
    key = first.partition("#")[2]
    table = f"id,Page\n,home\n{key}-2,plan\n,home\n{key}-4,map\n,home\n,home\n"
    numbers = [d.uri.removeprefix(first) for d in rows_of(tmp_path / "a.csv", table)]
    assert numbers == ["", "-2", "-3", "-4", "-5", "-6"]
