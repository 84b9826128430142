"""The rows of LaTeX's tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.tables import Cell

if TYPE_CHECKING:
    from pylatexenc.latex2text import LatexNodes2Text
    from pylatexenc.latexwalker import LatexNode

_RULES = frozenset({"hline", "toprule", "midrule", "bottomrule", "endhead", "endfirsthead"})
_SIZES = frozenset({"cline", "cmidrule", "endfoot", "endlastfoot", "centering", "rowcolor"})
_WIDEST = 100
_ENDS = frozenset({"\\", "tabularnewline"})


def latex_rows(printer: LatexNodes2Text, nodes: Sequence[LatexNode]) -> list[list[Cell]]:
    """The rows of a table, from the nodes within it. The first one has the names of the columns if
    a rule parts it from the others, and these are not parted from each other."""
    rows: list[list[Cell]] = []
    ruled = set[int]()
    for row in _rows(printer, nodes):
        if row is None:
            ruled.add(len(rows))
        else:
            rows.append(row)
    if 1 in ruled and 2 not in ruled and len(rows) > 2:
        rows[0] = [replace(cell, is_name=bool(cell.text)) for cell in rows[0]]
    return rows


def _rows(printer: LatexNodes2Text, nodes: Sequence[LatexNode]) -> Iterator[list[Cell] | None]:
    """The rows, and None for each rule. The widths and the kinds of columns that stand before the
    first cell are left out."""
    row: list[Cell] = []
    cell: list[LatexNode] = []
    for node in [*_from_first_cell(nodes), None]:
        macro = getattr(node, "macroname", "")
        is_end = node is None or macro in _ENDS
        if is_end or getattr(node, "specials_chars", "") == "&":
            row.append(_cell(printer, cell))
            cell = []
        elif macro in _RULES:
            yield None
        elif macro not in _SIZES and node is not None:
            cell.append(node)
        if is_end:
            if any(one.text for one in row):
                yield row
            row = []


def _from_first_cell(nodes: Sequence[LatexNode]) -> Sequence[LatexNode]:
    """Without the arguments in braces that the parser does not know for such."""
    at = 0
    while at < len(nodes) and (_is_group(nodes[at]) or not nodes[at].latex_verbatim().strip()):
        at += 1
    return nodes[at:]


def _is_group(node: LatexNode) -> bool:
    return getattr(node, "delimiters", ("", ""))[0] == "{"


def _cell(printer: LatexNodes2Text, nodes: Sequence[LatexNode]) -> Cell:
    """A cell; one of several columns says how many."""
    wide = next((n for n in nodes if getattr(n, "macroname", "") == "multicolumn"), None)
    text = " ".join(printer.nodelist_to_text(list(nodes)).split())
    given = wide.nodeargd.argnlist if wide is not None and wide.nodeargd else []
    number = printer.nodelist_to_text(given[:1]).strip()
    return Cell(text, width=min(int(number), _WIDEST) if number.isdecimal() else 1)
