"""Bookmarks that a browser exported."""

from __future__ import annotations

from pathlib import Path

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path

EXPORT = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>My links</TITLE>
<H1>All of them</H1>
<DL><p>
    <DT><H3 ADD_DATE="1610000000">Harbour</H3>
    <DL><p>
        <DT><A HREF="https://melby.example/lamp?a=1&amp;b=2" TAGS="lamp,oil">How to trim
        a lamp</A>
        <DD>works with the old wicks
        <DT><H3>Boats</H3>
        <DL><p>
            <DT><A HREF="https://melby.example/keel">Keels &amp; ribs</A>
            <DT><A HREF="javascript:alert(1)">Count words</A>
        </DL><p>
    </DL><p>
    <DT><A HREF="https://osmere.example">Osmere</A>
</DL><p>
"""


def read(path: Path, text: str) -> Document:
    path.write_text(text, "utf-8")
    [document] = read_path(path)
    assert isinstance(document, Document)
    return document


def test_each_bookmark_is_a_paragraph_with_its_note_and_address(tmp_path: Path) -> None:
    document = read(tmp_path / "links.html", EXPORT)
    assert document.title == "My links"
    assert document.text.split("\n\n") == [
        "Harbour",
        "How to trim a lamp, works with the old wicks, tags: lamp, oil, "
        "https://melby.example/lamp?a=1&b=2",
        "Boats",
        "Keels & ribs, https://melby.example/keel",
        "Count words",
        "Osmere, https://osmere.example",
    ]
    assert [(h.level, h.title) for h in document.headings] == [(1, "Harbour"), (2, "Boats")]


def test_bookmarks_whose_tags_are_not_closed_are_read(tmp_path: Path) -> None:
    text = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><DT><A HREF='https://a.example'>One<DD>Note"
    assert read(tmp_path / "links.html", text).text == "One, Note, https://a.example"


def test_a_page_with_a_list_of_links_is_a_page(tmp_path: Path) -> None:
    text = "<!DOCTYPE html><dl><dt><a href='https://a.example'>One</a></dl>"
    assert read(tmp_path / "links.html", text).text == "One"
