"""Frames of stack traces in plain text ("at com.acme.Pump.run(Pump.java:12)"), which are code.

What is raised, and its message, stand above or below them, and are read as prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_neo4j.model import Block

_PLACE = r"[^()\n]{0,300}(?::\d+){1,2}|Native\ Method|Unknown\ Source|<anonymous>"
_NAME = r"[\w$<>/@]+(?:[.+][\w$<>`,/\[\]]+)+"
_FRAME = re.compile(
    rf"""
    ^(?:
    # Java, Kotlin, JavaScript, C#, Rust
    [ \t]+at\ (?:
        [^()\n]{{1,300}}\((?:{_PLACE})\)[^\n]{{0,300}}
        |{_NAME}\([^\n]*\)(?:\ in\ [^\n]+)?
        |(?:async\ )?(?=\S*[/\\])\S+:\d+
    )
    |[ \t]*\.{{3}}\ \d+\ (?:more|common\ frames\ omitted)
    # Python: the place, and the lines of it below
    |(?P<indent>[ \t]*)File\ "[^"\n]+",\ line\ \d+(?:,\ in\ [^\n]+)?
        (?:\n(?P=indent)[ \t]+\S[^\n]*){{0,3}}
    |[ \t]+\[Previous\ line\ repeated\ \d+\ more\ times?\]
    # Ruby, PHP, gdb
    |[ \t]+(?:\d+:\ )?from\ \S+:\d+:in\ [^\n]+
    |\#\d+\ (?:\S+\(\d+\):\ [^\n]+|\{{main\}}|\ *0x[\da-f]+\ in\ [^\n]+)
    # Go: the function, and its place below
    |[^\s][^\n]*\n\t\S+:\d+\ \+0x[\da-f]+
    )[ \t]*$
    """,
    re.MULTILINE | re.VERBOSE,
)


def stack_frames(text: str) -> Iterator[Block]:
    """The frames of the stack traces in ``text``, those below one another as one block of code."""
    start = end = -1
    for found in _FRAME.finditer(text):
        if start >= 0 and text[end : found.start()].strip():
            yield Block(start, end, "code")
            start = -1
        if start < 0:
            start = found.start()
        end = found.end()
    if start >= 0:
        yield Block(start, end, "code")
