"""SQL: each statement by itself, the columns of a table with their comments, its rows as records.

A column is read under its table ("invoice > dunning: smallint -- 3 = with the lawyers"), a row with
the names of its columns ("tariff_code: HH01; label: Household"). All else is code or a comment.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from pathlib import Path

from graphrag_neo4j.model import Block, Document, Heading
from graphrag_neo4j.readers.content import read_text_file, title_from_name
from graphrag_neo4j.readers.sql_statements import Brackets, Statement, statements_of

_NAME = r"(?:[`\"\[]?\w+[`\"\]]?\.){0,3}[`\"\[]?(?P<name>\w+)[`\"\]]?"
_TABLE = re.compile(
    rf"create\s+(?:(?:global|local|temp|temporary|unlogged|external|foreign|virtual)\s+){{0,3}}"
    rf"table\s+(?:if\s+not\s+exists\s+)?{_NAME}\s*\(",
    re.IGNORECASE,
)
_INSERT = re.compile(
    rf"(?:insert|replace)\s+(?:(?:or\s+\w+|ignore|low_priority)\s+)?into\s+(?:table\s+)?{_NAME}\s*"
    r"(?:\((?P<columns>[^()']*)\)\s*)?(?:overriding\s+\w+\s+value\s+)?values?\s*(?=\()",
    re.IGNORECASE,
)
_COPY = re.compile(rf"copy\s+{_NAME}\s*(?:\((?P<columns>[^()]*)\)\s*)?from\b", re.IGNORECASE)
_OF_TABLE = re.compile(
    rf"(?:alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?|comment\s+on\s+table\s+"
    rf"|create\s+(?:or\s+replace\s+)?(?:materialized\s+)?view\s+(?:if\s+not\s+exists\s+)?"
    rf"|create\s+(?:unique\s+)?index\s+[^;()]{{0,120}}?\bon\s+(?:only\s+)?"
    rf"|update\s+(?:only\s+)?|delete\s+from\s+){_NAME}",
    re.IGNORECASE,
)
_COLUMN = re.compile(r"[`\"\[]?(?P<name>\w+)[`\"\]]?\s+\S")
_NO_COLUMNS = frozenset(
    "check constraint exclude foreign fulltext index key like period primary spatial unique".split()
)
_MARKS = '`"[] \t\r\n'
_BEHIND = re.compile(r"\s*[,;](?:[^\S\n]*--[^\n]*)?")
_COMMA = re.compile(r",(?=\s*(?:--|/\*|$))")
_CAPITALS = re.compile(r"--.*|/\*.*|'[^']*'|(?P<word>\b[A-Z][A-Z_]+\b)", re.DOTALL)
_ESCAPED = re.compile(r"\\(['\"\\])")


def read_sql(path: Path, uri: str) -> Document:
    """A file of SQL, its text as it is, under headings of the tables that it speaks of."""
    text, title = read_text_file(path), title_from_name(path)
    found = _Reading(text, title)
    blocks = tuple(_whole(text, found.blocks))
    return Document(uri, text, title, tuple(found.headings), has_lines=True, blocks=blocks)


class _Reading:
    """The blocks and headings of a text; what columns its tables have."""

    def __init__(self, text: str, title: str) -> None:
        self._text = text
        self._title = title
        self._columns: dict[str, tuple[str, ...]] = {}
        self.blocks: list[Block] = []
        self.headings: list[Heading] = []
        for statement in statements_of(text):
            above = self.blocks[-1].end if self.blocks else 0
            subject, blocks = self._read(statement)
            self._add_heading(self._comment_above(above, statement.start), subject)
            self.blocks += blocks

    def _comment_above(self, above: int, start: int) -> int:
        """Where a statement begins, with the comment directly above it."""
        gap = self._text[above:start]
        own = gap.rpartition("\n\n")[2]
        return start - len(own.lstrip()) if own.strip() else start

    def _add_heading(self, start: int, subject: str) -> None:
        if subject or self.headings:
            title = subject or self._title
            if not self.headings or self.headings[-1].title != title:
                self.headings.append(Heading(start, 1, title))

    def _read(self, statement: Statement) -> tuple[str, list[Block]]:
        """What a statement is about, and its blocks."""
        text, start, end = self._text, statement.start, statement.end
        if found := _TABLE.match(text, start, end):
            return found["name"], [*self._table(found["name"], found.end(), statement)]
        if (found := _COPY.match(text, start, end)) and statement.data >= 0:
            return found["name"], [*self._copied(found, statement)]
        if found := _INSERT.match(text, start, end):
            return found["name"], [*self._inserted(found, statement)]
        found = _OF_TABLE.match(text, start, end)
        return (found["name"] if found else ""), [Block(start, end, "code")]

    def _table(self, name: str, begin: int, statement: Statement) -> Iterator[Block]:
        """The definitions of a table: of each column, and what holds for several."""
        inside = next((one for one in statement.brackets if one.start == begin - 1), None)
        if inside is None:
            yield Block(statement.start, statement.end, "code")
            return
        stop = inside.end - 1
        cuts = [self._behind_comment(at + 1, statement, stop) for at in inside.commas]
        definitions = [_trimmed(self._text, *span) for span in pairwise((begin, *cuts, stop))]
        told = [(*span, *_definition(self._text[slice(*span)])) for span in definitions]
        columns = tuple(column for _, _, column, _ in told if column)
        self._columns[name.casefold()] = columns
        yield Block(statement.start, begin, "row", (f"columns of {name}",), (", ".join(columns),))
        for start, end, column, said in told:
            path = f"{name} > {column}" if column else name
            yield Block(start, end, "row", (path,), (said,))
        yield Block(stop, statement.end, "code")

    def _behind_comment(self, at: int, statement: Statement, stop: int) -> int:
        """``at``, or the end of the comment that follows on the same line."""
        n = bisect_left(statement.comments, (at, at))
        if n == len(statement.comments) or self._text[at : statement.comments[n][0]].strip(" \t"):
            return at
        return min(statement.comments[n][1], stop)

    def _inserted(self, found: re.Match[str], statement: Statement) -> Iterator[Block]:
        """The rows that are put into a table; the first one with the words before it."""
        names = self._names(found)
        begin = statement.start
        for row in statement.brackets:
            if row.start < found.end():
                continue
            between = self._text[begin : row.start].strip(" \t\r\n,")
            if begin != statement.start and between:  # "ON CONFLICT (id) DO NOTHING"
                break
            stop = self._behind(row.end, statement.end)
            start, _ = _trimmed(self._text, begin, stop)
            yield _row(start, stop, names, self._values(row))
            begin = stop
        if begin < statement.end and (rest := self._text[begin : statement.end].strip()):
            begin += self._text[begin : statement.end].index(rest)
            yield Block(begin, begin + len(rest), "code")

    def _behind(self, end: int, last: int) -> int:
        """Behind the "," or ";" that follows on a row, and a comment on its line."""
        found = _BEHIND.match(self._text, end, last)
        return found.end() if found else end

    def _values(self, row: Brackets) -> tuple[str, ...]:
        bounds = pairwise((row.start, *row.commas, row.end - 1))
        return tuple(_value(self._text[start + 1 : end]) for start, end in bounds)

    def _copied(self, found: re.Match[str], statement: Statement) -> Iterator[Block]:
        names = self._names(found)
        yield Block(statement.start, statement.data, "code")
        at = statement.data
        for line in self._text[at : statement.end].splitlines(keepends=True):
            said = line.rstrip("\r\n")
            if said.strip() and said.strip() != "\\.":
                cells = tuple("" if one == "\\N" else one.strip() for one in said.split("\t"))
                yield _row(at, at + len(said), names, cells)
            at += len(line)

    def _names(self, found: re.Match[str]) -> tuple[str, ...]:
        if found["columns"]:
            return tuple(name.strip(_MARKS) for name in found["columns"].split(","))
        return self._columns.get(found["name"].casefold(), ())


def _definition(said: str) -> tuple[str, str]:
    """The column that a part of a table defines, "" if none, and what is said of it."""
    lines = [" ".join(line.split()) for line in said.splitlines()]
    n_above = sum(1 for _ in takewhile(lambda line: line.startswith(("--", "/*")), lines))
    code = _COMMA.sub("", " ".join(lines[n_above:]))
    column = _COLUMN.match(code)
    is_column = column is not None and column["name"].casefold() not in _NO_COLUMNS
    name = column["name"] if column is not None and is_column else ""
    told = code[column.end() - 1 :] if column is not None and is_column else code
    return name, " ".join((_CAPITALS.sub(_in_small, told), *lines[:n_above])).strip()


def _in_small(word: re.Match[str]) -> str:
    """A keyword in small letters, in which it looks like no name; quotes and comments stay."""
    return word[0].lower() if word.lastgroup else word[0]


def _row(start: int, end: int, names: Sequence[str], cells: tuple[str, ...]) -> Block:
    return Block(start, end, "row", tuple(names) if len(names) == len(cells) else (), cells)


def _value(said: str) -> str:
    """A value as it is read: without quotes, nothing for NULL."""
    said = said.strip()
    if said.casefold() == "null":
        return ""
    if len(said) > 1 and said[-1] == "'" and said.lstrip("NnEeBb")[:1] == "'":
        said = said.lstrip("NnEeBb")[1:-1].replace("''", "'")
        said = _ESCAPED.sub(r"\1", said)
    return " ".join(said.split())


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return end - len(piece.lstrip()), start + len(piece.rstrip())


def _whole(text: str, blocks: Sequence[Block]) -> Iterator[Block]:
    """``blocks`` and what stands between them: comments, and marks that are code."""
    at = 0
    for block in [*blocks, Block(len(text), len(text), "code")]:
        start, end = _trimmed(text, at, block.start)
        if start < end:
            is_comment = text.startswith(("--", "/*"), start)
            yield Block(start, end, "comment" if is_comment else "code")
        if block.start < block.end:
            yield block
        at = block.end
