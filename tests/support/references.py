"""A table of pronouns and descriptions with what they stand for; see
``tests/unit/gold/references.txt``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FILE = Path(__file__).parents[1] / "unit" / "gold" / "references.txt"
_MARKED = re.compile(r"\[([^|\]]+)\|([^\]]+)\]")


@dataclass
class MarkedText:
    """A text. ``stands_for``: place of each marked word (its last) -> name, "" for none."""

    title: str
    kind: str
    text: str
    stands_for: dict[int, str] = field(default_factory=dict)


def marked_texts() -> Iterator[MarkedText]:
    """The table, in its order."""
    for part in re.split(r"^== ", FILE.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        title, kind = heading.rstrip(")").rsplit(" (", 1)
        yield _unmarked(MarkedText(title, kind, ""), body.strip())


def _unmarked(into: MarkedText, body: str) -> MarkedText:
    done = 0
    for match in _MARKED.finditer(body):
        into.text += body[done : match.start()] + match[1]
        head = into.text.rfind(" ", 0, len(into.text)) + 1
        start = max(head, len(into.text) - len(match[1]))
        into.stands_for[start] = "" if match[2] == "-" else match[2]
        done = match.end()
    into.text += body[done:]
    return into
