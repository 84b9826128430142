"""Office, OpenDocument, books, mail, notebooks, subtitles, markup, archives."""

from __future__ import annotations

import gzip
import io
import json
import re
import tarfile
import zipfile
from collections.abc import Callable
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path

import docx
import pytest
import xlwt
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import OxmlElement, parse_xml

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Block, Document, Place
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import ReadOptions, read_path, read_uris
from graphrag_neo4j.readers.office.word_xml import WORD
from graphrag_neo4j.readers.records import is_content_key
from tests.support.files import (
    OFFICE,
    flat_odf,
    odf_paragraph,
    write_docx,
    write_epub,
    write_odf,
    write_pptx,
    write_xlsx,
    write_zip,
)


def one(path: Path) -> Document:
    [item] = read_path(path)
    assert isinstance(item, Document), item
    return item


def failure(path: Path, options: ReadOptions | None = None) -> Unreadable:
    [item] = read_path(path, options or ReadOptions())
    assert isinstance(item, Unreadable), item
    return item


def documents(path: Path, options: ReadOptions | None = None) -> list[Document]:
    items = list(read_path(path, options or ReadOptions()))
    assert all(isinstance(item, Document) for item in items), items
    return [item for item in items if isinstance(item, Document)]


# -- slides, texts -----------------------------------------------------------------------------


def test_slides_have_titles_places_bullets_and_notes(tmp_path: Path) -> None:
    slides = ("Plans", "Build a pier\nBuy a crane", "Ask Ada"), ("Costs", "Nine million", "")
    document = one(write_pptx(tmp_path / "deck.pptx", *slides))
    assert document.text == (
        "Plans\n\n- Build a pier\n- Buy a crane\n\nAsk Ada\n\nCosts\n\nNine million"
    )
    assert [p.name for p in document.places] == ["1", "2"]
    assert document.text[document.places[1].start :].startswith("Costs")
    assert [h.title for h in document.headings] == ["Plans", "Costs"]
    assert document.title == "Plans"


def test_rows_of_a_word_table_know_their_columns(tmp_path: Path) -> None:
    word = docx.Document()
    table = word.add_table(2, 2)
    for cell, text in zip(
        (c for row in table.rows for c in row.cells),
        ["Kind", "Provider", "Pension", "Nordea"],
        strict=True,
    ):
        cell.text = text
    row = next(word.element.iter(f"{WORD}tr"))
    row.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    word.save(str(tmp_path / "a.docx"))
    document = one(tmp_path / "a.docx")
    names = ("Kind", "Provider")
    assert document.text == "Kind, Provider\n\nKind: Pension; Provider: Nordea"
    assert document.blocks == (
        Block(0, 14, "columns", names, names),
        Block(16, 47, "row", names, ("Pension", "Nordea")),
    )


def test_text_boxes_and_notes_of_a_word_file_are_read(tmp_path: Path) -> None:
    names = (
        'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    )
    said = "<w:p><w:r><w:t>{}</w:t></w:r></w:p>"
    box = f"<w:txbxContent>{said.format('In a box.')}</w:txbxContent>"
    both = (
        f"<w:r {names}><mc:AlternateContent><mc:Choice>{box}</mc:Choice>"
        f"<mc:Fallback>{box}</mc:Fallback></mc:AlternateContent></w:r>"
    )
    notes = (
        f'<w:footnotes {names}><w:footnote w:type="separator">{said.format("---")}</w:footnote>'
        f"<w:footnote>{said.format('See the log.')}</w:footnote></w:footnotes>"
    )
    word = docx.Document()
    word.add_paragraph("Ships are long.")._p.append(parse_xml(both))
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    part = Part(PackURI("/word/footnotes.xml"), kind, notes.encode(), word.part.package)
    word.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)
    word.save(str(tmp_path / "a.docx"))
    assert one(tmp_path / "a.docx").text == "Ships are long.\n\nIn a box.\n\nSee the log."


def test_notes_boxes_and_comments_of_an_opendocument_text_part_no_sentence(tmp_path: Path) -> None:
    note = f"<text:note><text:note-citation>1</text:note-citation>{odf_paragraph('See the log.')}"
    comment = f"<office:annotation>{odf_paragraph('Really?')}</office:annotation>"
    box = f"<draw:frame><draw:text-box>{odf_paragraph('In a box.')}</draw:text-box></draw:frame>"
    body = f"<office:text><text:p>Ships{note}</text:note> are{comment} long{box}.</text:p>"
    document = one(write_odf(tmp_path / "a.odt", f"{body}{odf_paragraph('All.')}</office:text>"))
    assert document.text == (
        "Ships are long.\n\nSee the log.\n\nComment: Really?\n\nIn a box.\n\nAll."
    )


def test_notes_stand_behind_the_heading_or_table_of_an_opendocument_text_that_has_them(
    tmp_path: Path,
) -> None:
    note = (
        f"<text:note><text:note-body>{odf_paragraph('See the log.')}</text:note-body></text:note>"
    )
    comment = f"<office:annotation>{odf_paragraph('Really?')}</office:annotation>"
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>".format
    table = f"<table:table-row>{cell(f'Lotte{note}')}{cell(f'12 m{comment}')}</table:table-row>"
    body = f"<text:h>Ships{note}</text:h><table:table>{table}</table:table>{odf_paragraph('All.')}"
    document = one(write_odf(tmp_path / "a.odt", f"<office:text>{body}</office:text>"))
    assert document.text == (
        "Ships\n\nSee the log.\n\nLotte, 12 m\n\nSee the log.\n\nComment: Really?\n\nAll."
    )


@pytest.mark.parametrize("position", ["super 58%", "33% 58%"])
def test_superscripts_of_an_opendocument_text_are_no_digits_of_numbers(
    tmp_path: Path, position: str
) -> None:
    names = "urn:oasis:names:tc:opendocument:xmlns"
    styles = "".join(
        f'<s:style s:name="{name}"><s:text-properties s:text-position="{at}"/></s:style>'
        for name, at in {"up": position, "down": "sub 58%", "flat": "0% 100%"}.items()
    )
    span = '<text:span text:style-name="{}">{}</text:span>'.format
    words = f"Melby has 10{span('up', '6')} kg of CO{span('down', '2')} in 19{span('flat', '87')}."
    styles = f'<styles xmlns:s="{names}:style:1.0">{styles}</styles>'
    body = f"<office:text><text:p>{words}</text:p></office:text>"
    path = write_odf(tmp_path / "a.odt", body, **{"styles.xml": styles})
    assert one(path).text == "Melby has 10^6 kg of CO2 in 1987."


def test_an_opendocument_text_keeps_headings_lists_and_tables(tmp_path: Path) -> None:
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    row = f"<table:table-row>{cell}{cell}</table:table-row>"
    body = (
        "<office:text>"
        '<text:h text:outline-level="1">Goals</text:h>'
        f"{odf_paragraph('We want  much.')}"
        f"<text:list><text:list-item>{odf_paragraph('First')}</text:list-item>"
        f"<text:list-item>{odf_paragraph('Second')}</text:list-item></text:list>"
        f"<table:table><table:table-header-rows>{row.format('Name', 'City')}"
        f"</table:table-header-rows>{row.format('Ann', 'Oslo')}</table:table>"
        "</office:text>"
    )
    document = one(write_odf(tmp_path / "a.odt", body))
    assert document.text == (
        "Goals\n\nWe want  much.\n\n- First\n- Second\n\nName, City\n\nName: Ann; City: Oslo"
    )
    assert document.blocks[1].columns == ("Name", "City")


@pytest.mark.parametrize(
    ("name", "body", "text"),
    [
        (
            "a.fodt",
            f"<office:text>{odf_paragraph('Ships are long.')}</office:text>",
            "Ships are long.",
        ),
        (
            "a.fodp",
            "<office:presentation><draw:page><draw:frame presentation:class='title'><draw:text-box>"
            f"{odf_paragraph('Plans')}</draw:text-box></draw:frame></draw:page>"
            "</office:presentation>",
            "Plans",
        ),
        (
            "a.fods",
            "<office:spreadsheet><table:table table:name='S'><table:table-row><table:table-cell>"
            f"{odf_paragraph('Lotte')}</table:table-cell></table:table-row></table:table>"
            "</office:spreadsheet>",
            "Lotte",
        ),
    ],
)
@pytest.mark.parametrize("mark", ["", "\ufeff<?xml version='1.0' encoding='UTF-8'?>\n"])
def test_a_flat_opendocument_file_is_read_as_a_package_is(
    tmp_path: Path, name: str, body: str, text: str, mark: str
) -> None:
    (tmp_path / name).write_text(mark + flat_odf(body), encoding="utf-8")
    document = one(tmp_path / name)
    assert document.text == text
    if not name.endswith("s"):
        assert (document.title, document.metadata) == ("Of Quays", {"author": "Ada"})


def test_a_picture_within_a_flat_opendocument_file_is_no_text(tmp_path: Path) -> None:
    picture = "<draw:image><office:binary-data>iVBORw0KGgo=</office:binary-data></draw:image>"
    body = f"<office:text><text:p>Ships{picture} are long.</text:p></office:text>"
    (tmp_path / "a.fodt").write_text(flat_odf(body))
    assert one(tmp_path / "a.fodt").text == "Ships are long."


def test_a_flat_opendocument_file_that_is_damaged_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.fodt").write_text(flat_odf("<office:text>")[:-40])
    assert failure(tmp_path / "a.fodt").kind == "corrupt"


def test_the_contents_of_an_opendocument_text_are_left_out(tmp_path: Path) -> None:
    entry = odf_paragraph("Ships 2")
    contents = f"<text:index-body>{entry}</text:index-body>"
    body = f"<text:table-of-content>{contents}</text:table-of-content><text:h>Ships</text:h>"
    path = write_odf(tmp_path / "a.odt", f"<office:text>{body}</office:text>")
    assert one(path).text == "Ships"


LEVELS = (
    '<{0}-level-style{1} text:level="1" s:num-format="1" s:num-suffix="."/>'
    '<{0}-level-style{1} text:level="2" s:num-format="1" text:display-levels="2"/>'
    '<{0}-level-style{1} text:level="3" s:num-format="a" o:num-list-format="(%3%)"'
    ' text:start-value="3"/>'
)
NUMBERS = (
    f'<styles xmlns:s="{OFFICE}:style:1.0" xmlns:text="{OFFICE}:text:1.0" xmlns:o="urn:x">'
    f"<text:outline-style>{LEVELS.format('text:outline', '')}</text:outline-style>"
    f'<text:list-style s:name="C">{LEVELS.format("text:list", "-number")}</text:list-style>'
    '<text:list-style s:name="B"><text:list-level-style-bullet text:level="1"/></text:list-style>'
    "</styles>"
)


def numbered(tmp_path: Path, body: str) -> list[str]:
    body = f"<office:text>{body}</office:text>"
    return one(write_odf(tmp_path / "a.odt", body, **{"styles.xml": NUMBERS})).text.split("\n\n")


def item(*inner: str, more: str = "") -> str:
    parts = (part if part.startswith("<") else odf_paragraph(part) for part in inner)
    return f"<text:list-item{more}>{''.join(parts)}</text:list-item>"


def listed(*items: str, more: str = ' text:style-name="C"') -> str:
    return f"<text:list{more}>{''.join(items)}</text:list>"


def test_headings_of_an_opendocument_text_have_the_numbers_that_it_shows(tmp_path: Path) -> None:
    heading = '<text:h text:outline-level="{}"{}>{}</text:h>'.format
    unnumbered = ' text:is-list-header="true"'
    found = numbered(
        tmp_path,
        heading(1, "", "Quays")
        + heading(2, "", "North")
        + heading(2, "", "South")
        + heading(1, unnumbered, "Thanks")
        + heading(1, "", "Ships")
        + heading(2, "", "Old")
        + heading(3, "", "Lotte")
        + heading(4, "", "Crew"),
    )
    assert found == [
        *("1. Quays", "1.1 North", "1.2 South", "Thanks", "2. Ships", "2.1 Old", "(c) Lotte"),
        "Crew",
    ]


def test_clauses_of_an_opendocument_text_have_the_numbers_that_it_shows(tmp_path: Path) -> None:
    inner = listed(item("Tar in May;", listed(item("in drums"), more="")), item("Ropes."), more="")
    found = numbered(tmp_path, listed(item("Ole sells:", inner), item("Ida pays.", "In crowns.")))
    assert found == [
        *("1. Ole sells:", "1.1 Tar in May;", "(c) in drums", "1.2 Ropes."),
        *("2. Ida pays.", "In crowns."),
    ]


@pytest.mark.parametrize(
    ("more", "number"),
    [
        ("", "1."),
        (' text:continue-numbering="true"', "3."),
        (' text:continue-list="L1"', "3."),
    ],
)
def test_a_list_of_an_opendocument_text_goes_on_where_it_says_so(
    tmp_path: Path, more: str, number: str
) -> None:
    style = ' text:style-name="C"'
    first = listed(item("Tar"), item("Rope"), more=f'{style} xml:id="L1"')
    found = numbered(
        tmp_path, f"{first}{odf_paragraph('See:')}{listed(item('Nets'), more=style + more)}"
    )
    assert found == ["1. Tar", "2. Rope", "See:", f"{number} Nets"]


def test_an_item_of_an_opendocument_text_may_say_its_number(tmp_path: Path) -> None:
    only = item(listed(item("Nets"), more=""))  # that holds but a list is no item of its own
    found = numbered(
        tmp_path, listed(item("Tar", more=' text:start-value="7"'), only, item("Rope"))
    )
    assert found == ["7. Tar", "7.1 Nets", "8. Rope"]


def test_lists_without_ids_begin_anew(tmp_path: Path) -> None:
    assert numbered(tmp_path, listed(item("Tar")) + listed(item("Nets"))) == ["1. Tar", "1. Nets"]


@pytest.mark.parametrize("start", ["9" * 10_000, "-3", "x"])
def test_a_number_beyond_all_bounds_costs_no_item(tmp_path: Path, start: str) -> None:
    first = item("Tar", more=f' text:start-value="{start}"')
    assert numbered(tmp_path, listed(first)) == ["1. Tar"]


def test_points_of_an_opendocument_text_stay_points(tmp_path: Path) -> None:
    assert numbered(tmp_path, listed(item("Tar"), item("Rope"), more=' text:style-name="B"')) == [
        "- Tar\n- Rope"
    ]


def test_an_opendocument_deck_has_slides(tmp_path: Path) -> None:
    box = "<draw:frame{}><draw:text-box>{}</draw:text-box></draw:frame>"
    page = box.format(' presentation:class="title"', odf_paragraph("Plans")) + box.format(
        "", odf_paragraph("Build a pier.")
    )
    other = box.format("", odf_paragraph("Two."))
    pages = f"<draw:page>{page}</draw:page><draw:page>{other}</draw:page>"
    document = one(
        write_odf(tmp_path / "a.odp", f"<office:presentation>{pages}</office:presentation>")
    )
    assert document.text == "Plans\n\nBuild a pier.\n\nTwo."
    assert document.places == (Place(0, "slide", "1"), Place(22, "slide", "2"))
    assert [h.title for h in document.headings] == ["Plans"]


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ("<text:p>Harbour</text:p><text:p>Oda Lind</text:p>", "Harbour\nOda Lind"),
        (
            "<text:p>Harbour</text:p><text:p>Oda Lind has led it for fifteen long years.</text:p>",
            "Harbour\n\nOda Lind has led it for fifteen long years.",
        ),
        ("<text:h>Harbour</text:h><text:p>Oda Lind</text:p>", "Harbour\n\nOda Lind"),
        (
            "<text:list><text:list-item><text:p>Nets</text:p></text:list-item><text:list-item>"
            "<text:p>Ropes</text:p></text:list-item></text:list>",
            "- Nets\n- Ropes",
        ),
    ],
    ids=["short lines", "a sentence", "a heading", "points"],
)
@pytest.mark.parametrize("box", ["<draw:text-box>{}</draw:text-box>", "{}"])
def test_short_lines_of_a_box_in_an_opendocument_file_are_one_paragraph(
    tmp_path: Path, inner: str, text: str, box: str
) -> None:
    tag = "draw:frame" if "text-box" in box else "draw:custom-shape"
    shape = f"<{tag}>{box.format(inner)}<draw:enhanced-geometry/></{tag}>"
    slides = f"<office:presentation><draw:page>{shape}</draw:page></office:presentation>"
    assert one(write_odf(tmp_path / "a.odp", slides)).text == text
    body = f"<office:text><text:p>See: {shape}</text:p></office:text>"
    assert one(write_odf(tmp_path / "a.odt", body)).text == f"See:\n\n{text}"


def test_the_notes_of_an_opendocument_slide_stand_below_it(tmp_path: Path) -> None:
    box = "<draw:frame{}><draw:text-box>{}</draw:text-box></draw:frame>"
    notes = (
        "<draw:page-thumbnail/>"
        + box.format(' presentation:class="notes"', odf_paragraph("Thank Ole for the crane."))
        + box.format(' presentation:class="page-number"', odf_paragraph("1"))
        + box.format(' presentation:class="header"', odf_paragraph("Draft"))
    )
    page = box.format("", odf_paragraph("Build a pier.")) + (
        f"<presentation:notes>{notes}</presentation:notes>"
    )
    other = box.format("", odf_paragraph("Two."))
    pages = f"<draw:page>{page}</draw:page><draw:page>{other}</draw:page>"
    document = one(
        write_odf(tmp_path / "a.odp", f"<office:presentation>{pages}</office:presentation>")
    )
    assert document.text == "Build a pier.\n\nThank Ole for the crane.\n\nTwo."
    assert document.places == (Place(0, "slide", "1"), Place(41, "slide", "2"))


def test_the_comments_of_an_opendocument_slide_are_read(tmp_path: Path) -> None:
    text = odf_paragraph("Build a pier.")
    box = f"<draw:frame><draw:text-box>{text}</draw:text-box></draw:frame>"
    said = "<dc:creator>Ann</dc:creator><dc:date>2024-05-01</dc:date>"
    comments = "".join(
        f"<{name}:annotation>{said}{odf_paragraph(text)}</{name}:annotation>"
        for name, text in (("office", "Too dear."), ("officeooo", "Ask Ole."))
    )
    names = (
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:officeooo="http://openoffice.org/2009"'
    )
    pages = f"<draw:page {names}>{box}{comments}</draw:page>"
    document = one(
        write_odf(tmp_path / "a.odp", f"<office:presentation>{pages}</office:presentation>")
    )
    assert document.text == "Build a pier.\n\nComment by Ann: Too dear.\n\nComment by Ann: Ask Ole."


def test_rich_text_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.rtf").write_bytes(
        rb"{\rtf1\ansi The key is with Olga.\par It is caf\'e9 brown.\par}"
    )
    assert one(tmp_path / "a.rtf").text == "The key is with Olga.\n\nIt is café brown."


def test_rich_text_in_a_style_of_its_own_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.rtf").write_bytes(
        rb"{\rtf1\ansi{\f2\*\cs7\cf0 The key is lost.}{\*\x1 no}\par }"
    )
    assert one(tmp_path / "a.rtf").text == "The key is lost."


# -- sheets ------------------------------------------------------------------------------------


def read_rtf_of(tmp_path: Path, words: str) -> Document:
    path = tmp_path / "a.rtf"
    path.write_text(r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}" + words + "}", "latin-1")
    return one(path)


def test_notes_boxes_and_comments_of_rich_text_part_no_sentence(tmp_path: Path) -> None:
    document = read_rtf_of(
        tmp_path,
        r"{\info{\title The Pier}{\author Ann}}Ships{\super\chftn{\footnote\pard\plain "
        r"{\super\chftn} See \'e9 and {\b Olga}.}} are{\*\atnid OB}{\*\atnauthor Olga Berg}\chatn"
        r"{\*\annotation{\*\atndate 5}\pard Really?}long.\par"
        "\n"
        r"{\shp{\*\shpinst{\sp{\sn x}{\sv 1}}{\shptxt \pard In a box.\par}}}All.\par",
    )
    assert document.title == "The Pier"
    assert document.text == (
        "Ships arelong.\n\nAll.\n\nComment by Olga Berg: Really?\n\nIn a box.\n\nSee é and Olga."
    )


STYLES = (
    r"{\stylesheet{\s0 Normal;}{\s1\b\outlinelevel0 Part;}{\s2\sbasedon1 heading 2;}"
    r"{\s3\outlinelevel9 Text;}{\*\cs4\b Strong;}}"
)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (r"\pard\s1 Boats\par\pard They sail.\par", [("Boats", 1)]),
        (r"\pard\s2{\listtext 1\tab}Boats\par\pard They sail.\par", [("1 Boats", 2)]),
        (r"\pard\outlinelevel2 Boats\par\pard They sail.\par", [("Boats", 3)]),
        (r"\pard\s3 Boats\par\pard\s1\outlinelevel9 They sail.\par", []),
        (r"{\pard\s1 Boats\par}They sail.\par", [("Boats", 1)]),
    ],
)
def test_rich_text_has_headings_by_outline_and_style(
    tmp_path: Path, words: str, expected: list[tuple[str, int]]
) -> None:
    document = read_rtf_of(tmp_path, STYLES + words)
    assert [(heading.title, heading.level) for heading in document.headings] == expected
    assert document.text.endswith("Boats\n\nThey sail.")


def rtf_row(*cells: str, edges: str, head: str = "") -> str:
    said = "".join(rf"\pard\plain\intbl {cell}\cell" for cell in cells)
    return rf"\trowd{head}{edges}{said}\row\pard "


TWO = r"\cellx100\cellx200"
THREE = r"\cellx100\cellx200\cellx300"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param(
            [
                rtf_row("Boat", "Mast", "State", edges=THREE, head=r"\trhdr"),
                rtf_row("Petrel", "", "sound | dry", edges=THREE),
                rtf_row("Both", "leak", edges=r"\cellx200\cellx300"),
            ],
            ["Boat, Mast, State", "Boat: Petrel; State: sound | dry", "Boat: Both; State: leak"],
            id="a repeated row, an empty cell, one over two columns",
        ),
        pytest.param(
            [
                rtf_row(r"\b Boat", r"{\b Where}{\b  now}", edges=TWO),
                rtf_row("Petrel", r"at sea\par or {\b quay}", edges=TWO),
            ],
            ["Boat, Where now", "Boat: Petrel; Where now: at sea or quay"],
            id="a first row that alone is bold, two paragraphs in a cell",
        ),
        pytest.param(
            [
                rtf_row("Boat", "Mast", edges=TWO, head=r"\trhdr"),
                rtf_row("Petrel", "front", edges=r"\clvmgf\cellx100\cellx200"),
                rtf_row("", "back", edges=r"\clvmrg\cellx100\cellx200"),
            ],
            ["Boat, Mast", "Boat: Petrel; Mast: front", "Boat: Petrel; Mast: back"],
            id="a cell over two rows",
        ),
        pytest.param(
            [rtf_row("Petrel", "front", edges=TWO), rtf_row("Tern", "back", edges=TWO)],
            ["Petrel, front", "Tern, back"],
            id="no names",
        ),
    ],
)
def test_a_table_of_rich_text_has_its_rows_and_the_names_of_its_columns(
    tmp_path: Path, rows: list[str], expected: list[str]
) -> None:
    document = read_rtf_of(tmp_path, rf"Boats.\par {''.join(rows)}That is all.\par")
    assert document.text.split("\n\n") == ["Boats.", *expected, "That is all."]


def test_a_table_of_contents_of_rich_text_is_left_out(tmp_path: Path) -> None:
    words = (
        r"{\field{\*\fldinst { TOC \\o}}{\fldrslt {Costs\tab 3\par}{\field{\*\fldinst PAGEREF}"
        r"{\fldrslt 4}}}}\par See page {\field{\*\fldinst PAGE}{\fldrslt 7}} of {\field{\*\fldinst"
        r" HYPERLINK}{\fldrslt Tocqueville}}.\par"
    )
    assert read_rtf_of(tmp_path, words).text == "See page 7 of Tocqueville."


def test_what_is_deleted_or_hidden_in_rich_text_is_left_out(tmp_path: Path) -> None:
    words = (
        r"It costs {\deleted\revauthdel1 90 crowns\par}{\revised 80 crowns}\v  or \'e9\v0 . "
        r"{\v hidden {\b too}}\{\b\}\par"
    )
    assert read_rtf_of(tmp_path, words).text == "It costs 80 crowns. {}"


def test_superscripts_of_rich_text_are_no_digits_of_the_number_before_them(
    tmp_path: Path,
) -> None:
    words = (
        r"10{\super 6} kg, 10\super\u8722?3\nosupersub  kg, CO{\sub 2}, 1{\super st}, "
        r"1987{\super 1}{\super\b 2}"
    )
    assert read_rtf_of(tmp_path, words).text == "10^6 kg, 10^-3 kg, CO2, 1st, 1987[12]"


def test_a_note_of_rich_text_that_is_cut_off_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.rtf").write_text(r"{\rtf1 Ships.{\footnote See {\b the log")
    assert one(tmp_path / "a.rtf").text == "Ships.\n\nSee the log"


def test_data_in_rich_text_ends_where_it_says(tmp_path: Path) -> None:
    words = r"Ships.{\pict\bin5 }}{{\} They{\footnote See the log.} sail."
    assert read_rtf_of(tmp_path, words).text == "Ships. They sail.\n\nSee the log."


def test_rows_of_a_workbook_are_records_keyed_by_content(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["Parts of 2024"],
        [],
        ["Part", "Price"],
        ["Lens", 120.0],
        ["Frame", 1.5],
    ]
    path = write_xlsx(tmp_path / "parts.xlsx", {"Main list": rows, "Empty": []})
    caption, lens, frame = documents(path)
    assert caption.text == "Parts of 2024"
    assert lens.text == "Part: Lens\nPrice: 120"
    assert frame.text == "Part: Frame\nPrice: 1.5"
    assert lens.places == (Place(0, "sheet", "Main list, row 4"),)
    key = lens.uri.partition("#")[2]
    assert key.startswith("Main%20list/row-") and is_content_key(key)
    assert list(read_uris([lens.uri])) == [lens]


def test_years_behind_a_word_name_the_columns_of_a_sheet(tmp_path: Path) -> None:
    write_xlsx(tmp_path / "a.xlsx", {"Staff": [["Site", 2023, 2024], ["Ullin", 22, 19]]})
    assert one(tmp_path / "a.xlsx").text == "Site: Ullin\n2023: 22\n2024: 19"


def test_a_row_of_years_above_years_is_a_row(tmp_path: Path) -> None:
    rows: list[list[object]] = [["Ann", 1999, 2004], ["Ole", 2001, 2011]]  # from when to when
    write_xlsx(tmp_path / "a.xlsx", {"Staff": rows})
    assert [document.text for document in documents(tmp_path / "a.xlsx")] == [
        "column_1: Ann\ncolumn_2: 1999\ncolumn_3: 2004",
        "column_1: Ole\ncolumn_2: 2001\ncolumn_3: 2011",
    ]


def test_columns_of_a_sheet_that_have_one_name_are_all_kept(tmp_path: Path) -> None:
    rows: list[list[object]] = [["Key", "Label", "Label"], ["D-1", "a", "b"], ["D-2", None, "c", 4]]
    first, second = documents(write_xlsx(tmp_path / "a.xlsx", {"Main": rows}))
    assert first.text == "Key: D-1\nLabel: a\nLabel 2: b"
    assert second.text == "Key: D-2\nLabel 2: c\ncolumn_4: 4"


def test_a_share_is_read_as_a_sheet_shows_it(tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    for row in (["Product", "Discount"], ["Honey", 0.15], ["Wax", 0.125]):
        book.active.append(row)
    book.active["B2"].number_format = "0%"
    book.active["B3"].number_format = "0.0 %"
    book.save(tmp_path / "a.xlsx")
    honey, wax = documents(tmp_path / "a.xlsx")
    assert (honey.text, wax.text) == (
        "Product: Honey\nDiscount: 15 %",
        "Product: Wax\nDiscount: 12.5 %",
    )


def test_rows_are_keyed_by_the_column_that_is_named(tmp_path: Path) -> None:
    options = ReadOptions(record_key="SKU")
    rows: list[list[object]] = [["sku", "text"], ["A 1", "Lens"], ["A 2", "Frame"]]
    path = write_xlsx(tmp_path / "a.xlsx", {"S": rows})
    assert [d.uri.partition("#")[2] for d in documents(path, options)] == ["S/A%201", "S/A%202"]
    (tmp_path / "a.csv").write_text("sku,text\nA 1,Lens\n")
    assert [d.uri.partition("#")[2] for d in documents(tmp_path / "a.csv", options)] == ["A%201"]


def test_an_old_workbook_is_read_row_by_row(tmp_path: Path) -> None:
    book = xlwt.Workbook()
    day = xlwt.easyxf(num_format_str="YYYY-MM-DD")
    sheet = book.add_sheet("Main list", cell_overwrite_ok=True)
    for column, name in enumerate(("id", "lens", "due", "count", "open")):
        sheet.write(0, column, name)
    for column, value in enumerate(("L1", "Kestrel", None, 4.0, True)):
        sheet.write(2, column, value)
    sheet.write(2, 2, datetime(2026, 3, 31), day)  # dates need a format
    hidden = book.add_sheet("Hidden")
    hidden.write(0, 0, "not read")
    hidden.visibility = 1
    book.save(str(tmp_path / "a.xls"))
    lens, skipped = read_path(tmp_path / "a.xls")
    assert isinstance(skipped, Unreadable) and skipped.uri.endswith("#Hidden")
    assert isinstance(lens, Document)
    assert lens.text == "id: L1\nlens: Kestrel\ndue: 2026-03-31\ncount: 4\nopen: True"
    assert lens.places == (Place(0, "sheet", "Main list, row 3"),)
    assert lens.uri.endswith("#Main%20list/L1")


@pytest.mark.parametrize("data", [b"", b"<html><table>", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" * 99])
def test_an_old_workbook_that_is_none_is_named(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.xls").write_bytes(data)
    assert failure(tmp_path / "a.xls").kind in ("corrupt", "empty")


def test_an_opendocument_sheet_is_read_row_by_row(tmp_path: Path) -> None:
    def cells(*texts: str) -> str:
        found = "".join(f"<table:table-cell>{odf_paragraph(t)}</table:table-cell>" for t in texts)
        return f"<table:table-row>{found}</table:table-row>"

    cell = '<table:table-cell table:number-columns-repeated="1024"/>'
    rows = (
        cells("Name", "City") + cells("Ann", "Oslo") + f"<table:table-row>{cell}</table:table-row>"
    )
    table = f'<table:table table:name="S">{rows}</table:table>'
    path = write_odf(tmp_path / "a.ods", f"<office:spreadsheet>{table}</office:spreadsheet>")
    assert [d.text for d in documents(path)] == ["Name: Ann\nCity: Oslo"]


# -- books, mail -------------------------------------------------------------------------------


def test_a_book_is_read_in_the_order_of_its_spine(tmp_path: Path) -> None:
    document = one(
        write_epub(
            tmp_path / "a.epub", "<h1>One</h1><p>Elias counted.</p>", "<p>Then he slept.</p>"
        )
    )
    assert document.text == "One\n\nElias counted.\n\nThen he slept."
    assert (document.title, document.metadata) == ("The Book", {"author": "Ada Holm"})
    assert [p.name for p in document.places] == ["1", "2"]


def test_a_protected_book_is_reported(tmp_path: Path) -> None:
    part = "<encryption><EncryptedData></EncryptedData></encryption>"
    path = write_epub(tmp_path / "a.epub", "<p>x</p>", **{"META-INF/encryption.xml": part})
    assert failure(path).kind == "encrypted"


def _mail(**headers: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"] = "anna@example.org", "bob@example.org"
    mail["Subject"] = "Warehouse move"
    for name, value in headers.items():
        mail[name] = value
    return mail


SIGNED = b"""\
From: anna@example.org
To: bob@example.org
Subject: Warehouse move
Content-Type: multipart/mixed; boundary=list

--list
Content-Type: multipart/signed; boundary=signed

--signed
Content-Type: multipart/mixed; boundary=mail

--mail
Content-Type: text/plain

The plan is attached.
--mail
Content-Type: text/plain
Content-Disposition: attachment; filename="plan.txt"

We move in June.
--mail--
--signed
Content-Type: application/pgp-signature

-----BEGIN PGP SIGNATURE-----
--signed--
--list
Content-Type: text/plain

The footer of the mailing list.
--list--
"""


def test_what_is_attached_within_a_signed_mail_is_read_and_its_signature_is_not(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(SIGNED)
    mail, plan = read_path(path)
    assert isinstance(mail, Document) and mail.text.endswith("The plan is attached.")
    assert isinstance(plan, Document) and plan.text.strip() == "We move in June."
    assert plan.uri == f"{path.as_uri()}#plan.txt"


def test_what_is_attached_beside_the_page_of_a_mail_is_read_and_its_pictures_are_not(
    tmp_path: Path,
) -> None:
    mail = _mail()
    mail.set_content("In words.")
    mail.add_alternative("<p>On a page.</p>", subtype="html")
    _, page = mail.iter_parts()
    assert isinstance(page, EmailMessage)
    page.add_related(b"\x89PNG\r\n", maintype="image", subtype="png", cid="logo")
    page.make_mixed()
    page.add_attachment("We move in June.", filename="plan.txt")
    path = tmp_path / "a.eml"
    path.write_bytes(mail.as_bytes())
    body, plan = read_path(path)
    assert isinstance(body, Document) and body.text.endswith("In words.")
    assert isinstance(plan, Document) and plan.uri.endswith("#plan.txt")


def test_mail_has_headers_words_and_attachments(tmp_path: Path) -> None:
    mail = _mail(Date="Mon, 3 Feb 2025 10:00:00 +0100")
    mail.set_content("Hi Bob,\n\nthe warehouse moves to Tilburg.\n")
    mail.add_alternative("<p>the <b>HTML</b> version</p>", subtype="html")
    mail.add_attachment("a,b\n1,2\n", subtype="csv", filename="plan 1.csv")
    mail.add_attachment(b"\x89PNG\r\n", maintype="image", subtype="png", filename="logo.png")
    path = tmp_path / "a.eml"
    path.write_bytes(mail.as_bytes())
    first, row, logo = read_path(path)
    assert isinstance(first, Document) and isinstance(row, Document)
    assert first.title == "Warehouse move"
    assert first.text.split("\n\n") == [
        "From: anna@example.org",
        "To: bob@example.org",
        "Date: Mon, 03 Feb 2025 10:00:00 +0100",
        "Subject: Warehouse move",
        "Hi Bob,",
        "the warehouse moves to Tilburg.",
    ]
    assert first.metadata["from"] == "anna@example.org"
    assert row.text == "a: 1\nb: 2"
    assert row.uri.startswith(f"{path.as_uri()}#plan%201.csv/row-")
    assert isinstance(logo, Unreadable)
    assert (logo.uri, logo.kind, logo.skipped) == (f"{path.as_uri()}#logo.png", "unsupported", True)
    assert list(read_uris([row.uri])) == [row]


@pytest.mark.parametrize("name", ["a.eml", "1718.M4P2.host"])
def test_a_mail_with_a_byte_order_mark_is_read(tmp_path: Path, name: str) -> None:
    mail = _mail(Date="Mon, 3 Feb 2025 10:00:00 +0100")
    mail.set_content("The warehouse moves to Tilburg.")
    (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + mail.as_bytes())
    found = one(tmp_path / name)
    assert found.title == "Warehouse move"
    assert found.metadata["from"] == "anna@example.org"


def test_each_of_the_attachments_of_one_name_is_read_once(tmp_path: Path) -> None:
    mail = _mail()
    mail.set_content("See both.")
    for said in ("The quay was built in 1931.", "The crane is new.", "The crane is new."):
        mail.add_attachment(said, filename="report.txt")
    path = tmp_path / "a.eml"
    path.write_bytes(mail.as_bytes())
    _, *attached = documents = [item for item in read_path(path) if isinstance(item, Document)]
    texts = [document.text.strip() for document in attached]
    assert texts == ["The quay was built in 1931.", "The crane is new."]
    first, second = (document.uri.partition("#")[2] for document in attached)
    assert first == "report.txt"
    assert re.fullmatch(r"report-[0-9a-f]{16}\.txt", second)
    assert {document.title for document in attached} == {"Report"}
    assert list(read_uris([document.uri for document in documents])) == documents


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_a_mail_that_names_no_encoding_is_read_by_what_it_holds(
    tmp_path: Path, encoding: str
) -> None:
    said = "Der Schlüssel liegt beim Bäcker Grünwedel, er kostet 38 € und öffnet alle Türen."
    (tmp_path / "a.eml").write_bytes(b"Subject: Key\n\n" + said.encode(encoding))
    assert one(tmp_path / "a.eml").text.endswith(said)


def test_mail_that_is_only_html_is_read_as_a_page(tmp_path: Path) -> None:
    mail = _mail()
    mail.set_content("<p>We <b>move</b> in June.</p>", subtype="html")
    (tmp_path / "a.eml").write_bytes(mail.as_bytes())
    assert one(tmp_path / "a.eml").text.endswith("We move in June.")


# -- text with structure -----------------------------------------------------------------------


def test_restructured_text_has_headings(tmp_path: Path) -> None:
    text = "=====\nTitle\n=====\n\nWords.\n\nPart\n----\n\nMore.\nLine\n\nDeep\n~~~~\n\nEnd.\n\n"
    text += "Part 2\n------\n"
    (tmp_path / "a.rst").write_text(text)
    document = one(tmp_path / "a.rst")
    assert document.text == text and document.title == "Title"
    assert [(h.level, h.title) for h in document.headings] == [
        (1, "Title"), (2, "Part"), (3, "Deep"), (2, "Part 2"),
    ]  # fmt: skip
    assert all(text[h.start :].startswith(h.title) for h in document.headings)


def test_subtitles_are_a_text_with_times(tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text(
        "1\n00:00:01,000 --> 00:00:03,000\nThe harbour <i>was</i>\nold and\n\n"
        "2\n00:01:05,500 --> 00:01:07,000\ngrey.\n\n3\n00:01:09,000 --> 00:01:10,000\nIt rained.\n"
    )
    document = one(tmp_path / "a.srt")
    assert document.text == "The harbour was old and grey.\n\nIt rained."
    assert [p.name for p in document.places] == ["00:00:01", "00:01:05", "00:01:09"]
    assert document.text[document.places[1].start :].startswith("grey.")
    (tmp_path / "a.vtt").write_text(
        "WEBVTT\n\n01:05.500 --> 01:07.000 align:start\n<c.loud>Yes.</c>\n"
    )
    assert one(tmp_path / "a.vtt").text == "Yes."


def transcript(*cues: str) -> str:
    return "WEBVTT\n\n" + "\n\n".join(
        f"00:{n:02}:00.000 --> 00:{n:02}:09.000\n{cue}" for n, cue in enumerate(cues)
    )


def test_a_transcript_says_who_speaks(tmp_path: Path) -> None:
    path = tmp_path / "a.vtt"
    path.write_text(
        transcript(
            "<v Ann Lee>The lease</v>",
            "<v Ann Lee>ends in May. What now?</v>",
            "<v.loud Omar>We move.</v>\n<v Ann Lee>Fine.</v>",
        )
    )
    document = one(path)
    expected = "Ann Lee: The lease ends in May. What now?\n\nOmar: We move.\n\nAnn Lee: Fine."
    assert document.text == expected
    starts = [document.text[place.start :][:7] for place in document.places]
    assert starts == ["Ann Lee", "ends in", "Omar: W"]


def test_a_label_in_capitals_is_a_speaker_though_it_comes_once(tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text(
        "1\n00:00:01,000 --> 00:00:03,000\n(wind)\nNARRATOR: They were paid,\n\n"
        "2\n00:00:03,000 --> 00:00:05,000\nand cheated.\n\n"
        "3\n00:00:06,000 --> 00:00:07,000\n<i>ANN BERG: It held nine.</i>\nNote: it leaked.\n"
    )
    assert one(tmp_path / "a.srt").text == (
        "(wind)\n\nNARRATOR: They were paid, and cheated.\n\n"
        "ANN BERG: It held nine. Note: it leaked."
    )


def test_labels_that_come_back_are_speakers_others_are_words(tmp_path: Path) -> None:
    path = tmp_path / "a.vtt"
    path.write_text(
        transcript("Ann: Note: it leaks.", "Ann: And drips", "all day.", "Bo: Fix it.", "Bo: Now.")
    )
    assert one(path).text == "Ann: Note: it leaks. And drips all day.\n\nBo: Fix it. Now."
    path.write_text(transcript("Warning: it leaks.", "It drips."))
    assert one(path).text == "Warning: it leaks.\n\nIt drips."


def test_who_speaks_once_in_a_labelled_talk_says_no_other_speakers_words(tmp_path: Path) -> None:
    path = tmp_path / "a.vtt"
    path.write_text(
        transcript("Nan: who took the oars?", "Olav: Pia did.", "Nan: so Pia rows", "Pia: Not me!")
    )
    assert one(path).text == (
        "Nan: who took the oars?\n\nOlav: Pia did.\n\nNan: so Pia rows\n\nPia: Not me!"
    )
    path.write_text(transcript("Nan: we row", "on two", "Nan: things.", "Olav: oars", "and sails."))
    assert one(path).text == "Nan: we row on two things.\n\nOlav: oars and sails."


def test_a_label_in_a_talk_that_has_few_is_words(tmp_path: Path) -> None:
    path = tmp_path / "a.vtt"
    path.write_text(transcript("Nan: we row", "out", "to sea", "Nan: and bring", "Lunch: bread"))
    assert one(path).text == "Nan: we row out to sea and bring\n\nLunch: bread"
    path.write_text(transcript("Nan: we row", "out", "to", "sea", "Nan: and bring", "Lunch: bread"))
    assert one(path).text == "Nan: we row out to sea and bring Lunch: bread"


def test_a_notebook_is_words_code_and_output(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Ships\n", "They float."]},
        {
            "cell_type": "code",
            "source": "print(1)",
            "outputs": [{"output_type": "stream", "text": ["1\n"]}, {"data": {"image/png": "x"}}],
        },
    ]
    notebook = {"cells": cells, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4}
    (tmp_path / "a.ipynb").write_text(json.dumps(notebook))
    document = one(tmp_path / "a.ipynb")
    assert (
        document.text
        == "# Ships\nThey float.\n\n```python\nprint(1)\n```\n\n```\nprint(1) -> 1\n```"
    )
    assert (document.title, document.is_markdown) == ("Ships", True)
    assert [p.name for p in document.places] == ["1", "2"]


def test_html_keeps_its_main_part_without_what_leads_elsewhere(tmp_path: Path) -> None:
    page = (
        '<body><div class="header"><p>Next: <a href="b.html" rel="next">The second</a></p></div>'
        '<div role="navigation"><a href="x">Home</a></div>'
        '<div role="main"><h1>Ships<a class="headerlink" href="#s">¶</a></h1>'
        '<ul><li><a href="#a">Hull</a></li><li><a href="#b">Mast</a></li>'
        '<li><a href="#c">Sail</a></li>'
        '<li><a href="#d">Keel</a></li></ul>'
        "<p>They float on <a href='w'>water</a>.</p><pre>sail\n  --fast</pre>"
        "<table><tr><th>Part</th><th>Maker</th></tr><tr><td>Hull</td><td>Umber</td></tr></table>"
        '<ul><li>See <a href="#a">Hull</a> for more of it.</li></ul></div></body>'
    )
    (tmp_path / "a.html").write_text(page)
    document = one(tmp_path / "a.html")
    assert document.text == (
        "Ships\n\nThey float on water.\n\nsail\n  --fast\n\nPart, Maker\n\n"
        "Part: Hull; Maker: Umber\n\n- See Hull for more of it."
    )
    assert [b.kind for b in document.blocks] == ["code", "columns", "row"]
    assert document.headings[0].title == "Ships"


def test_front_matter_is_yaml(tmp_path: Path) -> None:
    source = '---\ntitle: "A: B"\ntags: [x, y]\nn: 3\ndate: 2024-05-01\n'
    source += "note: >\n  long\n  text\n---\n# H\n"
    (tmp_path / "a.md").write_text(source)
    document = one(tmp_path / "a.md")
    assert document.title == "A: B"
    expected = {"tags": '["x", "y"]', "n": 3, "date": "2024-05-01", "note": "long text\n"}
    assert document.metadata == expected


# -- archives ----------------------------------------------------------------------------------


def test_an_archive_is_read_only_if_asked(tmp_path: Path) -> None:
    parts: dict[str, str | bytes] = {
        "d/a.txt": "Words.",
        "rows.csv": "id,text\n7,Row.\n",
        "x.png": b"\x89PNG",
    }
    path = write_zip(tmp_path / "a.zip", parts)
    assert "--archives" in failure(path).hint
    text, row, picture = read_path(path, ReadOptions(archives=True))
    assert isinstance(text, Document) and isinstance(row, Document)
    assert (text.uri, text.text, text.title) == (f"{path.as_uri()}#d/a.txt", "Words.", "A")
    assert row.uri == f"{path.as_uri()}#rows.csv/7"
    assert isinstance(picture, Unreadable) and picture.kind == "unsupported"
    assert list(read_uris([text.uri])) == [text]


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("suffix", [".zip", ".tar"])
def test_each_file_of_one_name_in_an_archive_is_read(tmp_path: Path, suffix: str) -> None:
    path, said = tmp_path / f"a{suffix}", ["The quay is old.", "The crane is new."]
    if suffix == ".zip":
        with zipfile.ZipFile(path, "w") as made:
            for words in said:
                made.writestr("d.1/log", words)
    else:
        with tarfile.open(path, "w") as packed:
            for words in said:
                info = tarfile.TarInfo("d.1/log")
                info.size = len(words)
                packed.addfile(info, io.BytesIO(words.encode()))
    items = [i for i in read_path(path, ReadOptions(archives=True)) if isinstance(i, Document)]
    assert [item.text for item in items] == said
    first, second = (item.uri.partition("#")[2] for item in items)
    assert first == "d.1/log"
    assert re.fullmatch(r"d\.1/log-[0-9a-f]{16}", second)


# -- what cannot be read -----------------------------------------------------------------------


@pytest.mark.parametrize("suffix", [".pages", ".xlsb", ".mobi", ".png", ".7z", ".mp3"])
def test_what_is_not_supported_says_what_to_do(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"a{suffix}").write_bytes(b"\xd0\xcf\x11\xe0\0")
    found = failure(tmp_path / f"a{suffix}")
    assert found.kind == "unsupported" and found.hint


PACKAGED = [".docx", ".pptx", ".xlsx", ".odt", ".ods", ".odp", ".epub"]


@pytest.mark.parametrize("suffix", PACKAGED)
@pytest.mark.parametrize("content", [b"PK\x03\x04broken", b"no zip at all"])
def test_a_broken_package_is_reported(tmp_path: Path, suffix: str, content: bytes) -> None:
    (tmp_path / f"a{suffix}").write_bytes(content)
    found = failure(tmp_path / f"a{suffix}")
    assert (found.kind, "sound" in found.reason) == ("corrupt", True)


@pytest.mark.parametrize("suffix", PACKAGED)
def test_a_package_of_something_else_is_reported(tmp_path: Path, suffix: str) -> None:
    found = failure(write_zip(tmp_path / f"a{suffix}", {"x.txt": "x"}))
    assert found.kind == "corrupt"


WRITERS: dict[str, Callable[[Path], object]] = {
    ".pptx": lambda path: write_pptx(path, ("", "", "")),
    ".docx": lambda path: write_docx(path, ""),
    ".xlsx": lambda path: write_xlsx(path, {"S": []}),
    ".odt": lambda path: write_odf(path, "<office:text/>"),
    ".epub": lambda path: write_epub(path, ""),
    ".ipynb": lambda path: path.write_text('{"cells": []}'),
    ".srt": lambda path: path.write_text("1\n"),
    ".rtf": lambda path: path.write_text("{\\rtf1 }"),
}


@pytest.mark.parametrize("suffix", sorted(WRITERS))
def test_a_file_without_words_is_empty(tmp_path: Path, suffix: str) -> None:
    WRITERS[suffix](tmp_path / f"a{suffix}")
    assert failure(tmp_path / f"a{suffix}").kind == "empty"


@pytest.mark.parametrize("suffix", [*PACKAGED, ".eml", ".rtf", ".ipynb", ".rst", ".srt", ".vtt"])
def test_a_file_of_no_bytes_is_empty(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"a{suffix}").touch()
    assert failure(tmp_path / f"a{suffix}").kind == "empty"


@pytest.mark.parametrize("target", ["#s{}", "a%20page.html#s{}"])
def test_a_page_that_links_to_its_own_parts_by_its_name_has_a_table_of_contents(
    tmp_path: Path, target: str
) -> None:
    links = "".join(f'<li><a href="{target.format(n)}">Part {n}</a></li>' for n in range(6))
    parts = "".join(f'<h2 id="s{n}">Part {n}</h2><p>Words {n}.</p>' for n in range(6))
    path = tmp_path / "a page.html"
    path.write_text(f"<ul>{links}</ul>{parts}")
    document = one(path)
    assert document.text.startswith("Part 0\n\nWords 0.") and document.text.count("Part 3") == 1


def test_what_is_called_contents_is_read_unless_it_is_links(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    link = '<a href="b.html">Next chapter</a>'
    path.write_text(
        f'<div class="toc"><p>Table of Contents</p>{link * 6}</div>'
        f'<div class="contents"><p>All that is to be said stands here. {link}</p></div>'
    )
    document = one(path)
    assert document.text == "All that is to be said stands here. Next chapter"


MAILS = """From anna@example.org Sat Nov  1 10:00:00 2026
From: Anna Berg <anna@example.org>
Subject: The bridge
Message-ID: <one@example.org>

The bridge opens in May.
>From then on it is free.

From erik@example.org Sat Nov  1 11:00:00 2026
From: Erik Holm <erik@example.org>
Subject: Re: The bridge

Who pays?
"""


def test_a_mailbox_gives_its_mails(tmp_path: Path) -> None:
    (tmp_path / "a.mbox").write_text(MAILS)
    first, second = documents(tmp_path / "a.mbox")
    assert first.uri.endswith("a.mbox#one@example.org") and first.title == "The bridge"
    assert "The bridge opens in May." in first.text and "Who pays?" in second.text
    (tmp_path / "a.mbox").write_text(MAILS.partition("\n\nFrom erik")[2].join(["From erik", ""]))
    assert [one.uri for one in documents(tmp_path / "a.mbox")] == [second.uri]


def test_a_byte_order_mark_hides_no_mail_of_a_mailbox(tmp_path: Path) -> None:
    (tmp_path / "a.mbox").write_text(MAILS)
    plain = documents(tmp_path / "a.mbox")
    (tmp_path / "a.mbox").write_text(MAILS, encoding="utf-8-sig")
    assert documents(tmp_path / "a.mbox") == plain and len(plain) == 2


def test_packed_files_are_read_when_asked_for(tmp_path: Path) -> None:
    (tmp_path / "log.txt.gz").write_bytes(gzip.compress(b"The pump failed at noon."))
    assert failure(tmp_path / "log.txt.gz").kind == "unsupported"
    [document] = documents(tmp_path / "log.txt.gz", ReadOptions(archives=True))
    assert document.uri.endswith("log.txt.gz#log.txt")
    assert document.text == "The pump failed at noon."


def test_formulas_without_a_saved_value_are_told(tmp_path: Path) -> None:
    rows: list[list[object]] = [["part", "price"], ["Lens", 120], ["Frame", "=B2*2"]]
    path = write_xlsx(tmp_path / "a.xlsx", {"S": rows})
    told, lens, frame = read_path(path)
    assert isinstance(told, Unreadable) and told.reason.startswith("1 formulas have no saved value")
    assert isinstance(lens, Document) and lens.text == "part: Lens\nprice: 120"
    assert isinstance(frame, Document) and frame.text == "part: Frame"
    with zipfile.ZipFile(path) as made:
        parts = {name: made.read(name) for name in made.namelist()}
    sheet = parts["xl/worksheets/sheet1.xml"]
    parts["xl/worksheets/sheet1.xml"] = re.sub(rb"(</f>)<v ?/?>(</v>)?", rb"\1<v>240</v>", sheet)
    (saved,) = documents(write_zip(path, dict(parts)))[1:]
    assert saved.text == "part: Frame\nprice: 240"


def test_the_nodes_of_an_info_file_are_its_headings(tmp_path: Path) -> None:
    path = tmp_path / "tool.info"
    path.write_text(
        "File: tool.info,  Node: Top,  Next: Use,  Up: (dir)\n\nTool\n****\n\nIt cuts wood.\n\x1f\n"
        "File: tool.info,  Node: Use,  Prev: Top,  Up: Top\n\n1 Use\n=====\n\nHold it with care.\n"
    )
    document = one(path)
    assert [h.title for h in document.headings] == ["Top", "Tool", "Use", "1 Use"]
    chunks = chunk_document(document, "s", size=64, overlap=0, strategy="sentence")
    said = [
        statement.text
        for found in RulesExtractor().extract(document, chunks)
        for topic in found.topics
        for statement in topic.statements
    ]
    assert said == ["It cuts wood.", "Hold it with care."]


@pytest.mark.parametrize("name", ["1382298587.1724_1.host:2,S", "0017", "1.host.org,U=3:2,"])
def test_a_mail_in_a_folder_of_a_mail_program_is_read_as_one(tmp_path: Path, name: str) -> None:
    mail = _mail(Date="Mon, 3 Feb 2025 10:00:00 +0100", Received="by relay.example.org " * 300)
    mail.set_content("The warehouse moves to Tilburg.\n")
    (tmp_path / name).write_bytes(mail.as_bytes())
    found = one(tmp_path / name)
    assert found.title == "Warehouse move" and "relay" not in found.text
    assert found.text.endswith("The warehouse moves to Tilburg.")


def test_a_mailbox_without_a_suffix_gives_its_mails(tmp_path: Path) -> None:
    (tmp_path / "Inbox").write_text(MAILS)
    (tmp_path / "Inbox.mbox").write_text(MAILS)
    texts = [[one.text for one in documents(tmp_path / name)] for name in ("Inbox", "Inbox.mbox")]
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    "text",
    [
        "From: Anna\n\nA note to self.",
        "To: do\nFrom: today\nDate: none\nand then some words\n",
        "From here on it is all text.\nSubject: none\n",
        "name: x\nfrom: y\nversion: 3\n",
        f"From {'0f' * 20} Mon Sep 17 00:00:00 2001\nFrom: Anna <anna@example.org>\n"
        "Date: Mon, 3 Feb 2025 10:00:00 +0100\nSubject: [PATCH] Mend the pump\n\n---\n pump.c\n",
    ],
)
def test_a_text_that_begins_like_a_mail_is_a_text(tmp_path: Path, text: str) -> None:
    (tmp_path / "note").write_text(text)
    assert one(tmp_path / "note").text.strip() == text.strip()


def test_a_line_of_a_mail_that_begins_like_a_mail_is_read_as_it_was_written(tmp_path: Path) -> None:
    mail = (
        "From: a@b.example\nTo: c@d.example\nSubject: Hi\nDate: Mon, 1 Jan 2024 10:00:00 +0000\n\n"
    )
    box = f"From a@b.example Mon Jan  1 10:00:00 2024\n{mail}>From Monday on we are closed.\n"
    (tmp_path / "a.mbox").write_text(box)
    [document] = read_path(tmp_path / "a.mbox")
    assert isinstance(document, Document)
    assert "From Monday on we are closed." in document.text
    assert ">From" not in document.text
