"""Notes as the programs that keep them write them: Joplin, Kindle, Logseq, Notion."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import read_path
from tests.support.growth import check_linear
from tests.support.rules import read_by_rules, statements_in

FIELDS = (
    "id: 3f9f0d1c8ab64e35b1a1e0ccfd5b2a11\nparent_id: 77aa0c5dd0f24b0f9a3a1f7f4d2f6b90\n"
    "created_time: 2024-05-12T17:40:12.000Z\nupdated_time: 2024-06-02T11:05:57.000Z\nauthor: \n"
    "source_url: https://boats.example/paint\nis_todo: 0\ntype_: {}"
)
CLIPPINGS = """\ufeffThe Salt Road (Ida Voss)
- Your Highlight on page 31 | Location 466-468 | Added on Sunday, March 2, 2025 10:14:22 PM

The ferry paid a penny for each barrel.
==========
Quiet Harbours (Ole Lind)
- Ihre Notiz auf Seite 12 | Hinzugefügt am Samstag, 26. April 2025 07:15:45

use it for the talk
==========
The Salt Road (Ida Voss)
- Your Bookmark on Location 3071 | Added on Monday, July 28, 2025 10:30:00 PM


==========
The Salt Road (Ida Voss)
- Your Highlight on Location 702-704 | Added on Saturday, April 26, 2025 7:15:45 AM

Nobody weighed the carts.
==========
"""


def _read(path: Path, text: str) -> list[Document]:
    path.write_text(text, encoding="utf-8")
    return [one for one in read_path(path) if isinstance(one, Document)]


def test_fields_below_a_note_of_joplin_are_metadata(tmp_path: Path) -> None:
    [note] = _read(tmp_path / "3f9f.md", f"Boat\n\nThe hull is red.\n\n{FIELDS.format(1)}")
    assert note.title == "Boat" and note.text == "Boat\n\nThe hull is red.\n"
    assert note.metadata == {
        "date": "2024-06-02 11:05",
        "created": "2024-05-12 17:40",
        "source_url": "https://boats.example/paint",
    }


def test_what_is_no_note_of_joplin_is_told(tmp_path: Path) -> None:
    path = tmp_path / "77aa.md"
    path.write_text(f"Boats\n\n{FIELDS.format(2)}")
    [told] = read_path(path)
    assert isinstance(told, Unreadable) and "Joplin" in told.reason


def test_fields_of_a_text_are_no_fields_of_joplin(tmp_path: Path) -> None:
    text = "The record:\n\nid: 12\ntype_: 1\n"
    [note] = _read(tmp_path / "a.md", text)
    assert note.text == text


def test_clippings_of_a_kindle_are_of_their_books(tmp_path: Path) -> None:
    salt, quiet = _read(tmp_path / "My Clippings.txt", CLIPPINGS)
    assert salt.title == "The Salt Road"
    assert salt.metadata == {"author": "Ida Voss", "date": "2025-04-26"}
    assert salt.text == "The ferry paid a penny for each barrel.\n\nNobody weighed the carts."
    assert [(place.kind, place.name) for place in salt.places] == [
        ("page", "31"),
        ("location", "702-704"),
    ]
    assert quiet.text == "Note: use it for the talk" and quiet.metadata["author"] == "Ole Lind"


def test_a_text_with_rules_of_signs_is_none_of_a_kindle(tmp_path: Path) -> None:
    text = "Boats\n- one red\n==========\nCarts\nnone\n==========\n"
    [only] = _read(tmp_path / "a.txt", text)
    assert "#" not in only.uri


def test_what_logseq_keeps_for_itself_is_no_statement(tmp_path: Path) -> None:
    path = tmp_path / "2025_04_14.md"
    path.write_text(
        "- TODO Send the drawing to Ida\n- DONE renew the cards\n  :LOGBOOK:\n"
        "  CLOCK: [2025-04-14 Mon 09:12:31]--[2025-04-14 Mon 09:20:02] =>  00:07:31\n  :END:\n"
        "- [[Boat|Boats]]\n  collapsed:: true\n\t- colour:: red\n"
    )
    said = [one.resolved or one.text for one in statements_in(read_by_rules(path))]
    assert said[:2] == ["To do: Send the drawing to Ida", "Done: renew the cards"]
    assert not {"LOGBOOK", "CLOCK", "collapsed"} & set(" ".join(said).replace(":", " ").split())
    assert said[-1].endswith("colour: red") and "[[" not in said[-1]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Trips 4be1c07a9d2f4e6f8a13b5527c90d1ee.csv", "Trips"),
        ("Trips 4be1c07a9d2f4e6f8a13b5527c90d1ee_all.csv", "Trips all"),
        ("4be1c07a9d2f4e6f8a13b5527c90d1ee.md", "4be1c07a9d2f4e6f8a13b5527c90d1ee"),
    ],
)
def test_the_id_of_a_page_of_notion_is_no_title(tmp_path: Path, name: str, title: str) -> None:
    text = "Place,Cost\nMelby,12\nNorland,15\n" if name.endswith("csv") else "It rains."
    assert _read(tmp_path / name, text)[0].title.startswith(title)


def test_notes_are_read_in_linear_time(tmp_path: Path) -> None:
    check_linear(lambda n: _read(tmp_path / "a.txt", CLIPPINGS + "x\n- 1\n==========\n" * n), 500)
    check_linear(lambda n: _read(tmp_path / "a.md", "- id:: a\nid: b\n" * n), 500)
