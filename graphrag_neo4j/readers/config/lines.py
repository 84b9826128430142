"""Settings as text: each a line with its whole path, "quoter > cache > ttl_seconds: 900 # minutes".

In the file a value's meaning hangs on lines that may stand far above it; a statement has to say by
itself whose timeout it is. What a comment says directly above a setting, or behind it, is part of
its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from graphrag_neo4j.model import Block, Document, Heading, Place
from graphrag_neo4j.readers.content import clean_text

MOST_SETTINGS = 5_000
"""More are data, not settings that somebody wrote."""
_PARTED = " > "
_LONGEST_VALUE = 200
"""Characters; a longer value or comment is prose, or code if it has several lines."""
_LONGEST_TITLE = 80
_WORDED = re.compile(r"\w")
_SWITCHED_OFF = re.compile(r"[\w.-]+(?:\s*=.*|:\s+\S+)|\[[^\[\]]+\]|\"[^\"\n]+\":\s.+")
"""A comment that is a setting."""


@dataclass(frozen=True, slots=True)
class Setting:
    """``path``: the names from the outermost section to its own; empty of a line without a name.
    ``is_section``: it is no setting but a section that has a comment. With a comment alone it is
    one that belongs to no setting. ``line`` counts from 0; -1 where the file has none. ``row``: its
    columns and cells, where the value alone does not say what it is."""

    line: int
    path: tuple[str, ...]
    value: str = ""
    comment: str = ""
    is_section: bool = False
    row: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        return _PARTED.join(self.path)


class Comments:
    """The comments that have lines of their own, by line from 0, until a setting takes them."""

    def __init__(self, comments: Mapping[int, str]) -> None:
        self._left = {line: text for line, text in comments.items() if _WORDED.search(text)}

    def above(self, line: int, behind: str = "") -> str:
        """What stands directly above a line and was not taken, and ``behind`` it."""
        upwards = takewhile(self._belongs, range(line - 1, -1, -1))
        above = [self._left.pop(at) for at in list(upwards)[::-1]]
        return " ".join(filter(None, (*above, behind.strip())))

    def _belongs(self, line: int) -> bool:
        text = self._left.get(line)
        return text is not None and not _SWITCHED_OFF.fullmatch(text)

    def rest(self) -> list[Setting]:
        """Those that no setting took: lines below one another are one, unless they are settings
        that are switched off."""
        found: list[Setting] = []
        last = -2
        for line, text in sorted(self._left.items()):
            is_setting = _SWITCHED_OFF.fullmatch(text) is not None
            if line == last + 1:
                found[-1] = Setting(found[-1].line, (), comment=f"{found[-1].comment} {text}")
            else:
                found.append(Setting(line, (), comment=text))
            last = -2 if is_setting else line
        return found


def one_line_if_short(value: str) -> str:
    """A value of several lines on one, if it is no longer than that of a line may be."""
    line = " ".join(value.split())
    return line if len(line) <= _LONGEST_VALUE else value


def settings_document(
    uri: str, title: str, settings: Iterable[Setting], *, most: int | None = MOST_SETTINGS
) -> Document | None:
    """Settings in the order of their lines, their sections as headings; None if there are none, or
    more than ``most``; what are more than anybody writes by hand have no headings."""
    ordered = sorted(settings, key=lambda setting: setting.line)
    if not any(setting.path or setting.value for setting in ordered):
        return None
    if most is not None and len(ordered) > most:
        return None
    ordered[0] = _of_file(ordered[0], ordered[1:])
    if _says_what_for(ordered[0]):
        title = f"{title}: {ordered[0].comment}"
    parts: list[str] = []
    headings: list[Heading] = []
    blocks: list[Block] = []
    places: list[Place] = []
    section: tuple[str, ...] = ()
    length = 0
    for setting in ordered:
        above = section if not setting.path else _section(setting)
        if len(ordered) <= MOST_SETTINGS:
            headings += _opened(section, above, length, title)
        section = above
        text = clean_text(_text(setting))
        blocks += _block(setting, length, text)
        if setting.line >= 0:
            places.append(Place(length, "line", str(setting.line + 1)))
        parts.append(text)
        length += len(text) + 2
    return Document(
        uri,
        "\n\n".join(parts),
        title,
        tuple(headings),
        places=tuple(places),
        blocks=tuple(blocks),
    )


def _of_file(first: Setting, others: Sequence[Setting]) -> Setting:
    """The first setting; a comment above the first of several sections, where no other one has a
    comment, says what the whole file is for."""
    is_only = first.is_section and not any(one.is_section for one in others)
    if not is_only or first.line < 1 or all(one.path[:1] in ((), first.path) for one in others):
        return first
    return Setting(0, (), comment=first.comment)


def _says_what_for(first: Setting) -> bool:
    said = "" if first.path or first.value else first.comment
    return 0 < len(said) <= _LONGEST_TITLE and not _SWITCHED_OFF.fullmatch(said)


def _section(setting: Setting) -> tuple[str, ...]:
    """What a setting stands in: of a section's own comment the section."""
    return setting.path if setting.is_section else setting.path[:-1]


def _opened(
    before: Sequence[str], section: Sequence[str], start: int, title: str
) -> Iterator[Heading]:
    """The headings of the sections that begin, or go on, at ``start``; ``title``: of the file,
    where none does."""
    if before == section:
        return
    if not section:
        yield Heading(start, 1, title)
        return
    pairs = zip(before, section, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    for level in range(min(shared, len(section) - 1), len(section)):
        yield Heading(start, level + 1, section[level])


def _text(setting: Setting) -> str:
    """A setting as a line; a value of several lines stands below its name."""
    joint = "\n" if "\n" in setting.value.strip() else " "
    name = f"{setting.name}:{joint}" if setting.name and setting.value else setting.name
    value = setting.value.strip("\n").rstrip() if joint == "\n" else setting.value.strip()
    comment = f"# {setting.comment}" if setting.comment else ""
    return (
        f"{name}{value} {comment}".strip() if joint == " " else f"{comment}\n{name}{value}".strip()
    )


def _block(setting: Setting, start: int, text: str) -> Iterator[Block]:
    """What a line is: a name and its value, code, or prose, which has no block."""
    end = start + len(text)
    value, comment = " ".join(setting.value.split()), setting.comment
    if not setting.path and not setting.value:
        yield Block(start, end, "comment")
    elif "\n" in setting.value.strip():
        yield Block(start, end, "code")
    elif len(value) <= _LONGEST_VALUE and len(comment) <= _LONGEST_VALUE:
        if setting.row:
            columns, cells = zip(*setting.row, strict=True)
            yield Block(start, end, "row", columns, cells)
        elif value and setting.path:
            yield Block(start, end, "row", (setting.name, ""), (value, comment))
        else:
            yield Block(start, end, "row", (), (setting.name or value, comment))
