"""Comments on the cells of a sheet: said in the row that they are on, with the column's name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from graphrag_neo4j.readers.content import clean_text
from graphrag_neo4j.readers.number_formats import cell_text

_LETTERS = 26


class Comments:
    """Those of one sheet, by the row and the column of their cells, counted from 1."""

    def __init__(self, said: Mapping[tuple[int, int], str] | None = None) -> None:
        self._said: dict[int, dict[int, str]] = defaultdict(dict)
        self._rows: dict[int, Sequence[object]] = {}
        for (row, column), text in sorted((said or {}).items()):
            if text := " ".join(clean_text(text).split()):
                self._said[row][column] = text

    def watched(self, rows: Iterable[list[object]]) -> Iterator[list[object]]:
        """All ``rows``, whose cells are kept where they have comments."""
        for number, row in enumerate(rows, start=1):
            if number in self._said:
                self._rows[number] = row
            yield row

    def added(self, number: int, record: dict[str, str]) -> dict[str, str]:
        """A record of row ``number`` with what is said of its cells."""
        row = self._rows.get(number, ())
        if not row or record.keys() == {"text"}:
            return record
        told = dict(record)
        for column in list(self._said[number]):
            value = _at(row, column)
            names = [name for name, said in record.items() if said == value]
            before = sum(cell_text(cell) == value for cell in row[: column - 1])
            if not value or before < len(names):
                name = f"Comment on {names[before]}" if value else "Comment"
                said = self._said[number].pop(column)
                told[name] = f"{told[name]}; {said}" if name in told else said
        return told

    def left(self) -> Iterator[str]:
        """What is said of cells that are in no record, as of the names of columns."""
        for number, said in self._said.items():
            row = self._rows.get(number, ())
            for column, text in said.items():
                first = next(filter(None, map(cell_text, row)), "")
                told = ": ".join(dict.fromkeys(filter(None, (first, _at(row, column)))))
                place = f"{_letters(column)}{number}"
                yield f"Comment on {place} ({told}): {text}" if told else comment_on(place, text)


def comment_on(place: str, said: str) -> str:
    """A comment by the place of its cell; nothing for nothing."""
    return f"Comment on {place}: {said}" if said else ""


def _at(row: Sequence[object], column: int) -> str:
    return cell_text(row[column - 1]) if column <= len(row) else ""


def _letters(column: int) -> str:
    """What a column is called: "A", "AB"."""
    letters = ""
    while column:
        column, letter = divmod(column - 1, _LETTERS)
        letters = chr(ord("A") + letter) + letters
    return letters
