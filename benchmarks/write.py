"""Write speed: python -m benchmarks.write [--statements 200000] [--json FILE]

Generates a lexical graph, stores it through the product's own writer into an empty database home
of its own, stage by stage, and creates the same rows with a bare ``UNWIND … CREATE`` on the same
server in the same run. Printed are rows per second and their ratio (1 = as fast as bare CREATE).
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from llama_index.core.embeddings import MockEmbedding
from neo4j import ManagedTransaction
from rich.console import Console
from rich.table import Table

from graphrag_neo4j.database import cypher
from graphrag_neo4j.database.batching import batches
from graphrag_neo4j.database.connection import Database, Row, Statement
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.ingest.apply import WRITE_LOCK, apply
from graphrag_neo4j.ingest.derive import derive
from graphrag_neo4j.ingest.descriptions import Describer
from graphrag_neo4j.ingest.diff import StoredRows, compare
from graphrag_neo4j.ingest.rows import GraphRows, add_chunks, add_extraction, add_status
from graphrag_neo4j.model import (
    Chunk,
    ExtractedChunk,
    ExtractedEntity,
    ExtractedFact,
    ExtractedStatement,
    ExtractedTopic,
)
from graphrag_neo4j.progress import NullProgress
from graphrag_neo4j.settings import load_settings
from graphrag_neo4j.vocabulary import (
    CHUNK_FROM_SOURCE,
    CHUNK_NEXT,
    FACT_OBJECT,
    FACT_SUBJECT,
    FACT_SUPPORTS,
    STATEMENT_IN_CHUNK,
    STATEMENT_MENTIONS,
    STATEMENT_NEXT,
    STATEMENT_OF_TOPIC,
    TOPIC_IN_CHUNK,
    Kind,
    Label,
    Link,
)

PER_CHUNK = 8
CHUNKS_PER_SOURCE = 25
WORDS = "harbour ship strike port trade river council treaty engine bridge festival market".split()

BARE_NODE = "UNWIND $rows AS row CREATE (n:Bare{label} {{id: row.id}}) SET n = row.properties"
BARE_LINK = (
    "UNWIND $rows AS row MATCH (a:Bare{start} {{id: row.from}}) "
    "MATCH (b:Bare{end} {{id: row.to}}) CREATE (a)-[r:BARE_{type}]->(b) SET r = row.properties"
)
STAGES: dict[str, tuple[Kind, ...]] = {
    "source": (Label.SOURCE,),
    "chunk": (Label.CHUNK, CHUNK_FROM_SOURCE),
    "topic": (Label.TOPIC, TOPIC_IN_CHUNK),
    "statement": (Label.STATEMENT, STATEMENT_OF_TOPIC),
    "entity": (Label.ENTITY,),
    "fact": (Label.FACT, FACT_SUPPORTS, FACT_SUBJECT, FACT_OBJECT),
    "chunk_next": (CHUNK_NEXT,),
    "statement_mentioned_in": (STATEMENT_IN_CHUNK,),
    "statement_next": (STATEMENT_NEXT,),
    "mentions": (STATEMENT_MENTIONS,),
}
"""Stage of the product -> what bare CREATE makes for the same."""
MAIN_STATEMENTS = {
    "ingest/write_sources": "source",
    "ingest/write_chunks": "chunk",
    "ingest/write_topics": "topic",
    "ingest/write_statements": "statement",
    "ingest/write_entities": "entity",
    "ingest/write_facts": "fact",
    cypher.of("ingest/write_links", CHUNK_NEXT): "chunk_next",
    cypher.of("ingest/write_links", STATEMENT_NEXT): "statement_next",
    cypher.of("ingest/write_mentions", STATEMENT_MENTIONS): "mentions",
    "ingest/write_statement_places": "statement_mentioned_in",
}
"""Statements whose rows are counted, and their stage."""
STAGE_OF = MAIN_STATEMENTS | {
    cypher.of("ingest/write_links", TOPIC_IN_CHUNK): "topic",
    "ingest/write_fact_subjects": "fact",
    "ingest/write_fact_objects": "fact",
    "ingest/write_source_statuses": "source",
    "ingest/write_chunk_statuses": "chunk",
    "ingest/mark_entities": "entity",
}
LINKS = (
    CHUNK_NEXT,
    TOPIC_IN_CHUNK,
    STATEMENT_IN_CHUNK,
    STATEMENT_NEXT,
    FACT_SUPPORTS,
    STATEMENT_MENTIONS,
)
LABELS = (Label.SOURCE, Label.CHUNK, Label.TOPIC, Label.STATEMENT, Label.ENTITY, Label.FACT)
_PARENTS = {
    Label.CHUNK: ("source_id", CHUNK_FROM_SOURCE),
    Label.STATEMENT: ("topic_id", STATEMENT_OF_TOPIC),
}


class TimedDatabase(Database):
    """Adds up seconds and rows by stage of writing."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.seconds: dict[str, float] = {}
        self.rows: dict[str, int] = {}

    def write(self, name: str, /, **parameters: object) -> list[Row]:
        with self._timed(name, parameters):
            return super().write(name, **parameters)

    def write_together(self, together: Sequence[Statement]) -> list[Row]:
        """The commit counts for the statements of a transaction in proportion to their time."""
        before = dict(self.seconds)
        start = time.perf_counter()
        rows = super().write_together(together)
        whole = time.perf_counter() - start
        own = {stage: all_ - before.get(stage, 0) for stage, all_ in self.seconds.items()}
        rest = whole - sum(own.values())
        for stage, seconds in own.items():
            self.seconds[stage] += rest * seconds / sum(own.values())
        return rows

    def _run_in(
        self, transaction: ManagedTransaction, name: str, parameters: dict[str, Any]
    ) -> list[Row]:
        with self._timed(name, parameters):
            return super()._run_in(transaction, name, parameters)

    @contextmanager
    def _timed(self, name: str, parameters: dict[str, Any]) -> Iterator[None]:
        stage = STAGE_OF.get(name, "derive")
        start = time.perf_counter()
        yield
        self.seconds[stage] = self.seconds.get(stage, 0) + time.perf_counter() - start
        if name in MAIN_STATEMENTS:
            self.rows[stage] = self.rows.get(stage, 0) + len(parameters.get("rows") or ())


class NoVectors(Embedder):
    """Finds that no text needs a vector."""

    def __init__(self) -> None:
        super().__init__(MockEmbedding(embed_dim=1), NullProgress())

    def key(self, _text: str) -> str:
        return None  # type: ignore[return-value]  # what a node without a vector has


def generate(statements: int, seed: int = 1) -> Iterator[GraphRows]:
    """Rows of some sources at a time; entities follow a long-tailed distribution."""
    chance = random.Random(seed)
    n_entities = max(statements // 5, 10)
    done, batch, n = 0, GraphRows(), 0
    while done < statements:
        source = f"source-{n}"
        n += 1
        chunks, found = [], []
        for position in range(CHUNKS_PER_SOURCE):
            text = " ".join(chance.choices(WORDS, k=180))
            id_ = f"{source}-{position}"
            chunks.append(Chunk(id_, source, source, "", text, 0, 999, position, 180))
            told = tuple(_statement(chance, n_entities, id_, i) for i in range(PER_CHUNK))
            names = {name for s in told for f in s.facts for name in (f.subject, f.object)}
            entities = tuple(ExtractedEntity(name, "THING") for name in sorted(names))
            found.append(ExtractedChunk(id_, (ExtractedTopic(f"T{position}", told),), entities))
            done += PER_CHUNK
        properties = {"id": source, "uri": source, "title": source, "content_hash": source}
        batch.add(Label.SOURCE, id=source, properties=properties)
        add_chunks(batch, chunks)
        add_extraction(batch, source, source, found)
        add_status(batch, found)
        if n % 40 == 0 or done >= statements:
            yield batch
            batch = GraphRows()


def _statement(chance: random.Random, n: int, chunk: str, i: int) -> ExtractedStatement:
    one, two = (f"Entity {int(n * chance.random() ** 3)}" for _ in range(2))
    verb = chance.choice(WORDS)
    text = f"{one} {verb} {two} as {chunk} says in place {i}"
    return ExtractedStatement(text, 0, 99, facts=(ExtractedFact(one, verb, two),))


def bare_rows(graph: GraphRows, made: dict[Label, set[str]]) -> dict[Kind, list[Row]]:
    """The same rows as nodes and links; nodes that were made before are left out."""
    rows: dict[Kind, list[Row]] = {}

    def add(label: Label, id_: str, properties: Row) -> None:
        if id_ not in made.setdefault(label, set()):
            made[label].add(id_)
            rows.setdefault(label, []).append({"id": id_, "properties": {**properties, "id": id_}})

    def link(kind: Link, start: str, end: str, properties: Row) -> None:
        rows.setdefault(kind, []).append({"from": start, "to": end, "properties": properties})

    for label in (Label.SOURCE, Label.CHUNK, Label.TOPIC, Label.STATEMENT):
        for row in graph.of(label):
            add(label, row["id"], row.get("properties", row))
            if label in _PARENTS:
                name, to_parent = _PARENTS[label]
                link(to_parent, row["id"], row[name], {})
    for row in graph.of(STATEMENT_MENTIONS):
        add(Label.ENTITY, row["to"], {"name": row["name"]})
    for kind in LINKS:
        for row in graph.of(kind):
            ends = ("from", "to", "subject", "object", "relation_type")
            said = {key: value for key, value in row.items() if key not in ends}
            link(kind, row["from"], row["to"], said)
    for row in graph.of(FACT_SUPPORTS):
        if row["from"] not in made.setdefault(Label.FACT, set()):
            text = {key: row[key] for key in ("text", "predicate", "relation_type")}
            add(Label.FACT, row["from"], {**text, "name": row["text"][:60]})
            link(FACT_SUBJECT, row["subject"], row["from"], {})
            link(FACT_OBJECT, row["from"], row["object"], {})
    return rows


def write_bare(database: Database, graphs: Iterator[GraphRows]) -> dict[Kind, float]:
    """Seconds of bare CREATE per kind."""
    for label in LABELS:
        database.run_schema(f"CREATE CONSTRAINT FOR (n:Bare{label}) REQUIRE n.id IS UNIQUE")
    seconds: dict[Kind, float] = {}
    made: dict[Label, set[str]] = {}
    for graph in graphs:
        rows = bare_rows(graph, made)
        for kind in sorted(rows, key=lambda kind: isinstance(kind, Link)):  # nodes first
            if isinstance(kind, Link):
                statement = BARE_LINK.format(start=kind.start, end=kind.end, type=kind.type)
            else:
                statement = BARE_NODE.format(label=kind)
            began = time.perf_counter()
            for batch in batches(rows[kind]):
                database.run_schema(statement, rows=batch)
            seconds[kind] = seconds.get(kind, 0) + time.perf_counter() - began
    return seconds


def write_ours(database: TimedDatabase, graphs: Iterator[GraphRows]) -> None:
    """Store every batch as an ingest does, then derive."""
    embedder = NoVectors()
    for graph in graphs:
        complete = {row["id"]: "complete" for row in graph.of(Label.SOURCE)}
        with database.lock(WRITE_LOCK):
            diff = compare(StoredRows(), graph, embedder.key)
            apply(database, diff, embedder, complete)
    start = time.perf_counter()
    database.rows["derive"] = derive(
        database, embedder, Describer(load_settings()), NullProgress(), with_types=True
    )
    database.seconds["derive"] = time.perf_counter() - start


def table(ours: TimedDatabase, bare: dict[Kind, float]) -> tuple[Table, dict[str, Any]]:
    """A line for each stage, and the whole."""
    result: dict[str, Any] = {}
    shown = Table("stage", "rows", "rows/s", "bare CREATE rows/s", "ratio")
    for stage, kinds in STAGES.items():
        n, seconds = ours.rows[stage], ours.seconds[stage]
        plain = sum(bare[kind] for kind in kinds)
        result[stage] = {"rows": n, "seconds": seconds, "bare_seconds": plain}
    totals = {
        key: sum(line[key] for line in result.values())
        for key in ("rows", "seconds", "bare_seconds")
    }
    result["all"] = totals
    for stage, line in result.items():
        n, seconds, plain = line["rows"], line["seconds"], line["bare_seconds"]
        line["ratio"] = plain / seconds
        figures = (f"{n:,}", f"{n / seconds:,.0f}", f"{n / plain:,.0f}", f"{line['ratio']:.2f}")
        shown.add_row(stage, *figures)
    for stage in sorted(ours.seconds.keys() - STAGES.keys()):
        n, seconds = ours.rows.get(stage, 0), ours.seconds[stage]
        result[stage] = {"rows": n, "seconds": seconds}
        shown.add_row(stage, f"{n:,}", f"{n / seconds:,.0f}" if n else "", "", "")
    return shown, result


@click.command()
@click.option("--statements", default=200_000, show_default=True)
@click.option("--neo4j", default=None, help="2026.01 or 5.26.")
@click.option("--json", "json_file", type=click.Path(path_type=Path))
def main(statements: int, neo4j: str | None, json_file: Path | None) -> None:
    """Print rows per second for each stage, and the ratio to bare CREATE."""
    from graphrag_neo4j.database import migrations
    from graphrag_neo4j.server import LocalServer

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        server = LocalServer(Path(home), neo4j, "2g")  # type: ignore[arg-type]
        info = server.start()
        try:
            database = TimedDatabase(info.bolt_uri, info.username, info.password)
            with database:
                migrations.apply(database, embed_model="none", dimensions=384)
                database.seconds.clear()
                write_ours(database, generate(statements))
                bare = write_bare(database, generate(statements))
                shown, result = table(database, bare)
        finally:
            server.stop()
    Console().print(shown)
    if json_file is not None:
        json_file.write_text(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
