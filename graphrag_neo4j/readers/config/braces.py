"""Settings in blocks of braces: Terraform (HCL), nginx, and others that look like them.

Both write ``name arguments { … }``; in HCL a setting ends with its line (``key = value``), in nginx
with a semicolon (``key value;``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from graphrag_neo4j.readers.config.lines import Comments, Setting, one_line_if_short

_STRING = r"\"(?:\\.|\$\{[^{}\n]*\}|[^\"\\\n])*\"|'[^'\n]*'"
_HEREDOC = r"<<[-~]?(?P<end>\w+)\n(?:(?!\s*(?P=end)\b).*\n)*(?:[^\S\n]*(?P=end)\b|.*\Z)"
_NOTES = {True: r"/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)|(?:\#|//)[^\n]*", False: r"\#[^\n]*"}
_TOKENS = {
    by_line: re.compile(
        rf"(?P<heredoc>{_HEREDOC})|(?P<string>{_STRING})|(?P<note>{notes})|(?P<newline>\n)"
        r"|(?P<word>(?:\$\{\w+\}|\\.|[^\s{};\"'\\])+)|(?P<sign>[{};])|(?P<blank>[^\S\n]+)|(?P<other>.)"
    )
    for by_line, notes in _NOTES.items()
}
"""By whether a setting ends with its line."""
_MARKS = "#/* \t"
_DEEPEST = 50
_OPENING, _CLOSING = "([", ")]"


@dataclass(slots=True)
class _Reading:
    """How far a file is read: the blocks that are open, and the setting that has begun."""

    path: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    begun: int = 0
    depth: int = 0
    """Of brackets within a value, braces among them."""
    found: list[Setting] = field(default_factory=list)
    behind: dict[int, str] = field(default_factory=dict)
    alone: dict[int, str] = field(default_factory=dict)


def braced(text: str, *, by_line: bool) -> list[Setting]:
    """The settings of a file of blocks in braces; none if they are nested deeper than anybody
    writes. ``by_line``: a setting ends with its line."""
    reading = _Reading()
    line = 0
    last_line = -1  # that something other than a comment stands on
    for token in _TOKENS[by_line].finditer(text):
        kind, said = token.lastgroup, token[0]
        if kind == "note" and not reading.depth:
            notes = reading.behind if last_line == line else reading.alone
            for n, note in enumerate(said.split("\n")):
                notes[line + n] = note.strip(_MARKS)
        elif kind == "newline" and not reading.depth:
            if by_line:
                _end(reading)
            elif reading.words:
                reading.words.append(" ")
        elif kind == "sign":
            _sign(reading, said, line)
            if len(reading.path) > _DEEPEST:
                return []
            last_line = line
        elif kind != "blank" or reading.words:
            if not reading.words:
                reading.begun = line
            reading.words.append(said)
            if kind in ("word", "other"):
                reading.depth += sum(map(said.count, _OPENING)) - sum(map(said.count, _CLOSING))
                reading.depth = max(reading.depth, 0) if by_line else 0
            if kind != "blank":
                last_line = line
        line += said.count("\n")
    _end(reading)
    comments = Comments(reading.alone)
    told = [
        replace(one, comment=comments.above(one.line, reading.behind.get(one.line, "")))
        for one in reading.found
    ]
    return [*(one for one in told if one.comment or not one.is_section), *comments.rest()]


def _sign(reading: _Reading, sign: str, line: int) -> None:
    if reading.depth:  # an object within a list or a call is part of the value
        reading.words.append(sign)
        reading.depth += (sign == "{") - (sign == "}")
    elif sign == "{":
        name = _plain("".join(reading.words).strip().rstrip("=:").strip())
        reading.path.append(name)
        begun = reading.begun if reading.words else line
        reading.words.clear()
        reading.found.append(Setting(begun, tuple(reading.path), is_section=True))
    else:
        _end(reading)
        if sign == "}" and reading.path:
            reading.path.pop()


def _end(reading: _Reading) -> None:
    """A setting is complete."""
    said = "".join(reading.words).strip().rstrip(",")
    reading.words.clear()
    reading.depth = 0
    if not said:
        return
    name, value = _parted(said)
    path = (*reading.path, name)
    reading.found.append(Setting(reading.begun, path, one_line_if_short(value)))


def _parted(said: str) -> tuple[str, str]:
    """ "key = value" or "key value"."""
    if assigned := re.match(r"([\w.\"-]+)\s*(?:=(?![=~])|:\s)\s*", said):
        name, value = assigned[1], said[assigned.end() :]
    else:
        name, _, value = said.partition(" ")
    value = value.strip()
    return _plain(name), value[1:-1] if re.fullmatch(_STRING, value) else value


def _plain(words: str) -> str:
    """Without the quotation marks around each argument."""
    return re.sub(r"\"([^\"\\]*)\"|'([^']*)'", r"\1\2", words)


def looks_braced(text: str) -> bool:
    """Whether lines of it open blocks, and others close them."""
    opened = len(re.findall(r"^[^\S\n]*[\w.\"-][^\n{}#()]*\{[^\S\n]*$", text, re.MULTILINE))
    closed = len(re.findall(r"^[^\S\n]*\}", text, re.MULTILINE))
    return opened > 0 and closed >= opened


def ends_by_semicolon(text: str) -> bool:
    """Whether settings end as in nginx."""
    lines = [line.partition(" #")[0].rstrip() for line in text.split("\n")]
    told = [line for line in lines if line and not line.lstrip().startswith("#")]
    ended = sum(line.endswith(";") for line in told)
    return 2 * ended >= sum(not line.endswith(("{", "}")) for line in told) and ended > 0
