"""Settings a line: INI, TOML, ``.env``, ``.properties``, units of systemd, crontabs, CODEOWNERS."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphrag_neo4j.readers.config.lines import Comments, Setting, one_line_if_short

_SECTION = re.compile(
    r"\[{1,2}\s*(?P<name>[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*?)\s*\]{1,2}\s*(?P<rest>.*)"
)
_STRING = re.compile(r"\"(?:\\.|[^\"\\])*\"|'[^']*'")
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
    after a backslash at the end of a line (``slashed``)."""

    marks: tuple[str, ...] = ("#", ";")
    signs: str = "=:"
    behind: str = r"\s[#;]\s"
    brackets: bool = False
    indented: bool = False
    slashed: bool = False


INI = Dialect(indented=True, slashed=True)
TOML = Dialect(("#",), "=", r"#", brackets=True)
ENV = Dialect(("#",), "=", r"\s#\s", slashed=True)
PROPERTIES = Dialect(("#", "!"), behind="", slashed=True)


def assigned(text: str, dialect: Dialect) -> list[Setting]:
    """The settings of a file of lines ``name = value`` in sections ``[name]``."""
    lines = text.split("\n")
    comments = _comments(lines, dialect.marks)
    found: list[Setting] = []
    section: tuple[str, ...] = ()
    at = 0
    while at < len(lines):
        start, line = at, lines[at]
        at += 1
        bare = line.strip()
        if not bare or bare.startswith(dialect.marks):
            continue
        if opened := _SECTION.fullmatch(bare):
            section = (opened["name"].replace('"', ""),)
            if said := comments.above(start, opened["rest"].lstrip("#; ")):
                found.append(Setting(start, section, comment=said, is_section=True))
            continue
        at = _end(lines, start, dialect)
        name, value = _parted(_EXPORT.sub("", bare), dialect.signs)
        value = one_line_if_short("\n".join([value, *lines[start + 1 : at]]))
        value, behind = _uncommented(value, dialect)
        said = comments.above(start, behind)
        found.append(Setting(start, (*section, name), _unquoted(value), said))
    return [*found, *comments.rest()]


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
                found.append(Setting(number, section, owners, comment))
        elif owned := _OWNED.fullmatch(said.rstrip()):
            path = (*section, _IN_WORDS.get(owned["pattern"], owned["pattern"]))
            found.append(Setting(number, path, owned["owners"] or owners or _NOBODY, comment))
    return [*found, *comments.rest()]


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
