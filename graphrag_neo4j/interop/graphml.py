"""The entity graph as GraphML, with the attributes that nano-graphrag writes.

Directed. Nodes: ``entity_type``, ``description``, ``source_id``; edges: ``weight``,
``description``, ``source_id``, ``relation_type``, ``order``; and all other properties. What
several say is joined by ``<SEP>``. A node's id is our id; its ``name`` is an attribute, as
two entities may have one name.

For Gephi nodes and edges have a ``label``, and nodes ``community_0``, ``community_1`` …, the
communities that they are in by level. ``kind`` of an edge is "relation", what a text says, or
"named together": then neither source nor target comes first, and ``relation_type`` is
CO_OCCURS_WITH.

Written here, as the standard library's XMLGenerator leaves carriage returns bare, which readers
take for line feeds, and lxml's writer takes a third longer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TextIO
from xml.sax.saxutils import escape, quoteattr

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.interop.records import PAGE, TransferReport, property_types
from graphrag_neo4j.model import DEFAULT_RELATION_TYPE, UNKNOWN_TYPE
from graphrag_neo4j.progress import Advance
from graphrag_neo4j.vocabulary import CO_OCCURS, RELATED, Link

SEPARATOR = "<SEP>"
NAMED_TOGETHER = "named together"
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NODE = {"label": "string", "entity_type": "string", "description": "string", "source_id": "string"}
_EDGE = {
    "label": "string",
    "kind": "string",
    "weight": "double",
    "description": "string",
    "source_id": "string",
    "relation_type": "string",
    "order": "long",
}
_HIDDEN = frozenset({"id", "type", "embedding", "embedding_key", "vector_stale", "dirty"})


def write_graphml(database: Database, path: Path, report: TransferReport, advance: Advance) -> None:
    """Write all entities, then all that is between them, page by page."""
    nodes = _NODE | _visible(property_types(database, "node").get("Entity", {}), _NODE)
    nodes |= {_community(row["level"]): "string" for row in database.read("communities/levels")}
    of_links = property_types(database, "relationship")
    edges = {**_EDGE}
    for link in (RELATED, CO_OCCURS):
        edges |= _visible(of_links.get(link.type, {}), _EDGE)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
        )
        for kind, names in (("node", nodes), ("edge", edges)):
            for name, type_ in names.items():
                file.write(
                    f"<key id={quoteattr(f'{kind}_{name}')} for={quoteattr(kind)} "
                    f"attr.name={quoteattr(name)} attr.type={quoteattr(type_)}/>\n"
                )
        file.write('<graph edgedefault="directed">\n')
        for row in _nodes(database):
            _write(file, "node", {"id": row["properties"]["id"]}, _node_data(row), nodes)
            report.nodes["Entity"] += 1
            advance(1)
        for link, row in _edges(database):
            ends = {"source": row["from"], "target": row["to"]}
            _write(file, "edge", ends, _edge_data(link, row), edges)
            report.relationships[link.type] += 1
        file.write("</graph>\n</graphml>\n")


def _visible(types: Mapping[str, str], fixed: Mapping[str, str]) -> dict[str, str]:
    """Further attributes and their types; lists are joined to texts."""
    return {
        name: "string" if type_.endswith("[]") else type_
        for name, type_ in sorted(types.items())
        if name not in _HIDDEN and name not in fixed
    }


def _nodes(database: Database) -> Iterator[Row]:
    after = ""
    while page := database.read("interop/graphml_nodes", after=after, limit=PAGE):
        after = page[-1]["properties"]["id"]
        yield from page


def _edges(database: Database) -> Iterator[tuple[Link, Row]]:
    """Relations in their direction; and those that are named together, each pair once."""
    after = ""
    while page := database.read("interop/entity_ids", after=after, limit=PAGE):
        after = page[-1]["id"]
        ids = [row["id"] for row in page]
        yield from ((RELATED, row) for row in database.read("interop/graphml_edges", ids=ids))
        yield from ((CO_OCCURS, row) for row in database.read("interop/graphml_pairs", ids=ids))


def _node_data(row: Row) -> Row:
    said = row["properties"]
    return {
        **said,
        "label": said.get("name"),
        "entity_type": said.get("type") or UNKNOWN_TYPE,
        "description": row["descriptions"] or said.get("description"),
        "source_id": row["chunks"],
        **{_community(each["level"]): each["name"] for each in row["communities"]},
    }


def _community(level: int) -> str:
    return f"community_{level}"


def _edge_data(link: Link, row: Row) -> Row:
    said = row["properties"]
    is_relation = link == RELATED
    type_ = said.get("relation_type") or DEFAULT_RELATION_TYPE if is_relation else link.type
    return {
        **said,
        "label": type_ if is_relation else NAMED_TOGETHER,
        "kind": "relation" if is_relation else NAMED_TOGETHER,
        "weight": float(said.get("weight", 1.0)),
        "description": row.get("descriptions") or said.get("description"),
        "source_id": row["chunks"],
        "relation_type": type_,
        "order": 1,
    }


def _write(
    file: TextIO, kind: str, attributes: Mapping[str, str], data: Row, types: Mapping[str, str]
) -> None:
    named = "".join(f" {name}={quoteattr(_legal(value))}" for name, value in attributes.items())
    file.write(f"<{kind}{named}>\n")
    for name in types:
        value = data.get(name)
        if value is not None:
            key = quoteattr(f"{kind}_{name}")
            file.write(f"<data key={key}>{escape(_text(value), {chr(13): '&#13;'})}</data>\n")
    file.write(f"</{kind}>\n")


def _text(value: object) -> str:
    if isinstance(value, list):
        return SEPARATOR.join(_text(item) for item in value)
    if isinstance(value, bool):
        return str(value).lower()
    return _legal(str(value))


def _legal(text: str) -> str:
    """Without the characters that XML 1.0 has no way to write."""
    return _ILLEGAL.sub("", text)
