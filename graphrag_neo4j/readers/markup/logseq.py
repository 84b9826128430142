"""What Logseq keeps among the lines of a note for itself: ids, what is folded, when cards come
back, clocks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_neo4j.model import Block

_OWN = re.compile(
    r"^[ \t]*(?:- )?(?:"
    r"(?:id|collapsed|background-color|heading|ls-type|hl-[\w-]+|card-[\w-]+|query-[\w-]+"
    r"|logseq\.[\w.-]+)::[^\n]*"
    r"|:(?:LOGBOOK|END|PROPERTIES):|CLOCK: \[[^\n]*)[ \t]*$",
    re.MULTILINE,
)


def own_fields(text: str) -> Iterator[Block]:
    """The lines that say nothing to people."""
    if "::" in text or ":LOGBOOK:" in text:
        for line in _OWN.finditer(text):
            yield Block(*line.span(), "columns")
