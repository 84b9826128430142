"""The rows of LaTeX's tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.content import words
from graphrag_neo4j.readers.markup import latex_notes
from graphrag_neo4j.readers.superscripts import with_superscripts
from graphrag_neo4j.readers.tables import Cell, is_number, is_year

if TYPE_CHECKING:
    from pylatexenc.latex2text import LatexNodes2Text
    from pylatexenc.latexwalker import LatexNode

TABLE_ARGUMENTS: Mapping[str, str] = {
    "toprule": "[", "midrule": "[", "bottomrule": "[", "specialrule": "{{{", "hhline": "{",
    "cline": "{", "addlinespace": "[", "noalign": "{",
    "rowcolor": "[{", "cellcolor": "[{", "arrayrulecolor": "[{",
}  # fmt: skip
"""What the commands of tables take, which is no text, as pylatexenc has it."""
_RULES = words("hline hhline toprule midrule bottomrule specialrule endhead endfirsthead")
_SIZES = words(
    """
    addlinespace arrayrulecolor cellcolor centering cline cmidrule endfoot endlastfoot noalign
    rowcolor
    """
)
_TRIMMED = re.compile(r"\s*(?:\[[^\[\]]*\])?\s*(?:\([^()]*\))?\s*")
"""How thick and how long a rule below some of the columns is: ``[1pt](lr)``."""
_MOST_NAMES = 3
"""Rows of names above each other."""
_WIDEST = 100
_ENDS = frozenset({"\\", "tabularnewline"})


def latex_rows(printer: LatexNodes2Text, nodes: Sequence[LatexNode]) -> list[list[Cell]]:
    """The rows of a table, from the nodes within it. The rows above the first rule have the names
    of the columns, if the others are not parted from each other: one row, or more where all but the
    last one have cells of several columns."""
    rows: list[list[Cell]] = []
    ruled = set[int]()
    for row in _rows(printer, nodes):
        if row is None:
            ruled.add(len(rows))
        else:
            rows.append(row)
    n_names = min(ruled - {0}, default=0)
    is_apart = n_names and (n_names + 1 not in ruled or n_names + 1 == len(rows) > 2)
    if is_apart and len(rows) > max(2, n_names) and _are_names(rows[:n_names]):
        rows[:n_names] = [
            [replace(cell, is_name=bool(cell.text)) for cell in row] for row in rows[:n_names]
        ]
    return rows


def _are_names(rows: Sequence[Sequence[Cell]]) -> bool:
    *groups, last = rows
    if not groups:
        return True
    has_numbers = any(is_number(cell.text) and not is_year(cell.text) for cell in last)
    is_grouped = all(any(cell.width > 1 for cell in row) for row in groups)
    return len(rows) <= _MOST_NAMES and is_grouped and not has_numbers


def _rows(printer: LatexNodes2Text, nodes: Sequence[LatexNode]) -> Iterator[list[Cell] | None]:
    """The rows, and None for each rule. The widths and the kinds of columns that stand before the
    first cell are left out."""
    row: list[Cell] = []
    cell: list[LatexNode] = []
    for node in [*_without_trims(_from_first_cell(nodes)), None]:
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


def _without_trims(nodes: Sequence[LatexNode]) -> Iterator[LatexNode]:
    """Without the arguments of ``\\cmidrule``, one of which is in round brackets."""
    is_rule = False
    for node in nodes:
        if is_rule and (_is_group(node) or _TRIMMED.fullmatch(node.latex_verbatim())):
            is_rule = not _is_group(node)
            continue
        is_rule = getattr(node, "macroname", "") == "cmidrule"
        yield node


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
    said = with_superscripts(printer.nodelist_to_text(list(nodes)))
    text = latex_notes.in_brackets(" ".join(said.split()))
    given = wide.nodeargd.argnlist if wide is not None and wide.nodeargd else []
    number = printer.nodelist_to_text(given[:1]).strip()
    return Cell(text, width=min(int(number), _WIDEST) if number.isdecimal() else 1)
