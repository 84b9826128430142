"""Every label and every kind of relationship of the graph, in one list.

What is written, compared, exported, imported and counted goes by it, and a test compares it with
what a database really holds: whatever the graph learns to store has to be named here.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Label(str, Enum):
    """Labels of nodes, wholes before their parts; all have an ``id``."""

    SOURCE = "Source"
    CHUNK = "Chunk"
    TOPIC = "Topic"
    STATEMENT = "Statement"
    FACT = "Fact"
    ENTITY = "Entity"
    CLAIM = "Claim"
    COMMUNITY = "Community"
    ALIAS = "Alias"
    DISTINCT_PAIR = "DistinctPair"

    __str__ = str.__str__


LABELS = tuple(Label)
USAGE_LABEL = "__Usage"
"""Label of what LLM calls used so far; it goes with the graph."""


class Link(NamedTuple):
    """A kind of relationship: from which label, of which type, to which label.

    ``role``: of those that have several, as a claim concerns a subject and an object.
    """

    start: Label
    type: str
    end: Label
    role: str = ""

    @property
    def pattern(self) -> tuple[str, str, str]:
        """Start, type and end, whatever the role."""
        return (self.start, self.type, self.end)


CHUNK_FROM_SOURCE = Link(Label.CHUNK, "FROM_SOURCE", Label.SOURCE)
CHUNK_NEXT = Link(Label.CHUNK, "NEXT", Label.CHUNK)
CHUNK_MENTIONS = Link(Label.CHUNK, "MENTIONS", Label.ENTITY)
CHUNK_ABOUT = Link(Label.CHUNK, "ABOUT", Label.ENTITY)
TOPIC_IN_CHUNK = Link(Label.TOPIC, "MENTIONED_IN", Label.CHUNK)
TOPIC_MENTIONS = Link(Label.TOPIC, "MENTIONS", Label.ENTITY)
STATEMENT_IN_CHUNK = Link(Label.STATEMENT, "MENTIONED_IN", Label.CHUNK)
STATEMENT_OF_TOPIC = Link(Label.STATEMENT, "BELONGS_TO", Label.TOPIC)
STATEMENT_NEXT = Link(Label.STATEMENT, "NEXT", Label.STATEMENT)
STATEMENT_MENTIONS = Link(Label.STATEMENT, "MENTIONS", Label.ENTITY)
FACT_SUPPORTS = Link(Label.FACT, "SUPPORTS", Label.STATEMENT)
FACT_SUBJECT = Link(Label.ENTITY, "SUBJECT", Label.FACT)
FACT_OBJECT = Link(Label.FACT, "OBJECT", Label.ENTITY)
RELATED = Link(Label.ENTITY, "RELATED", Label.ENTITY)
CO_OCCURS = Link(Label.ENTITY, "CO_OCCURS_WITH", Label.ENTITY)
CLAIM_IN_CHUNK = Link(Label.CLAIM, "MENTIONED_IN", Label.CHUNK)
CLAIM_CONCERNS = Link(Label.CLAIM, "CONCERNS", Label.ENTITY)
CLAIM_SUBJECT = CLAIM_CONCERNS._replace(role="subject")
CLAIM_OBJECT = CLAIM_CONCERNS._replace(role="object")
ENTITY_IN_COMMUNITY = Link(Label.ENTITY, "IN_COMMUNITY", Label.COMMUNITY)
COMMUNITY_CHILD_OF = Link(Label.COMMUNITY, "CHILD_OF", Label.COMMUNITY)
ALIAS_MERGED_INTO = Link(Label.ALIAS, "MERGED_INTO", Label.ENTITY)

LINKS = frozenset(
    {
        CHUNK_FROM_SOURCE,
        CHUNK_NEXT,
        CHUNK_MENTIONS,
        CHUNK_ABOUT,
        TOPIC_IN_CHUNK,
        TOPIC_MENTIONS,
        STATEMENT_IN_CHUNK,
        STATEMENT_OF_TOPIC,
        STATEMENT_NEXT,
        STATEMENT_MENTIONS,
        FACT_SUPPORTS,
        FACT_SUBJECT,
        FACT_OBJECT,
        RELATED,
        CO_OCCURS,
        CLAIM_IN_CHUNK,
        CLAIM_CONCERNS,
        ENTITY_IN_COMMUNITY,
        COMMUNITY_CHILD_OF,
        ALIAS_MERGED_INTO,
    }
)
TYPES = tuple(sorted({link.type for link in LINKS}))

Kind = Label | Link
"""What rows are of: the nodes of a label, or a kind of relationship."""

SOURCE_NODES = (Label.SOURCE, Label.CHUNK, Label.TOPIC, Label.STATEMENT, Label.CLAIM)
"""Nodes that are written and go with a source, wholes before their parts."""
EVIDENCE = (
    STATEMENT_MENTIONS,
    CHUNK_ABOUT,
    CHUNK_MENTIONS,
    TOPIC_MENTIONS,
    CLAIM_SUBJECT,
    CLAIM_OBJECT,
)
"""Relationships of a source from which the entity at their end is derived."""
SOURCE_LINKS = (
    CHUNK_NEXT,
    TOPIC_IN_CHUNK,
    STATEMENT_IN_CHUNK,
    STATEMENT_NEXT,
    FACT_SUPPORTS,
    *EVIDENCE,
    CLAIM_IN_CHUNK,
)
"""Relationships that are written and go with a source, beside those that each node of it has to
its parent."""
EMBEDDED = (Label.CHUNK, Label.STATEMENT)
"""Nodes of a source that have a vector."""
