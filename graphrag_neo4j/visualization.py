"""A picture of a part of the graph: one HTML file that needs no server and no network."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from html import escape
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Any

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.ids import entity_id
from graphrag_neo4j.prompts import fill
from graphrag_neo4j.results import counted
from graphrag_neo4j.retrieve.question.terms import candidate_entities
from graphrag_neo4j.retrieve.ranking.confidence import MOST_UNLIKELY
from graphrag_neo4j.retrieve.results import (
    RetrievalResult,
    is_unlikely,
    source_title,
    unlikely_note,
)
from graphrag_neo4j.retrieve.shown import most_relevant
from graphrag_neo4j.text.places import link_to, place_text

MAX_NODES = 200
"""What a person can still read."""
_STATEMENTS = 24
_ANSWERS = 3
_TYPES_TOLD = 3
_TYPES = ("PERSON", "ORGANIZATION", "LOCATION", "PRODUCT", "EVENT", "WORK", "CONCEPT", "CODE")
N_COLOURS = 16
"""Of the palettes of both pages; the first are those of usual types, in that order."""


def colour_of(kind: str) -> int:
    """The place of a type's colour in the palettes: the same in every picture."""
    if kind in _TYPES:
        return _TYPES.index(kind)
    return len(_TYPES) + zlib.crc32(kind.encode("utf-8", "replace")) % (N_COLOURS - len(_TYPES))


@dataclass(frozen=True, slots=True)
class Node:
    """``kind`` gives the ``colour``, ``size`` (1 = usual) the area; ``details`` are shown on click,
    as pairs of a heading and a text. What most likely answers the question is ``marked``."""

    id: str
    name: str
    kind: str
    size: float = 1.0
    details: tuple[tuple[str, str], ...] = ()
    marked: bool = False
    colour: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "colour", colour_of(self.kind))


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow ``source`` -> ``target``; ``quiet`` ones are drawn thin and without their type, ones
    that are not ``directed`` as a dashed line."""

    source: str
    target: str
    type: str
    quiet: bool = False
    directed: bool = True
    details: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Picture:
    """Nodes and directed, typed edges under a title; ``note`` says so where nothing seems to
    answer the question."""

    title: str
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = field(default=())
    note: str = ""

    def html(self) -> str:
        """One page that holds data, layout and drawing; nothing in the data can become code."""
        template = (files("graphrag_neo4j") / "data" / "picture.html").read_text("utf-8")
        return fill(template, data=_safe_json(asdict(self)))

    def __repr__(self) -> str:
        return f"Picture({self.title!r}, {len(self.nodes)} nodes, {len(self.edges)} edges)"

    def _repr_html_(self) -> str:  # what a notebook shows; apart from its page and its cookies
        return (
            '<iframe sandbox="allow-scripts" width="100%" height="600" style="border: 0" '
            f'srcdoc="{escape(self.html())}"></iframe>'
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Write the page to ``path``. Raises :class:`UsageError` if that cannot be written."""
        from graphrag_neo4j.files import write_atomically

        path = Path(path)
        try:
            if path.is_dir():
                raise IsADirectoryError(21, "it is a folder")
            write_atomically(path, self.html())
        except OSError as error:
            raise UsageError(
                f"{path} cannot be written: {error.strerror or error}.", "Name another with -o."
            ) from error


def _safe_json(data: Any) -> str:
    """JSON that cannot end the script element that it stands in, nor a line of it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text.encode("utf-8", "replace").decode("utf-8")  # lone surrogates


def of_results(
    database: Database,
    question: str,
    results: Sequence[RetrievalResult],
    limit: int = MAX_NODES,
) -> Picture:
    """What was found for a question: the most relevant statements, the entities they mention, and
    the relations of these with each other; of entities that the question names, or is the name of,
    all relations, and who is named with them. At most ``limit`` nodes.
    """
    relevant = {one.statement.id for one in most_relevant(results, min(_STATEMENTS, limit))}
    best = sorted((s for r in results for s in r.statements), key=lambda s: (-s.score, s.id))
    answers = set() if is_unlikely(results, MOST_UNLIKELY) else {s.id for s in best[:_ANSWERS]}
    named = [entity_id(question), *candidate_entities(question)]
    statements = {
        s.id: Node(
            s.id,
            _short(s.text, 60),
            "Statement",
            details=(
                ("Statement", s.text),
                ("Source", f"{source_title(r.source)}, {place_text(s.start, s.end, s.place)}"),
                ("Topic", r.topic),
                ("Link", link_to(str(r.source["uri"]), s.place)),
            ),
            marked=s.id in answers,
        )
        for r in results
        for s in r.statements
        if s.id in relevant
    }
    said = database.read("apps/picture_entities", statements=list(statements))
    related = database.read(
        "apps/picture_relations",
        ids=list({*named, *(row["entity"]["id"] for row in said)}),
        named=named,
        limit=limit,
    )
    entities = [row["entity"] for row in said]
    entities += _ends(related)
    together = _neighbours(database, entities, named, limit)
    entities += _ends(together)
    nodes = _best(entities, set(named), max(1, limit - min(len(statements), limit // 2)))
    kept = {n.id: n for n in [*nodes, *statements.values()][:limit]}
    edges = [Edge(r["statement"], r["entity"]["id"], "MENTIONS", quiet=True) for r in said]
    edges += [*map(_relation, related), *map(_together, together)]
    note = unlikely_note(results) or ""
    return Picture(question, tuple(kept.values()), _within(edges, kept), note)


def of_entities(
    database: Database,
    title: str,
    ids: Sequence[str],
    *,
    depth: int = 1,
    limit: int = MAX_NODES,
) -> Picture:
    """Entities and their relations, best supported first; with those that are up to ``depth`` steps
    away, or, with 0, only among themselves; and who of them is named together, at ``depth`` 1 also
    with whom. At most ``limit`` nodes, one statement a step and one more."""
    named, related = set(ids), []
    known = set(ids)
    for _ in range(max(1, depth)):
        related = database.read(
            "apps/picture_relations",
            ids=list(known),
            named=list(known) if depth else [],
            limit=2 * limit,
        )
        found = {entity["id"] for entity in _ends(related)}
        if len(known | found) >= limit or found <= known:
            break
        known |= found
    entities = _ends(related)
    together = _neighbours(
        database, [*entities, *({"id": id_} for id_ in ids)], ids if depth else [], limit
    )
    entities += _ends(together)
    alone = named - {entity["id"] for entity in entities}
    entities += database.read("apps/picture_nodes", ids=list(alone)) if alone else []
    nodes = {node.id: node for node in _best(entities, named, limit)}
    edges = [*map(_relation, related), *map(_together, together)]
    return Picture(title, tuple(nodes.values()), _within(edges, nodes))


def of_communities(database: Database, level: int = 0, limit: int = MAX_NODES) -> Picture:
    """The largest communities of a level, how many relations lead from one to another, and which
    are near to each other as their members are named together.

    Raises :class:`UsageError` for a level without communities.
    """
    rows = database.read("apps/community_map", level=level, limit=limit)
    if not rows:
        raise UsageError(
            f"There are no communities of level {level}.", "Run: graphrag-neo4j communities detect."
        )
    mean = sum(row["size"] for row in rows) / len(rows)
    nodes = {row["id"]: _community(row, mean) for row in rows}
    edges = [
        Edge(
            row["id"],
            link["to"],
            f"{link['relations']} {', '.join(link['types'])}",
            details=(("Relations", f"{link['relations']}: {', '.join(link['types'])}"),),
        )
        for row in rows
        for link in row["links"]
    ]
    joined = {frozenset((edge.source, edge.target)) for edge in edges}
    near = {frozenset((row["id"], link["to"])): link for row in rows for link in row["near"]}
    edges += [_near(pair, link["pairs"]) for pair, link in near.items() if pair not in joined]
    return Picture(f"Communities of level {level}", tuple(nodes.values()), _within(edges, nodes))


def _near(pair: frozenset[str], n: int) -> Edge:
    """Two communities whose members are named together."""
    one, other = sorted(pair)  # no direction is lost
    details = (("Named together", f"{counted(n, 'pair')} of entities"),)
    return Edge(one, other, "named together", quiet=True, directed=False, details=details)


def _community(row: Row, mean: float) -> Node:
    details = [("Report", row["report"] or row["summary"] or "No report yet.")]
    details += [("Entities", f"{row['size']:,}: {', '.join(row['members'])}")]
    return Node(row["id"], _short(row["name"], 60), "Community", row["size"] / mean, tuple(details))


def _best(entities: Iterable[Row], named: set[str], limit: int) -> list[Node]:
    """The entities met most often, named ones first."""
    entities = list(entities)
    times = Counter(entity["id"] for entity in entities)
    known = {entity["id"]: entity for entity in entities}
    order = sorted(known, key=lambda id_: (id_ not in named, -times[id_], id_))
    return [
        Node(
            id_,
            _short(known[id_]["name"] or id_, 60),
            known[id_]["type"] or "UNKNOWN",
            min(4.0, 1 + times[id_] / 4),
            tuple(
                (heading, text)
                for heading, text in (
                    ("Entity", known[id_]["name"]),
                    ("Type", known[id_]["type"]),
                    ("Description", known[id_]["description"]),
                )
                if text
            ),
        )
        for id_ in order[:limit]
    ]


def _relation(row: Row) -> Edge:
    details = [("Relation", row["text"] or row["type"]), ("Weight", f"{row['weight']:g}")]
    details += [("Evidence", f"{e['text']} [{e['source']}]") for e in row["evidence"]]
    return Edge(row["from"]["id"], row["to"]["id"], row["type"], details=tuple(details))


def _neighbours(
    database: Database, entities: Iterable[Row], named: Sequence[str], limit: int
) -> list[Row]:
    """Pairs of these that are named together, and of ``named`` with others; each pair once."""
    ids = list({*named, *(entity["id"] for entity in entities)})
    rows = database.read("apps/picture_neighbours", ids=ids, named=list(named), limit=2 * limit)
    pairs = {frozenset((row["from"]["id"], row["to"]["id"])): row for row in rows}
    return list(pairs.values())


def _ends(rows: Iterable[Row]) -> list[Row]:
    """The entities at both ends of relations."""
    return [row[end] for row in rows for end in ("from", "to")]


def _together(row: Row) -> Edge:
    """Two that are named together: no fact, and no direction."""
    details = [("Named together", counted(row["chunks"], "passage"))]
    details += [("Closeness", f"{row['weight']:.2f} of 1")]
    details += [("Statement", f"{e['text']} [{e['source']}]") for e in row["evidence"]]
    ends = row["from"]["id"], row["to"]["id"]
    return Edge(*ends, "named together", quiet=True, directed=False, details=tuple(details))


def _within(edges: Iterable[Edge], nodes: dict[str, Node]) -> tuple[Edge, ...]:
    """The edges between these nodes; those of one direction between the same two are one arrow,
    whose details tell each relation."""
    arrows: dict[tuple[str, str, bool, bool], list[Edge]] = {}
    for edge in edges:
        if edge.source in nodes and edge.target in nodes:
            key = (edge.source, edge.target, edge.quiet, edge.directed)
            arrows.setdefault(key, []).append(edge)
    return tuple(map(_joined, arrows.values()))


def _joined(edges: Sequence[Edge]) -> Edge:
    types = list(dict.fromkeys(edge.type for edge in edges))
    more = f" +{len(types) - _TYPES_TOLD}" if len(types) > _TYPES_TOLD else ""
    details = tuple(detail for edge in edges for detail in edge.details)
    return replace(edges[0], type=", ".join(types[:_TYPES_TOLD]) + more, details=details)


def _short(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1].rstrip()}…"
