"""Tables of Word files: which only place texts, and which rows name the columns."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.office.word_xml import WORD, within, words_of
from graphrag_neo4j.readers.tables import Cell

if TYPE_CHECKING:
    from lxml.etree import _Element

_LAYOUT_PARAGRAPHS, _LAYOUT_LENGTH = 4, 400
_OFF = frozenset({"0", "false", "off"})
_FIRST_ROW = 0x20  # of tblLook's value, in old files


def is_layout(table: _Element) -> bool:
    """Whether it only places texts on a page: a cell has a table in it, or is a text of its own."""
    for cell in table.iter(f"{WORD}tc"):
        if cell.find(f".//{WORD}tbl") is not None:
            return True
        said = [len(text) for p in cell.iter(f"{WORD}p") if (text := words_of(p).strip())]
        if len(said) >= _LAYOUT_PARAGRAPHS and sum(said) > _LAYOUT_LENGTH:
            return True
    return False


def styles_with_names(styles: _Element) -> frozenset[str]:
    """The ids of the table styles that set a first row apart, or are based on one that does."""
    based = {style.get(f"{WORD}styleId") or "": style for style in styles.iterfind(f"{WORD}style")}
    found = set()
    for id_ in based:
        seen: set[str] = set()
        own = id_
        while own in based and own not in seen:
            seen.add(own)
            if any(_sets_apart(one) for one in based[own].iterfind(f"{WORD}tblStylePr")):
                found.add(id_)
                break
            own = _value(based[own], "basedOn")
    return frozenset(found)


def _sets_apart(part: _Element) -> bool:
    marks = ("b", "shd")
    return part.get(f"{WORD}type") == "firstRow" and any(
        next(part.iter(f"{WORD}{mark}"), None) is not None for mark in marks
    )


def word_rows(table: _Element, styles: Collection[str]) -> list[list[Cell]]:
    """The cells of each row; one that spans rows stands in each of them. The first row has names
    if it is repeated on each page, if the table's style, of ``styles``, sets it apart, or if it
    alone is bold."""
    rows = list(within(table, "tr"))
    n_names = 0
    while n_names < len(rows) and _is_on(rows[n_names], "trPr/tblHeader"):
        n_names += 1
    if n_names == 0 and len(rows) > 1:
        alone_bold = _is_bold(rows[0]) and not _is_bold(rows[1])
        n_names = int(alone_bold or _has_first_row(table, styles))
    cells = _cells(rows)
    return [[replace(cell, is_name=at < n_names) for cell in row] for at, row in enumerate(cells)]


def _cells(rows: Sequence[_Element]) -> Iterator[list[Cell]]:
    above: dict[int, str] = {}
    for row in rows:
        texts: dict[int, str] = {}
        cells: list[Cell] = []
        column = 0
        for cell in within(row, "tc"):
            text = "\n".join(words_of(p) for p in cell.iter(f"{WORD}p"))
            merge = cell.find(f"{WORD}tcPr/{WORD}vMerge")
            if merge is not None and merge.get(f"{WORD}val") != "restart":
                text = above.get(column, text)
            wide = _value(cell, "tcPr/gridSpan")
            cells.append(Cell(text, int(wide) if wide.isdecimal() and len(wide) < 6 else 1))
            texts[column] = text
            column += cells[-1].width
        above = texts
        yield cells


def _has_first_row(table: _Element, styles: Collection[str]) -> bool:
    if _value(table, "tblPr/tblStyle") not in styles:
        return False
    look = _child(table, "tblPr/tblLook")
    if look is None:
        return False
    first, value = look.get(f"{WORD}firstRow"), look.get(f"{WORD}val") or ""
    if first is not None:
        return first not in _OFF
    try:
        return bool(int(value, 16) & _FIRST_ROW)
    except ValueError:
        return False


def _is_bold(row: _Element) -> bool:
    """Whether all its words are."""
    runs = [run for run in row.iter(f"{WORD}r") if words_of(run).strip()]
    return bool(runs) and all(_is_on(run, "rPr/b") for run in runs)


def _is_on(element: _Element, path: str) -> bool:
    found = _child(element, path)
    return found is not None and found.get(f"{WORD}val") not in _OFF


def _value(element: _Element, path: str) -> str:
    found = _child(element, path)
    return "" if found is None else found.get(f"{WORD}val") or ""


def _child(element: _Element, path: str) -> _Element | None:
    return element.find("/".join(WORD + name for name in path.split("/")))
