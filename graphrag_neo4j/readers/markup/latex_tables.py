"""The rows of LaTeX's tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, repeat, zip_longest
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.tables import Cell

if TYPE_CHECKING:
    from pylatexenc.latex2text import LatexNodes2Text
    from pylatexenc.latexwalker import LatexNode

_RULES = frozenset({"hline", "toprule", "midrule", "bottomrule", "endhead", "endfirsthead"})
_SIZES = frozenset({"cline", "cmidrule", "endfoot", "endlastfoot", "centering", "rowcolor"})
_PARTIAL = frozenset({"cline", "cmidrule", "rowcolor"})
_ARGUMENTS = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])*\s*")
"""Of rules below some columns: "(lr)", and the columns in braces."""
_WIDEST = 100
_ENDS = frozenset({"\\", "tabularnewline"})


def latex_rows(printer: LatexNodes2Text, nodes: Sequence[LatexNode]) -> list[list[Cell]]:
    """The rows of a table, from the nodes within it. The first one has the names of the columns if
    a rule parts it from the others, and these are not parted from each other; so have the first
    two where cells of the first one stand over several of the second."""
    rows: list[list[Cell]] = []
    ruled = set[int]()
    for row in _rows(printer, nodes):
        if row is None:
            ruled.add(len(rows))
        else:
            rows.append(row)
    if 1 in ruled and 2 not in ruled and len(rows) > 2:
        rows[0] = [replace(cell, is_name=bool(cell.text)) for cell in rows[0]]
    elif 2 in ruled and 1 not in ruled and len(rows) > 3 and any(c.width > 1 for c in rows[0]):
        rows[:2] = [_joined(*rows[:2])]
    return rows


def _joined(upper: Sequence[Cell], lower: Sequence[Cell]) -> list[Cell]:
    """The names of columns that stand in two rows: "Growth" over "day 1" and "day 7"."""
    texts = (cell.text for cell in lower)
    above = chain.from_iterable(repeat(cell.text, cell.width) for cell in upper)
    names = [" ".join(filter(None, pair)) for pair in zip_longest(above, texts)]
    return [Cell(name, is_name=bool(name)) for name in names]


def _rows(printer: LatexNodes2Text, nodes: Sequence[LatexNode]) -> Iterator[list[Cell] | None]:
    """The rows, and None for each rule. The widths and the kinds of columns that stand before the
    first cell are left out."""
    row: list[Cell] = []
    cell: list[LatexNode] = []
    for node in [*_without_arguments(_from_first_cell(nodes)), None]:
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


def _without_arguments(nodes: Sequence[LatexNode]) -> Iterator[LatexNode]:
    """``nodes`` without what says how far a rule goes, which the parser takes for text."""
    is_behind = False
    for node in nodes:
        if is_behind and (_is_group(node) or _ARGUMENTS.fullmatch(node.latex_verbatim())):
            is_behind = not _is_group(node)
            continue
        is_behind = getattr(node, "macroname", "") in _PARTIAL and not _has_arguments(node)
        yield node


def _has_arguments(node: LatexNode) -> bool:
    """Whether the parser knows those of a command."""
    given = getattr(node, "nodeargd", None)
    return given is not None and any(one is not None for one in given.argnlist)


def _is_group(node: LatexNode) -> bool:
    return getattr(node, "delimiters", ("", ""))[0] == "{"


def _cell(printer: LatexNodes2Text, nodes: Sequence[LatexNode]) -> Cell:
    """A cell; one of several columns says how many."""
    wide = next((n for n in nodes if getattr(n, "macroname", "") == "multicolumn"), None)
    text = " ".join(printer.nodelist_to_text(list(nodes)).split())
    given = wide.nodeargd.argnlist if wide is not None and wide.nodeargd else []
    number = printer.nodelist_to_text(given[:1]).strip()
    return Cell(text, width=min(int(number), _WIDEST) if number.isdecimal() else 1)
