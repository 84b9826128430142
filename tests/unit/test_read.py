import json
import os
import re
import sys
import uuid
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import docx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from llama_index.core.schema import Document as LlamaDocument
from llama_index.core.schema import TextNode

from graphrag_neo4j.errors import ReadError, UsageError
from graphrag_neo4j.ingest.report import IngestReport
from graphrag_neo4j.model import Block, Document, Place
from graphrag_neo4j.readers import files
from graphrag_neo4j.readers.content import clean_text
from graphrag_neo4j.readers.files import (
    Unreadable,
    find_files,
    from_llama,
    markdown_document,
    read_files,
    read_path,
    read_uris,
)
from graphrag_neo4j.readers.inputs import inputs_of
from graphrag_neo4j.readers.record_fields import lines_of, rows_of
from graphrag_neo4j.readers.records import is_content_key, record_document
from graphrag_neo4j.readers.yaml_text import yaml_fields
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.text.named_cells import named_cells
from tests.support.growth import check_linear


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def one(path: Path) -> Document:
    [item] = read_path(path)
    assert isinstance(item, Document), item
    return item


def failure(path: Path) -> Unreadable:
    [item] = read_path(path)
    assert isinstance(item, Unreadable), item
    assert path.name not in item.reason
    return item


# -- text --------------------------------------------------------------------------------------


def test_text_keeps_its_words_and_takes_its_name_as_title(tmp_path: Path) -> None:
    document = one(
        write(tmp_path / "annual_report-2024.txt", b"\xef\xbb\xbfOne\r\nTwo\x00\x0cThree\r")
    )
    assert document.text == "One\nTwo  Three\n"
    assert document.title == "Annual report 2024"
    assert document.uri == (tmp_path / "annual_report-2024.txt").as_uri()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig", "cp1252"])
def test_other_encodings_are_understood(tmp_path: Path, encoding: str) -> None:
    text = "Le café de la gare était fermé, naturellement, à cause de la fête – hélas."
    assert one(write(tmp_path / "a.txt", text.encode(encoding))).text == text


def test_a_few_bytes_that_tell_nothing_are_taken_as_western(tmp_path: Path) -> None:
    assert one(write(tmp_path / "a.txt", "Straße".encode("cp1252"))).text == "Straße"


@given(st.text(st.characters(), max_size=100))
def test_cleaning_twice_changes_nothing_and_leaves_no_control_characters(text: str) -> None:
    clean = clean_text(text)
    assert clean_text(clean).removeprefix("\ufeff") == clean.removeprefix("\ufeff")
    assert all(char in "\n\t" or ord(char) >= 32 for char in clean)
    clean.encode()


@pytest.mark.parametrize(
    "suffix", [".txt", ".md", ".html", ".pdf", ".docx", ".csv", ".json", ".jsonl"]
)
@pytest.mark.parametrize("content", ["", " \n\t\r\n "])
def test_empty_files_are_reported(tmp_path: Path, suffix: str, content: str) -> None:
    reason = failure(write(tmp_path / f"a{suffix}", content)).reason
    assert "empty" in reason or (content and "sound" in reason)


@pytest.mark.parametrize(
    "content",
    [b"\x89PNG\r\n\x1a\n\x00\x00", b"\x00\x01\x02" * 50, bytes(range(256)) * 4, b"%PDF-1.4 a"],
)
def test_binary_content_in_a_text_file_is_reported(tmp_path: Path, content: bytes) -> None:
    assert "binary" in failure(write(tmp_path / "a.txt", content)).reason


def test_unsupported_files_are_reported_and_unknown_suffixes_tried_as_text(tmp_path: Path) -> None:
    assert ".pages" in failure(write(tmp_path / "a.pages", b"PK\x03\x04")).reason
    assert one(write(tmp_path / "README", "Read me.")).text == "Read me."
    assert "opened" in failure(tmp_path / "missing.txt").reason


# -- Markdown ----------------------------------------------------------------------------------


def test_markdown_headings_point_into_the_file(tmp_path: Path) -> None:
    text = "# The *Big* [Title](x)\n\n```\n# not one\n```\n\nSub\n---\n\n"
    text += "> # quoted\n\n### `Deep` &amp; low ###\n"
    document = one(write(tmp_path / "a.md", text))
    found = [(h.level, h.title, text[h.start :].split("\n")[0]) for h in document.headings]
    assert found == [
        (1, "The Big Title", "# The *Big* [Title](x)"),
        (2, "Sub", "Sub"),
        (3, "Deep & low", "### `Deep` &amp; low ###"),
    ]
    assert document.title == "The Big Title"
    assert document.text == text


def test_front_matter_becomes_metadata(tmp_path: Path) -> None:
    text = '---\ntitle: "Named: here"\nauthor-name: Ann\nyear: 2024\ndraft: false\n'
    text += "tags: [a, b]\nzip: 007\n---\n# Head\n"
    document = one(write(tmp_path / "a.md", text))
    assert document.title == "Named: here"
    assert document.metadata == {
        "author_name": "Ann",
        "year": 2024,
        "draft": False,
        "zip": "007",
        "tags": '["a", "b"]',
    }
    assert [text[h.start :] for h in document.headings] == ["# Head\n"]


def test_front_matter_is_read_though_a_value_is_no_sound_yaml(tmp_path: Path) -> None:
    text = '---\ntitle: "I can go": Una\'s story\nseries: Isle: part two\nyear: 2024\n'
    text += "tags: [a, b]\n---\nUna went home.\n"
    document = one(write(tmp_path / "a.md", text))
    assert document.title == '"I can go": Una\'s story'
    assert document.metadata == {"series": "Isle: part two", "year": 2024, "tags": '["a", "b"]'}


def test_prose_between_two_rules_is_no_front_matter(tmp_path: Path) -> None:
    text = "---\nNote: he said: go\nand so they went.\n---\nUna went home.\n"
    assert not one(write(tmp_path / "a.md", text)).metadata


@pytest.mark.parametrize("line", ['a: "b": c\n', "a: " + "b: " * 30 + "\n", "a" * 70 + ": b: c\n"])
def test_fields_are_read_in_linear_time(line: str) -> None:
    check_linear(lambda size: yaml_fields(line * size), 400)


def test_each_field_of_front_matter_is_a_row_with_links_by_what_they_show() -> None:
    text = '---\ntitle: Una\naliases: [U]\nborn: 1974-02-11\nemployer: "[[Melby Works]]"\n'
    text += (
        "near: '[[a/Osmere|Osmere]]'\ntags:\n  - lamps\n  - sea\ndraft: false\nby:\n---\nLeft.\n"
    )
    document = markdown_document(text, "package:a")
    found = [(block.kind, text[block.start : block.end], block.cells) for block in document.blocks]
    assert found == [
        ("columns", "title: Una", ()),
        ("columns", "aliases: [U]", ()),
        ("row", "born: 1974-02-11", ("born: 1974-02-11",)),
        ("row", 'employer: "[[Melby Works]]"', ("employer: Melby Works",)),
        ("row", "near: '[[a/Osmere|Osmere]]'", ("near: Osmere",)),
        ("row", "tags:\n  - lamps\n  - sea", ("tags: lamps, sea",)),
        ("columns", "draft: false", ()),
        ("columns", "by:", ()),
    ]


def test_markdown_text_needs_no_file() -> None:
    assert markdown_document("# Head\n\nx", "package:a").title == "Head"
    assert markdown_document("Just words", "package:a").title == "Just words"


def test_the_book_has_its_staves() -> None:
    [book] = read_path(Path(__file__).parents[2] / "graphrag_neo4j/data/a_christmas_carol.md")
    assert isinstance(book, Document)
    assert book.title == "A Christmas Carol"
    assert book.headings[1].title == "Stave One: Marley's Ghost"
    assert len(book.headings) == 6


# -- HTML --------------------------------------------------------------------------------------


def test_html_gives_reading_text_and_headings(tmp_path: Path) -> None:
    page = """<!DOCTYPE html><html><head><title> My
      page </title><meta name="Description" content="About it"><style>p{}</style></head>
    <body><nav>Home</nav><h1>Top <b>news</b></h1><p>First
      para<br>next line</p><script>x()</script><!-- no -->
    <ul><li>One<li><p>Two</p></ul>
    <table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>
    <h2>Below</h2>Loose text</body></html>"""
    document = one(write(tmp_path / "a.html", page))
    assert document.text == (
        "Top news\n\nFirst para\nnext line\n\n- One\n- Two\n\nA, B\n\nA: 1; B: 2\n\nBelow\n\n"
        "Loose text"
    )
    assert document.title == "My page"
    assert dict(document.metadata) == {"description": "About it"}
    for heading in document.headings:
        assert document.text[heading.start :].startswith(heading.title)
    assert [(h.level, h.title) for h in document.headings] == [(1, "Top news"), (2, "Below")]


def test_html_in_its_declared_encoding(tmp_path: Path) -> None:
    page = '<meta charset="windows-1251"><p>Привет, мир</p>'.encode("cp1251")
    assert one(write(tmp_path / "a.htm", page)).text == "Привет, мир"


def test_deeply_nested_html_is_read(tmp_path: Path) -> None:
    assert one(write(tmp_path / "a.html", "<div>" * 5000 + "deep")).text == "deep"


def test_html_without_words_is_reported(tmp_path: Path) -> None:
    assert "scripts" in failure(write(tmp_path / "a.html", "<script>only()</script>")).reason
    assert "empty" in failure(write(tmp_path / "b.html", "<p> </p>")).reason


# -- Word --------------------------------------------------------------------------------------


def test_docx_keeps_headings_lists_and_tables_in_order(tmp_path: Path) -> None:
    word = docx.Document()
    word.core_properties.title = "The Plan"
    word.core_properties.author = "Ann"
    word.add_heading("Goals", 1)
    word.add_paragraph("We want much.")
    word.add_paragraph("First", style="List Bullet")
    word.add_paragraph("Second", style="List Bullet")
    table = word.add_table(2, 2)
    for cell, text in zip((c for row in table.rows for c in row.cells), "abcd", strict=True):
        cell.text = text
    word.add_heading("Means", 2)
    word.save(str(tmp_path / "a.docx"))
    document = one(tmp_path / "a.docx")
    assert document.text == ("Goals\n\nWe want much.\n\n- First\n- Second\n\na, b\n\nc, d\n\nMeans")
    assert [(h.level, document.text[h.start :][:5]) for h in document.headings] == [
        (1, "Goals"),
        (2, "Means"),
    ]
    assert (document.title, document.metadata) == ("The Plan", {"author": "Ann"})


def test_broken_docx_is_reported(tmp_path: Path) -> None:
    assert "sound" in failure(write(tmp_path / "a.docx", b"PK\x03\x04broken")).reason


# -- records -----------------------------------------------------------------------------------


def test_csv_columns_become_text_title_and_metadata(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.csv", 'ID,Title,Body,Year\nx 1,First,"Some, text\r\nmore",2024\n,Next,B,\n'
    )
    first, second = read_path(path)
    uri = path.as_uri()
    row = Block(0, 16, "row", ("", "Year"), ("First", "2024"))
    assert first == Document(
        f"{uri}#x%201", "First\nYear: 2024\n\nSome, text\nmore", "First", (),
        {"ID": "x 1", "Year": "2024"}, places=(Place(0, "row", "2"),), blocks=(row,),
    )  # fmt: skip
    assert second == Document(second.uri, "B", "Next", (), {}, places=(Place(0, "row", "3"),))
    assert re.fullmatch(re.escape(uri) + "#row-[0-9a-f]{16}", second.uri)


def test_csv_without_a_text_column_is_written_out(tmp_path: Path) -> None:
    document = one(write(tmp_path / "people.csv", "city;name\nParis;Ann\n"))
    assert document.text == "city: Paris\nname: Ann"
    assert document.title == "People Ann"


def test_rows_of_files_with_the_same_names_have_titles_of_their_own(tmp_path: Path) -> None:
    for town in ("leeds", "york"):
        write(tmp_path / f"depot-{town}.csv", "Name,Stock\nGarden hose,12\n")
    titles = [one(tmp_path / f"depot-{town}.csv").title for town in ("leeds", "york")]
    assert titles == ["Depot leeds Garden hose", "Depot york Garden hose"]


def test_a_row_with_a_text_keeps_its_title(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "Name,Text\nLamp room,The lamp was lit at dusk.\n")
    assert one(path).title == "Lamp room"


@pytest.mark.parametrize(
    "lines",
    [
        "Bowls club\nas of 1 March\n\nName;Fee;Role\n;;\nUna Bright;24;Keeper\nOwen Trask;48;\n",
        "Bowls club,,\nas of 1 March,,\nName,Fee,Role\nUna Bright,24,Keeper\nOwen Trask,48,\n",
    ],
)
def test_what_stands_above_the_names_of_columns_is_none_of_them(tmp_path: Path, lines: str) -> None:
    (tmp_path / "a.csv").write_text(lines)
    found = [item for item in read_path(tmp_path / "a.csv") if isinstance(item, Document)]
    first, second, *above = found
    assert first.text.split("\n") == ["Name: Una Bright", "Fee: 24", "Role: Keeper"]
    assert "Fee: 48" in second.text
    assert [d.text for d in above] == ["Bowls club", "as of 1 March"]


BANK = """\
"Account:";"0042 / private"
"Holder:";"Ada Berg";
"From 1 March";

"Day";"To";"Amount"
"02.03.2024";"Melby Bakery";"-18,50"
"03.03.2024";"";"-20,00"
"""


def test_fields_above_the_names_of_columns_are_apart_from_them(tmp_path: Path) -> None:
    found = list(read_path(write(tmp_path / "a.csv", BANK)))
    assert [d.text.split("\n") for d in found if isinstance(d, Document)] == [
        ["Day: 02.03.2024", "To: Melby Bakery", "Amount: -18,50"],
        ["Day: 03.03.2024", "Amount: -20,00"],
        ["Account: 0042 / private", "Holder: Ada Berg"],
        ["From 1 March"],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "name;born\nAda;1960\n\nBo;1970;Oslo\n",
        "name;born\nAda;1960\n\nBo;1970;3\nCy;1980;4\n",
        "name;born\nAda;1960\nBo;Oslo;Cook\nCy;Melby;Smith\n",
    ],
)
def test_rows_that_are_too_long_are_no_names_of_columns(tmp_path: Path, text: str) -> None:
    first, *others = list(read_path(write(tmp_path / "a.csv", text)))
    assert isinstance(first, Document) and first.text == "name: Ada\nborn: 1960"
    assert all(isinstance(item, Unreadable) for item in others)


def test_a_csv_of_one_column_has_its_name_in_the_first_row(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('said\n"Yes, but later"\nNo\n')
    found = [item for item in read_path(tmp_path / "a.csv") if isinstance(item, Document)]
    assert [d.text for d in found] == ["said: Yes, but later", "said: No"]


ALIGNED = """\
North Dental                      Week 14
Room      Monday            Tuesday
---------------------------------------
1         Dr Okonjo         Dr Bramley
2         Dr Bramley        closed

Pos  What            Each     Total
1    Roof slate     44.00    880.00
2    Felt           71.00  2,840.00
                      Sum  3,720.00

               Mon 6     Tue 7
Early shift    Anna      Boris
Late shift     Boris     -

Member\tBoat\tBerth
Oona Farr\tKittiwake\tB7
Olga Farr\t\tC2
"""


def test_rows_of_plain_text_know_their_columns(tmp_path: Path) -> None:
    document = one(write(tmp_path / "a.txt", ALIGNED))
    rows = [block for block in document.blocks if block.kind == "row"]
    assert [named_cells(row.columns, row.cells) for row in rows] == [
        "Room: 1; Monday: Dr Okonjo; Tuesday: Dr Bramley",
        "Room: 2; Monday: Dr Bramley; Tuesday: closed",
        "Pos: 1; What: Roof slate; Each: 44.00; Total: 880.00",
        "Pos: 2; What: Felt; Each: 71.00; Total: 2,840.00",
        "Each: Sum; Total: 3,720.00",
        "Early shift; Mon 6: Anna; Tue 7: Boris",
        "Late shift; Mon 6: Boris; Tue 7: -",
        "Member: Oona Farr; Boat: Kittiwake; Berth: B7",
        "Member: Olga Farr; Berth: C2",
    ]
    assert document.text[rows[1].start : rows[1].end].split() == ["2", "Dr", "Bramley", "closed"]


@pytest.mark.parametrize(
    "text",
    [
        "Anna Berg    Oslo      Smith\nErik Holm    Bergen    Cook\nIda Lund     Melby     Nurse\n",
        "Water is on.    The swap is on.    It rains.\nFrom 2 April.    Bring 3.    Take 4.\n",
        "one  two  three\n\nfour  five  six\n",
    ],
)
def test_what_nothing_shows_to_be_names_of_columns_is_none(tmp_path: Path, text: str) -> None:
    document = one(write(tmp_path / "a.txt", text))
    assert document.text == text
    assert not document.blocks


DIAGRAM = """\
A frame begins with its kind.

    0                   1
    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5
   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
   |     kind      |     wick      |
   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+

    7 6 5 4 3 2 1 0
   +---+---+-------+

    0 1 2 3 5 8 1 2
   +---+---+-------+

1 2 3 4 5 6 7 8 9
"""


def test_what_counts_the_bits_above_a_diagram_states_nothing(tmp_path: Path) -> None:
    document = one(write(tmp_path / "a.txt", DIAGRAM))
    assert {block.kind for block in document.blocks} == {"columns"}
    assert [document.text[block.start : block.end].split() for block in document.blocks] == [
        "0 1 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5".split(),
        "7 6 5 4 3 2 1 0".split(),
    ]


@pytest.mark.parametrize("names", [",price", "plant,"])
def test_a_column_without_a_name_is_no_title_above_the_table(tmp_path: Path, names: str) -> None:
    first, second = list(read_path(write(tmp_path / "a.csv", f"{names}\nrose,3\nbox,4\n")))
    assert isinstance(first, Document) and isinstance(second, Document)
    assert "rose" in first.text and "3" in first.text and "box" in second.text
    assert names.strip(",") in first.text and "rose" not in second.text


def test_a_few_words_among_other_fields_are_one_of_them(tmp_path: Path) -> None:
    ledger = "Date,Text,In,Out\n2024-02-10,Bus to Hexley,,190\n2024-02-17,Paid by Pargeter.,1500,\n"
    bus, paid = list(read_path(write(tmp_path / "a.csv", ledger)))
    assert isinstance(bus, Document) and isinstance(paid, Document)
    assert bus.text == "Date: 2024-02-10\nText: Bus to Hexley\nOut: 190"
    assert bus.title.endswith("Bus to Hexley") and "Text" not in bus.metadata
    assert paid.text == "Paid by Pargeter.\n\nDate: 2024-02-17\nIn: 1500"


def test_columns_of_one_name_are_all_kept(tmp_path: Path) -> None:
    table = "Key,Sprint,Comment,Comment,Comment,Comment 2\nD-1,14,first,second,,own\nD-2,15,,,,\n"
    items = list(read_path(write(tmp_path / "jira.csv", table)))
    first, second = (item for item in items if isinstance(item, Document))
    assert first.text == (
        "Key: D-1\nSprint: 14\nComment: first\nComment 2: second\nComment 2 2: own"
    )
    assert first.metadata["Comment_2"] == "second"
    assert second.text == "Key: D-2\nSprint: 15"
    endless = ",".join(["a"] * 20_000)
    document = one(write(tmp_path / "a.csv", f"{endless}\n{endless}\n"))
    assert document.text.endswith("a 20000: a")


def test_short_fields_stand_with_the_text_where_the_record_has_them(tmp_path: Path) -> None:
    ticket = {
        "id": "T-1",
        "text": "The pump is loud.",
        "customer": {"name": "Bram", "phone": "020 79"},
        "tags": ["pump", "noise"],
        "closed": None,
        "link": "https://a.example/1",
        "history": "long " * 60,
    }
    document = one(write(tmp_path / "a.json", json.dumps([ticket])))
    assert document.text == (
        "The pump is loud.\n\ncustomer name: Bram\ncustomer phone: 020 79\ntags: pump, noise"
    )
    review = one(write(tmp_path / "b.csv", "product,stars,text\nTent,5,Dry inside.\n"))
    assert review.text == "product: Tent\nstars: 5\n\nDry inside."


def test_short_lists_of_small_objects_are_told_in_words(tmp_path: Path) -> None:
    issue = {
        "number": 118,
        "assignees": [{"login": "ann"}, {"login": "bo"}],
        "steps": [{"name": "build", "seconds": 3}, {"name": "test", "seconds": None}],
        "none": [{}],
        "deep": [{"who": {"name": "Ann"}}],
        "long": [{"said": "word " * 41}],
        "many": [{"n": n} for n in range(21)],
        "mixed": [{"n": 1}, 2],
    }
    lines = one(write(tmp_path / "a.json", json.dumps([issue]))).text.splitlines()
    assert lines[:3] == [
        "number: 118",
        "assignees login: ann, bo",
        "steps: name build, seconds 3; name test",
    ]
    assert lines[4].startswith("long said: word word")
    assert lines[5].startswith("many n: 0, 1, 2")
    assert [lines[3], *lines[6:]] == ["deep who name: Ann", "mixed n: 1", "mixed: 2"]


def test_what_lies_deep_in_a_record_is_no_raw_json(tmp_path: Path) -> None:
    visit = {"ward": {"name": "North"}, "note": "Came in with a fever after the storm. " * 6}
    patient = {
        "name": "Bo Lind",
        "visits": [visit, {"ward": {"name": "South"}, "note": "Slept well."}],
        "a": {"b": {"c": {"d": {"e": "deep words"}}}},
        "track": [[1.5, 2], [3, 4]],
        "empty": [[], {}],
    }
    document = one(write(tmp_path / "a.json", json.dumps([patient])))
    assert document.text.splitlines() == [
        "name: Bo Lind",
        "visits ward name: North",
        f"visits note: {visit['note']}".rstrip(),
        "visits ward name: South",
        "visits note: Slept well.",
        "c d e: deep words",
        "track: 1.5, 2; 3, 4",
    ]


def test_each_object_of_a_list_is_a_row_of_its_own(tmp_path: Path) -> None:
    told = [{"who": name, "where": {"room": name * 50}} for name in ("Ann", "Bo")]
    document = one(write(tmp_path / "a.json", json.dumps([{"day": "Monday", "talks": told}])))
    rows = [document.text[block.start : block.end] for block in document.blocks]
    assert [row.partition("\n")[0] for row in rows] == ["day: Monday", "talks who: Bo"]


def test_what_has_no_label_in_a_record_stays_with_its_fields(tmp_path: Path) -> None:
    person = {"title": "Bo Lind", "Phone": "0163 960", "Town": "Osmere", "text": "has a dog"}
    document = one(write(tmp_path / "a.json", json.dumps([person])))
    rows = [document.text[block.start : block.end] for block in document.blocks]
    assert rows == ["Bo Lind\nPhone: 0163 960\nTown: Osmere\nhas a dog"]


def test_long_lists_deep_in_a_record_do_not_stand_beside_its_text(tmp_path: Path) -> None:
    steps = [{"step": {"name": "build"}, "log": "word " * 60}]
    ticket = {"text": "The pump is loud and leaks since the storm.", "by": "Bo", "steps": steps}
    document = one(write(tmp_path / "a.json", json.dumps([ticket])))
    assert document.text == "The pump is loud and leaks since the storm.\n\nby: Bo"


def test_a_record_of_messages_keeps_what_else_it_says(tmp_path: Path) -> None:
    said = [{"from": "Ada", "text": "The router is off."}, {"from": "Ole", "text": "Restart it."}]
    ticket = {"id": 7, "customer": {"phone": "020 79"}, "status": "open", "messages": said}
    document, _ = read_path(write(tmp_path / "a.json", json.dumps([ticket, ticket | {"id": 8}])))
    assert isinstance(document, Document)
    assert document.text == (
        "Ada: The router is off.\n\nOle: Restart it.\n\ncustomer phone: 020 79\nstatus: open"
    )
    [row] = document.blocks
    assert document.text[row.start : row.end] == "customer phone: 020 79\nstatus: open"


def test_bad_csv_rows_do_not_cost_the_good_ones(tmp_path: Path) -> None:
    items = list(read_path(write(tmp_path / "a.tsv", "text\tx\na\t1\nb\t2\t3\n \t4\nc\t5\n")))
    assert [isinstance(item, Document) for item in items] == [True, False, False, True]


def test_jsonl_reports_bad_lines_and_reads_on(tmp_path: Path) -> None:
    lines = ['{"id": "d0", "title": "T", "text": "A"}', "{bad", "", '["x"]', '{"text": ""}']
    lines += [
        '{"id": "d0", "text": "B"}',
        '{"id": 7, "text": "C", "n": [1], "big": 99999999999999999999}',
    ]
    path = write(tmp_path / "a.jsonl", "\n".join(lines))
    items = list(read_path(path))
    keys = [item.uri.partition("#")[2] for item in items]
    assert keys[:4] + keys[5:] == ["d0", "2", "3", "4", "7"]
    assert is_content_key(keys[4])  # the id belongs to the first
    assert [isinstance(item, Document) for item in items] == [True, False, False, False, True, True]
    assert "line 2" in items[1].reason  # type: ignore[union-attr]
    assert items[0] == Document(
        f"{path.as_uri()}#d0", "A", "T", (), {"id": "d0"}, places=(Place(0, "line", "1"),)
    )
    assert items[-1].places == (Place(0, "line", "7"),)  # type: ignore[union-attr]
    assert items[-1].metadata == {"id": 7, "n": "[1]", "big": "99999999999999999999"}  # type: ignore[union-attr]


def _table(path: Path, suffix: str, rows: list[dict[str, str]]) -> list[Document]:
    names = ["vendor", "ends"]
    if suffix == ".csv":
        lines = [",".join(names), *(",".join(row[name] for name in names) for row in rows)]
        text = "\n".join(lines)
    elif suffix == ".json":
        text = json.dumps(rows)
    else:
        text = "\n".join(json.dumps(row) for row in rows)
    return [d for d in read_path(write(path / f"t{suffix}", text)) if isinstance(d, Document)]


@pytest.mark.parametrize("suffix", [".csv", ".json", ".jsonl"])
@given(
    rows=st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("12")), min_size=1),
    data=st.data(),
)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_rows_that_stay_are_known_wherever_they_stand(
    tmp_path: Path, suffix: str, rows: list[tuple[str, str]], data: st.DataObject
) -> None:
    before = [{"vendor": vendor, "ends": ends} for vendor, ends in rows]
    after = data.draw(st.permutations(before))
    new = {"vendor": "Kestrel", "ends": "2026-03-31"}
    after.insert(data.draw(st.integers(0, len(after))), new)
    old = {d.uri: replace(d, places=()) for d in _table(tmp_path, suffix, before)}
    now = {d.uri: replace(d, places=()) for d in _table(tmp_path, suffix, after)}
    assert len(now) == len(old) + 1 == len(rows) + 1
    assert {uri: now.get(uri) for uri in old} == old
    (added,) = now.keys() - old.keys()
    assert "Kestrel" in now[added].text


def test_jsonl_streams(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with path.open("w") as out:
        for n in range(100_000):
            out.write(f'{{"id": "d{n}", "text": "text {n}"}}\n')
        out.write("{bad")
    import tracemalloc

    tracemalloc.start()
    assert len(list(islice(read_path(path), 100))) == 100
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


def test_json_object_list_and_other_values(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", '{"Content": "Words", "name": "N", "k-1": null, "2x": true}')
    row = Block(7, 17, "row", ("", "2x"), ("N", "True"))
    text = "Words\n\nN\n2x: True"
    assert one(path) == Document(path.as_uri(), text, "N", (), {"_2x": True}, blocks=(row,))
    items = list(read_path(write(tmp_path / "b.json", '[{"text": "A"}, 5, {"other": {"x": 1}}]')))
    assert [getattr(item, "text", None) for item in items] == ["A", None, "other x: 1"]
    assert one(write(tmp_path / "c.json", '[[{"b": 1}]]')).text == "1 > 1 > b: 1"
    assert "JSON" in failure(write(tmp_path / "d.json", "{")).reason
    assert "JSON" in failure(write(tmp_path / "e.json", "[" * 100_000)).reason


def test_metadata_keys_are_made_safe_without_losing_one(tmp_path: Path) -> None:
    record = {"text": "A", "a b": 1, "a-b": 2, "`x`": "y", "--": 3}
    document = one(write(tmp_path / "a.json", json.dumps([record])))
    assert document.metadata == {"a_b": 1, "a_b_2": 2, "x": "y", "field": 3}


def test_what_was_read_can_be_read_again_by_its_uri(tmp_path: Path) -> None:
    records = write(tmp_path / "a b#c.jsonl", '{"id": "x y", "text": "A"}\n{"text": "B"}')
    for path in (records, write(tmp_path / "ä.txt", "Text")):
        for item in read_path(path):
            assert list(read_uris([item.uri])) == [item]
    assert list(read_uris([f"{records.as_uri()}#gone"])) == []
    assert list(read_uris(["https://example.org/a.txt"])) == []


# -- folders -----------------------------------------------------------------------------------


def test_every_entry_of_a_folder_is_read_once_or_skipped_with_a_reason(tmp_path: Path) -> None:
    for name in ("b.txt", "a.md", ".hidden.txt", "notes.rst", "Makefile"):
        write(tmp_path / name, "text")
    for name in ("pic.png", "data.unknown", "core"):
        write(tmp_path / name, b"\x7fELF\x02\x01\0")
    for folder in ("sub", ".git"):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder / "c.txt", "text")
    (tmp_path / "sub" / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "z.txt").symlink_to(tmp_path / "b.txt")
    os.mkfifo(tmp_path / "pipe")
    items = list(read_files(find_files([tmp_path, tmp_path / "b.txt"])))
    read = [item.uri for item in items if isinstance(item, Document)]
    names = ["Makefile", "a.md", "b.txt", "notes.rst", "sub/c.txt"]
    assert read == [(tmp_path / name).as_uri() for name in names]
    skipped = {item.uri: item.reason for item in items if isinstance(item, Unreadable)}
    reasons = {
        ".git": "hidden", ".hidden.txt": "hidden", "core": "binary", "data.unknown": "binary",
        "pic.png": ".png", "pipe": "neither",
    }  # fmt: skip
    assert skipped.keys() == {(tmp_path / name).as_uri() for name in reasons}
    for name, reason in reasons.items():
        assert reason in skipped[(tmp_path / name).as_uri()]
    assert all(item.skipped for item in items if isinstance(item, Unreadable))


def test_a_file_behind_a_link_is_called_as_itself_whichever_comes_first(tmp_path: Path) -> None:
    write(tmp_path / "report.md", "Anna Berg manages it.")
    (tmp_path / "blobs").mkdir()
    blob = write(tmp_path / "blobs" / "1a2b", "Bo keeps it.")
    (tmp_path / "a_link.md").symlink_to(tmp_path / "report.md")
    (tmp_path / "b_link.txt").symlink_to(tmp_path / "report.md")
    (tmp_path / "notes.md").symlink_to(blob)
    found = find_files([tmp_path / "a_link.md", tmp_path / "report.md", tmp_path / "notes.md"])
    assert found == [tmp_path / "report.md", tmp_path / "notes.md"]
    assert [one.title for one in read_files(found) if isinstance(one, Document)] == [
        "Report",
        "Notes",
    ]
    assert find_files([tmp_path / "b_link.txt"]) == [tmp_path / "report.md"]


def test_a_file_is_judged_alike_alone_and_in_a_folder_but_alone_it_is_a_failure(
    tmp_path: Path,
) -> None:
    path = write(tmp_path / "book.pages", b"PK\x03\x04")
    (alone,) = read_files(find_files([path]))
    (within,) = read_files(find_files([tmp_path]))
    assert isinstance(alone, Unreadable) and isinstance(within, Unreadable)
    assert (alone.uri, alone.reason) == (within.uri, within.reason)
    assert (alone.skipped, within.skipped) == (False, True)


def test_what_is_skipped_is_counted_and_listed_but_is_no_failure() -> None:
    report = IngestReport()
    report.add_unread(Unreadable("file:///d/a.png", ".png files are not supported.", skipped=True))
    assert report.is_clean
    lines = ["skipped: file:///d/a.png: .png files are not supported."]
    assert report.problems() == report.problems(full=False) == lines, "a few are always named"
    assert "--report" not in report.summary()
    for n in range(9):
        report.add_unread(Unreadable(f"file:///d/{n}", "it is hidden.", skipped=True))
    assert report.problems(full=False) == [] and len(report.problems()) == 10
    assert "(--report lists them all)" in report.summary()
    report.add_unread(Unreadable("file:///d/b.txt", "it is empty."))
    assert not report.is_clean


def test_a_missing_path_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nowhere\.txt"):
        find_files([tmp_path, tmp_path / "nowhere.txt"])


# -- LlamaIndex --------------------------------------------------------------------------------


def test_llama_uri_is_its_place_else_its_id_else_its_content(tmp_path: Path) -> None:
    def uri(**given: Any) -> str:
        return from_llama(LlamaDocument(text="Hello", **given)).uri

    path = str(tmp_path / "a.txt")
    assert uri(metadata={"file_path": path, "url": "http://x"}) == Path(path).as_uri()
    assert uri(metadata={"url": "http://x"}, id_="mine") == "http://x"
    assert uri(id_="mine") == "mine"
    assert uri() == uri(id_=str(uuid.uuid4()))
    assert uri().startswith("content:")
    assert uri(metadata={"file_path": path, "page_label": "3"}).endswith("a.txt#page=3")


@pytest.mark.parametrize("tag", ["crm", "Team North", "v1.2", "sales:2024"])
def test_an_id_goes_before_a_source_that_is_no_place(tag: str) -> None:
    mine, yours = (
        from_llama(LlamaDocument(text="Hello", id_=name, metadata={"source": tag}))
        for name in ("crm-1", "crm-2")
    )
    assert (mine.uri, yours.uri) == ("crm-1", "crm-2")
    assert mine.metadata["source"] == tag
    assert from_llama(LlamaDocument(text="Hello", metadata={"uri": tag})).uri == tag


@pytest.mark.parametrize("place", ["https://x.example/a", "notes/a", "C:\\notes\\a", "a.pdf"])
def test_a_source_that_is_a_place_goes_before_an_id(place: str) -> None:
    for key in ("source", "uri"):
        document = LlamaDocument(text="Hello", id_="mine", metadata={key: place})
        assert from_llama(document).uri == place


def test_nodes_of_one_file_that_do_not_say_where_they_stand_are_all_there(tmp_path: Path) -> None:
    def documents(*texts: str, **more: str) -> list[Any]:
        about = {"file_path": str(tmp_path / "a.json"), **more}
        nodes = [TextNode(text=text, metadata=about) for text in texts]
        return list(inputs_of([nodes], Settings(_env_file=None)).documents())

    texts = ["Ann sails.", "Bo swims.", "Cy rows."]
    for more in ({}, {"page_label": "3"}):
        found = documents(*texts, **more)
        assert [one.text for one in found if isinstance(one, Document)] == texts
        assert len({one.uri for one in found}) == 3
        assert found == documents(*texts, **more), "the same input meets itself"
    assert len({one.uri for one in documents(texts[0], texts[0])}) == 1


def test_of_two_documents_with_one_id_the_last_one_counts_and_the_other_is_told_of() -> None:
    both = [LlamaDocument(text=text, id_="mine") for text in ("Ann sails.", "Bo swims.")]
    found = list(inputs_of([both], Settings(_env_file=None)).documents())
    assert [one.uri for one in found if isinstance(one, Document)] == ["mine", "mine"]
    assert [one.uri for one in found if isinstance(one, Unreadable)] == ["document 1"]


def test_llama_title_and_headings() -> None:
    assert from_llama(LlamaDocument(text="# Head\n\nx")).title == "Head"
    assert from_llama(TextNode(text="First line\nsecond")).title == "First line"
    assert from_llama(TextNode(text="x", metadata={"file_name": "n.py", "l": [1]})).metadata == {
        "file_name": "n.py",
        "l": "[1]",
    }
    assert from_llama(TextNode(text="# no", metadata={"file_name": "n.py"})).headings == ()


def test_llama_document_without_text_is_refused() -> None:
    with pytest.raises(ReadError):
        from_llama(LlamaDocument(text=" "))


@pytest.mark.skipif(sys.platform == "darwin", reason="its file system takes UTF-8 alone")
def test_a_name_that_is_no_utf8_costs_nothing(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff\xfename.txt"))
    path.write_text("Odd Corp owns Melby.")
    document = one(path)
    document.title.encode("utf-8")
    document.uri.encode("utf-8")
    assert document.text == "Odd Corp owns Melby."


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1252", "Überschuss 4.812,50 € / Schriftführer: Jörg"),
        ("cp1252", "Le château est près de la forêt, où l’on mange du bœuf."),
        ("cp1252", "As ações são às três horas; ¿qué más quería el niño?"),
        ("cp1250", "Zażółć gęślą jaźń, był sobie król, który mógł wszystko zrobić."),
        ("cp1250", "Árvíztűrő tükörfúrógép, a hosszú erdőben élő őzek és a nyulak."),
        ("cp1251", "Съешь же ещё этих мягких французских булок, да выпей чаю."),
    ],
)
def test_short_texts_of_old_code_pages_are_read_as_they_were_meant(
    tmp_path: Path, encoding: str, text: str
) -> None:
    assert one(write(tmp_path / "a.txt", text.encode(encoding))).text == text


@given(
    st.dictionaries(
        st.text(max_size=8),
        st.none()
        | st.text(max_size=12)
        | st.integers()
        | st.lists(st.text(max_size=4), max_size=3),
        max_size=6,
    ),
    st.text(max_size=20),
)
@settings(max_examples=60, deadline=None)
def test_the_row_of_a_record_is_where_it_is_said_to_be(
    record: dict[str, object], text: str
) -> None:
    try:
        document = record_document("a", "b", {**record, "title": " T ", "text": text})
    except ReadError:
        return
    for row in document.blocks:
        said = document.text[row.start : row.end]
        assert said == said.strip()
        assert all(cell in " ".join(said.split()) for cell in row.cells)


def test_a_wide_record_is_rows_of_its_short_fields_around_its_long_ones(tmp_path: Path) -> None:
    long = "The app stops when the signal is lost. " * 20
    head = {f"Field {n}": "x" * 90 for n in range(8)}
    record = {**head, "Story": long.strip(), "State": "open", "Owner": "Ada"}
    document = one(write(tmp_path / "a.jsonl", json.dumps(record)))
    said = [document.text[block.start : block.end] for block in document.blocks]
    assert [len(block.columns) for block in document.blocks] == [6, 2, 2]
    assert said[-1] == "State: open\nOwner: Ada"
    assert all(len(row) <= 600 for row in said)


def test_two_texts_that_a_reader_gives_one_name_are_both_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = ["The gate is shut.", "The gate is open.", "The gate is shut."]

    def read(_: Path, uri: str) -> Iterator[Document]:
        yield from (Document(f"{uri}#gate", text, "Gate") for text in texts)

    monkeypatch.setattr(files, "reader_of", lambda *_: read)
    found = {item.uri: item for item in read_path(tmp_path / "a.gates")}
    assert [item.text for item in found.values() if isinstance(item, Document)] == texts[:2]
    assert len(found) == 2


_VALUES = st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), max_size=900)


@given(st.lists(st.tuples(st.sampled_from(["", "a", "long name"]), _VALUES), max_size=12))
def test_rows_of_fields_lie_in_their_lines(fields: list[tuple[str, str]]) -> None:
    fields = [(name, value) for name, value in fields if value]
    text = lines_of(fields)
    lines = [lines_of([field]) for field in fields]
    for block in rows_of(fields):
        said = text[block.start : block.end].split("\n")
        assert len(said) == len(block.cells) > 1
        assert said in [lines[i : i + len(said)] for i in range(len(lines))]
