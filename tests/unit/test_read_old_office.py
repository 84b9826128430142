"""Word and PowerPoint files of before 2007, and files whose suffix tells another kind."""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.readers.office.old_word_forms import shown_by_forms
from tests.support.files import write_docx
from tests.support.ole_file import write_ole

REPORT = Path(__file__).parents[1] / "files" / "report.doc"
"""Written by LibreOffice in the format of Word 97."""
TABLES = REPORT.with_name("tables.doc")
"""Likewise: a table of eight columns, a blank line, and a table with cells that span rows and
columns, an empty one, and one of two paragraphs. The first row of each is repeated on each page."""
FORM = REPORT.with_name("form.doc")
"""Likewise: "Quay: ", a drop-down field of "North" and "South", which is chosen, ", berth 4"."""
TITLE, BODY, OTHER = 0, 1, 4  # kinds of text on a slide


def one(path: Path) -> Document:
    [document] = read_path(path)
    assert isinstance(document, Document), document
    return document


def test_an_old_word_file_keeps_headings_tables_and_any_script_but_nothing_struck_out() -> None:
    document = one(REPORT)
    assert document.text == (
        "Harbour report\n\nThe crane in Melby fell in the storm – twice. Kåre saw it.\n\nCosts\n\n"
        "Part, Price\n\nRail, 9\n\nCrane\n\nThe fee is twelve crowns.\n\n"
        "Anna Berg pays; 北京 helps.\n\nFirst thing"
    )
    assert [(h.title, h.level) for h in document.headings] == [("Harbour report", 1), ("Costs", 2)]
    assert document.title == "Harbour report"
    assert document.metadata == {"author": "Anna Berg"}
    assert [block.columns for block in document.blocks] == [()] * 3


BOATS = [
    "Boat, Owner, Berth, Built, Length, Mast, Engine, State",
    "Boat: Petrel; Owner: Ida Moss; Berth: North quay; Built: 1998; Length: 9 m; Mast: wood;"
    " Engine: diesel; State: sound",
    "Boat: Tern; Owner: Jon Falk; Berth: South quay; Built: 2004; Length: 7 m; Mast: steel;"
    " Engine: none; State: leaks",
]
STOCK = [
    "Stock, Kind, Spring, Autumn",
    "Stock: Ropes; Kind: thin; Spring: many; Autumn: few",
    "Stock: Ropes; Kind: thick; Autumn: some",
    "Stock: Sails and flags; Spring: one; Autumn: two",
]


@pytest.mark.parametrize(
    ("rows", "first"),
    [
        pytest.param(BOATS, 1, id="formats that their page has no room for"),
        pytest.param(STOCK, 4, id="merged and empty cells, two paragraphs in one"),
    ],
)
def test_a_table_of_an_old_word_file_has_its_rows_and_the_names_of_its_columns(
    rows: list[str], first: int
) -> None:
    paragraphs = one(TABLES).text.split("\n\n")
    assert paragraphs[first : first + len(rows)] == rows
    assert (paragraphs[0], paragraphs[-1]) == ("Boats.", "That is all.")


def test_a_cell_whose_format_is_cut_off_costs_no_word(tmp_path: Path) -> None:
    path = tmp_path / "a.doc"  # each longer than the file, and of 255 cells
    columns = b"\x08\xd6"
    path.write_bytes(re.sub(columns + b"...", columns + b"\xff" * 3, TABLES.read_bytes()))
    said = one(path).text
    assert all(word in said for word in ("Petrel", "leaks", "Sails", "two", "That is all."))


def test_a_drop_down_field_of_an_old_word_file_shows_what_was_chosen() -> None:
    assert one(FORM).text == "Quay: South, berth 4\n\nIt is free."


def form_data(kind: int, result: int, default: int, *choices: str) -> bytes:
    """What a field of a form is, in the stream "Data"."""
    listed = b"".join(struct.pack("<H", len(c)) + c.encode("utf-16-le") for c in choices)
    head = struct.pack("<IHH", 0xFFFFFFFF, kind | result << 2, 0) + bytes(2)
    texts = bytes(4) + struct.pack("<H", default) + bytes(20)
    return (
        struct.pack("<IH", 0, 68)
        + bytes(62)
        + head
        + texts
        + b"\xff\xff"
        + (struct.pack("<HH", len(choices), 0) + listed)
    )


@pytest.mark.parametrize(
    ("command", "data", "expected"),
    [
        ("FORMDROPDOWN", form_data(2, 1, 0, "North", "South"), "South"),
        ("FORMDROPDOWN", form_data(2, 25, 0, "North", "South"), "North"),
        ("FORMDROPDOWN", form_data(2, 7, 0, "North"), ""),
        ("FORMDROPDOWN", form_data(2, 1, 0, "North", "South")[:90], ""),
        ("FORMCHECKBOX", form_data(1, 1, 0), "☒"),
        ("FORMCHECKBOX", form_data(1, 25, 0), "☐"),
        ("FORMCHECKBOX", form_data(2, 1, 0, "North"), ""),
    ],
)
def test_what_a_field_of_an_old_form_shows(command: str, data: bytes, expected: str) -> None:
    text = f"So: \x13 {command} \x01\x15."
    [shown] = shown_by_forms(text, data, [(text.index("\x01"), 0)]).values()
    assert shown == expected


def test_a_picture_in_another_field_is_no_choice() -> None:
    data = form_data(2, 1, 0, "North", "South")
    assert shown_by_forms("\x13 INCLUDEPICTURE \x01\x15", data, [(18, 0)]) == {}


def word_95(text: str) -> bytes:
    """The stream of a Word 6 or 95 file: a header, then the text."""
    head = bytearray(768)
    struct.pack_into("<HH", head, 0, 0xA5DC, 0x68)
    struct.pack_into("<I", head, 0x18, len(head))
    struct.pack_into("<I", head, 0x34, len(text))
    return bytes(head) + text.encode("cp1252")


def test_a_word_95_file_is_read(tmp_path: Path) -> None:
    path = write_ole(tmp_path / "a.doc", {"WordDocument": word_95("Caf\xe9.\rIt closed.\r")})
    assert one(path).text == "Café.\n\nIt closed."


def test_a_table_of_word_95_stands_where_it_stands(tmp_path: Path) -> None:
    text = "Costs.\rPart\x07Price\x07\x07Rail\x07Nine\x07\x07That is \x13PAGE\x14all\x15.\r"
    path = write_ole(tmp_path / "a.doc", {"WordDocument": word_95(text)})
    assert one(path).text == "Costs.\n\nPart, Price\n\nRail, Nine\n\nThat is all."


def word_97(text: str) -> dict[str, bytes]:
    """The streams of a Word 97 file of one piece, without formats."""
    head = bytearray(1024)
    struct.pack_into("<HH", head, 0, 0xA5EC, 0xC1)
    struct.pack_into("<I", head, 0x4C, len(text))
    piece = struct.pack("<II", 0, len(text)) + struct.pack("<HIH", 0, len(head), 0)
    struct.pack_into("<II", head, 0x1A2, 0, 5 + len(piece))
    table = b"\x02" + struct.pack("<I", len(piece)) + piece
    struct.pack_into("<II", head, 0x102, len(table), 0)
    return {"WordDocument": bytes(head) + text.encode("utf-16-le"), "0Table": table}


def test_an_old_word_file_shows_the_results_of_fields_and_no_table_of_contents(
    tmp_path: Path,
) -> None:
    text = (
        "\x13TOC \\o\x14Costs\t3\rPrices\t4\x15\rSee \x13HYPERLINK \x13PAGE\x15 x\x14our site\x15"
        " on page \x13PAGE \x147\x15.\r"
    )
    path = write_ole(tmp_path / "a.doc", dict(word_97(text)))
    assert one(path).text == "See our site on page 7."


def test_an_old_word_file_with_a_password_is_said_to_have_one(tmp_path: Path) -> None:
    data = bytearray(REPORT.read_bytes())
    at = data.index(b"\xec\xa5")
    data[at + 0x0B] |= 0x01
    path = tmp_path / "a.doc"
    path.write_bytes(data)
    [item] = read_path(path)
    assert isinstance(item, Unreadable)
    assert item.kind == "encrypted"


# -- slides ------------------------------------------------------------------------------------


def record(kind: int, data: bytes, *, instance: int = 0, container: bool = False) -> bytes:
    head = instance << 4 | (0xF if container else 0)
    return struct.pack("<HHI", head, kind, len(data)) + data


def text(kind: int, words: str) -> bytes:
    return record(0x0F9F, struct.pack("<I", kind)) + record(0x0FA0, words.encode("utf-16-le"))


def listed(persist: int, id_: int, *texts: bytes) -> bytes:
    return record(0x03F3, struct.pack("<5I", persist, 0, 0, id_, 0)) + b"".join(texts)


def shape(*texts: bytes) -> bytes:
    return record(0x0F00, b"".join(texts), container=True)


def write_ppt(path: Path, edits: Sequence[dict[int, bytes]]) -> Path:
    """A deck: the objects that each edit wrote, by their numbers; number 1 is the document."""
    data, before = b"", 0
    for objects in edits:
        places = {}
        for number, content in objects.items():
            places[number] = len(data)
            data += content
        directory = len(data)
        runs = (struct.pack("<II", number | 1 << 20, at) for number, at in places.items())
        data += record(0x1772, b"".join(runs))
        edit = len(data)
        data += record(0x0FF5, struct.pack("<7I", 0, 0, before, directory, 1, 9, 0))
        before = edit
    user = record(0x0FF6, struct.pack("<IIII", 20, 0xE391C05F, before, 0))
    return write_ole(path, {"PowerPoint Document": data, "Current User": user})


DECK = {
    1: record(
        0x03E8,
        record(
            0x0FF0,
            listed(2, 256, text(TITLE, "Harbour"), text(BODY, "Rails\rCrane – 北京"))
            + listed(3, 257),
            container=True,
        )
        + record(0x0FF0, listed(4, 900), instance=2, container=True),
        container=True,
    ),
    2: shape(
        record(0x0F9E, struct.pack("<I", 1)),
        shape(record(0x0F9F, struct.pack("<I", OTHER)) + record(0x0FA8, b"In a box")),
        record(0x0F9E, struct.pack("<I", 0)),
    ),
    3: shape(text(TITLE, "Costs"), text(OTHER, "*")),
    4: shape(record(0x03F1, struct.pack("<II", 257, 0)), text(OTHER, "Ask Anna Berg.")),
}


def test_an_old_deck_keeps_slides_titles_boxes_and_notes(tmp_path: Path) -> None:
    document = one(write_ppt(tmp_path / "a.ppt", [DECK]))
    assert document.text == (
        "Harbour\n\n- Rails\n- Crane – 北京\n\nIn a box\n\nCosts\n\nAsk Anna Berg."
    )
    assert [(place.kind, place.name) for place in document.places] == [
        ("slide", "1"),
        ("slide", "2"),
    ]
    assert document.title == "Harbour"


def test_what_an_edit_replaced_is_no_longer_read(tmp_path: Path) -> None:
    later = {3: shape(text(TITLE, "Prices"))}
    assert "Prices" in one(write_ppt(tmp_path / "a.ppt", [DECK, later])).text
    assert "Costs" not in one(tmp_path / "a.ppt").text


def options(kind: int, **values: int) -> bytes:
    """Options of a shape: those of a table, and the colour behind its words."""
    names = {"table": 0x039F, "fill": 0x0181, "is_filled": 0x01BF}
    data = b"".join(struct.pack("<HI", names[name], value) for name, value in values.items())
    return record(kind, data, instance=len(values))


def cell(words: str, left: int, top: int, right: int, bottom: int, fill: int = 0) -> bytes:
    look = options(0xF00B, fill=fill, is_filled=0x00100010)
    place = record(0xF00F, struct.pack("<4i", left, top, right, bottom))
    return record(0xF004, look + place + text(OTHER, words), container=True)


def table(*cells: bytes) -> bytes:
    whole = record(0xF004, options(0xF122, table=1), container=True)
    line = record(0xF004, record(0xF00F, struct.pack("<4i", 0, 0, 90, 0)), container=True)
    return record(0xF003, whole + b"".join(cells) + line, container=True)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        pytest.param(
            [
                cell("Who", 0, 0, 50, 20, fill=7),
                cell("Room", 50, 0, 90, 20, fill=7),
                cell("Ida Moss", 0, 20, 50, 60),
                cell("12", 50, 20, 90, 40),
                cell("14\rleft", 50, 40, 90, 60),
            ],
            ["Who, Room", "Who: Ida Moss; Room: 12", "Who: Ida Moss; Room: 14 left"],
            id="a first row of a colour of its own, and a cell over two rows",
        ),
        pytest.param(
            [
                cell("Jon Falk", 50, 20, 90, 40),
                cell("Porter", 0, 20, 50, 40),
                cell("Pilot", 0, 0, 50, 20),
                cell("Ida Moss", 50, 0, 90, 20),
            ],
            ["Pilot, Ida Moss", "Porter, Jon Falk"],
            id="no names, and cells in any order",
        ),
    ],
)
def test_a_table_of_an_old_slide_has_its_rows(
    tmp_path: Path, cells: list[bytes], expected: list[str]
) -> None:
    deck = {**DECK, 3: shape(text(TITLE, "Staff"), table(*cells), text(OTHER, "Ask us."))}
    document = one(write_ppt(tmp_path / "a.ppt", [deck]))
    assert document.text.split("\n\n")[3:] == ["Staff", *expected, "Ask us.", "Ask Anna Berg."]


def test_a_comment_on_an_old_slide_says_who_wrote_it(tmp_path: Path) -> None:
    said = {0: "Jon Falk", 1: "Too dear.", 2: "JF"}
    parts = (record(0x0FBA, words.encode("utf-16-le"), instance=n) for n, words in said.items())
    reviewed = record(0x138B, record(0x2EE0, b"".join(parts), container=True))
    deck = {**DECK, 3: shape(text(TITLE, "Costs"), shape(reviewed))}
    document = one(write_ppt(tmp_path / "a.ppt", [deck]))
    assert "Costs\n\nComment by Jon Falk: Too dear." in document.text
    assert "Costs" in [heading.title for heading in document.headings]


@pytest.mark.parametrize("suffix", [".doc", ".ppt", ".pps"])
@pytest.mark.parametrize("data", [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" * 90, bytes(900)])
def test_a_damaged_old_file_is_reported(tmp_path: Path, suffix: str, data: bytes) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(data)
    [item] = read_path(path)
    assert isinstance(item, Unreadable)
    assert item.kind == "corrupt"
    assert item.hint.startswith("Save it as ")


# -- another kind than the suffix tells --------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.doc", b"{\\rtf1 The crane fell.}", "The crane fell."),
        ("a.doc", b"<html><body><p>The crane fell.</p></body></html>", "The crane fell."),
        ("a.doc", b"The crane fell.\n", "The crane fell.\n"),
        ("a.dot", b"digraph { crane -> rail }\n", "digraph { crane -> rail }\n"),
        ("a.xls", b"<table><tr><td>Crane</td><td>fell</td></tr></table>", "Crane, fell"),
        ("a.xls", b"part\tstate\ncrane\tfell\n", "part: crane\nstate: fell"),
    ],
)
def test_a_file_is_read_as_what_it_is_whatever_its_suffix(
    tmp_path: Path, name: str, content: bytes, expected: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert one(path).text == expected


def test_a_new_file_with_an_old_suffix_is_read_and_the_other_way_round(tmp_path: Path) -> None:
    new = write_docx(tmp_path / "a.docx", "The crane fell.")
    new.rename(tmp_path / "a.doc")
    assert one(tmp_path / "a.doc").text == "The crane fell."
    (tmp_path / "b.docx").write_bytes(REPORT.read_bytes())
    assert one(tmp_path / "b.docx").title == "Harbour report"


@pytest.mark.parametrize(
    ("page", "encoding"),
    [(10000, "mac_roman"), (1251, "cp1251"), (65001, "utf-8"), (4711, "ascii")],
)
def test_a_title_in_any_encoding_costs_no_text(tmp_path: Path, page: int, encoding: str) -> None:
    title = ("Kåre" if page in (10000, 65001) else "Пиры" if page == 1251 else "Port").encode(
        encoding
    )
    values = (
        struct.pack("<IHH", 2, page, 0) + struct.pack("<II", 30, len(title) + 1) + title + b"\0"
    )
    section = struct.pack("<II", 24 + len(values), 2) + struct.pack("<4I", 1, 24, 2, 32) + values
    summary = bytes(44) + struct.pack("<I", 48) + section
    streams = {**word_97("The crane fell.\r"), "\x05SummaryInformation": summary}
    document = one(write_ole(tmp_path / "a.doc", dict(streams)))
    assert document.text == "The crane fell."
    assert document.title == title.decode(encoding)


# -- hostile -----------------------------------------------------------------------------------


def test_a_word_file_of_more_characters_than_bytes_is_refused(tmp_path: Path) -> None:
    streams = word_97("The crane fell.\r")
    pieces = 1000
    places = struct.pack(f"<{pieces + 1}I", *range(0, 16 * (pieces + 1), 16))
    table = places + struct.pack("<HIH", 0, 1024, 0) * pieces
    clx = b"\x02" + struct.pack("<I", len(table)) + table
    head = bytearray(streams["WordDocument"])
    struct.pack_into("<II", head, 0x1A2, 0, len(clx))
    path = write_ole(tmp_path / "a.doc", {"WordDocument": bytes(head), "0Table": clx})
    [item] = read_path(path)
    assert isinstance(item, Unreadable)
    assert item.kind == "corrupt"


def test_containers_that_reach_beyond_theirs_end_with_it(tmp_path: Path) -> None:
    bomb = struct.pack("<HHI", 0xF, 0x0F00, 1 << 30) * 3000  # each within all before it
    deck = {**DECK, 3: shape(bomb, text(TITLE, "Costs"))}
    assert "Harbour" in one(write_ppt(tmp_path / "a.ppt", [deck])).text


def test_a_deck_that_names_a_slide_again_and_again_is_refused(tmp_path: Path) -> None:
    slides = b"".join(listed(2, 256 + n) for n in range(500))
    document = record(0x03E8, record(0x0FF0, slides, container=True), container=True)
    [item] = read_path(write_ppt(tmp_path / "a.ppt", [{**DECK, 1: document}]))
    assert isinstance(item, Unreadable)
    assert item.kind == "corrupt"
