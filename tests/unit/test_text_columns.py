"""Columns of plain text are read one after the other."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.readers.text_columns import without_columns
from tests.support.growth import check_linear

LEFT = ("Water is turned on again", "from 2 April. The meter of", "plot 14 was new to us.")
RIGHT = (
    "The seed swap takes place",
    "on 11 May in the hut of",
    "our treasurer. Tables",
    "are free.",
)
THIRD = ("Lost was a red kettle near", "the gate, and whoever finds", "it may bring it to plot 3.")


def beside(*columns: tuple[str, ...], width: int = 34) -> str:
    rows = zip_longest(*columns, fillvalue="")
    return "\n".join("".join(cell.ljust(width) for cell in row).rstrip() for row in rows) + "\n"


@pytest.mark.parametrize("columns", [(LEFT, RIGHT), (RIGHT, LEFT), (LEFT, THIRD, RIGHT)])
def test_columns_stand_below_one_another(columns: tuple[tuple[str, ...], ...]) -> None:
    title, end = "THE POST                  May 2024\n\n", "\nGoodbye.\n"
    expected = "\n\n".join("\n".join(column) for column in columns)
    assert without_columns(title + beside(*columns) + end) == f"{title}{expected}\n{end}"


@pytest.mark.parametrize(
    "text",
    [
        beside(("Ada Berg", "Bo Lund", "Cy Moe"), ("plays the oboe", "plays the flute", "sings")),
        beside(
            ("state of it", "c. failed", "t. waits", "t. goes"), ("never", "maybe", "no", "yes")
        ),
        "\n".join(LEFT) + "\n",
        "\n".join("    " + line for line in RIGHT) + "\n",
        "def f():    # it is\n    return 1    # one and\n    pass    # no more\n",
        "an oboe\t  or a flute of\nher own\t  or of an aunt\nof hers\t  or the choir\n",
        "\n",
        "",
    ],
)
def test_what_has_no_columns_stays_as_it_is(text: str) -> None:
    assert without_columns(text) == text


def test_a_file_in_columns_is_read_down_them_and_has_no_numbers_of_lines(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(beside(LEFT, RIGHT), "utf-8")
    (document,) = read_path(tmp_path / "a.txt")
    assert isinstance(document, Document)
    assert " ".join(LEFT) in " ".join(document.text.split())
    assert not document.has_lines


@given(st.text(alphabet="ab .\n\t", max_size=300))
def test_no_word_is_lost_or_made(text: str) -> None:
    assert sorted(without_columns(text).split()) == sorted(text.split())


@pytest.mark.parametrize("part", ["a  ", "a  b\n", " \n", "ab cd ef    gh ij kl\n", "a b c  \n"])
def test_long_texts_are_read_in_linear_time(part: str) -> None:
    check_linear(lambda n: without_columns(part * n), 500_000 // len(part))
