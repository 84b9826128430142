"""What in AsciiDoc is no prose: attributes, marks of items and blocks, comments, and tables, whose
rows know the names of their columns."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from graphrag_neo4j.model import Block, BlockKind

_LINE = re.compile(r"[^\n]*")
_ATTRIBUTE = re.compile(r":(?P<name>!?\w[\w-]*!?):(?:[ \t]+(?P<value>\S.*))?")
_REFERENCE = re.compile(r"\{(\w[\w-]{0,80})\}")
_LIST = re.compile(r"\[(?!(?:quote|verse)\b)[^\]\n]*\][ \t]*")
_DOTS = re.compile(r"[ \t]*\.{1,5}[ \t]+(?=\S)")
_TITLE = re.compile(r"\.(?=[^\s.])")
_COMMENT = re.compile(r"//(?!/).*")
_COMMENTED, _TABLE = re.compile(r"/{4,}[ \t]*"), re.compile(r"\|={3,}[ \t]*")
_BAR = re.compile(r"(?<!\\)\|")
_SPEC = re.compile(r"(?:(?<=\s)|^)(?P<span>[\d.]{1,6}[+*])?[<^>.]{0,4}[adehlmsv]?$")
_COLUMNS = re.compile(r"cols=(?:\"(?P<quoted>[^\"]*)\"|(?P<bare>[^,\]]*))")
_TIMES = re.compile(r"(?P<times>\d{1,2})\*")
_HAS_NAMES = re.compile(r"%[\w%]*header|(?:options|opts)=\"?[^\"\]]{0,80}header")
_LONGEST_SPEC = 12


def asciidoc_blocks(text: str) -> tuple[Block, ...]:
    """Rows of tables, and what states nothing, in their order. A value that the text asks for by
    its name ("{depth}") is a row."""
    asked = frozenset(_REFERENCE.findall(text))
    blocks: list[Block] = []
    about = ""
    end = -1
    for line in _LINE.finditer(text):
        if line.start() < end or not line[0].strip():
            continue
        start, said = line.start(), line[0]
        if fence := (_TABLE.fullmatch(said) or _COMMENTED.fullmatch(said)):
            closing = text.find(f"\n{fence[0].rstrip()}", line.end())
            end = closing + 1 + len(fence[0]) if closing >= 0 else line.end()
            inner = (min(line.end() + 1, len(text)), max(closing, line.end()))
            if fence[0].startswith("|"):
                blocks += _table(text, *inner, about)
            else:
                blocks.append(Block(start, end, "columns"))
        else:
            blocks += _of_line(asked, start, said.rstrip())
        about = said if _LIST.fullmatch(said) else ""
    return tuple(blocks)


def _of_line(asked: Collection[str], start: int, said: str) -> Iterator[Block]:
    """What of a line states nothing, and what it gives that is ``asked`` for by name."""
    if attribute := _ATTRIBUTE.fullmatch(said):
        name, value = attribute["name"], attribute["value"]
        if value and name in asked:
            yield Block(start + 1, start + len(said), "row", (name,), (value,))
        else:
            yield Block(start, start + len(said), "columns")
    elif _LIST.fullmatch(said) or _COMMENT.fullmatch(said):
        yield Block(start, start + len(said), "columns")
    elif mark := (_DOTS.match(said) or _TITLE.match(said)):
        yield Block(start + mark.end() - len(mark[0].lstrip()), start + mark.end(), "columns")


@dataclass(frozen=True, slots=True)
class _Cell:
    start: int
    end: int
    text: str


def _table(text: str, start: int, end: int, about: str) -> Iterator[Block]:
    """The rows of a table; none of one with cells over several columns or rows. ``about``: the line
    of options above it."""
    first = next((line for line in _LINE.finditer(text, start, end) if line[0].strip()), None)
    cells = list(_cells(text, start, end))
    width = _width(about) or (len(_BAR.findall(first[0])) if first is not None else 0)
    if first is None or None in cells or not width:
        return
    told = [cell for cell in cells if cell is not None]
    rows = [told[at : at + width] for at in range(0, len(told), width)]
    is_apart = first.start() == start and text[first.end() : first.end() + 2] == "\n\n"
    has_names = bool(_HAS_NAMES.search(about)) or is_apart
    names = tuple(cell.text for cell in rows[0]) if has_names and len(rows) > 1 else ()
    for number, row in enumerate(rows):
        filled = [cell for cell in row if cell.text]
        if filled:
            kind: BlockKind = "columns" if names and number == 0 else "row"
            said = tuple(cell.text for cell in row)
            yield Block(filled[0].start, filled[-1].end, kind, names, said)


def _cells(text: str, start: int, end: int) -> Iterator[_Cell | None]:
    """The cells behind the bars of a table; None for one that is not of one column and row."""
    bars = [bar.start() for bar in _BAR.finditer(text, start, end)]
    if not bars:
        return
    if text[start : bars[0]].strip():
        yield None
    for bar, after in zip(bars, [*bars[1:], end], strict=True):
        said = text[bar + 1 : after]
        tail = max(len(said) - _LONGEST_SPEC, 0)
        if after != end and (spec := _SPEC.search(said, tail)):
            if spec["span"]:
                yield None
            said = said[: spec.start()]
        begin = bar + 1 + len(said) - len(said.lstrip())
        words = " ".join(said.split())
        yield _Cell(begin, max(begin, bar + 1 + len(said.rstrip())), words)


def _width(about: str) -> int:
    """How many columns a table has, if the options above it say so."""
    found = _COLUMNS.search(about)
    if found is None:
        return 0
    parts = (found["quoted"] if found["quoted"] is not None else found["bare"]).split(",")
    times = [_TIMES.match(part.strip()) for part in parts]
    return sum(int(one["times"]) if one else 1 for one in times)
