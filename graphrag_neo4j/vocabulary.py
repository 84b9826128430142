"""Every label and every kind of relationship of the graph, in one list.

Export, import and counts go by it, and a test compares it with what a database really holds:
whatever the graph learns to store has to be named here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

LABELS = (
    "Source", "Chunk", "Topic", "Statement", "Fact", "Entity", "Claim", "Community",
    "Alias", "DistinctPair",
)  # fmt: skip
"""Labels of nodes, wholes before their parts; all have an ``id``."""
RECORD_LABELS = ("__Graph", "__Lock", "__SchemaMigration")
"""Labels of what a database knows of itself; they are no part of the graph."""


class Link(NamedTuple):
    """A kind of relationship: from which label, of which type, to which label."""

    start: str
    type: str
    end: str


LINKS = frozenset(
    Link(*words.split())
    for words in (
        "Chunk FROM_SOURCE Source",
        "Chunk NEXT Chunk",
        "Chunk MENTIONS Entity",
        "Chunk ABOUT Entity",
        "Topic MENTIONED_IN Chunk",
        "Topic MENTIONS Entity",
        "Statement MENTIONED_IN Chunk",
        "Statement BELONGS_TO Topic",
        "Statement NEXT Statement",
        "Statement MENTIONS Entity",
        "Fact SUPPORTS Statement",
        "Entity SUBJECT Fact",
        "Fact OBJECT Entity",
        "Entity RELATED Entity",
        "Claim MENTIONED_IN Chunk",
        "Claim CONCERNS Entity",
        "Entity IN_COMMUNITY Community",
        "Community CHILD_OF Community",
        "Alias MERGED_INTO Entity",
    )
)
TYPES = tuple(sorted({link.type for link in LINKS}))


def file_name(*names: str) -> str:
    """How Cypher files are called for labels and types: ``DistinctPair`` -> ``distinct_pair``."""
    return "_".join(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower() for name in names)
