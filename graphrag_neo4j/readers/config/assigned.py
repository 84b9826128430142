"""Settings a line: INI, TOML, ``.env``, ``.properties``, units of systemd, crontabs, CODEOWNERS."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from graphrag_neo4j.readers.config.lines import Comments, Setting, one_line_if_short
from graphrag_neo4j.readers.config.nested import item_names

_SECTION = re.compile(
    r"\[{1,2}\s*(?P<name>[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*?)\s*\]{1,2}\s*(?P<rest>.*)"
)
_STRING = re.compile(r"\"(?:\\.|[^\"\\])*\"|'[^']*'")
_ARRAY_VALUE = re.compile(rf"(?:{_STRING.pattern}|[^\"'\[\]{{}},\s]+)\s*,?")
_EXPORT = re.compile(r"(?:export|set)\s+(?=\w+=)")
_SCHEDULE = re.compile(r"(?:@\w+|(?:[\d*,/A-Za-z-]+\s+){4}[\d*,/A-Za-z-]+)\s+\S")
_OWNED = re.compile(r"(?P<pattern>(?:\\.|\S)+)\s*(?P<owners>.*)")
_OWNED_SECTION = re.compile(r"\^?\[(?P<name>[^\[\]]+)\](?:\[\d+\])?\s*(?P<owners>.*)")
_IN_WORDS = {"*": "* (all files)"}
"""Patterns that have no word in them."""
_NOBODY = "no owner"
_FEWEST = 0.6
"""What share of its lines have to be settings at least."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """``marks``: what begins a comment. ``signs``: what parts a name from its value. ``behind``:
    what begins a comment behind a value, as a pattern; empty where none can. A value goes on until
    its brackets are closed (``brackets``), on lines that are indented more (``indented``), and
    after a backslash at the end of a line (``slashed``). ``arrays``: ``[[name]]`` begins one of
    several tables of that name."""

    marks: tuple[str, ...] = ("#", ";")
    signs: str = "=:"
    behind: str = r"\s[#;]\s"
    brackets: bool = False
    indented: bool = False
    slashed: bool = False
    arrays: bool = False


INI = Dialect(indented=True, slashed=True)
TOML = Dialect(("#",), "=", r"#", brackets=True, arrays=True)
ENV = Dialect(("#",), "=", r"\s#\s", slashed=True)
PROPERTIES = Dialect(("#", "!"), behind="", slashed=True)


def assigned(text: str, dialect: Dialect) -> list[Setting]:
    """The settings of a file of lines ``name = value`` in sections ``[name]``."""
    lines = text.split("\n")
    comments = _comments(lines, dialect.marks)
    entries = list(_entries(lines, dialect))
    paths = _table_paths(entries) if dialect.arrays else {}
    found: list[Setting] = []
    section: tuple[str, ...] = ()
    for entry in entries:
        said = comments.above(entry.line, entry.comment)
        if entry.is_array:
            if said:
                path = (*section, entry.name)
                found.append(Setting(entry.line, path, comment=said, is_section=True))
            continue
        if not entry.is_section:
            found.append(Setting(entry.line, (*section, entry.name), entry.value, said))
            continue
        section = paths.get(entry.line, (entry.name,))
        if said:
            found.append(Setting(entry.line, section, comment=said, is_section=True))
    return [*found, *comments.rest()]


@dataclass(frozen=True, slots=True)
class _Entry:
    """A setting, or the line that opens a section; ``is_item``: one of several of its name.
    ``is_array``: what opens an array whose values follow as settings of its name."""

    line: int
    name: str
    value: str
    comment: str
    is_section: bool = False
    is_item: bool = False
    is_array: bool = False


def _entries(lines: Sequence[str], dialect: Dialect) -> Iterator[_Entry]:
    at = 0
    while at < len(lines):
        start, bare = at, lines[at].strip()
        at += 1
        if not bare or bare.startswith(dialect.marks):
            continue
        if opened := _SECTION.fullmatch(bare):
            name, comment = opened["name"].replace('"', ""), opened["rest"].lstrip("#; ")
            yield _Entry(start, name, "", comment, is_section=True, is_item=bare[:2] == "[[")
            continue
        at = _end(lines, start, dialect)
        name, value = _parted(_EXPORT.sub("", bare), dialect.signs)
        if dialect.arrays and (array := _commented_array(name, value, lines, start, at)):
            yield from array
            continue
        value = one_line_if_short("\n".join([value, *lines[start + 1 : at]]))
        value, behind = _uncommented(value, dialect)
        yield _Entry(start, name, _unquoted(value), behind)


def _commented_array(
    name: str, value: str, lines: Sequence[str], start: int, end: int
) -> list[_Entry]:
    """An array of TOML that has comments, each of its values with its own; nothing where no
    comment is, or where not each value has a line."""
    parts = [_uncommented(part, TOML) for part in (value, *map(str.strip, lines[start + 1 : end]))]
    (opened, behind), *items, (closed, last) = parts if len(parts) > 1 else [("", "")] * 2
    is_whole = opened == "[" and closed == "]"
    if not is_whole or not any("#" in line for line in lines[start:end]):
        return []
    entries = [_Entry(start, name, "", " ".join(filter(None, (behind, last))), is_array=True)]
    for number, (item, comment) in enumerate(items, start=start + 1):
        if item and not _ARRAY_VALUE.fullmatch(item):
            return []
        if item:
            entries.append(_Entry(number, name, _unquoted(item.rstrip(", ")), comment))
    return entries


@dataclass(frozen=True, slots=True)
class _Table:
    """``within``: the table of an array that it is part of; ``name``: within that."""

    line: int
    name: str
    within: _Table | None
    is_item: bool
    fields: dict[object, object] = field(default_factory=dict)


def _table_paths(entries: Sequence[_Entry]) -> dict[int, tuple[str, ...]]:
    """The paths of TOML's tables, by their lines: those of an array are named as the maps in a
    list of YAML are, and what is within them stands below their names. The only table of an array
    has no number."""
    tables = _tables(entries)
    arrays: dict[tuple[int, str], list[_Table]] = {}
    for table in tables:
        if table.is_item:
            arrays.setdefault(_array_of(table), []).append(table)
    names: dict[int, str] = {}
    for items in arrays.values():
        own = item_names([item.fields for item in items])
        names |= {item.line: name for item, name in zip(items, own, strict=True)}
        if own == ["1"]:
            names[items[0].line] = ""
    paths: dict[int, tuple[str, ...]] = {}
    for table in tables:
        above = paths[table.within.line] if table.within else ()
        paths[table.line] = (*above, *filter(None, (table.name, names.get(table.line))))
    return paths


def _array_of(table: _Table) -> tuple[int, str]:
    return (table.within.line if table.within else -1), table.name


def _tables(entries: Sequence[_Entry]) -> list[_Table]:
    tables: list[_Table] = []
    open_items: list[tuple[str, _Table]] = []
    for entry in entries:
        if not entry.is_section:
            if tables:
                tables[-1].fields.setdefault(entry.name, entry.value)
            continue
        while open_items and not entry.name.startswith(f"{open_items[-1][0]}."):
            open_items.pop()
        above, within = open_items[-1] if open_items else ("", None)
        name = entry.name[len(above) + 1 :] if within else entry.name
        tables.append(_Table(entry.line, name, within, entry.is_item))
        if entry.is_item:
            open_items.append((entry.name, tables[-1]))
    return tables


def crontab(text: str) -> list[Setting]:
    """The jobs of a crontab, each with the comment above it, and its settings."""
    lines = text.split("\n")
    comments = _comments(lines, ("#",))
    found: list[Setting] = []
    for number, line in enumerate(map(str.strip, lines)):
        if not line or line.startswith("#"):
            continue
        name, value = ("", line) if _SCHEDULE.match(line) else _parted(line, "=")
        path = (name,) if name else ()
        found.append(Setting(number, path, value, comments.above(number)))
    return [*found, *comments.rest()]


def code_owners(text: str) -> list[Setting]:
    """Who owns which files, by the patterns of a CODEOWNERS file. A pattern without owners has
    those of its section, as GitLab has it, or none."""
    lines = text.split("\n")
    comments = _comments(lines, ("#",))
    found: list[Setting] = []
    section: tuple[str, ...] = ()
    owners = ""
    for number, line in enumerate(map(str.strip, lines)):
        if not line or line.startswith("#"):
            continue
        said, _, behind = line.partition(" #")
        comment = comments.above(number, behind)
        if opened := _OWNED_SECTION.fullmatch(said.rstrip()):
            section, owners = (opened["name"],), opened["owners"]
            if owners or comment:
                found.append(_owned(number, section, owners, comment))
        elif owned := _OWNED.fullmatch(said.rstrip()):
            path = (*section, _IN_WORDS.get(owned["pattern"], owned["pattern"]))
            found.append(_owned(number, path, owned["owners"] or owners, comment))
    return [*found, *comments.rest()]


def _owned(line: int, path: tuple[str, ...], owners: str, comment: str) -> Setting:
    """Files with each of their owners in a cell of its own."""
    setting = Setting(line, path, owners or _NOBODY, comment)
    cells = [("owner", owner) for owner in owners.split() or [_NOBODY]]
    return replace(setting, row=(("files", setting.name), *cells, ("note", comment)))


def looks_assigned(text: str) -> bool:
    """Whether nearly all lines but comments are settings or sections."""
    lines = [line for line in _worded(text) if not line.startswith(INI.marks)]
    told = sum(
        bool(_SECTION.fullmatch(line)) or bool(re.match(r"[\w.-]+\s*=", line)) for line in lines
    )
    return bool(lines) and told >= _FEWEST * len(lines)


def looks_scheduled(text: str) -> bool:
    """Whether it is a crontab."""
    lines = [line for line in _worded(text) if not line.startswith("#")]
    told = sum(bool(_SCHEDULE.match(line)) or bool(re.match(r"\w+\s*=", line)) for line in lines)
    jobs = any(map(_SCHEDULE.match, lines))
    return bool(jobs) and told == len(lines)


def _worded(text: str) -> Iterator[str]:
    return filter(None, map(str.strip, text.split("\n")))


def _comments(lines: Sequence[str], marks: tuple[str, ...]) -> Comments:
    told = ((n, line.strip()) for n, line in enumerate(lines))
    return Comments({n: line.lstrip("#;! ") for n, line in told if line.startswith(marks)})


def _parted(line: str, signs: str) -> tuple[str, str]:
    """A name and its value; a line without a sign is a name."""
    at = next((n for n, letter in enumerate(line) if letter in signs), len(line))
    return line[:at].strip().strip('"'), line[at + 1 :].strip()


def _end(lines: Sequence[str], start: int, dialect: Dialect) -> int:
    """The line behind the last one of the setting that begins at ``start``."""
    at = start + 1
    if dialect.brackets:
        return _closed(lines, start)
    while at < len(lines) and lines[at].strip():
        is_deeper = _indent(lines[at]) > _indent(lines[start])
        is_comment = lines[at].lstrip().startswith(dialect.marks)
        goes_on = dialect.slashed and lines[at - 1].rstrip().endswith("\\")
        if not goes_on and not (dialect.indented and is_deeper and not is_comment):
            break
        at += 1
    return at


def _closed(lines: Sequence[str], start: int) -> int:
    """The line behind the one that closes what the value opens; if none does, all lines are its."""
    depth, quotes = 0, ""
    for at in range(start, len(lines)):
        line = lines[at].partition("=")[2] if at == start else lines[at]
        for sign in (quotes,) if quotes else ('"""', "'''"):
            if line.count(sign) % 2:
                quotes = "" if quotes else sign
        if not quotes:
            bare = _STRING.sub("", line).partition("#")[0]
            depth += sum(map(bare.count, "[{")) - sum(map(bare.count, "]}"))
            if depth <= 0:
                return at + 1
    return len(lines)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _uncommented(value: str, dialect: Dialect) -> tuple[str, str]:
    """A value of one line, and the comment behind it."""
    if not dialect.behind or "\n" in value:
        return value, ""
    hidden = _STRING.sub(lambda string: "_" * len(string[0]), value)
    if mark := re.search(dialect.behind, hidden):
        return value[: mark.start()].rstrip(), value[mark.end() :].strip()
    return value, ""


def _unquoted(value: str) -> str:
    is_string = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if is_string and value[0] not in value[1:-1] else value
