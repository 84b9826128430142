"""Charts and diagrams in Office files, as what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.archive import xml_root
from graphrag_neo4j.readers.content import Blocks, clean_text
from graphrag_neo4j.readers.tables import Cell

if TYPE_CHECKING:
    from lxml.etree import _Element

CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_MOST_SERIES, _MOST_POINTS = 20, 400
_BINARY = re.compile(r"-?\d+\.\d{9,}")
_NO_WORDS = ("parTrans", "pres", "sibTrans")


def add_chart(blocks: Blocks, data: bytes) -> None:
    """Append a chart as a table: a row for each category, a column for each series."""
    chart = xml_root(data)
    series = list(islice(chart.iter(f"{CHART}ser"), _MOST_SERIES))
    named = next(chart.iter(f"{CHART}title"), None)
    title = "" if named is None else " ".join(paragraphs(named))
    names = [" ".join(_values(one, "tx").values()) for one in series]
    places = {at: name for one in reversed(series) for at, name in _categories(one).items()}
    columns = [_values(one, "val") or _values(one, "yVal") for one in series]
    heads = [title, *names] if any(names) else [title]
    rows = [[Cell(head, is_name=True) for head in heads]]
    for at in sorted({at for column in columns for at in column})[:_MOST_POINTS]:
        cells = [places.get(at, ""), *(column.get(at, "") for column in columns)]
        rows.append([Cell(cell) for cell in cells])
    blocks.add_table(rows)


def add_diagram(blocks: Blocks, data: bytes) -> None:
    """Append the words of a diagram (SmartArt), each shape an item."""
    for point in xml_root(data).iter(f"{DIAGRAM}pt"):
        if point.get("type") not in _NO_WORDS and (words := " ".join(paragraphs(point))):
            blocks.add(f"- {words}", kind="item")


def paragraphs(element: _Element) -> Iterator[str]:
    """The paragraphs within a drawing that have words."""
    for paragraph in element.iter(f"{DRAWING}p"):
        words = "".join(text.text or "" for text in paragraph.iter(f"{DRAWING}t"))
        if words := clean_text(words).strip():
            yield words


def _categories(series: _Element) -> dict[int, str]:
    return _values(series, "cat") or _values(series, "xVal")


def _values(series: _Element, role: str) -> dict[int, str]:
    """The values that the file keeps for a role ("cat", "val"), by their place."""
    found = series.find(f"{CHART}{role}")
    if found is None:
        return {}
    values = {}
    for point in found.iter(f"{CHART}pt"):
        value = point.find(f"{CHART}v")
        if value is not None and value.text:
            values[int(point.get("idx", 0))] = _plain(clean_text(value.text).strip())
    return values


def _plain(value: str) -> str:
    """A number without what its binary form adds: "8.1999999999999993" is 8.2."""
    return f"{float(value):.15g}" if _BINARY.fullmatch(value) else value
