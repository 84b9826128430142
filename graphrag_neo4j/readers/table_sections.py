"""What stands alone in the first cell of a row within a table, and is no value of its column: a
note on the table, or the heading of a group of rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise, tee

from graphrag_neo4j.readers.record_fields import column_names
from graphrag_neo4j.readers.tables import is_number

_FEWEST = 3
"""Columns; of two, the second one may well be empty."""
_FEWEST_WORDS = 3
_LOOKED_AT = 100
"""Rows that tell whether what stands alone are headings."""
_FEWEST_GROUPS = 2
_TOTAL = re.compile(
    r"(?:grand |sub|zwischen|gesamt)?[- ]?(?:total|sum|summe|somme|suma|totale|totaal)s?\b",
    re.IGNORECASE,
)
"""A row below a group that may be about all groups."""
_REMARK = re.compile(r"[*†‡]|[^\W\d_]+: ")
"""How what is no sentence may begin: "* plus delivery", "Source: the harbour office"."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row below the names of its columns, by its number in the file. ``is_note``: its one cell
    says something about the table. ``group``: the heading that it stands below."""

    place: int
    cells: Sequence[str]
    is_note: bool = False
    group: str = ""

    def group_field(self, columns: Iterable[str]) -> dict[str, str]:
        """The group by its own name ("Kind: Fruit") or as "Group", no two fields alike."""
        if not self.group:
            return {}
        label, colon, value = self.group.partition(": ")
        name = label if colon and value else "Group"
        return {column_names([*columns, name])[-1]: value if colon and value else self.group}


def sections(rows: Iterable[tuple[int, Sequence[str]]], n_columns: int) -> Iterator[TableRow]:
    """The rows below the names of ``n_columns`` columns, without headings of groups; rows with
    nothing in them are not given, and missed by their numbers."""
    if n_columns < _FEWEST:
        yield from (TableRow(place, cells) for place, cells in rows)
        return
    told = _with_notes(rows)
    first = list(islice(told, _LOOKED_AT))
    has_groups = _has_groups([row.cells for row in first if not row.is_note])
    group = ""
    for row in chain(first, told):
        if has_groups and not row.is_note and _is_alone(row.cells):
            group = row.cells[0].strip()
        else:
            is_of_group = not row.is_note and not _TOTAL.match(row.cells[0].strip())
            yield replace(row, group=group) if is_of_group else row


def _has_groups(rows: Sequence[Sequence[str]]) -> bool:
    """Whether what stands alone are headings, and not names whose values are missing: the first row
    is one, and each has rows below it, which are twice as many and have three cells and more."""
    alone = [_is_alone(cells) for cells in rows]
    full = [cells for cells, is_heading in zip(rows, alone, strict=True) if not is_heading]
    n_headings = sum(alone)
    return (
        n_headings >= _FEWEST_GROUPS
        and alone[0]
        and not alone[-1]
        and not any(one and is_number(row[0].strip()) for one, row in zip(alone, rows, strict=True))
        and not any(one and other for one, other in pairwise(alone))
        and len(full) >= 2 * n_headings
        and all(cells[0].strip() and sum(map(bool, cells)) >= _FEWEST for cells in full)
    )


def _with_notes(rows: Iterable[tuple[int, Sequence[str]]]) -> Iterator[TableRow]:
    notes = _Notes()
    one, other = tee(rows)
    last = 0
    for (place, cells), below in zip(one, chain(islice(other, 1, None), [None]), strict=False):
        is_apart = bool(last) and place > last + 1
        is_above = below is not None and below[0] == place + 1 and not _is_alone(below[1])
        is_note = _is_alone(cells) and notes.has(
            cells[0].strip(), is_apart=is_apart, is_above=is_above
        )
        if not _is_alone(cells):
            notes.add(cells[0])
        last = place
        yield TableRow(place, cells, is_note)


class _Notes:
    """Tells notes from values by the first cells of the rows before them."""

    def __init__(self) -> None:
        self._most_words = _FEWEST_WORDS - 1
        self._has_sentences = False

    def add(self, value: str) -> None:
        """A value of the first column."""
        self._most_words = max(self._most_words, len(value.split()))
        self._has_sentences = self._has_sentences or _is_sentence(value)

    def has(self, text: str, *, is_apart: bool, is_above: bool) -> bool:
        """Whether ``text`` is a note: a sentence, or, not directly above a row of values, what
        begins like a remark, or some words behind an empty row."""
        if len(text.split()) <= self._most_words:
            return False
        if _is_sentence(text):
            return not self._has_sentences
        if is_above:
            return False
        return _REMARK.match(text) is not None or (is_apart and _has_small_words(text))


def _is_sentence(text: str) -> bool:
    """Not "Acme Tool Co."."""
    return text.rstrip().endswith((".", "!", "?", "。")) and _has_small_words(text)


def _has_small_words(text: str) -> bool:
    return any(word[0].islower() for word in text.split()[1:])


def _is_alone(cells: Sequence[str]) -> bool:
    return bool(cells) and bool(cells[0].strip()) and not any(map(str.strip, cells[1:]))
