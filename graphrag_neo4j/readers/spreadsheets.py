"""Workbooks of Excel (.xlsx, .xlsm): each row below the names of the columns is a record."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Container, Iterable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.archive import open_zip, xml_root
from graphrag_neo4j.readers.content import Blocks, Unreadable, clean_text
from graphrag_neo4j.readers.merged_cells import spans_of
from graphrag_neo4j.readers.number_formats import formatted
from graphrag_neo4j.readers.office.drawings import paragraphs
from graphrag_neo4j.readers.office.package import open_package
from graphrag_neo4j.readers.records import Item
from graphrag_neo4j.readers.sheet_comments import Comments, comment_on
from graphrag_neo4j.readers.sheet_rows import MOST_COLUMNS, Workbook

_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_DRAWING = re.compile(r"xl/drawings/drawing\d+\.xml")
_COMMENTS = re.compile(r"xl/(?:comments/?)+\d*\.xml")
_PLACE = re.compile(r"[A-Z]{1,3}[1-9]\d{0,6}")
_THREADED = "Comment:\n"  # before it stands that older versions cannot show who answers whom
_BARE_FORMULA = re.compile(rb"<f[^<>]*(?:/>|>[^<>]*</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>")
_LONGEST_CELL = 40_000


def read_xlsx(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """The rows of all visible sheets; which ones are hidden is told. Formulas count as the values
    saved with them; how many have none is told."""
    from openpyxl.reader.excel import ExcelReader

    file = open_package(path, "Excel file")
    with open_zip(path, "Excel file") as archive:
        unsaved = sum(map(partial(_formulas_without_value, archive), archive.namelist()))
    if unsaved:
        reason = f"{unsaved:,} formulas have no saved value: their cells count as empty."
        hint = "Open it in a spreadsheet program and save it."
        yield Unreadable(f"{uri}#formulas", reason, hint, kind="unsaved")
    # What openpyxl would lose on saving is no concern of ours.
    warnings.filterwarnings("ignore", module="openpyxl")
    try:
        reader = ExcelReader(file, read_only=True, data_only=True)
        reader.read()
        book = reader.wb
        parts = {sheet.name: link.target for sheet, link in reader.parser.find_sheets()}
    except OSError:
        raise
    except Exception as error:  # zip, XML, value and key errors of a damaged package
        raise _not_sound() from error
    workbook = Workbook(path, uri, key)
    linked: set[str] = set()
    try:
        for sheet in book.worksheets:
            own = _comment_parts(reader.archive, parts[sheet.title])
            linked.update(own)
            sheet.reset_dimensions()  # what a file says of its size may be wrong
            rows = _rows(sheet)
            if sheet.sheet_state != "visible":
                yield from workbook.hidden(sheet.title, rows)
                continue
            with reader.archive.open(parts[sheet.title]) as part:
                spans = spans_of(part)
            comments = Comments(_comments(reader.archive, own))
            yield from workbook.records(sheet.title, rows, spans, comments)
    except (OSError, ReadError):
        raise
    except Exception as error:
        raise _not_sound() from error
    finally:
        book.close()
    _add_notes(workbook.notes, file, linked)
    yield from workbook.rest()


def _rows(sheet: Any) -> Iterator[list[object]]:
    for row in sheet.iter_rows(max_col=MOST_COLUMNS):
        yield list(map(_shown, row))


def _shown(cell: Any) -> object:
    """The value of a cell of a workbook, a number as it is shown there: "15 %", "1,234.50 €"."""
    value: object = cell.value
    is_number = isinstance(value, (int, float, timedelta))
    return formatted(value, cell.number_format or "") if is_number else value


def _comment_parts(archive: ZipFile, sheet: str) -> list[str]:
    """The parts of a package with the comments on a sheet."""
    from openpyxl.packaging.relationship import get_dependents, get_rels_path

    links = get_rels_path(sheet)
    if links not in archive.namelist():
        return []
    found = get_dependents(archive, links)
    names = [str(link.Target) for link in found if link.Type.endswith("/comments")]
    return [name for name in names if name in archive.namelist()]


def _comments(archive: ZipFile, parts: Iterable[str]) -> dict[tuple[int, int], str]:
    """What is said of the cells of a sheet."""
    from openpyxl.utils.cell import coordinate_to_tuple

    return {
        coordinate_to_tuple(place): said
        for part in parts
        for place, said in _said(archive.read(part))
        if _PLACE.fullmatch(place)
    }


def _said(part: bytes) -> Iterator[tuple[str, str]]:
    """The comments in a part, each with the place that it is on."""
    for comment in xml_root(part).iter(f"{_SHEET}comment"):
        said = "".join(text.text or "" for text in comment.iter(f"{_SHEET}t"))
        said = " ".join(clean_text(said.rpartition(_THREADED)[2]).split())
        yield comment.get("ref") or "", said


def _add_notes(blocks: Blocks, file: str | io.BytesIO, known: Container[str]) -> None:
    """What stands in text boxes of a workbook, and in comments on no sheet; they belong to no
    row."""
    with ZipFile(file) as archive:
        for name in sorted(archive.namelist()):
            if _DRAWING.fullmatch(name):
                for text in paragraphs(xml_root(archive.read(name))):
                    blocks.add(text)
            elif _COMMENTS.fullmatch(name) and name not in known:
                for place, said in _said(archive.read(name)):
                    blocks.add(comment_on(place, said))


def _formulas_without_value(archive: ZipFile, name: str) -> int:
    """How many cells of a sheet hold a formula alone, as programs write them that do not reckon."""
    if not name.startswith("xl/worksheets/") or not name.endswith(".xml"):
        return 0
    n, rest = 0, b""
    with archive.open(name) as part:
        while block := part.read(1 << 20):
            rest += block
            n += len(_BARE_FORMULA.findall(rest))
            rest = rest[rest.rfind(b"</c>") + 1 :][-_LONGEST_CELL:]
    return n


def _not_sound() -> ReadError:
    return ReadError("it is not a sound Excel file.", "Open it in Excel and save it.", "corrupt")
