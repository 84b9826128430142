"""Where a span of prose is cut at its lines: at those that state nothing, and before those that
begin something of their own whatever stands above."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

_RULE = re.compile(r"[\s|:+=_*~-]+$")
_VALUE = re.compile(r"(?!\w+\s+[\dA-Z]+:)[^:\n]*\w[^:\n]*:\s+\S*\d.*")  # Target: $180
_TIME_STAMP = re.compile(r"(?:\[|\()?(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d\b")  # a line of chat
_NOTE = re.compile(r"\[[^\[\]\n]{1,60}\]:\s")  # of Markdown, or who speaks
_LONGEST_HEADING = 200


def line_parts(
    text: str, start: int, end: int, headings: Collection[int], is_markdown: bool
) -> Iterator[tuple[int, int]]:
    """The parts of a span between headings, rules and other lines that state nothing."""
    open_at = -1
    close_at = start
    place = start
    for line in text[start:end].splitlines(keepends=True):
        bare = line.strip()
        line_start = text.rfind("\n", 0, place) + 1
        states = bool(bare) and not (
            (line_start in headings and not _gives_value(bare[:_LONGEST_HEADING].lstrip("# ")))
            or _RULE.match(bare)
            or (is_markdown and bare.startswith(("```", "~~~")))
        )
        begins = _TIME_STAMP.match(bare) or (is_markdown and _NOTE.match(bare))
        if open_at >= 0 and (not states or begins):
            yield open_at, close_at
            open_at = -1
        if states:
            if open_at < 0:
                open_at = place + len(line) - len(line.lstrip())
            close_at = place + len(line.rstrip())
        place += len(line)
    if open_at >= 0:
        yield open_at, close_at


def _gives_value(heading: str) -> bool:
    """Whether a heading, or a part of it between bars, names a field and its value."""
    return any(_VALUE.fullmatch(part.strip()) for part in heading.split("|"))
