"""Scanned pages and pictures: read with the extra ``ocr``, else said what would read them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers import ocr
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import Item, find_files, read_path
from graphrag_neo4j.readers.options import Ocr, ReadOptions
from tests.support.pdf_file import lines, write_pdf

SAID = ["Anna Berg lives in Melby, a small town in the north.", "The bridge was opened in 1932."]


def scan(path: Path, words: list[str] = SAID, *, pages: int = 1) -> Path:
    """Words drawn on pages of 150 dots an inch, saved as a picture or a PDF of pictures."""
    drawn = []
    for number in range(1, pages + 1):
        picture = Image.new("RGB", (1240, 600), "white")
        draw = ImageDraw.Draw(picture)
        font = ImageFont.load_default(size=30)
        for n, text in enumerate([*words, f"This is sheet {number}."] if pages > 1 else words):
            draw.text((100, 100 + 60 * n), text, fill="black", font=font)
        drawn.append(picture)
    more: dict[str, Any] = {"save_all": True, "append_images": drawn[1:]} if pages > 1 else {}
    resolution: dict[str, Any] = {"resolution": 150} if path.suffix == ".pdf" else {}
    drawn[0].save(path, **more, **resolution)
    return path


def item_of(path: Path, how: Ocr = "pages") -> Item:
    [item] = read_path(path, ReadOptions(ocr=how))
    return item


@pytest.fixture
def not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "find_spec", lambda name: None)


def test_scanned_pages_are_read_with_their_numbers(tmp_path: Path) -> None:
    item = item_of(scan(tmp_path / "a.pdf", pages=2))
    assert isinstance(item, Document), item
    assert item.text.count(SAID[0]) == item.text.count(SAID[1]) == 2
    assert "This is sheet 1." in item.text and "This is sheet 2." in item.text
    assert [(place.kind, place.name) for place in item.places] == [("page", "1"), ("page", "2")]
    assert not item.headings


def test_a_page_with_text_is_never_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "rapidocr", None)  # to import it would fail
    item = item_of(write_pdf(tmp_path / "a.pdf", lines(SAID), []))
    assert isinstance(item, Document) and SAID[0] in item.text


@pytest.mark.usefixtures("not_installed")
def test_without_the_extra_the_message_names_it(tmp_path: Path) -> None:
    item = item_of(scan(tmp_path / "a.pdf"))
    assert isinstance(item, Unreadable) and item.kind == "scanned"
    assert "pip install '.[ocr]'" in item.hint
    item = item_of(scan(tmp_path / "a.png"))
    assert isinstance(item, Unreadable) and item.kind == "unsupported"
    assert "pip install '.[ocr]'" in item.hint


def test_it_can_be_turned_off(tmp_path: Path) -> None:
    item = item_of(scan(tmp_path / "a.pdf"), "off")
    assert isinstance(item, Unreadable) and item.kind == "scanned" and "--ocr" in item.hint


def test_pictures_are_read_only_when_asked_for(tmp_path: Path) -> None:
    path = scan(tmp_path / "a_note.png")
    [skipped] = find_files([tmp_path])
    assert isinstance(skipped, Unreadable) and skipped.skipped and "--ocr all" in skipped.hint
    assert find_files([tmp_path], ReadOptions(ocr="all")) == [path]
    item = item_of(path, "all")
    assert isinstance(item, Document)
    assert item.text == "\n".join(SAID) and item.title == "A note"


def test_a_picture_without_words_or_that_is_none_is_reported(tmp_path: Path) -> None:
    blank = item_of(scan(tmp_path / "a.png", []), "all")
    assert isinstance(blank, Unreadable) and blank.kind == "empty"
    (tmp_path / "b.png").write_bytes(b"no picture")
    broken = item_of(tmp_path / "b.png", "all")
    assert isinstance(broken, Unreadable) and broken.kind == "corrupt"
