"""Tables of text: equal rows, and what programs write into them beside names and values."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document, Place
from graphrag_neo4j.readers.files import read_path
from tests.support.growth import check_linear


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
    check_linear(lambda n: rows_of(tmp_path / f"a{suffix}", head + row * n), 15_000)
    found = rows_of(tmp_path / f"a{suffix}", head + row * 15_000)
    first = found[0].uri
    assert [d.uri for d in found] == [first, *(f"{first}-{n}" for n in range(2, 15_001))]


def test_an_equal_row_has_the_first_number_that_no_id_has(tmp_path: Path) -> None:
    first = rows_of(tmp_path / "a.csv", "id,Page\n,home\n")[0].uri
    key = first.partition("#")[2]
    table = f"id,Page\n,home\n{key}-2,plan\n,home\n{key}-4,map\n,home\n,home\n"
    numbers = [d.uri.removeprefix(first) for d in rows_of(tmp_path / "a.csv", table)]
    assert numbers == ["", "-2", "-3", "-4", "-5", "-6"]


@pytest.mark.parametrize(
    "line", ["sep=;\r\n", '"sep=;"\r\n', "\ufeffSEP=;\n"], ids=["plain", "quoted", "marked"]
)
@pytest.mark.parametrize("columns", [2, 3])
def test_a_line_that_tells_the_delimiter_is_no_row_of_names(
    tmp_path: Path, line: str, columns: int
) -> None:
    lines = ["Name;Amount;Place", "Ada Berg;1,5;Melby", "Bo Lund;2,5;Ullin"]
    table = "\r\n".join(";".join(text.split(";")[:columns]) for text in lines)
    first, second = rows_of(tmp_path / "a.csv", f"{line}{table}\r\n")
    assert first.text.split("\n")[:2] == ["Name: Ada Berg", "Amount: 1,5"]
    assert [d.places for d in (first, second)] == [(Place(0, "row", n),) for n in "34"]


@pytest.mark.parametrize("mark", ["\t", "|", "^", ","])
def test_any_delimiter_can_be_told(tmp_path: Path, mark: str) -> None:
    table = f"sep={mark}\nName{mark}Note\nAda{mark}a; b; c\n"
    [row] = rows_of(tmp_path / "a.csv", table)
    assert row.text == "Name: Ada\nNote: a; b; c"


@pytest.mark.parametrize(
    "comment",
    [
        "# taken with a Varnik 3, 48 h, n = 5",
        "# taken with a Varnik 3, 48 h",
        "# taken with a Varnik 3; 48 h; n = 5; blank",
        "#taken with a Varnik 3",
        "# taken with a Varnik 3,,",
        '"# taken with a Varnik 3, 48 h"',
    ],
)
def test_a_comment_above_a_table_names_no_columns(tmp_path: Path, comment: str) -> None:
    table = f"{comment}\n#\n\nstrain,tissue,dose (µM)\nQT7,root,3.5\nQT8,leaf,14\n"
    first, second, noted = rows_of(tmp_path / "a.csv", table)
    assert first.text == "strain: QT7\ntissue: root\ndose (µM): 3.5"
    assert second.places == (Place(0, "row", "6"),)
    assert noted.text == comment.strip('",').lstrip("# ")
    assert noted.places == (Place(0, "row", "1"),)


def test_many_comments_above_a_table_are_all_kept(tmp_path: Path) -> None:
    comments = "".join(f"# note {n}; x, y\n" for n in range(60))
    row, *notes = rows_of(tmp_path / "a.csv", f"{comments}depth;grain\n3,5;coarse\n")
    assert row.text == "depth: 3,5\ngrain: coarse"
    assert [note.text for note in notes] == [f"note {n}; x, y" for n in range(60)]


@pytest.mark.parametrize(
    ("table", "read"),
    [
        ("#place,rain\nMelby,Ullin\n", "place: Melby\nrain: Ullin"),
        ("# place, rain\nMelby, 3.5\n", "place: Melby\nrain: 3.5"),
        ("# day, event\n2024-03-02, flood\n", "day: 2024-03-02\nevent: flood"),
        ("#,name\nA1,Ada\n", "#: A1\nname: Ada"),
    ],
)
def test_names_of_columns_may_begin_with_a_mark_of_comments(
    tmp_path: Path, table: str, read: str
) -> None:
    row, noted = rows_of(tmp_path / "a.csv", f"# kept by Ada\n{table}")
    assert row.text == read
    assert noted.text == "kept by Ada"


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "marked"])
def test_a_file_of_genetic_variants_is_a_table_and_no_address_book(
    tmp_path: Path, mark: str
) -> None:
    path = tmp_path / "strains.vcf"
    table = (
        f'{mark}##fileformat=VCFv4.3\n##INFO=<ID=DP,Description="Depth, all reads">\n'
        "#CHROM\tPOS\tREF\tALT\tINFO\nQ2\t1041\tA\tG,T\tDP=31;AF=0.5\n"
    )
    variant, version, told = rows_of(path, table)
    assert variant.text == "CHROM: Q2\nPOS: 1041\nREF: A\nALT: G,T\nINFO: DP=31;AF=0.5"
    assert variant.places == (Place(0, "row", "4"),)
    assert version.text == "fileformat=VCFv4.3"
    assert told.text == 'INFO=<ID=DP,Description="Depth, all reads">'


def test_thousands_of_definitions_above_genetic_variants_are_no_rows(tmp_path: Path) -> None:
    contigs = "".join(f"##contig=<ID=HLA{n},length={n}>\n" for n in range(3000))
    table = f"##fileformat=VCFv4.3\n{contigs}#CHROM\tPOS\nQ2\t1041\n"
    variant, *definitions = rows_of(tmp_path / "strains.vcf", table)
    assert variant.text == "CHROM: Q2\nPOS: 1041"
    assert definitions[-1].text == "contig=<ID=HLA2999,length=2999>"


def test_rows_that_all_begin_with_a_mark_of_comments_are_the_table(tmp_path: Path) -> None:
    first, second = rows_of(tmp_path / "a.csv", "#,name\n#1,Ada\n#2,Bo\n")
    assert [first.text, second.text] == ["#: #1\nname: Ada", "#: #2\nname: Bo"]


def test_a_column_that_is_called_like_such_a_line_keeps_its_name(tmp_path: Path) -> None:
    [row] = rows_of(tmp_path / "a.csv", "sep=;,Name\n3,Ada\n")
    assert row.text == "sep=;: 3\nName: Ada"
