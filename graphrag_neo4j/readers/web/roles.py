"""What parts of a page are by their ARIA roles, where their tags do not say it: tabs, tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from bs4.element import NavigableString, Tag

from graphrag_neo4j.readers.web.inner import first_within

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

_TABLES = ("table", "grid", "treegrid")
_CELLS = {"columnheader": "th", "rowheader": "th", "cell": "td", "gridcell": "td"}
_AROUND = 12  # elements around one that are looked at
_MOST_PARTS = 40  # of a tab: one that was never closed goes on to the end of the page


@dataclass(slots=True)
class _Table:
    """What has the role of a table, and what has those of its rows and cells."""

    element: Tag
    rows: list[Tag] = field(default_factory=list)
    cells: list[Tag] = field(default_factory=list)


@dataclass(slots=True)
class _Tabs:
    """A row of tabs, and what each of them shows."""

    tabs: list[Tag] = field(default_factory=list)
    panels: list[Tag] = field(default_factory=list)


def mark_tables(soup: BeautifulSoup) -> None:
    """Make tables of what has but the roles of tables, rows and cells: two rows at least, and two
    cells in one of them."""
    tables: dict[int, _Table] = {}
    for tag in soup.find_all(role=[*_TABLES, "row", *_CELLS]):
        if tag["role"] in _TABLES:
            tables[id(tag)] = _Table(tag)
            continue
        inside = (tables.get(id(around)) for around in islice(tag.parents, _AROUND))
        table = next(filter(None, inside), None)
        if table is not None:
            (table.rows if tag["role"] == "row" else table.cells).append(tag)
    for table in tables.values():
        if 1 < len(table.rows) < len(table.cells):
            table.element.name = "table"
            for row in table.rows:
                row.name = "tr"
            for cell in table.cells:
                cell.name = _CELLS[str(cell["role"])]


def name_panels(soup: BeautifulSoup) -> None:
    """Put the name of each tab above what it shows, in place of the row of tabs: of several panels
    a browser shows one, and the names say how they differ ("Linux", "Windows")."""
    for row in _rows_of_tabs(soup):
        if len(row.panels) < len(row.tabs):
            continue
        names = [_name(tab) for tab in row.tabs]
        if not all(names):
            continue
        for tab, name, panel in zip(row.tabs, names, row.panels, strict=True):
            tab.extract()
            first = " ".join(_first_words(panel).split())
            if first and not first.startswith(name):
                line = soup.new_tag("p")
                line.string = f"{name.rstrip(' :')}:"
                panel.insert(0, line)


def _rows_of_tabs(soup: BeautifulSoup) -> list[_Tabs]:
    """The rows, and of each as many of the panels below it as it has tabs; those of a row within a
    panel come before the next panel of the row around it."""
    rows: list[_Tabs] = []
    open_rows: list[_Tabs] = []
    for tag in soup.find_all(role=["tablist", "tab", "tabpanel"]):
        if tag["role"] == "tablist":
            rows.append(_Tabs())
            open_rows.append(rows[-1])
        elif tag["role"] == "tab" and rows:
            rows[-1].tabs.append(tag)
        elif tag["role"] == "tabpanel":
            while open_rows and len(open_rows[-1].panels) == len(open_rows[-1].tabs):
                open_rows.pop()
            if open_rows:
                open_rows[-1].panels.append(tag)
    return rows


def _name(tab: Tag) -> str:
    """What a tab says; nothing if it holds more than a name."""
    parts = list(first_within(tab, _MOST_PARTS))
    is_name = len(parts) < _MOST_PARTS and all(
        not isinstance(part, Tag) or part.get("role") != "tabpanel" for part in parts
    )
    return " ".join(" ".join(_strings(iter(parts))).split()) if is_name else ""


def _first_words(panel: Tag) -> str:
    return next((text for text in _strings(panel.descendants) if text.strip()), "")


def _strings(parts: Iterator[object]) -> Iterator[str]:
    return (part for part in parts if type(part) is NavigableString)
