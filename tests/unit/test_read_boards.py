"""Boards and lists of tasks, and places, as programs export them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import read_path


def read(path: Path, text: str) -> list[Document]:
    path.write_text(text)
    items = list(read_path(path))
    assert all(isinstance(item, Document) for item in items), items
    return [item for item in items if isinstance(item, Document)]


def statements(document: Document) -> list[str]:
    chunks = chunk_document(document, "s", size=64, overlap=0, strategy="sentence")
    found = RulesExtractor().extract(document, chunks)
    return [s.text for chunk in found for topic in chunk.topics for s in topic.statements]


# -- Trello ------------------------------------------------------------------------------------


def comment(card: str, said: str, date: str, by: str) -> dict[str, Any]:
    data = {"text": said, "card": {"id": card, "name": "Roof"}}
    return {"type": "commentCard", "date": date, "data": data, "memberCreator": {"fullName": by}}


BOARD: dict[str, Any] = {
    "id": "b1",
    "name": "Hut",
    "desc": "Done by autumn.",
    "closed": False,
    "lists": [{"id": "l1", "name": "Doing"}, {"id": "l2", "name": "Old", "closed": True}],
    "labels": [{"id": "g", "name": "", "color": "green"}],
    "members": [{"id": "m1", "fullName": "Ida Holm"}],
    "cards": [
        {
            "id": "c1",
            "name": "Roof",
            "desc": "The slates come from Bergen, and two of the beams are rotten.",
            "idList": "l1",
            "idLabels": ["g"],
            "idMembers": ["m1"],
            "due": "2025-03-30",
            "dueComplete": True,
            "pos": 16384,
        },
        {"id": "c2", "name": "Well", "desc": "", "idList": "l2", "due": None, "closed": False},
    ],
    "checklists": [
        {
            "id": "k1",
            "idCard": "c1",
            "name": "Tools",
            "checkItems": [
                {"name": "ladder", "state": "complete"},
                {"name": "rope", "state": "incomplete"},
            ],
        }
    ],
    "actions": [
        comment("c1", "Two are broken.", "2025-01-11T08:40:00.000Z", "Ole Berg"),
        {"type": "updateCard", "date": "2025-01-10", "data": {"old": {"pos": 1}}},
        comment("c1", "I ordered forty.", "2025-01-08T19:02:11.000Z", "Ida Holm"),
    ],
}


def test_a_card_of_a_board_has_its_list_points_and_comments(tmp_path: Path) -> None:
    board, roof, well = read(tmp_path / "a.json", json.dumps(BOARD))
    assert (board.title, board.text) == ("Hut", "Done by autumn.")
    assert roof.uri.endswith("a.json#c1")
    assert roof.text == (
        "Roof\nList: Doing\nLabels: green\nDue: 2025-03-30 (done)\nMembers: Ida Holm\nBoard: Hut"
        "\n\nThe slates come from Bergen, and two of the beams are rotten."
        "\n\n- Tools: ladder (done)\n- Tools: rope (to do)"
        "\n\n[2025-01-08] Ida Holm: I ordered forty.\n\n[2025-01-11] Ole Berg: Two are broken."
    )
    assert well.text == "Well\nList: Old\nArchived: yes\nBoard: Hut"


def test_cards_that_name_no_list_are_no_board(tmp_path: Path) -> None:
    value = {"lists": [{"id": 1}], "cards": [{"name": "Ace", "suit": "spades"}]}
    (document,) = read(tmp_path / "a.json", json.dumps(value))
    assert "cards > Ace > suit: spades" in document.text


def test_a_board_with_parts_of_other_kinds_breaks_nothing(tmp_path: Path) -> None:
    value: dict[str, Any] = {
        "name": 3,
        "lists": None,
        "cards": [{"idList": None, "name": "Ace", "labels": [None], "idMembers": "m"}],
        "actions": [{"type": "commentCard", "data": []}],
        "checklists": [{"idCard": None, "checkItems": {}}],
    }
    (document,) = read(tmp_path / "a.json", json.dumps(value))
    assert document.text == "Ace"


# -- Todoist -----------------------------------------------------------------------------------

TASKS = """TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
section,Garden,,,,,,,,
task,Prune the pears,Not before frost,1,1,Ida (2281),,every friday,en,Europe/Oslo
note,The saw is at Ole's.,,,,Ida (2281),,,,
task,Sharpen the saw,,4,2,Ida (2281),Ole (7),,en,Europe/Oslo
task,Sow the beans,,4,1,Ida (2281),,,en,Europe/Oslo
section,Shed,,,,,,,,
section,House,,,,,,,,
task,Paint the door,,4,1,Ida (2281),,,en,Europe/Oslo
"""


def test_a_task_has_its_section_its_task_above_and_its_notes(tmp_path: Path) -> None:
    assert [document.text for document in read(tmp_path / "a.csv", TASKS)] == [
        "Prune the pears\nSection: Garden\nDescription: Not before frost\nPriority: 1\n"
        "Author: Ida\nDate: every friday\n\nIda: The saw is at Ole's.",
        "Sharpen the saw\nSection: Garden\nPart of: Prune the pears\nPriority: 4\nAuthor: Ida\n"
        "Responsible: Ole",
        "Sow the beans\nSection: Garden\nPriority: 4\nAuthor: Ida",
        "Shed",
        "Paint the door\nSection: House\nPriority: 4\nAuthor: Ida",
    ]


def test_tasks_of_another_table_are_its_rows(tmp_path: Path) -> None:
    (first, _) = read(tmp_path / "a.csv", "Type,Content,Owner\ntask,Sow beans,Ida\ntask,Dig,Ole\n")
    assert first.text.startswith("Type: task\n")


# -- GeoJSON -----------------------------------------------------------------------------------


def feature(properties: dict[str, Any] | None, kind: str = "Point") -> dict[str, Any]:
    at: list[Any] = [0.6, 42.7] if kind == "Point" else [[[0.6, 42.7], [0.7, 42.7], [0.6, 42.8]]]
    geometry = {"type": kind, "coordinates": at}
    return {"type": "Feature", "geometry": geometry, "properties": properties}


def test_a_place_is_what_is_told_of_it(tmp_path: Path) -> None:
    about = {
        "date": "2023-07-02",
        "location": {"name": "The hut", "address": "Pass 3"},
        "Comment": "The roof leaks.",
    }
    area = {"name": "Moor", "owner": {"id": "a7"}, "tenant": {"id": "b8"}}
    value = {
        "type": "FeatureCollection",
        "features": [feature(about), feature(area, "Polygon"), feature(None)],
    }
    hut, moor = read(tmp_path / "a.json", json.dumps(value))
    assert hut.title == "The hut"
    assert hut.text == (
        "name: The hut\ndate: 2023-07-02\naddress: Pass 3\nComment: The roof leaks.\n"
        "latitude: 42.7\nlongitude: 0.6"
    )
    assert moor.text == "name: Moor\nowner id: a7\ntenant id: b8"


@pytest.mark.parametrize("name", ["a.geojson", "a.json"])
def test_a_place_alone_is_read_and_shapes_without_words_are_not(tmp_path: Path, name: str) -> None:
    (moor,) = read(tmp_path / name, json.dumps(feature({"name": "Moor"}, "Polygon")))
    assert moor.text == "name: Moor"
    (tmp_path / name).write_text(
        json.dumps({"type": "FeatureCollection", "features": [feature(None), feature({})]})
    )
    (item,) = read_path(tmp_path / name)
    assert isinstance(item, Unreadable) and item.kind == "empty"


def test_a_feature_of_something_else_is_no_place(tmp_path: Path) -> None:
    (document,) = read(tmp_path / "a.json", json.dumps({"type": "Feature", "story": "A bell."}))
    assert "A bell." in document.text


# -- rows with a field too many ----------------------------------------------------------------


def test_a_comma_in_the_one_column_of_words_splits_no_row(tmp_path: Path) -> None:
    rows = "".join(f"2024-05-01T0{hour}:00Z,2.9{hour},9.0,\n" for hour in range(5))
    last = "2024-05-01T06:00Z,3.1,9.0,otter on the gauge, twice, 12.9 V\n"
    *_, document = read(tmp_path / "a.csv", f"time,level,temp,remark\n{rows}{last}")
    assert document.text.endswith("\nremark: otter on the gauge, twice, 12.9 V")


def test_a_comma_before_a_blank_splits_no_row_where_no_other_stands_before_one(
    tmp_path: Path,
) -> None:
    rows = "1,Ale,good,\n2,Rye,fair,old\n3,Oat,good, \n"
    table = f"no,what,state,note\n{rows}4,Ale, dark,fair,top, dry\n"
    *_, document = read(tmp_path / "a.csv", table)
    assert document.text.endswith("what: Ale, dark\nstate: fair\nnote: top, dry")
    path = tmp_path / "b.csv"
    path.write_text(f"no,what,state,note\n{rows}4, Rye,good,old\n5,Ale, dark,fair,top\n")
    *_, refused = read_path(path)
    assert isinstance(refused, Unreadable), "blanks stand before cells, too"


def test_a_row_stays_refused_where_any_column_may_be_split(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    for names, rows in (
        (
            "no,what,note\n1,Ale,good\n2,Rye,good\n3,Oat,good\n",
            "4,Ale,dark,fair\n",
        ),  # two
        ("no,level,note\n1,2.9,\n", "2,2.8,wet, cold\n"),  # too few rows tell
        ("no,level,temp\n1,2.9,9\n2,2.8,9\n3,2.7,9\n", "4,2,8,9\n"),  # no words: 2.8 or 8.9
        ("no,level,note\n1,2.9,\n2,2.8,\n3,2.7,\n", "4,wet,cold,2.9\n"),  # not at the end
    ):
        path.write_text(names + rows)
        *_, bad = read_path(path)
        assert isinstance(bad, Unreadable), rows
