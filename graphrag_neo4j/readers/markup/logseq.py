"""What Logseq keeps among the lines of a note for itself: ids, what is folded, when cards come
back, clocks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_neo4j.model import Block

_OWN = re.compile(
    r"^[ \t]*(?:- )?(?:"
    r"id:: [0-9a-f]{8}-[0-9a-f-]{27}|(?:collapsed|heading):: (?:true|false|\d)"
    r"|(?:background-color|ls-type|hl-[\w-]+|card-[\w-]+|query-[\w-]+|logseq\.[\w.-]+)::[^\n]*"
    r"|:(?:LOGBOOK|END|PROPERTIES):|CLOCK: \[[^\n]*)[ \t]*$",
    re.MULTILINE,
)


def own_fields(text: str) -> Iterator[Block]:
    """The lines that say nothing to people."""
    if "::" in text or ":LOGBOOK:" in text:
        for line in _OWN.finditer(text):
            yield Block(*line.span(), "columns")
