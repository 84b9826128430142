"""The schema is applied once, in order, and guards what it was made for."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from graphrag_neo4j.database import cypher, migrations
from graphrag_neo4j.errors import SchemaError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.resources import schema
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, database_hits, run_cypher
from tests.support.graphs import write_graph
from tests.support.hash_embedding import HashEmbedding

BATCH = 1_000
"""Vectors written in one transaction: with a few hundred, the server compares exactly anyhow."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the schema files, to be edited."""
    return Path(shutil.copytree(cypher.folder() / "schema", tmp_path / "schema"))


def apply(graph: KnowledgeGraph, folder: Path | None = None, dimensions: int = 384) -> list[str]:
    return migrations.apply(
        graph.database, embed_model="hash", dimensions=dimensions, folder=folder
    )


def keep_something(graph: KnowledgeGraph) -> None:
    """A node that makes the graph not empty."""
    run_cypher(graph, "CREATE (:Source {id: 'kept'})")


class SmallEmbedding(HashEmbedding):
    """Vectors of another length."""

    def _get_text_embedding(self, text: str) -> list[float]:
        return [x + 0.1 for x in super()._get_text_embedding(text)[:24]]


def test_schema_is_applied_once(bare_graph: KnowledgeGraph) -> None:
    versions = [m.version for m in migrations.migrations()]
    assert apply(bare_graph) == versions
    assert apply(bare_graph) == []


def test_status_shows_pending_and_then_applied_files(bare_graph: KnowledgeGraph) -> None:
    assert not bare_graph.schema.status().applied
    assert bare_graph.schema.status().pending
    bare_graph.schema.apply()
    status = bare_graph.schema.status()
    assert not status.pending and not status.not_online
    assert (status.embed_model, status.dimensions) == ("hash", 384)


def test_vectors_just_written_are_compared_exactly(bare_graph: KnowledgeGraph) -> None:
    apply(bare_graph)
    draw = Random(9)
    common = [draw.gauss(0, 0.5) for _ in range(384)]
    rows = [
        {"i": i, "vector": [one + draw.gauss(0, 1) for one in common]} for i in range(2 * BATCH)
    ]
    for start in range(0, len(rows), BATCH):
        run_cypher(bare_graph, "UNWIND $rows AS row CREATE (c:Chunk {id: toString(row.i)}) "
                               "WITH c, row CALL db.create.setNodeVectorProperty("
                               "c, 'embedding', row.vector)",
                   rows=rows[start : start + BATCH])  # fmt: skip
    errors = run_cypher(bare_graph, "CALL db.index.vector.queryNodes('chunk_embedding', 100, $v) "
                                    "YIELD node, score RETURN abs(score - "
                                    "vector.similarity.cosine(node.embedding, $v)) AS error",
                        v=rows[0]["vector"])  # fmt: skip
    assert len(errors) == 100
    assert max(row["error"] for row in errors) < 1e-5


def test_every_label_is_unique_by_id(bare_graph: KnowledgeGraph) -> None:
    apply(bare_graph)
    rows = run_cypher(
        bare_graph, "SHOW CONSTRAINTS YIELD labelsOrTypes, type RETURN labelsOrTypes[0] AS l"
    )
    labels = {row["l"] for row in rows}
    assert {"Source", "Chunk", "Topic", "Statement", "Fact", "Entity"} <= labels


def test_indexes_are_online_after_apply(bare_graph: KnowledgeGraph) -> None:
    apply(bare_graph)
    rows = {row["name"]: row for row in bare_graph.database.read("database/indexes")}
    for name in (
        "chunk_embedding",
        "statement_embedding",
        "entity_embedding",
        "chunk_text",
        "chunk_stems",
    ):
        assert rows[name]["state"] == "ONLINE"
    config = rows["chunk_embedding"]["options"]["indexConfig"]
    assert config["vector.dimensions"] == 384


def test_edited_file_is_refused(bare_graph: KnowledgeGraph, folder: Path) -> None:
    apply(bare_graph, folder)
    first = sorted(folder.glob("V001*"))[0]
    first.write_text(first.read_text(encoding="utf-8") + "\n// a late thought\n", encoding="utf-8")
    with pytest.raises(SchemaError, match="V001 was edited"):
        apply(bare_graph, folder)


def test_file_unknown_to_this_version_is_refused(bare_graph: KnowledgeGraph, folder: Path) -> None:
    extra = folder / "V999__from_the_future.cypher"
    extra.write_text("CREATE INDEX future IF NOT EXISTS FOR (n:Future) ON (n.x);\n")
    apply(bare_graph, folder)
    run_cypher(bare_graph, "DROP INDEX future")
    with pytest.raises(SchemaError, match="does not know"):
        apply(bare_graph)
    with pytest.raises(SchemaError, match="does not know"):
        bare_graph.communities.detect()


def test_a_new_file_is_applied_to_an_old_graph(bare_graph: KnowledgeGraph, folder: Path) -> None:
    apply(bare_graph, folder)
    (folder / "V900__more.cypher").write_text(
        "// two statements\nCREATE INDEX more_a IF NOT EXISTS FOR (n:More) ON (n.a);\n"
        "CREATE INDEX more_b IF NOT EXISTS FOR (n:More) ON (n.b);\n"
    )
    assert apply(bare_graph, folder) == ["V900"]
    names = {row["name"] for row in bare_graph.database.read("database/indexes")}
    assert {"more_a", "more_b"} <= names
    run_cypher(bare_graph, "DROP INDEX more_a")
    run_cypher(bare_graph, "DROP INDEX more_b")


def test_other_dimension_is_refused_with_what_to_do(bare_graph: KnowledgeGraph) -> None:
    apply(bare_graph)
    keep_something(bare_graph)
    with pytest.raises(SchemaError, match=r"384 dimensions.*\(512\).*re-embed"):
        apply(bare_graph, dimensions=512)


def test_other_model_of_equal_length_is_refused(bare_graph: KnowledgeGraph) -> None:
    apply(bare_graph)
    keep_something(bare_graph)
    with pytest.raises(SchemaError, match="embedded with hash"):
        migrations.apply(bare_graph.database, embed_model="another", dimensions=384)


def test_asking_an_empty_graph_says_to_ingest_first(bare_graph: KnowledgeGraph) -> None:
    with pytest.raises(SchemaError, match="graphrag-neo4j ingest PATH"):
        bare_graph.retrieve("anything?")


def test_asking_with_another_model_is_refused(
    bare_graph: KnowledgeGraph, server: ServerInfo
) -> None:
    bare_graph.schema.apply()
    keep_something(bare_graph)
    with connect(server, embed_model=HashEmbedding(model_name="other")) as other:
        with pytest.raises(
            SchemaError, match=r"hash \(384 dimensions\), the settings say other\."
        ) as it:
            other.retrieve("anything?")
        assert "Python object" in it.value.hint


def test_after_a_reset_another_model_takes_over(
    bare_graph: KnowledgeGraph, server: ServerInfo
) -> None:
    bare_graph.schema.apply()
    keep_something(bare_graph)
    bare_graph.reset()
    with connect(server, embed_model=SmallEmbedding(model_name="small")) as small:
        with pytest.raises(SchemaError, match="graphrag-neo4j ingest PATH"):
            small.retrieve("anything?")
        small.ingest(Document("x", "Anna Berg manages the Port of Melby.", "x"))
        assert small.schema.status().dimensions == 24
        assert small.retrieve("Who manages the Port of Melby?")[0].source["uri"] == "x"


def test_types_of_a_large_graph_are_counted_by_a_sample(
    fresh_graph: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"Station {n}" for n in range(2_000)]
    steps = enumerate(pairwise(names))
    write_graph(fresh_graph, names, [(a, "KNOWS" if n % 4 else "MET", b) for n, (a, b) in steps])
    exact = fresh_graph.schema.describe()
    assert exact.one_in == 1
    assert exact.entity_types == {"THING": 2_000}
    assert exact.relation_types == {"KNOWS": 1_499, "MET": 500}
    whole = database_hits(fresh_graph, "entities/type_counts", limit=50, prefix="")
    assert database_hits(fresh_graph, "entities/type_counts", limit=50, prefix="0") < whole / 8
    monkeypatch.setattr(schema, "MOST_COUNTED", 200)
    about = fresh_graph.schema.describe()
    assert about.one_in == 16
    for kind in ("entity_types", "relation_types"):
        told, true = getattr(about, kind), getattr(exact, kind)
        assert list(told) == list(true)
        assert all(0.6 < told[type_] / n < 1.5 for type_, n in true.items())
