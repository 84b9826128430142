"""Web pages: the marks of the items of lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.growth import check_linear


def _text(tmp_path: Path, body: str) -> str:
    path = tmp_path / "kiln.html"
    path.write_text(f"<html><body><h1>Kiln</h1>{body}</body></html>", encoding="utf-8")
    (document,) = read_path(path)
    assert isinstance(document, Document)
    return document.text.removeprefix("Kiln\n\n")


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<ol><li>Load it.<li><p>Shut it.</p></ol>", "1. Load it.\n2. Shut it."),
        ("<ol start=4><li>Heat it.<li value=7>Open it.</ol>", "4. Heat it.\n7. Open it."),
        ('<ol type="a"><li>Clay.</li><li>Glaze.</li></ol>', "a. Clay.\nb. Glaze."),
        ("<ul><li>Clay.</li><li>Glaze.</li></ul>", "- Clay.\n- Glaze."),
        (
            "<ol><li>Load it:<ul><li>cups</li><li>plates</li></ul></li><li>Shut it.</li></ol>",
            "1. Load it:\n   - cups\n   - plates\n2. Shut it.",
        ),
        (
            "<ol><li>Load it.<ol><li>Cups first.</li></ol></li><li>Shut it.</li></ol>",
            "1. Load it.\n   1. Cups first.\n2. Shut it.",
        ),
    ],
    ids=["unclosed", "start and value", "letters", "bullets", "bullets within", "steps within"],
)
def test_items_have_the_marks_that_a_page_shows(tmp_path: Path, body: str, text: str) -> None:
    assert _text(tmp_path, body) == text


@pytest.mark.parametrize(
    "body",
    [
        "<ol><li>1. Load it.</li></ol>",
        "<ol><li>(a) Load it.</li></ol>",
        '<ol style="list-style: none"><li>Load it.</li></ol>',
        "<ol type=i><li>Load it.</li></ol>",
        '<ol class="references"><li>Load it.</li></ol>',
        "<ol reversed><li>Load it.</li></ol>",
    ],
)
def test_an_item_that_shows_no_number_or_its_own_has_none(tmp_path: Path, body: str) -> None:
    assert _text(tmp_path, body).startswith("- ")


def test_deep_lists_take_linear_time(tmp_path: Path) -> None:
    check_linear(lambda n: _text(tmp_path, "<ol><li>a" * n), 3_000)
