"""Whether the first row of a table names its columns, by its words alone.

Most people write a table without marking its names. They are told where no cell of the first row
has a figure and all below one of them do: "Deliverable, Due, Fee" above "Gap analysis, 15 August,
€4,200". Of two columns the first row may be a label and its value as well ("Name, Ada" above "Age,
34"): there the name of the figures must be a word for what is counted or measured. Nor are short
labels a row of lists that stand above some ("For, Against" above who voted so), and the corner
above what rows are called is empty.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_LONGEST_NAME = 40  # characters
_MOST_WORDS = 4
_LONGEST_VALUE = 40  # characters
_FEWEST_BELOW = 2  # rows
_FEWEST_BELOW_TWO = 3  # rows of two columns
_PAIR = 2
_WORD = re.compile(r"[^\W\d_]+")
_MEASURED = frozenset(
    """
    age amount amounts budget capacity charge charges cost costs count date dates day days deadline
    deposit distance dose dosage due duration fee fees fine frequency height hour hours interval
    length limit maximum minimum minutes month months mass notice number percentage period points
    premium price prices quantity rate rates ratio salary score share shares size speed sum
    temperature term time times total units value values volume wage week weeks weight width year
    years
    anzahl betrag dauer datum frist gebühr gewicht kosten menge preis tage
    coût date délai durée frais jours montant nombre prix quantité tarif
    cantidad coste días fecha importe número plazo precio
    """.split()
)
"""Words for what figures say. A label that is one may stand above figures, too."""


def name_columns(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first of ``rows`` has the names of the columns."""
    names, *below = rows
    if _is_corner(names, below) or _heads_lists(names, below):
        return True
    fewest = _FEWEST_BELOW_TWO if len(names) == _PAIR else _FEWEST_BELOW
    if len(names) < _PAIR or len(below) < fewest or len(set(names)) < len(names):
        return False
    if not all(map(_may_name, names)) or any(len(row) != len(names) for row in below):
        return False
    figures = [at for at in range(1, len(names)) if all(_is_value(row[at]) for row in below)]
    if len(names) > _PAIR:
        return bool(figures)
    labels = [row[0] for row in below]
    has_figures = 2 * sum(map(_has_figure, (row[1] for row in below))) > len(below)
    return has_figures and _is_measured(names[1]) and not any(map(_is_measured, labels))


def _is_corner(names: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a row begins with an empty cell, beside names and above what the rows are called."""
    corner, *others = names
    if corner or len(others) < _PAIR or len(set(others)) < len(others) or not below:
        return False
    labels = [row[0] for row in below if len(row) == len(names) and any(row[1:])]
    is_named = all(0 < len(one) <= _LONGEST_NAME for one in (*labels, *others))
    return is_named and len(set(labels)) == len(below)


def _heads_lists(names: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether lists stand below short labels that are none."""
    is_short = len(set(names)) == len(names) >= _PAIR and all(map(_may_name, names))
    return is_short and bool(below) and all(", " in cell for row in below for cell in row)


def _may_name(text: str) -> bool:
    is_short = 0 < len(text) <= _LONGEST_NAME and len(text.split()) <= _MOST_WORDS
    return is_short and not _has_figure(text) and text[0].isupper() and text[-1] not in ".:;,!?"


def _is_value(text: str) -> bool:
    return _has_figure(text) and len(text) <= _LONGEST_VALUE


def _has_figure(text: str) -> bool:
    return any(map(str.isdigit, text))


def _is_measured(text: str) -> bool:
    return not _MEASURED.isdisjoint(word.casefold() for word in _WORD.findall(text))
