"""What Word and PowerPoint show beside plain paragraphs; files that are like documents."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import openpyxl
import pptx
import pytest
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.oxml.xmlchemy import OxmlElement
from pptx.util import Inches

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import read_path
from tests.support.files import write_docx, write_pptx
from tests.support.ole_file import write_ole

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def run(text: str) -> str:
    return f"<w:r><w:t xml:space='preserve'>{text}</w:t></w:r>"


def raised(text: str) -> str:
    return f"<w:r><w:rPr><w:vertAlign w:val='superscript'/></w:rPr><w:t>{text}</w:t></w:r>"


def paragraph(inner: str, style: str = "") -> str:
    properties = f"<w:pPr><w:pStyle w:val='{style}'/></w:pPr>" if style else ""
    return f"<w:p>{properties}{inner}</w:p>"


def control(inner: str) -> str:
    return f"<w:sdt><w:sdtContent>{inner}</w:sdtContent></w:sdt>"


def cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(run(text))}</w:tc>"


def word_file(path: Path, *elements: str) -> Path:
    word = docx.Document()
    for element in elements:
        head, _, rest = element.partition(">")
        word.element.body.insert_element_before(parse_xml(f"{head} {W} {R}>{rest}"), "w:sectPr")
    word.save(str(path))
    return path


def one(path: Path) -> Document:
    [document] = read_path(path)
    assert isinstance(document, Document), document
    return document


def test_what_content_controls_hold_is_read(tmp_path: Path) -> None:
    path = word_file(
        tmp_path / "a.docx",
        control(paragraph(run("A paragraph in a control."))),
        paragraph(run("Signed by ") + control(run("Anna Berg")) + run(".")),
        f"<w:tbl>{control('<w:tr>' + cell('Ship') + cell('Port') + '</w:tr>')}"
        f"<w:tr>{cell('Hull')}{control(cell('Melby'))}</w:tr></w:tbl>",
    )
    assert one(path).text == (
        "A paragraph in a control.\n\nSigned by Anna Berg.\n\nShip, Port\n\nHull, Melby"
    )


def test_a_text_under_review_reads_as_it_stands_now(tmp_path: Path) -> None:
    change = "w:id='1' w:author='A'"
    path = word_file(
        tmp_path / "a.docx",
        paragraph(
            run("The fee is ")
            + f"<w:del {change}><w:r><w:delText>ten</w:delText></w:r></w:del>"
            + f"<w:ins {change}>{run('twelve')}</w:ins>"
            + f"<w:moveFrom {change}>{run(' gone')}</w:moveFrom>"
            + run(" crowns.")
        ),
        f"<w:ins {change}>{paragraph(run('A new paragraph.'))}</w:ins>",
    )
    assert one(path).text == "The fee is twelve crowns.\n\nA new paragraph."


def test_a_printed_table_of_contents_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    word = docx.Document()
    word.styles.add_style("toc 1", 1)
    word.add_paragraph("Costs\t3", style="toc 1")
    word.add_heading("Costs", 1)
    word.add_paragraph("They rose.")
    word.save(str(path))
    assert one(path).text == "Costs\n\nThey rose."


def test_a_cell_over_several_rows_stands_in_each(tmp_path: Path) -> None:
    over, below = "<w:vMerge w:val='restart'/>", "<w:vMerge/>"
    path = word_file(
        tmp_path / "a.docx",
        f"<w:tbl><w:tr>{cell('Port')}{cell('Ship')}</w:tr>"
        f"<w:tr>{cell('Melby', over)}{cell('Hull')}</w:tr>"
        f"<w:tr>{cell('', below)}{cell('Bow')}</w:tr></w:tbl>",
    )
    assert one(path).text == "Port, Ship\n\nMelby, Hull\n\nMelby, Bow"


def test_a_table_that_only_places_texts_is_read_as_these(tmp_path: Path) -> None:
    texts = "".join(paragraph(run(f"Paragraph {n} is " + "long " * 25)) for n in range(5))
    inner = f"<w:tbl><w:tr>{cell('Ship')}{cell('Port')}</w:tr></w:tbl>"
    path = word_file(
        tmp_path / "a.docx",
        f"<w:tbl><w:tr><w:tc>{texts}</w:tc><w:tc>{inner}{paragraph('')}</w:tc></w:tr></w:tbl>",
    )
    read = one(path).text.split("\n\n")
    assert [line[:11] for line in read] == [*(f"Paragraph {n}" for n in range(5)), "Ship, Port"]


def test_comments_follow_the_paragraph_that_they_are_on(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    word = docx.Document()
    first = word.add_paragraph("The bridge opens in May.")
    word.add_paragraph("It has two lanes.")
    word.add_comment(first.runs, text="Not before June.", author="Anna Berg", initials="AB")
    word.save(str(path))
    assert one(path).text == (
        "The bridge opens in May.\n\nComment by Anna Berg: Not before June.\n\nIt has two lanes."
    )


def test_notes_follow_the_paragraph_or_table_that_refers_to_them(tmp_path: Path) -> None:
    def refer(kind: str, number: int) -> str:
        return f"<w:r><w:{kind}Reference w:id='{number}'/></w:r>"

    lotte = f"<w:tc>{paragraph(run('Lotte') + refer('footnote', 3))}</w:tc>"
    path = word_file(
        tmp_path / "a.docx",
        paragraph(run("Ferries") + refer("endnote", 2), "Heading1"),
        paragraph(run("They sail daily") + refer("footnote", 2) + run(".")),
        f"<w:tbl><w:tr>{lotte}</w:tr></w:tbl>",
        paragraph(run("Docks"), "Heading1"),
        paragraph(run("One is dry.")),
    )
    word = docx.Document(str(path))
    for kind, notes in {
        "footnote": {"2": "But not in ice.", "3": "Built in 2031.", "4": "Named by no text."},
        "endnote": {"2": "Of both lines."},
    }.items():
        inner = "".join(
            f"<w:{kind} w:id='{number}'>{paragraph(run(text))}</w:{kind}>"
            for number, text in notes.items()
        )
        rule = f"<w:{kind} w:type='separator' w:id='0'>{paragraph(run('---'))}</w:{kind}>"
        content = f"<w:{kind}s {W}>{rule}{inner}</w:{kind}s>".encode()
        part_of(word, f"/word/{kind}s.xml", f"{kind}s", content)
    word.save(str(path))
    assert one(path).text == (
        "Ferries\n\nOf both lines.\n\nThey sail daily.\n\nBut not in ice.\n\nLotte\n\n"
        "Built in 2031.\n\nDocks\n\nOne is dry.\n\nNamed by no text."
    )


def part_of(word: docx.document.Document, name: str, kind: str, content: bytes) -> str:
    part = Part(PackURI(name), "application/xml", content, word.part.package)
    return word.part.relate_to(part, f"{RELATION}/{kind}")


CHART = (
    "<c:chartSpace xmlns:c='http://schemas.openxmlformats.org/drawingml/2006/chart'"
    " xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'><c:chart><c:title><c:tx>"
    "<c:rich><a:p><a:r><a:t>Catch</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea>"
    "<c:barChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx='0'><c:v>Cod</c:v></c:pt>"
    "</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx='0'><c:v>Melby</c:v>"
    "</c:pt><c:pt idx='1'><c:v>Oslo</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef>"
    "<c:numCache><c:pt idx='0'><c:v>8.1999999999999993</c:v></c:pt><c:pt idx='1'><c:v>7</c:v>"
    "</c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart>"
    "</c:chartSpace>"
)
DIAGRAM = (
    "<dgm:dataModel xmlns:dgm='http://schemas.openxmlformats.org/drawingml/2006/diagram'"
    " xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'><dgm:ptLst>"
    "<dgm:pt><dgm:t><a:p><a:r><a:t>President</a:t></a:r></a:p></dgm:t></dgm:pt>"
    "<dgm:pt type='parTrans'><dgm:t><a:p><a:r><a:t>no</a:t></a:r></a:p></dgm:t></dgm:pt>"
    "<dgm:pt><dgm:t><a:p><a:r><a:t>Head of Marketing</a:t></a:r></a:p></dgm:t></dgm:pt>"
    "</dgm:ptLst></dgm:dataModel>"
)


def test_charts_and_diagrams_in_word_are_read(tmp_path: Path) -> None:
    word = docx.Document()
    chart = part_of(word, "/word/charts/chart1.xml", "chart", CHART.encode())
    diagram = part_of(word, "/word/diagrams/data1.xml", "diagramData", DIAGRAM.encode())
    drawings = "http://schemas.openxmlformats.org/drawingml/2006"
    drawn = (
        f"<w:p {W} {R}><w:r><w:drawing><c:chart xmlns:c='{drawings}/chart' r:id='{chart}'/>"
        f"<dgm:relIds xmlns:dgm='{drawings}/diagram' r:dm='{diagram}'/></w:drawing></w:r></w:p>"
    )
    word.element.body.insert_element_before(parse_xml(drawn), "w:sectPr")
    word.save(str(tmp_path / "a.docx"))
    document = one(tmp_path / "a.docx")
    assert document.text == (
        "Catch, Cod\n\nCatch: Melby; Cod: 8.2\n\nCatch: Oslo; Cod: 7\n\n"
        "- President\n- Head of Marketing"
    )
    assert document.blocks[1].columns == ("Catch", "Cod")


def test_long_numbers_of_a_chart_stay_as_they_are(tmp_path: Path) -> None:
    word = docx.Document()
    content = CHART.replace("8.1999999999999993", "1234567890123").replace(
        ">7<", ">0.30000000000000004<"
    )
    chart = part_of(word, "/word/charts/chart1.xml", "chart", content.encode())
    space = "http://schemas.openxmlformats.org/drawingml/2006/chart"
    drawn = f"<w:p {W} {R}><w:r><c:chart xmlns:c='{space}' r:id='{chart}'/></w:r></w:p>"
    word.element.body.insert_element_before(parse_xml(drawn), "w:sectPr")
    word.save(str(tmp_path / "a.docx"))
    assert one(tmp_path / "a.docx").text == (
        "Catch, Cod\n\nCatch: Melby; Cod: 1234567890123\n\nCatch: Oslo; Cod: 0.3"
    )


def test_a_page_that_a_program_put_into_a_word_file_is_read(tmp_path: Path) -> None:
    word = docx.Document()
    page = b"<html><body><h1>Report</h1><p>The crane fell.</p></body></html>"
    relation = part_of(word, "/word/page.html", "aFChunk", page)
    chunk = parse_xml(f"<w:altChunk {W} {R} r:id='{relation}'/>")
    word.element.body.insert_element_before(chunk, "w:sectPr")
    word.save(str(tmp_path / "a.docx"))
    assert one(tmp_path / "a.docx").text == "Report\n\nThe crane fell."


def test_charts_on_slides_are_read_as_tables(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Sales"
    data = CategoryChartData()  # type: ignore[no-untyped-call]
    data.categories = ["North", "South"]
    data.add_series("2024", (19.2, 21))  # type: ignore[no-untyped-call]
    data.add_series("2025", (22.3, 28.5))  # type: ignore[no-untyped-call]
    size = (Inches(1), Inches(1), Inches(4), Inches(3))
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *size, data)
    deck.save(str(tmp_path / "a.pptx"))
    document = one(tmp_path / "a.pptx")
    assert document.text == (
        "Sales\n\n2024, 2025\n\nNorth; 2024: 19.2; 2025: 22.3\n\nSouth; 2024: 21; 2025: 28.5"
    )


def test_numbers_dates_and_footers_of_slides_are_left_out(tmp_path: Path) -> None:
    path = write_pptx(tmp_path / "a.pptx", ("Plans", "We build.", ""))
    deck = pptx.Presentation(str(path))
    slide = deck.slides[0]
    for placeholder in deck.slide_layouts[1].placeholders:  # type: ignore[misc]
        if placeholder.placeholder_format.idx >= 10:  # date, footer, number
            slide.shapes.clone_placeholder(placeholder)
            slide.shapes[-1].text_frame.text = "17"
    deck.save(str(path))
    assert len(slide.shapes) == 5
    assert "17" not in one(path).text


def test_text_boxes_on_the_notes_of_a_slide_are_read(tmp_path: Path) -> None:
    path = write_pptx(tmp_path / "a.pptx", ("Plans", "We build.", "Thank Ole."))
    deck = pptx.Presentation(str(path))
    size = (Inches(1), Inches(1), Inches(4), Inches(3))
    box = deck.slides[0].notes_slide.element.spTree.add_textbox(7, "Box", *size)
    box.get_or_add_txBody().p_lst[0].add_r("Hand out the plans.")
    deck.save(str(path))
    assert one(path).text == "Plans\n\nWe build.\n\nThank Ole.\n\nHand out the plans."


def retyped(path: Path, name: str, changes: dict[str, str]) -> Path:
    """A copy of a package with replaced strings in its XML, and another name."""
    target = path.with_name(name)
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for part in old.infolist():
            data = old.read(part)
            if part.filename.endswith((".xml", ".rels")):
                for before, after in changes.items():
                    data = data.replace(before.encode(), after.encode())
            new.writestr(part.filename, data)
    return target


OPEN = "application/vnd.openxmlformats-officedocument"
DOCUMENT, DECK = f"{OPEN}.wordprocessingml.document", f"{OPEN}.presentationml.presentation"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.docm", "application/vnd.ms-word.document.macroEnabled"),
        ("a.dotx", f"{OPEN}.wordprocessingml.template"),
        ("a.dotm", "application/vnd.ms-word.template.macroEnabledTemplate"),
    ],
)
def test_word_files_with_macros_and_templates_are_read(
    tmp_path: Path, name: str, kind: str
) -> None:
    path = write_docx(tmp_path / "b.docx", "The crane fell.")
    assert one(retyped(path, name, {f"{DOCUMENT}.main": f"{kind}.main"})).text == "The crane fell."


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.pptm", "application/vnd.ms-powerpoint.presentation.macroEnabled"),
        ("a.ppsx", f"{OPEN}.presentationml.slideshow"),
        ("a.ppsm", "application/vnd.ms-powerpoint.slideshow.macroEnabled"),
        ("a.potx", f"{OPEN}.presentationml.template"),
        ("a.potm", "application/vnd.ms-powerpoint.template.macroEnabled"),
    ],
)
def test_shows_and_templates_of_slides_are_read(tmp_path: Path, name: str, kind: str) -> None:
    path = write_pptx(tmp_path / "b.pptx", ("Plans", "We build.", ""))
    assert one(retyped(path, name, {f"{DECK}.main": f"{kind}.main"})).title == "Plans"


def write_sheet(path: Path) -> Path:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append(["The crane fell."])
    book.save(path)
    return path


@pytest.mark.parametrize(
    ("suffix", "write"),
    [
        (".docx", lambda path: write_docx(path, "The crane fell.")),
        (".pptx", lambda path: write_pptx(path, ("The crane fell.", "", ""))),
        (".xlsx", write_sheet),
    ],
)
def test_the_strict_form_of_the_standard_is_read(
    tmp_path: Path, suffix: str, write: Callable[[Path], Path]
) -> None:
    kinds = "wordprocessingml spreadsheetml presentationml drawingml officeDocument".split()
    known, strict = "http://schemas.openxmlformats.org", "http://purl.oclc.org/ooxml"
    changes = {f"{known}/{kind}/2006/": f"{strict}/{kind}/" for kind in kinds}
    path = write(tmp_path / f"b{suffix}")
    assert "The crane fell." in one(retyped(path, f"a{suffix}", changes)).text


@pytest.mark.parametrize("suffix", [".docx", ".pptx", ".xlsx"])
def test_a_file_with_a_password_is_said_to_have_one(tmp_path: Path, suffix: str) -> None:
    path = write_ole(tmp_path / f"a{suffix}", {"EncryptedPackage": b"x" * 5000})
    [item] = read_path(path)
    assert isinstance(item, Unreadable)
    assert item.kind == "encrypted"
    assert "password" in item.hint


def test_text_boxes_and_comments_of_a_workbook_are_read(tmp_path: Path) -> None:
    plain = write_sheet(tmp_path / "b.xlsx")
    drawing = (
        "<xdr:wsDr xmlns:xdr='http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing'"
        " xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'><xdr:sp><xdr:txBody>"
        "<a:p><a:r><a:t>All prices in </a:t></a:r><a:r><a:t>crowns.</a:t></a:r></a:p>"
        "</xdr:txBody></xdr:sp></xdr:wsDr>"
    )
    comments = (
        "<comments xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><commentList>"
        "<comment ref='A1'><text><r><t>When?</t></r></text></comment><comment ref='B2'><text><t>"
        "[Threaded comment] Newer versions show more.\n\nComment:\n    On Monday.</t></text>"
        "</comment></commentList></comments>"
    )
    path = retyped(plain, "a.xlsx", {})
    with zipfile.ZipFile(path, "a") as package:
        package.writestr("xl/drawings/drawing1.xml", drawing)
        package.writestr("xl/comments1.xml", comments)
    row, notes = read_path(path)
    assert isinstance(row, Document) and isinstance(notes, Document)
    assert notes.text == (
        "Comment on A1: When?\n\nComment on B2: On Monday.\n\nAll prices in crowns."
    )


def test_a_picture_that_is_named_and_missing_costs_no_text(tmp_path: Path) -> None:
    path = write_docx(tmp_path / "b.docx", "The crane fell.")
    link = f'<Relationship Id="rId99" Type="{RELATION}/image" Target="{{}}"/></Relationships>'
    lost = link.format("NULL")
    assert one(retyped(path, "a.docx", {"</Relationships>": lost})).text == "The crane fell."


def commented(path: Path, name: str, comments: str, authors: tuple[str, str]) -> Path:
    """A deck with comments on its first slide; the kind and the content of the list of authors."""
    target = path.with_name(name)
    kind, persons = authors
    link = '<Relationship Id="rId99" Type="{}" Target="{}"/></Relationships>'
    added = {
        "ppt/slides/_rels/slide1.xml.rels": link.format(f"{RELATION}/comments", "../c.xml"),
        "ppt/_rels/presentation.xml.rels": link.format(f"{RELATION}/{kind}", "a.xml"),
    }
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for part in old.infolist():
            data = old.read(part).decode("utf-8", "surrogateescape")
            if part.filename in added:
                data = data.replace("</Relationships>", added[part.filename])
            elif part.filename == "[Content_Types].xml":
                xml = '<Default Extension="xml" ContentType="application/xml"/>'
                data = data if xml in data else data.replace("</Types>", f"{xml}</Types>")
            new.writestr(part.filename, data.encode("utf-8", "surrogateescape"))
        new.writestr("ppt/c.xml", comments)
        new.writestr("ppt/a.xml", persons)
    return target


SLIDES = "xmlns:p='http://schemas.openxmlformats.org/presentationml/2006/main'"
MODERN = (
    "xmlns:m='http://schemas.microsoft.com/office/powerpoint/2018/8/main'"
    " xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'"
)


@pytest.mark.parametrize(
    ("comments", "authors"),
    [
        (
            f"<p:cmLst {SLIDES}><p:cm authorId='1'><p:text>Which pump?</p:text></p:cm>"
            "<p:cm authorId='2'><p:text>The old one.</p:text></p:cm></p:cmLst>",
            (
                "commentAuthors",
                f"<p:cmAuthorLst {SLIDES}><p:cmAuthor id='1' name='Anna Berg'/></p:cmAuthorLst>",
            ),
        ),
        (
            f"<m:cmLst {MODERN}><m:cm authorId='{{A}}'><m:replyLst><m:reply authorId='{{B}}'>"
            "<m:txBody><a:p><a:r><a:t>The old one.</a:t></a:r></a:p></m:txBody></m:reply>"
            "</m:replyLst><m:txBody><a:p><a:r><a:t>Which pump?</a:t></a:r></a:p></m:txBody>"
            "</m:cm></m:cmLst>",
            (
                "authors",
                f"<m:authorLst {MODERN}><m:author id='{{A}}' name='Anna Berg'/></m:authorLst>",
            ),
        ),
    ],
)
def test_comments_on_slides_are_read_with_their_authors(
    tmp_path: Path, comments: str, authors: tuple[str, str]
) -> None:
    deck = write_pptx(tmp_path / "b.pptx", ("Pumps", "We build.", ""))
    text = one(commented(deck, "a.pptx", comments, authors)).text
    assert text == (
        "Pumps\n\nWe build.\n\nComment by Anna Berg: Which pump?\n\nComment: The old one."
    )


def level(n: int, text: str, format_: str = "decimal", more: str = "") -> str:
    return (
        f"<w:lvl w:ilvl='{n}'><w:start w:val='1'/><w:numFmt w:val='{format_}'/>{more}"
        f"<w:lvlText w:val='{text}'/></w:lvl>"
    )


def numbered(path: Path, levels: str, lists: str, *elements: str) -> Path:
    word = docx.Document()
    part = word.part.numbering_part.element
    for child in list(part):
        part.remove(child)
    kinds = f"<w:x {W}><w:abstractNum w:abstractNumId='7'>{levels}</w:abstractNum>{lists}</w:x>"
    for child in parse_xml(kinds):
        part.append(child)
    for element in elements:
        head, _, rest = element.partition(">")
        word.element.body.insert_element_before(parse_xml(f"{head} {W}>{rest}"), "w:sectPr")
    word.save(str(path))
    return path


LIST = "<w:num w:numId='1'><w:abstractNumId w:val='7'/></w:num>"


POINT = "<w:p><w:pPr><w:numPr><w:numId w:val='1'/></w:numPr></w:pPr>{}</w:p>".format


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        (paragraph(run("Harbour")) + paragraph(run("Oda Lind")), "Harbour\nOda Lind"),
        (paragraph(run("Harbour"), "Heading1") + paragraph(run("Oda Lind")), "Harbour\n\nOda Lind"),
        (POINT(run("Nets")) + POINT(run("Ropes")), "- Nets\n- Ropes"),
        (control(paragraph(run("Nets"))) + paragraph(run("Ropes")), "Nets\n\nRopes"),
        (
            "".join(paragraph(run(f"Net {n}")) for n in range(6)),
            "\n\n".join(f"Net {n}" for n in range(6)),
        ),
    ],
    ids=["short lines", "a heading", "points", "a control", "too many"],
)
def test_short_lines_of_a_box_in_word_are_one_paragraph(
    tmp_path: Path, inner: str, text: str
) -> None:
    box = f"<w:r><w:pict><w:txbxContent>{inner}</w:txbxContent></w:pict></w:r>"
    path = numbered(tmp_path / "a.docx", level(0, "", "bullet"), LIST, paragraph(run("See:") + box))
    assert one(path).text == f"See:\n\n{text}"


@pytest.mark.parametrize(
    ("mark", "text"),
    [("", "Harbour\nOda Lind"), ("buChar", "- Harbour\n- Oda Lind")],
    ids=["short lines", "points"],
)
def test_short_lines_of_a_shape_on_a_slide_are_one_paragraph(
    tmp_path: Path, mark: str, text: str
) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    size = (Inches(1), Inches(1), Inches(4), Inches(3))
    frame = slide.shapes.add_textbox(*size).text_frame
    frame.text = "Harbour\nOda Lind"
    for line in frame.paragraphs if mark else ():
        line._p.get_or_add_pPr().append(OxmlElement(f"a:{mark}"))
    deck.save(str(tmp_path / "a.pptx"))
    assert one(tmp_path / "a.pptx").text == text


def item(text: str, at: int, number: int = 1, style: str = "") -> str:
    own = f"<w:pStyle w:val='{style}'/>" if style else ""
    place = f"<w:numPr><w:ilvl w:val='{at}'/><w:numId w:val='{number}'/></w:numPr>"
    return f"<w:p><w:pPr>{own}{place}</w:pPr>{run(text)}</w:p>"


def test_headings_and_clauses_have_the_numbers_that_word_shows(tmp_path: Path) -> None:
    levels = level(0, "%1.") + level(1, "%1.%2") + level(2, "(%3)", "lowerLetter")
    path = numbered(
        tmp_path / "a.docx",
        levels,
        LIST,
        item("Term", 0, style="Heading1"),
        item("It begins in May.", 1),
        item("It ends in June.", 1),
        item("Fees", 0, style="Heading1"),
        item("The fee is ten crowns.", 1),
        item("in May;", 2),
        item("in June.", 2),
        "<w:p><w:r><w:t>No number here.</w:t></w:r></w:p>",
        item("It is due on Monday.", 1),
    )
    document = one(path)
    assert document.text == (
        "1. Term\n\n1.1 It begins in May.\n\n1.2 It ends in June.\n\n2. Fees\n\n"
        "2.1 The fee is ten crowns.\n\n(a) in May;\n\n(b) in June.\n\nNo number here.\n\n"
        "2.2 It is due on Monday."
    )
    assert [heading.title for heading in document.headings] == ["1. Term", "2. Fees"]


def test_a_list_that_says_where_it_begins_begins_there(tmp_path: Path) -> None:
    again = (
        "<w:num w:numId='2'><w:abstractNumId w:val='7'/><w:lvlOverride w:ilvl='0'>"
        "<w:startOverride w:val='5'/></w:lvlOverride></w:num>"
    )
    path = numbered(
        tmp_path / "a.docx",
        level(0, "%1)", "upperRoman"),
        LIST + again,
        item("One.", 0),
        item("Two.", 0),
        item("Five.", 0, number=2),
        item("Six.", 0, number=2),
    )
    assert one(path).text == "I) One.\n\nII) Two.\n\nV) Five.\n\nVI) Six."


def test_a_list_that_begins_far_away_has_short_numbers(tmp_path: Path) -> None:
    far = level(0, "%1", "lowerLetter").replace("w:val='1'/>", "w:val='2000000000'/>")
    assert one(numbered(tmp_path / "a.docx", far, LIST, item("It.", 0))).text == "2000000000 It."


def test_bullets_make_items_whatever_the_style(tmp_path: Path) -> None:
    path = numbered(
        tmp_path / "a.docx", level(0, "\u00b7", "bullet"), LIST, item("One", 0), item("Two", 0)
    )
    assert one(path).text == "- One\n- Two"


def test_a_number_may_come_with_the_style(tmp_path: Path) -> None:
    levels = level(0, "%1", more="<w:pStyle w:val='Clause'/>")
    path = numbered(tmp_path / "b.docx", levels, LIST, paragraph(run("It begins."), "Clause"))
    style = (
        "<w:style w:type='paragraph' w:styleId='Clause'><w:name w:val='Clause'/><w:pPr><w:numPr>"
        "<w:numId w:val='1'/></w:numPr></w:pPr></w:style></w:styles>"
    )
    assert one(retyped(path, "a.docx", {"</w:styles>": style})).text == "1 It begins."


# -- files within ------------------------------------------------------------------------------


def native(name: str, content: bytes) -> bytes:
    """A file as a packager of Windows wraps it."""
    head = struct.pack("<IH", 0, 2) + name.encode() + b"\0C:\\" + name.encode() + b"\0"
    return (
        head + struct.pack("<III", 3, 2, 0)[:8] + b"x\0" + struct.pack("<I", len(content)) + content
    )


def put_in(word: docx.document.Document, name: str, kind: str, content: bytes) -> None:
    part_of(word, f"/word/embeddings/{name}", kind, content)


def test_files_in_a_word_file_are_documents_of_their_own(tmp_path: Path) -> None:
    wrapped = write_ole(tmp_path / "o.bin", {"\x01Ole10Native": native("log.txt", b"It creaked.")})
    word = docx.Document()
    word.add_paragraph("See the sheet.")
    put_in(word, "Sheet1.xlsx", "package", write_sheet(tmp_path / "s.xlsx").read_bytes())
    put_in(word, "object1.bin", "oleObject", wrapped.read_bytes())
    put_in(word, "object2.bin", "oleObject", b"of a kind that nobody knows")
    word.save(str(tmp_path / "a.docx"))
    found = list(read_path(tmp_path / "a.docx"))
    assert all(isinstance(item, Document) for item in found), found
    assert [item.uri.rpartition("a.docx")[2].split("/")[0] for item in found] == [
        "",
        "#Sheet1.xlsx",
        "#log.txt",
    ]
    assert [item.text for item in found if isinstance(item, Document)] == [
        "See the sheet.",
        "The crane fell.",
        "It creaked.",
    ]


def test_files_of_one_name_are_two(tmp_path: Path) -> None:
    word = docx.Document()
    for n, said in enumerate((b"It creaked.", b"It fell.")):
        wrapped = write_ole(tmp_path / f"{n}.bin", {"\x01Ole10Native": native("log.txt", said)})
        put_in(word, f"object{n}.bin", "oleObject", wrapped.read_bytes())
    word.save(str(tmp_path / "a.docx"))
    uris = {item.uri.partition("#")[2] for item in read_path(tmp_path / "a.docx")}
    assert uris == {"log.txt", "2-log.txt"}


def test_a_file_in_a_file_without_words_is_read(tmp_path: Path) -> None:
    inner = write_docx(tmp_path / "b.docx", "The crane fell.").read_bytes()
    word = docx.Document()
    put_in(word, "inner.docx", "package", inner)
    word.save(str(tmp_path / "a.docx"))
    document = one(tmp_path / "a.docx")
    assert document.uri.endswith("a.docx#inner.docx")
    assert document.text == "The crane fell."


def test_the_table_behind_a_chart_is_read_once(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    data = CategoryChartData()  # type: ignore[no-untyped-call]
    data.categories = ["North"]
    data.add_series("2024", (19.2,))  # type: ignore[no-untyped-call]
    size = (Inches(1), Inches(1), Inches(4), Inches(3))
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *size, data)
    deck.save(str(tmp_path / "a.pptx"))
    assert one(tmp_path / "a.pptx").text.endswith("North; 2024: 19.2")


def test_superscripts_in_word_are_no_digits_of_the_number_before_them(tmp_path: Path) -> None:
    low = "<w:r><w:rPr><w:vertAlign w:val='subscript'/></w:rPr><w:t>2</w:t></w:r>"
    link = f"<w:hyperlink w:anchor='n'>{raised('7')}</w:hyperlink>"
    words = (
        run("In 1987") + raised("1") + raised("2") + run(" Melby had 10") + raised("6"),
        run(" crowns and 45") + link + run(" kg of CO") + low + run(" by the 1") + raised("st"),
    )
    path = word_file(tmp_path / "a.docx", paragraph("".join(words)))
    assert one(path).text == "In 1987[12] Melby had 10^6 crowns and 45[7] kg of CO2 by the 1st"


def test_superscripts_on_slides_are_no_digits_of_the_number_before_them(tmp_path: Path) -> None:
    path = write_pptx(tmp_path / "a.pptx", ("Mass of 10", "Melby has 10", "It has 10"))
    deck = pptx.Presentation(str(path))
    slide = deck.slides[0]
    body = slide.placeholders[1].text_frame
    for frame in (slide.shapes.title.text_frame, body, slide.notes_slide.notes_text_frame):
        added = frame.paragraphs[0].add_run()
        added.text = "6"
        added._r.get_or_add_rPr().set("baseline", "30000")
        frame.paragraphs[0].add_run().text = " kg"
    low = body.paragraphs[0].add_run()
    low.text = "2"
    low._r.get_or_add_rPr().set("baseline", "-25000")
    table = slide.shapes.add_table(1, 1, Inches(1), Inches(5), Inches(2), Inches(1)).table
    cell_frame = table.cell(0, 0).text_frame
    cell_frame.text = "20 m"
    added = cell_frame.paragraphs[0].add_run()
    added.text = "2"
    added._r.get_or_add_rPr().set("baseline", "30000")
    deck.save(str(path))
    assert one(path).text == ("Mass of 10^6 kg\n\nMelby has 10^6 kg2\n\n20 m^2\n\nIt has 10^6 kg")


M = "xmlns:m='http://schemas.openxmlformats.org/officeDocument/2006/math'"


def said(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


@pytest.mark.parametrize(
    ("equation", "written"),
    [
        (said("P=7 kW"), "P=7 kW"),
        (
            f"{said('E=m')}<m:sSup><m:e>{said('c')}</m:e><m:sup>{said('2')}</m:sup></m:sSup>",
            "E=mc^2",
        ),
        (
            f"<m:f><m:num>{said('a+b')}</m:num><m:den>{said('2')}</m:den></m:f>",
            "(a+b)/2",
        ),
        (
            f"<m:rad><m:radPr/><m:deg/><m:e>{said('7')}</m:e></m:rad>",
            "sqrt(7)",
        ),
        (
            f"<m:sSub><m:e>{said('v')}</m:e><m:sub>{said('max')}</m:sub></m:sSub>",
            "v_max",
        ),
        (
            "<m:nary><m:naryPr><m:chr m:val='∑'/></m:naryPr>"
            f"<m:sub>{said('i=1')}</m:sub><m:sup>{said('n')}</m:sup><m:e>{said('i')}</m:e></m:nary>",
            "∑_(i=1)^n i",
        ),
        (f"<m:d><m:dPr><m:begChr m:val='['/></m:dPr><m:e>{said('x')}</m:e></m:d>", "[x)"),
        (
            f"{said('8')}<w:del w:id='1' w:author='A'>{said('9')}</w:del>",
            "8",
        ),
    ],
)
def test_equations_in_word_are_read(tmp_path: Path, equation: str, written: str) -> None:
    math = f"<m:oMath {M}>{equation}</m:oMath>"
    path = word_file(
        tmp_path / "a.docx",
        paragraph(run("The pump has ") + math + run(" here.")),
        paragraph(f"<m:oMathPara {M}>{math}</m:oMathPara>"),
    )
    assert one(path).text == f"The pump has {written} here.\n\n{written}"


def test_signs_of_fonts_for_symbols_are_read(tmp_path: Path) -> None:
    sign = "<w:r><w:sym w:font='{}' w:char='{}'/></w:r>".format
    path = word_file(
        tmp_path / "a.docx",
        paragraph(
            run("Angle ")
            + sign("Symbol", "F061")
            + run(" is ")
            + sign("Symbol", "F0A3")
            + run(" 5")
        ),
        paragraph(sign("Wingdings", "F0FE") + run(" paid ") + sign("Wingdings", "F0A8")),
        paragraph(run("No letter: ") + sign("Wingdings", "F028") + sign("Arial", "00B5")),
        paragraph(run("No code ") + sign("Symbol", "x")),
    )
    assert one(path).text == "Angle α is ≤ 5\n\n☑ paid ☐\n\nNo letter: µ\n\nNo code"


@pytest.mark.parametrize(("value", "sign"), [("1", "☒"), ("0", "☐")])
def test_a_box_that_is_ticked_is_told_from_one_that_is_not(
    tmp_path: Path, value: str, sign: str
) -> None:
    w14 = "xmlns:w14='http://schemas.microsoft.com/office/word/2010/wordml'"
    box = (
        f"<w:sdt {w14}><w:sdtPr><w14:checkbox><w14:checked w14:val='{value}'/></w14:checkbox>"
        "</w:sdtPr><w:sdtContent/></w:sdt>"
    )
    old = (
        "<w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:checkBox>"
        f"<w:default w:val='1'/><w:checked w:val='{value}'/></w:checkBox></w:ffData>"
        "</w:fldChar></w:r>"
    )
    path = word_file(
        tmp_path / "a.docx", paragraph(box + run(" paid")), paragraph(old + run(" old"))
    )
    assert one(path).text == f"{sign} paid\n\n{sign} old"


def test_a_paragraph_whose_end_is_struck_out_goes_on(tmp_path: Path) -> None:
    struck = "<w:pPr><w:rPr><w:del w:id='1' w:author='A'/></w:rPr></w:pPr>"
    path = word_file(
        tmp_path / "a.docx",
        f"<w:p>{struck}{run('Melby')}</w:p>",
        f"<w:p>{struck}{run(' sold')}</w:p>",
        paragraph(run(" the pier."), "Heading1"),
        f"<w:p>{struck}{run('It was old.')}</w:p>",
        f"<w:tbl><w:tr>{cell('Ship')}{cell('Port')}</w:tr></w:tbl>",
    )
    document = one(path)
    assert document.text == "Melby sold the pier.\n\nIt was old.\n\nShip, Port"
    assert [heading.title for heading in document.headings] == ["Melby sold the pier."]
