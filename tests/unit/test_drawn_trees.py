"""Trees drawn in plain text: folders and families."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.readers.chords import chord_lines
from graphrag_neo4j.readers.drawn_trees import drawn_trees
from tests.support.growth import check_linear
from tests.support.rules import read_by_rules, statements_in

FOLDERS = """\
project/
├── docs/
│   ├── index.md   the start page
│   └── images/
└── src/
    └── main.py    starts the server
"""
FAMILY = """\
Zachariah KEAST (b. 1851), farmer
 = 1877 Honor ROSE (b. 1856)
   |
   +-- 1. William KEAST (b. 1879)
   |      = 1904 Mary BRAY (b. 1882)
   |        |
   |        +-- Josiah KEAST (b. 1906)
   |
   +-- 2. Edwin KEAST (b. 1883)
"""


def _readings(folder: Path, name: str, text: str) -> list[str]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return [one.resolved or one.text for one in statements_in(read_by_rules(path))]


@pytest.mark.parametrize(("name", "text"), [("a.txt", FOLDERS), ("a.md", f"```\n{FOLDERS}```\n")])
def test_what_a_folder_holds_is_read_below_it(tmp_path: Path, name: str, text: str) -> None:
    assert _readings(tmp_path, name, text) == [
        "project/ > docs/",
        "project/ > docs/ > index.md the start page",
        "project/ > docs/ > images/",
        "project/ > src/",
        "project/ > src/ > main.py starts the server",
    ]


def test_children_are_read_below_their_parents_and_spouses_beside_each_other(
    tmp_path: Path,
) -> None:
    found = _readings(tmp_path, "a.txt", FAMILY)
    first, will = "Zachariah KEAST", "William KEAST"
    assert f"{first} > 1. {will} (b. 1879)" in found
    assert f"{first} > {will} = 1904 Mary BRAY (b. 1882)" in found
    assert f"{first} > {will} > Josiah KEAST (b. 1906)" in found
    assert f"{first} > 2. Edwin KEAST (b. 1883)" in found
    assert f"{first} = 1877 Honor ROSE (b. 1856)" in found


@pytest.mark.parametrize(
    "text",
    [
        "+----+----+\n| a  | b  |\n+----+----+\n| 1  | 2  |\n+----+----+\n",
        "`--all` lists all of them.\n`--one` lists one of them.\n",
        "{|\n|- style=red\n| a\n|- style=blue\n| b\n|}\n",
        "We need:\n-- bread\n-- butter\n",
        "a = b\n= c\n",
    ],
)
def test_other_lines_with_such_signs_are_no_trees(text: str) -> None:
    assert drawn_trees(text) == []


@pytest.mark.parametrize("line", ["├── a\n", "│   ", "+-- a\n = b\n", "|\n", "| | | ", "\\- a\n"])
def test_trees_are_read_in_linear_time(line: str) -> None:
    check_linear(lambda n: drawn_trees(line * n), 4_000)


SONG = """\
G                D
My grandfather came with a bag and a file,
Em               C7/G
The foreman said, Stay for a while.
Am
And the file came down to me.
"""


def test_chords_above_the_words_of_a_song_are_no_words(tmp_path: Path) -> None:
    assert _readings(tmp_path, "a.txt", SONG) == SONG.splitlines()[1::2]


def test_letters_in_other_texts_are_words(tmp_path: Path) -> None:
    assert not chord_lines("A\nThe first plan is cheap.\nB\nThe second plan is dear.\nA D\n")


@pytest.mark.parametrize("line", ["A ", "Am7/G | ", "A\n"])
def test_chords_are_found_in_linear_time(line: str) -> None:
    check_linear(lambda n: chord_lines(line * n), 4_000)
