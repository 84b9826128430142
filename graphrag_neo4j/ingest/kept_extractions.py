"""Keeps what was extracted from a chunk until a new extraction of it succeeds.

A chunk whose extraction failed, or was not reached, says nothing new. What the graph has of the
same text stays then, and the chunk is marked, so that the next run tries it again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

from graphrag_neo4j.ingest.diff import Key, StoredRow, StoredRows
from graphrag_neo4j.ingest.rows import GraphRows, statement_text

_MENTION = ("name", "type", "description")
_SUPPORT = ("text", "predicate", "weight", "description")


def keep_extracted(state: StoredRows, graph: GraphRows) -> None:
    """Add to ``graph`` what ``state`` says of those chunks that were not extracted this time."""
    chunks = {
        row["id"]
        for row in graph.of("chunk_status")
        if row["status"] != "done" and (row["id"], "") in state.of("chunk")
    }
    if chunks:
        _Keeping(state, graph, chunks).run()


class _Keeping:
    """``state`` and ``graph`` while what stands in ``chunks`` is handed from one to the other."""

    def __init__(self, state: StoredRows, graph: GraphRows, chunks: set[str]) -> None:
        self._state = state
        self._graph = graph
        self._chunks = chunks
        self._rows = {row["id"]: row for row in graph.of("chunk")}

    def run(self) -> None:
        self._links("about", self._chunks, _MENTION)
        self._links("chunk_mentions", self._chunks, _MENTION)
        self._nodes("topic", self._standing("topic"))
        claims = self._standing("claim")
        self._nodes("claim", claims)
        self._links("claim_subject", claims, _MENTION)
        self._links("claim_object", claims, _MENTION)
        statements = self._statements()
        self._links("mentions", statements, _MENTION)
        for key, found in self._state.of("supports").items():
            if key[1] in statements:
                self._link("supports", key, found, _SUPPORT)
        self._chain(statements)

    def _standing(self, kind: str) -> set[str]:
        """Keep that nodes of ``kind`` stand in the chunks; returns their ids."""
        places = f"{kind}_mentioned_in"
        found = {key: one for key, one in self._state.of(places).items() if key[1] in self._chunks}
        for key, one in found.items():
            self._link(places, key, one, ())
        return {start for start, _ in found}

    def _nodes(self, kind: str, ids: Iterable[str]) -> None:
        for id_ in ids:
            if (id_, "") not in self._graph.rows.get(kind, {}):
                self._graph.add(kind, **self._state.of(kind)[id_, ""].properties)

    def _statements(self) -> set[str]:
        """Keep the statements of the chunks, where these stand now; returns their ids."""
        kept = set()
        for (id_, chunk), place in self._state.of("statement_mentioned_in").items():
            if chunk not in self._chunks:
                continue
            kept.add(id_)
            row, before = self._rows[chunk], self._state.of("chunk")[chunk, ""].properties
            start, end = place.properties["start"], place.properties["end"]
            moved = row["start"] - before["start"] if start >= 0 else 0
            self._graph.link(
                "statement_mentioned_in", id_, chunk, start=start + moved, end=end + moved
            )
            if (id_, "") not in self._graph.rows.get("statement", {}):
                found = self._state.of("statement")[id_, ""]
                source = self._graph.rows["source"][row["source_id"], ""]["properties"]
                text = found.properties["text"]
                self._graph.add("statement", id=id_, topic_id=found.topic, text=text)
                self._graph.texts[id_] = statement_text(source["title"], text)
        return kept

    def _links(self, kind: str, starts: set[str], names: Iterable[str]) -> None:
        for key, found in self._state.of(kind).items():
            if key[0] in starts:
                self._link(kind, key, found, names)

    def _link(self, kind: str, key: Key, found: StoredRow, names: Iterable[str]) -> None:
        """Keep a relationship, unless the new extraction has it, too."""
        if key not in self._graph.rows.get(kind, {}):
            said = {name: found.properties.get(name) for name in names}
            self._graph.link(kind, *key, **said)

    def _chain(self, kept: set[str]) -> None:
        """Order the statements of each topic by their chunks, as if all had been extracted now."""
        graph, old = self._graph, _ranks(self._state)
        new = {row["id"]: rank for rank, row in enumerate(graph.of("statement"))}
        first: dict[str, tuple[int, str]] = {}  # position and id of a statement's first chunk
        for id_, chunk in graph.rows.get("statement_mentioned_in", {}):
            place = (self._rows[chunk]["position"], chunk)
            first[id_] = min(place, first.get(id_, place))
        mixed = {row["topic_id"] for row in graph.of("statement") if row["id"] in kept}
        by_topic = defaultdict[str, list[tuple[int, int, str]]](list)
        for row in graph.of("statement"):
            id_ = row["id"]
            if row["topic_id"] in mixed:
                position, chunk = first[id_]
                rank = old.get(id_, 0) if chunk in self._chunks else new[id_]
                by_topic[row["topic_id"]].append((position, rank, id_))
        anew = {id_ for statements in by_topic.values() for _, _, id_ in statements}
        nexts = graph.rows.get("statement_next", {})
        graph.rows["statement_next"] = {k: row for k, row in nexts.items() if k[0] not in anew}
        for statements in by_topic.values():
            for one, two in pairwise(sorted(statements)):
                graph.link("statement_next", one[-1], two[-1])


def _ranks(state: StoredRows) -> dict[str, int]:
    """The place of each statement in the graph's order of its topic."""
    after = dict(state.of("statement_next").keys())
    ranks: dict[str, int] = {}
    for head in sorted(after.keys() - set(after.values())):
        walked: str | None = head
        while walked is not None and walked not in ranks:
            ranks[walked] = len(ranks)  # only the order within a topic counts
            walked = after.get(walked)
    return ranks
