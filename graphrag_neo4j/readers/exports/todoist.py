"""Tasks as Todoist exports them: rows of sections, of tasks below one another, and of notes on
these, in one table."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from graphrag_neo4j.readers.record_fields import titled_record

_COLUMNS = frozenset({"TYPE", "CONTENT", "INDENT", "PRIORITY"})
_LONGEST_FIELD = 200
_USER_ID = re.compile(r"\s\(\d{1,20}\)$")

Row = Mapping[str, str]


@dataclass(slots=True)
class _Entry:
    """A row with what belongs to it: the section and the task above it, and the notes below."""

    place: int
    row: Row
    section: str = ""
    parent: str = ""
    notes: list[str] = field(default_factory=list)

    @property
    def is_section(self) -> bool:
        return _kind(self.row) == "section"


def is_task_list(columns: Collection[str]) -> bool:
    """Whether the columns of a table are those of Todoist."""
    return set(columns) >= _COLUMNS


def task_records(rows: Iterable[tuple[int, Row]]) -> Iterator[tuple[int, dict[str, object]]]:
    """The tasks of a list by the numbers of their rows, each with its section, the task that it is
    a part of and its notes; of the sections those in which there is no task."""
    last: _Entry | None = None
    for entry in _entries(rows):
        is_filled = last is not None and last.is_section and not entry.is_section
        if last is not None and not is_filled:
            yield last.place, _record(last)
        last = entry
    if last is not None:
        yield last.place, _record(last)


def _entries(rows: Iterable[tuple[int, Row]]) -> Iterator[_Entry]:
    """Sections and tasks; an entry has all its notes when the next one comes."""
    section, parents = "", dict[int, str]()
    last: _Entry | None = None
    for place, row in rows:
        content = _value(row, "CONTENT")
        if not content:
            continue
        if _kind(row) == "note" and last is not None:
            author = _person(row, "AUTHOR")
            last.notes.append(f"{author}: {content}" if author else content)
            continue
        indent = int(depth) if (depth := _value(row, "INDENT")).isdecimal() else 1
        last = _Entry(place, row, section, parents.get(indent - 1, ""))
        yield last
        if last.is_section:
            section, parents = content, {}
        else:
            parents = {level: name for level, name in parents.items() if level < indent}
            parents[indent] = content


def _record(entry: _Entry) -> dict[str, object]:
    row, content = entry.row, _value(entry.row, "CONTENT")
    if entry.is_section:
        return titled_record("", "", {}, [content, *entry.notes])
    said = _value(row, "DESCRIPTION")
    is_field = len(said) <= _LONGEST_FIELD and "\n" not in said
    fields = {
        "section": entry.section,
        "part of": entry.parent,
        "description": said if is_field else "",
        "priority": _value(row, "PRIORITY"),
        "author": _person(row, "AUTHOR"),
        "responsible": _person(row, "RESPONSIBLE"),
        "date": _value(row, "DATE"),
        "deadline": _value(row, "DEADLINE"),
    }
    return titled_record("", content, fields, ["" if is_field else said, *entry.notes])


def _kind(row: Row) -> str:
    return _value(row, "TYPE").casefold()


def _person(row: Row, name: str) -> str:
    """Who it is, without the number that the program has for them."""
    return _USER_ID.sub("", _value(row, name))


def _value(row: Row, name: str) -> str:
    return (row.get(name) or "").strip()
