"""Where a span of prose is cut at its lines: at those that state nothing, and before those that
begin something of their own whatever stands above."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from graphrag_neo4j.text.bylines import is_byline

_RULE = re.compile(r"[\s|:+=_*~-]+$")
_VALUE = re.compile(r"(?!\w+\s+[\dA-Z]+:)[^:\n]*\w[^:\n]*:\s+\S*\d.*")  # Target: $180
_TIME_STAMP = re.compile(r"(?:\[|\()?(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d\b")  # a line of chat
_NOTE = re.compile(r"\[[^\[\]\n]{1,60}\]:\s")  # of Markdown, or who speaks
_LONGEST_HEADING = 200
_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_LEVEL = "(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|SEVERE|PANIC)"
_LOG_LINE = re.compile(
    rf"""
    [\[<(]?(?:[A-Z][a-z]{{2}},?\ )?(?:  # a time to the second, no ISO's
        \d{{4}}[-/.]\d\d?[-/.]\d\d?
        |\d\d?[-/.\ ](?:\d\d?|{_MONTH})[-/.\ ]\d{{4}}
        |{_MONTH}\ [\ \d]?\d(?:,?\ \d{{4}})?
    ),?[T:\ ]\d\d?:\d\d:\d\d\b
    |<\d{{1,3}}>(?:\d\ )?(?:{_MONTH}\ [\ \d]\d|\d{{4}}-)           # syslog with its priority
    |\S{{1,100}}\ \S{{1,60}}\ \S{{1,60}}\ \[\d\d?/{_MONTH}/\d{{4}}:  # servers of the web
    |\[\ *\d{{1,9}}\.\d{{6}}\]\ |[IWEF]\d{{4}}\ \d\d:\d\d:\d\d         # Linux, Kubernetes
    |[\[<(]{_LEVEL}\s?[\]>)]|{_LEVEL}(?::|\ +-\ |\ {{2,}}|\ \[|\t)
    |(?:level|lvl|ts|time)=\S
    |(?:\w{{1,60}}\.){{1,12}}[A-Z]\w{{0,99}}:[\ ]
    |(?:\w{{1,60}}\.){{0,12}}\w{{0,99}}(?:Error|Exception)(?::\ |$)
    |(?:Caused\ by|panic|Traceback\ \(most\ recent\ call\ last\)):|Exception\ in\ thread\ "
    |goroutine\ \d+\ \[
    """,
    re.VERBOSE,
)
"""How a line of a log begins, and one that names what was raised."""


def line_parts(
    text: str, start: int, end: int, headings: Collection[int], is_markdown: bool
) -> Iterator[tuple[int, int]]:
    """The parts of a span between headings, rules and other lines that state nothing; each line
    of a log or a chat, and each note, begins one."""
    open_at = -1
    close_at = start
    place = start
    is_told = False  # of a line that says who wrote the text
    is_quoted = False  # of the line above
    for line in text[start:end].splitlines(keepends=True):
        bare = line.strip()
        line_start = text.rfind("\n", 0, place) + 1
        states = bool(bare) and not (
            (line_start in headings and not _gives_value(bare[:_LONGEST_HEADING].lstrip("# ")))
            or _RULE.match(bare)
            or (is_markdown and bare.startswith(("```", "~~~")))
        )
        begins = _begins(bare, is_markdown) or (is_markdown and not is_quoted and bare[:1] == ">")
        if open_at >= 0 and (not states or is_told or begins):
            yield open_at, close_at
            open_at = -1
        is_quoted = bare[:1] == ">"
        is_told = is_byline(bare)
        if states:
            if open_at < 0:
                open_at = place + len(line) - len(line.lstrip())
            close_at = place + len(line.rstrip())
        place += len(line)
    if open_at >= 0:
        yield open_at, close_at


def _begins(line: str, is_markdown: bool) -> bool:
    """Whether a line begins something of its own."""
    if is_byline(line) or _TIME_STAMP.match(line) or _LOG_LINE.match(line):
        return True
    return is_markdown and _NOTE.match(line) is not None


def _gives_value(heading: str) -> bool:
    """Whether a heading, or a part of it between bars, names a field and its value."""
    return any(_VALUE.fullmatch(part.strip()) for part in heading.split("|"))
