"""Names in small letters, which a text marks as terms."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from graphrag_neo4j.extract.rules.marked_terms import marked_terms
from graphrag_neo4j.readers.files import markdown_document
from tests.support.growth import check_linear
from tests.support.rules import edges_in, names_in, read_by_rules, statements_in

PARSED = pytest.mark.parametrize("parsed", [False, True])
_LONG = (
    "Every night the depot sorts what came in. The drivers see it in the morning. "
    "Nobody has to count by hand. The office keeps the slips for a year."
)


def _note(folder: Path, text: str) -> Path:
    path = folder / "note.md"
    path.write_text(f"# The depot\n\n{_LONG}\n\n{text}\n")
    return path


@PARSED
@pytest.mark.parametrize(
    "text",
    [
        "**sorter** reads the labels. Each night sorter writes a list.",
        "## sorter\n\nsorter reads the labels.",
        "## How to restart sorter\n\nsorter reads the labels.",
        "The host runs `sorter`.\n\nsorter reads the labels.",
    ],
)
def test_what_is_marked_and_acts_in_small_letters_is_a_name(
    tmp_path: Path, text: str, parsed: bool
) -> None:
    found = read_by_rules(_note(tmp_path, text), parsed=parsed)
    assert "sorter" in names_in(found)
    said = [s.mentions for s in statements_in(found) if "labels" in s.text]
    assert said == [("sorter",)]


@PARSED
@pytest.mark.parametrize(
    "text",
    [
        "**Note** that the belt is old. This is **important**.",
        "**pallet** means a board for loads. A pallet holds ten boxes. The pallet is blue.",
        "- **tape** keeps it shut\n- **glue** helps, too",
        "The host runs `reload`. `reload` reads the labels. Then reload the page.",
        "sorter reads the labels.",
    ],
)
def test_other_words_in_small_letters_are_no_names(tmp_path: Path, text: str, parsed: bool) -> None:
    found = read_by_rules(_note(tmp_path, text), parsed=parsed)
    assert names_in(found).isdisjoint({"important", "pallet", "tape", "glue", "sorter"})
    said = [s.mentions for s in statements_in(found) if s.text.startswith("Then")]
    assert not any(said)


def test_a_text_all_in_small_letters_marks_no_names(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_text(
        "# supper\n\nsupper starts at eight.\n\nmax brings bread.\n\nsupper was late.\n"
    )
    assert names_in(read_by_rules(path)) <= {"supper"}
    found = statements_in(read_by_rules(path))
    assert all(not s.mentions for s in found if "max" in s.text)


def test_it_is_what_acts_and_not_what_stands_in_a_fragment_behind(
    tmp_path: Path, parser: Pipeline
) -> None:
    text = (
        "**sorter** reads labels. It was bought from Kestrel Tools in 2020.\n\n"
        "**loader** fills vans. Rust, two ports. It has had no owner since Ann Berg left."
    )
    found = read_by_rules(_note(tmp_path, text), parsed=True)
    assert any(s.resolved.startswith("loader has had no owner") for s in statements_in(found))
    assert ("sorter", "BOUGHT_FROM", "Kestrel Tools") in edges_in(found)


@pytest.mark.parametrize("part", ["**", "**a", "`a", "a", "__a__ ", "# a.a\n"])
def test_marks_are_found_in_linear_time(part: str) -> None:
    check_linear(
        lambda size: marked_terms(markdown_document(part * size, "doc:1"), ()), 200_000 // len(part)
    )
