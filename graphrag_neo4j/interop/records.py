"""The whole graph as records, read page by page: what every export is made of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from graphrag_neo4j.database import cypher
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.results import RunReport, counted
from graphrag_neo4j.vocabulary import LABELS, LINKS, Label, Link

PAGE = 500
_PROPERTIES = {
    "node": "interop/node_properties",
    "relationship": "interop/relationship_properties",
}


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """A node; its id is among the properties."""

    label: Label
    properties: Row


@dataclass(frozen=True, slots=True)
class LinkRecord:
    """A relationship, from ``start`` to ``end`` (ids)."""

    link: Link
    start: str
    end: str
    properties: Row


@dataclass(slots=True)
class TransferReport(RunReport):
    """What was written to a file, or read from it: nodes by label, relationships by type.

    ``embedded``: vectors made anew after an import. ``note``: what is to be known of it, else
    empty.
    """

    path: str
    format: str
    nodes: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    relationships: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    embedded: int = 0
    note: str = ""

    def count(self, record: NodeRecord | LinkRecord) -> None:
        """Count one record."""
        if isinstance(record, NodeRecord):
            self.nodes[record.label] += 1
        else:
            self.relationships[record.link.type] += 1

    @property
    def totals(self) -> dict[str, int]:
        """How many "nodes" and "relationships" in all."""
        counts = {"nodes": self.nodes, "relationships": self.relationships}
        return {name: sum(count.values()) for name, count in counts.items()}

    def summary(self) -> str:
        """For people."""
        n = self.totals
        text = (
            f"{counted(n['nodes'], 'node')} and {counted(n['relationships'], 'relationship')} "
            f"({self.format}, {self.path})."
        )
        if self.embedded:
            text += f" {counted(self.embedded, 'vector')} made anew."
        return f"{text}\nNote: {self.note}" if self.note else text


def records(database: Database, *, with_vectors: bool) -> Iterator[NodeRecord | LinkRecord]:
    """All nodes, each followed by the relationships that start from it, in the order of ids.

    Relationships and nodes that are not of our graph are passed over.
    """
    for label in LABELS:
        after = ""
        name = cypher.of("interop/nodes", label)
        while page := database.read(name, after=after, limit=PAGE, vectors=with_vectors):
            after = page[-1]["properties"]["id"]
            for row in page:
                yield _node(label, row["properties"], with_vectors)
                yield from _links(label, row)


def _node(label: Label, properties: Row, with_vectors: bool) -> NodeRecord:
    known = {name: value for name, value in properties.items() if value is not None}
    if not with_vectors:
        known.pop("embedding", None)
        known.pop("embedding_key", None)
    return NodeRecord(label, known)


def _links(label: Label, row: Row) -> Iterator[LinkRecord]:
    for found in row["links"]:
        ends = [Link(label, found["type"], Label(end)) for end in found["labels"] if end in LABELS]
        if link := next((one for one in ends if one in LINKS), None):
            yield LinkRecord(link, row["properties"]["id"], found["to"], found["properties"])


def property_types(database: Database, of: str) -> dict[str, dict[str, str]]:
    """Kind (label or type) -> property -> type: "string", "long", "double", "boolean",
    "datetime", with "[]" for lists; "string" where values are of several types.

    ``of``: "node", "relationship".
    """
    found: dict[str, dict[str, str]] = {}
    for row in database.read(_PROPERTIES[of]):
        types = {_type(name) for name in row["types"] or ()}
        known = found.setdefault(row["kind"], {})
        if row["name"] in known:
            types.add(known[row["name"]])
        known[row["name"]] = types.pop() if len(types) == 1 else "string"
    return found


def _type(name: str) -> str:
    """As the server calls it ("String", "STRING NOT NULL", "DoubleArray", "LIST<FLOAT>")."""
    text = name.casefold()
    names = {"string": "string", "long": "long", "int": "long", "bool": "boolean"}
    names |= {"double": "double", "float": "double"}
    names |= {"datetime": "datetime", "zoned": "datetime"}
    kind = next((kind for word, kind in names.items() if word in text), "string")
    return kind + ("[]" if "array" in text or "list" in text else "")
