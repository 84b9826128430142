"""Keeps what was extracted from a chunk until a new extraction of it succeeds.

A chunk whose extraction failed, or was not reached, says nothing new. What the graph has of the
same text stays then, and the chunk is marked, so that the next run tries it again. Of a chunk whose
text changed, those statements stay whose sentences still stand in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.ingest.diff import StoredRow, StoredRows
from graphrag_neo4j.ingest.embedded_texts import statement_text
from graphrag_neo4j.ingest.rows import HANDOVER, GraphRows, Key
from graphrag_neo4j.vocabulary import (
    CHUNK_ABOUT,
    CHUNK_MENTIONS,
    CLAIM_IN_CHUNK,
    CLAIM_OBJECT,
    CLAIM_SUBJECT,
    FACT_SUPPORTS,
    STATEMENT_IN_CHUNK,
    STATEMENT_MENTIONS,
    STATEMENT_NEXT,
    TOPIC_IN_CHUNK,
    Label,
    Link,
)

_MENTION = ("name", "type", "description")
_SUPPORT = ("text", "predicate", "weight", "description")


def keep_extracted(state: StoredRows, graph: GraphRows) -> None:
    """Add to ``graph`` what ``state`` says of those chunks that were not extracted this time."""
    chunks = {id_ for id_, row in graph.statuses.items() if row["status"] != "done"}
    if chunks and state.keyed(Label.CHUNK):
        _Keeping(state, graph, chunks).run()


class _Keeping:
    """``state`` and ``graph`` while what stands in ``chunks`` is handed from one to the other."""

    def __init__(self, state: StoredRows, graph: GraphRows, chunks: set[str]) -> None:
        self._state = state
        self._graph = graph
        self._chunks = chunks
        self._rows = {row["id"]: row for row in graph.of(Label.CHUNK)}

    def run(self) -> None:
        self._links(CHUNK_ABOUT, self._chunks, _MENTION)
        self._links(CHUNK_MENTIONS, self._chunks, _MENTION)
        self._nodes(Label.TOPIC, self._standing(TOPIC_IN_CHUNK))
        claims = self._standing(CLAIM_IN_CHUNK)
        self._nodes(Label.CLAIM, claims)
        self._links(CLAIM_SUBJECT, claims, _MENTION)
        self._links(CLAIM_OBJECT, claims, _MENTION)
        statements = self._statements() | self._still_said()
        self._links(STATEMENT_MENTIONS, statements, _MENTION)
        for key, found in self._state.keyed(FACT_SUPPORTS).items():
            if key[1] in statements:
                self._link(FACT_SUPPORTS, key, found, _SUPPORT)
        self._chain(statements)

    def _standing(self, link: Link) -> set[str]:
        """Keep what stands in the chunks by ``link``; returns the ids of these nodes."""
        places = self._state.keyed(link)
        found = {key: one for key, one in places.items() if key[1] in self._chunks}
        for key, one in found.items():
            self._link(link, key, one, ())
        return {start for start, _ in found}

    def _nodes(self, label: Label, ids: Iterable[str]) -> None:
        for id_ in ids:
            if (id_, "") not in self._graph.keyed(label):
                self._graph.add(label, **self._state.keyed(label)[id_, ""].properties)

    def _statements(self) -> set[str]:
        """Keep the statements of the chunks, where these stand now; returns their ids."""
        kept = set()
        for (id_, chunk), place in self._state.keyed(STATEMENT_IN_CHUNK).items():
            if chunk not in self._chunks:
                continue
            kept.add(id_)
            row, before = self._rows[chunk], self._state.keyed(Label.CHUNK)[chunk, ""].properties
            start, end = place.properties["start"], place.properties["end"]
            moved = row["start"] - before["start"] if start >= 0 else 0
            self._statement(id_, row, start + moved, end + moved)
        return kept

    def _statement(self, id_: str, row: Row, start: int, end: int) -> None:
        """Keep a statement at a place in the chunk of ``row``."""
        stands = {"start": start, "end": end, "place": row["place"]}
        self._graph.link(STATEMENT_IN_CHUNK, id_, row["id"], **stands)
        if (id_, "") not in self._graph.keyed(Label.STATEMENT):
            found = self._state.keyed(Label.STATEMENT)[id_, ""]
            source = self._graph.keyed(Label.SOURCE)[row["source_id"], ""]["properties"]
            text, resolved = found.properties["text"], found.properties.get("resolved")
            self._graph.add(
                Label.STATEMENT, id=id_, topic_id=found.topic, text=text, resolved=resolved
            )
            self._graph.texts[id_] = statement_text(source["title"], resolved or text)

    def _still_said(self) -> set[str]:
        """Keep the statements of chunks that are gone whose words stand in a new chunk of the same
        source; returns their ids."""
        new, kept = self._new_by_source(), set[str]()
        for (id_, chunk), place in self._state.keyed(STATEMENT_IN_CHUNK).items():
            before = self._state.keyed(Label.CHUNK)[chunk, ""].properties
            found = self._state.keyed(Label.STATEMENT)[id_, ""]
            if chunk in self._rows or found.topic is None or found.origin == HANDOVER:
                continue
            start, end = place.properties["start"], place.properties["end"]
            words = _words(before, start, end)
            rows = new.get(found.source or "", ()) if words else ()
            row = next((one for one in rows if words in one["text"]), None)
            if row is None:
                continue
            kept.add(id_)
            moved = row["start"] + row["text"].index(words) - start if start >= 0 else 0
            self._statement(id_, row, start + moved, end + moved)
            self._nodes(Label.TOPIC, [found.topic])
            self._link(TOPIC_IN_CHUNK, (found.topic, row["id"]), place, ())
        return kept

    def _new_by_source(self) -> dict[str, list[Row]]:
        """The chunks that the graph did not have, of sources that it had."""
        found = defaultdict[str, list[Row]](list)
        there = self._state.keyed(Label.CHUNK)
        for id_ in self._chunks:
            if (id_, "") not in there:
                found[self._rows[id_]["source_id"]].append(self._rows[id_])
        return {
            source: sorted(rows, key=lambda row: row["position"]) for source, rows in found.items()
        }

    def _links(self, link: Link, starts: set[str], names: Iterable[str]) -> None:
        for key, found in self._state.keyed(link).items():
            if key[0] in starts:
                self._link(link, key, found, names)

    def _link(self, link: Link, key: Key, found: StoredRow, names: Iterable[str]) -> None:
        """Keep a relationship, unless the new extraction has it, too."""
        if key not in self._graph.keyed(link):
            said = {name: found.properties.get(name) for name in names}
            self._graph.link(link, *key, **said)

    def _chain(self, kept: set[str]) -> None:
        """Order the statements of each topic by their chunks, as if all had been extracted now."""
        graph, old = self._graph, _ranks(self._state)
        new = {row["id"]: rank for rank, row in enumerate(graph.of(Label.STATEMENT))}
        first: dict[str, tuple[int, str]] = {}  # position and id of a statement's first chunk
        for id_, chunk in graph.keyed(STATEMENT_IN_CHUNK):
            place = (self._rows[chunk]["position"], chunk)
            first[id_] = min(place, first.get(id_, place))
        mixed = {row["topic_id"] for row in graph.of(Label.STATEMENT) if row["id"] in kept}
        by_topic = defaultdict[str, list[tuple[int, int, str]]](list)
        for row in graph.of(Label.STATEMENT):
            id_ = row["id"]
            if row["topic_id"] in mixed:
                position, chunk = first[id_]
                rank = old.get(id_, 0) if chunk in self._chunks else new[id_]
                by_topic[row["topic_id"]].append((position, rank, id_))
        anew = {id_ for statements in by_topic.values() for _, _, id_ in statements}
        nexts = graph.keyed(STATEMENT_NEXT)
        graph.rows[STATEMENT_NEXT] = {k: row for k, row in nexts.items() if k[0] not in anew}
        for statements in by_topic.values():
            for one, two in pairwise(sorted(statements)):
                graph.link(STATEMENT_NEXT, one[-1], two[-1])


def _words(chunk: Row, start: int, end: int) -> str:
    """The text at a statement's place; that of its whole chunk where none is known."""
    if start < 0:
        return str(chunk["text"])
    return str(chunk["text"])[start - chunk["start"] : end - chunk["start"]]


def _ranks(state: StoredRows) -> dict[str, int]:
    """The place of each statement in the graph's order of its topic."""
    after = dict(state.keyed(STATEMENT_NEXT).keys())
    ranks: dict[str, int] = {}
    for head in sorted(after.keys() - set(after.values())):
        walked: str | None = head
        while walked is not None and walked not in ranks:
            ranks[walked] = len(ranks)  # only the order within a topic counts
            walked = after.get(walked)
    return ranks
