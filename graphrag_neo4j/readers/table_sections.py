"""What stands alone in the first cell of a row within a table, and is no value of its column: a
note on the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, tee

_FEWEST = 3
"""Columns; of two, the second one may well be empty."""
_FEWEST_WORDS = 3
_REMARK = re.compile(r"[*†‡]|[^\W\d_]+: ")
"""How what is no sentence may begin: "* plus delivery", "Source: the harbour office"."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row below the names of its columns, by its number in the file. ``is_note``: its one cell
    says something about the table."""

    place: int
    cells: Sequence[str]
    is_note: bool = False


def sections(rows: Iterable[tuple[int, Sequence[str]]], n_columns: int) -> Iterator[TableRow]:
    """The rows below the names of ``n_columns`` columns; rows with nothing in them are not given,
    and missed by their numbers."""
    if n_columns < _FEWEST:
        yield from (TableRow(place, cells) for place, cells in rows)
        return
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
