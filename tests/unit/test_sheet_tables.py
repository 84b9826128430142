"""Several tables in one sheet or CSV."""

from __future__ import annotations

from itertools import count, islice
from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.readers.sheet_tables import side_by_side, tables_of
from tests.support.files import write_table
from tests.support.growth import check_linear

Rows = list[list[object]]
CREW: Rows = [["Sailor", "Ship", "Pay"], ["Ada Berg", "Kestrel", 500], ["Bo Lund", "Heron", 450]]
YARDS: Rows = [["Yard", "Town", "Owner"], ["Umber", "Melby", "Cy Dahl"], ["Quay", "Ullin", "Di Ek"]]
EMPTY: Rows = [[]]
CREW_SAID = ["Sailor: Ada Berg; Ship: Kestrel; Pay: 500", "Sailor: Bo Lund; Ship: Heron; Pay: 450"]
YARDS_SAID = ["Yard: Umber; Town: Melby; Owner: Cy Dahl", "Yard: Quay; Town: Ullin; Owner: Di Ek"]


def read(path: Path, rows: Rows) -> list[Document]:
    write_table(path, rows)
    items = list(read_path(path))
    assert all(isinstance(item, Document) for item in items), items
    return [item for item in items if isinstance(item, Document)]


def said(path: Path, rows: Rows) -> list[str]:
    return [document.text.replace("\n", "; ") for document in read(path, rows)]


FORMATS = pytest.mark.parametrize("name", ["a.csv", "a.xlsx"])


@FORMATS
def test_rows_behind_an_empty_row_have_the_names_of_their_own_table(
    tmp_path: Path, name: str
) -> None:
    found = read(tmp_path / name, [*CREW, *EMPTY, *YARDS, *EMPTY, *EMPTY, *CREW])
    texts = [document.text.replace("\n", "; ") for document in found]
    assert texts == [*CREW_SAID, *YARDS_SAID, *CREW_SAID]
    rows = [document.places[0].name.rpartition(" ")[2] for document in found]
    assert rows == ["2", "3", "6", "7", "11", "12"]


@FORMATS
@pytest.mark.parametrize(
    ("table", "row"),
    [
        ([["Part", "Price", "Stock"], ["Bolt", 5, 100]], "Part: Bolt; Price: 5; Stock: 100"),
        ([["Part", "Price"], ["Bolt", 5], ["Nut", 6]], "Part: Bolt; Price: 5"),
        ([["Sailor", "Town", "Mail"], ["Eva", "Ullin", "e@x.org"]], "Sailor: Eva; Town: Ullin"),
        ([["Yard", "Town", "Owner", "Dock"], ["Ek", "Ullin", "Di", "W"]], "Yard: Ek; Town: Ullin"),
    ],
    ids=["words below values", "two columns", "a name once more", "more columns"],
)
def test_another_table_is_known_by_its_names(
    tmp_path: Path, name: str, table: Rows, row: str
) -> None:
    texts = said(tmp_path / name, [*CREW, *EMPTY, *table])
    assert texts[:2] == CREW_SAID and texts[2].startswith(row)


@FORMATS
def test_words_above_values_begin_a_table_below_one_of_words(tmp_path: Path, name: str) -> None:
    texts = said(tmp_path / name, [*YARDS, *EMPTY, *CREW])
    assert texts == [*YARDS_SAID, *CREW_SAID]


@FORMATS
def test_the_title_of_another_table_is_none_of_its_rows(tmp_path: Path, name: str) -> None:
    texts = said(tmp_path / name, [*CREW, *EMPTY, ["Our yards"], *EMPTY, *YARDS])
    assert sorted(texts) == sorted([*CREW_SAID, "Our yards", *YARDS_SAID])


@FORMATS
def test_the_rows_of_a_table_stand_under_its_title(tmp_path: Path, name: str) -> None:
    found = {
        document.text.replace("\n", "; "): [heading.title for heading in document.above]
        for document in read(tmp_path / name, [["Crew of the old pilot boat"], *CREW])
    }
    assert [found[text] for text in CREW_SAID] == [["Crew of the old pilot boat"]] * len(CREW_SAID)
    assert found["Crew of the old pilot boat"] == []


@FORMATS
@pytest.mark.parametrize(
    "rows",
    [
        [["Cy Dahl", "Heron", 300], ["Di Ek", "Kestrel", 200]],
        [["Total", None, 950]],
        [["Cy Dahl", "Heron", "n/a"], ["Di Ek", "Kestrel", 200]],
        [["Cy Dahl", "Heron", "unpaid"], ["Di Ek", "Heron", "unpaid"]],
        [["Cy Dahl", "Heron", "unpaid"]],
        [["Cy Dahl", "Heron"], ["Di Ek", "Kestrel"]],
        [["checked by", "Di Ek"]],
    ],
    ids=["rows", "total", "no value", "words again", "one row", "without a value", "remark"],
)
def test_an_empty_row_within_a_table_does_no_harm(tmp_path: Path, name: str, rows: Rows) -> None:
    texts = said(tmp_path / name, [*CREW, *EMPTY, *rows])
    assert len(texts) == 2 + len(rows)
    assert all(text.startswith("Sailor: ") for text in texts)


@FORMATS
def test_settings_in_groups_stay_rows_of_one_table(tmp_path: Path, name: str) -> None:
    rows: Rows = [["Key", "Value"], ["port", 80], ["retries", 3], [], ["mode", "fast"], ["hue", 4]]
    assert said(tmp_path / name, rows)[2:] == ["Key: mode; Value: fast", "Key: hue; Value: 4"]


def beside(left: Rows, right: Rows) -> Rows:
    empty: list[object] = [None] * len(right[0])
    rest = [*right, *[empty] * (len(left) - len(right))]
    return [[*one, None, *other] for one, other in zip(left, rest, strict=True)]


def test_tables_beside_one_another_are_two(tmp_path: Path) -> None:
    left: Rows = [*CREW, ["Eva Moe", "Heron", 410]]
    found = read(tmp_path / "a.xlsx", beside(left, YARDS))
    texts = [document.text.replace("\n", "; ") for document in found]
    last = "Sailor: Eva Moe; Ship: Heron; Pay: 410"
    assert texts == [CREW_SAID[0], YARDS_SAID[0], CREW_SAID[1], YARDS_SAID[1], last]
    assert [d.places[0].name for d in found] == [f"Sheet, row {n}" for n in (2, 2, 3, 3, 4)]


@pytest.mark.parametrize(
    "right",
    [
        [["May", "June"], [4, 5], [6, 7]],
        [["Mate", "Class"], ["Jo", "A"], ["Jo", "B"]],
        [["Remark"], ["new"], ["old"]],
        [["Mate", None], ["Jo", "A"], ["Al", "B"]],
    ],
    ids=["numbers", "words that come again", "one column", "a column without a name"],
)
def test_an_empty_column_within_a_table_does_no_harm(tmp_path: Path, right: Rows) -> None:
    texts = said(tmp_path / "a.xlsx", beside(CREW, right))
    assert len(texts) == 2
    assert all(f"{right[0][0]}: " in text for text in texts)


def test_what_stands_in_the_gap_further_down_is_not_lost(tmp_path: Path) -> None:
    rows = beside(CREW, YARDS)
    rows += [[f"Sailor {n}", "Heron", n, None, f"Yard {n}", "Melby", "Al"] for n in range(150)]
    rows[-1][3] = "retired"
    texts = said(tmp_path / "a.xlsx", rows)
    assert texts[-2] == "Sailor: Sailor 149; Ship: Heron; Pay: 149; column_4: retired"


def test_sheets_are_read_row_by_row() -> None:
    taken = count()
    table = ([f"Sailor {next(taken)}", "Heron", 7] for _ in range(100_000))
    [rows] = side_by_side(row for row in (*CREW[:1], *islice(table, 1)))
    assert list(rows) == [CREW[0], ["Sailor 0", "Heron", 7]]
    [rows] = side_by_side(table)
    [(_, first)] = islice(tables_of(enumerate(rows, start=1)), 1)
    assert next(first)[0] == 1
    assert next(taken) < 200


def test_tables_are_told_apart_in_linear_time() -> None:
    row: list[object] = ["Cy Dahl", "Heron", "Melby"]

    def read(size: int) -> None:
        rows = [(n + n // 2, row) for n in range(1, size + 1)]  # each second row is empty
        assert sum(1 for _, table in tables_of(rows) for _ in table) == len(rows)

    check_linear(read, 60_000)
