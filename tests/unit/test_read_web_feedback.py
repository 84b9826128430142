"""Web pages: what they ask of their readers about themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path


def _text(tmp_path: Path, last: str) -> str:
    path = tmp_path / "kiln.html"
    body = f"<h1>Kiln</h1><p>The kiln is lit on Mondays.</p>{last}"
    path.write_text(f"<html><body>{body}</body></html>", encoding="utf-8")
    (document,) = read_path(path)
    assert isinstance(document, Document)
    return document.text


@pytest.mark.parametrize(
    "last",
    [
        "<p>Was this page helpful? Yes / No</p>",
        "<div>Did this article help you? <a href=y>Yes</a> <a href=n>No</a></div>",
        "<div><p>Did this page answer your question?</p></div>",
    ],
)
def test_a_page_that_asks_whether_it_helped_has_not_that_question(
    tmp_path: Path, last: str
) -> None:
    assert _text(tmp_path, last) == "Kiln\n\nThe kiln is lit on Mondays."


@pytest.mark.parametrize(
    "said",
    ["Is this section useful? Yes, for glaze alone.", "Was this page of the log helpful to Ole?"],
)
def test_a_question_that_says_more_stays(tmp_path: Path, said: str) -> None:
    assert _text(tmp_path, f"<p>{said}</p>").endswith(said)
