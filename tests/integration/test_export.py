"""Graphs go out whole: as GraphML, as tables, as JSON lines; and come back the same."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import networkx as nx
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from graphrag_neo4j.cli import cli
from graphrag_neo4j.database import cypher
from graphrag_neo4j.errors import ReadOnlyError, UsageError
from graphrag_neo4j.ids import entity_id
from graphrag_neo4j.interop import graphml, records
from graphrag_neo4j.interop.export import FORMATS
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.llm.meter import Meter, Usage
from graphrag_neo4j.llm.usage_total import Bookkeeper
from graphrag_neo4j.server import LocalServer, ServerInfo
from graphrag_neo4j.server.admin_tool import run_admin
from graphrag_neo4j.server.config import Memory
from graphrag_neo4j.server.credentials import ensure_credentials
from graphrag_neo4j.server.releases import DEFAULT_LINE, RELEASES
from graphrag_neo4j.vocabulary import LABELS, LINKS, RELATED
from tests.support.databases import bare, connect, embed_entities, empty, run_cypher, snapshot
from tests.support.hash_embedding import HashEmbedding
from tests.support.life import own_sources, write_lines


@pytest.fixture
def filled_graph(
    fresh_graph: KnowledgeGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> KnowledgeGraph:
    """Claims, communities, reports, merges, a pair kept apart; read in pages of three."""
    monkeypatch.setattr(records, "PAGE", 3)
    monkeypatch.setattr(graphml, "PAGE", 3)
    lines = [line for lines in own_sources().values() for line in lines]
    fact = lines[0]["topics"][0]["statements"][0]["facts"][0]
    lines[0]["topics"][0]["statements"][0]["facts"].append(
        {**fact, "predicate": "pays", "relation_type": "PAYS", "description": ""}
    )
    lines[0].setdefault("entities", []).append({"name": "Unsaid Quay", "type": "PLACE"})
    lines[0]["entities"] += [{"name": n} for n in ("NordicFreight", "Pórt of Melby")]
    lines[0]["source"]["metadata"] = {"pages": 3, "share": 0.5, "open": True, "x y": "z"}
    fresh_graph.import_extracted(write_lines(tmp_path / "lines.jsonl", lines))
    fresh_graph.entities.resolve()
    fresh_graph.entities.unmerge("Pórt of Melby")
    fresh_graph.communities.detect()
    fresh_graph.communities.report()
    return fresh_graph


def test_the_vocabulary_names_all_that_the_graph_holds(filled_graph: KnowledgeGraph) -> None:
    nodes = run_cypher(
        filled_graph, "MATCH (n) UNWIND labels(n) AS label RETURN label, count(*) AS n"
    )
    held = {row["label"]: row["n"] for row in nodes if not row["label"].startswith("__")}
    assert held == filled_graph.stats().nodes
    assert set(held) == set(LABELS)
    links = run_cypher(
        filled_graph,
        "MATCH (a)-[r]->(b) RETURN labels(a)[0] AS a, type(r) AS type, labels(b)[0] AS b, "
        "count(*) AS n",
    )
    patterns = {(r["a"], r["type"], r["b"]): r["n"] for r in links}
    known = {link.pattern for link in LINKS}
    assert set(patterns) <= known
    counted = filled_graph.schema.describe().relationships
    assert {(r.start, r.type, r.end): r.count for r in counted if r.count} == patterns
    assert {(r.start, r.type, r.end) for r in counted} == known


def test_merges_live_on_in_another_database(filled_graph: KnowledgeGraph, tmp_path: Path) -> None:
    merges = filled_graph.entities.merges()
    filled_graph.export("jsonl", tmp_path / "g.jsonl")
    empty(filled_graph.database)
    filled_graph.import_jsonl(tmp_path / "g.jsonl")
    assert filled_graph.entities.merges() == merges
    assert {m.alias for m in merges} == {"NordicFreight"}
    assert filled_graph.entities.resolve().merges == (), "what was taken apart stays apart"
    later = {"source": {"uri": "doc:later"}, "text": "x", "entities": [{"name": "NordicFreight"}]}
    filled_graph.import_extracted(write_lines(tmp_path / "later.jsonl", [later]))
    assert {s.uri for s in filled_graph.entities.get("Nordic Freight").sources} >= {"doc:later"}
    filled_graph.sources.delete("doc:later")
    filled_graph.entities.unmerge("NordicFreight")
    assert filled_graph.entities.merges() == []
    assert filled_graph.entities.get("NordicFreight").name == "NordicFreight"


def test_graphml_opens_in_networkx_with_directions_types_and_evidence(
    filled_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    pays = "MATCH (f:Fact {relation_type: 'PAYS'})-[p:SUPPORTS]->() SET p.description = $words"
    run_cypher(filled_graph, pays, words="a\x0b<b>&\ud7ff\r\nc")
    report = filled_graph.export("graphml", tmp_path / "g.graphml")
    found = nx.read_graphml(tmp_path / "g.graphml")
    assert isinstance(found, nx.MultiDiGraph)  # two relation types between one pair
    edges = run_cypher(
        filled_graph,
        "MATCH (a:Entity)-[r:RELATED]->(b:Entity) RETURN a.id AS a, b.id AS b, "
        "r.relation_type AS type, r.weight AS weight",
    )
    told = [edge for edge in found.edges(data=True) if edge[2]["kind"] == "relation"]
    assert {(a, b, d["relation_type"], d["weight"]) for a, b, d in told} == {
        (r["a"], r["b"], r["type"], r["weight"]) for r in edges
    }
    assert report.nodes["Entity"] == len(found) == filled_graph.stats().nodes["Entity"]
    assert report.relationships["RELATED"] == len(edges) == len(told)
    assert report.relationships["CO_OCCURS_WITH"] == found.number_of_edges() - len(told) > 0
    anna, freight = entity_id("Anna Berg"), entity_id("Nordic Freight")
    node = found.nodes[anna]
    assert (node["name"], node["entity_type"]) == ("Anna Berg", "PERSON")
    assert node["description"] == "Harbour master of Melby"
    assert isinstance(node["chunk_count"], int)
    chunks = {r["id"] for r in run_cypher(filled_graph, "MATCH (c:Chunk) RETURN c.id AS id")}
    assert set(node["source_id"].split("<SEP>")) <= chunks
    said = {d["relation_type"]: d for d in found.get_edge_data(anna, freight).values()}
    manages = next(d for d in said.values() if "She is its head." in d["description"])
    assert {"She has run it since 1999.", "She is its head."} <= {
        *manages["description"].split("<SEP>")
    }
    assert len({*manages["source_id"].split("<SEP>")} & chunks) == 3
    assert said["PAYS"]["order"] == 1
    assert said["PAYS"]["description"] == "a<b>&\ud7ff\r\nc"  # no \x0b
    assert not {"embedding", "vector_stale", "dirty"} & {
        name for _, d in found.nodes(data=True) for name in d
    }


def test_a_graph_of_entities_alone_is_exported_too(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    fresh_graph.schema.apply()
    fresh_graph.export("graphml", tmp_path / "none.graphml")
    assert len(nx.read_graphml(tmp_path / "none.graphml")) == 0


def test_tables_hold_every_node_and_relationship(
    filled_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    for with_vectors in (False, True):
        check_tables(filled_graph, tmp_path / str(with_vectors), with_vectors)


def check_tables(filled: KnowledgeGraph, folder: Path, with_vectors: bool) -> None:
    filled.export("parquet", folder, with_vectors=with_vectors)
    tables = {p.stem: pq.read_table(p).to_pylist() for p in folder.iterdir()}
    stats = filled.stats()
    wanted = {**stats.nodes, **stats.relationships}
    assert {name: len(rows) for name, rows in tables.items()} == {n: wanted[n] for n in tables}
    assert {name for name, n in wanted.items() if n} <= tables.keys()
    related = run_cypher(
        filled, "MATCH (a:Entity)-[r:RELATED]->(b) RETURN a.id AS a, b.id AS b, r.evidence AS e"
    )
    key = lambda row: (row[0], row[1], tuple(row[2]))  # noqa: E731
    assert sorted(((r["from"], r["to"], r["evidence"]) for r in tables["RELATED"]), key=key) == (
        sorted(((r["a"], r["b"], r["e"]) for r in related), key=key)
    )
    sources = {row["uri"]: row for row in tables["Source"]}
    assert (sources["doc:a"]["pages"], sources["doc:a"]["share"]) == (3, 0.5)
    assert ("embedding" in tables["Chunk"][0]) == with_vectors
    assert ("vector_stale" in tables["Entity"][0]) == with_vectors
    if with_vectors:
        assert {len(row["embedding"]) for row in tables["Chunk"]} == {384}


@pytest.mark.parametrize(
    ("with_vectors", "of_entities"), [(False, False), (True, False), (True, True)]
)
def test_json_lines_come_back_as_the_same_graph(
    filled_graph: KnowledgeGraph, tmp_path: Path, with_vectors: bool, of_entities: bool
) -> None:
    if of_entities:
        embed_entities(filled_graph)
    filled_graph.export("jsonl", tmp_path / "g.jsonl", with_vectors=with_vectors)
    before, stats = snapshot(filled_graph), filled_graph.stats()
    empty(filled_graph.database)
    report = filled_graph.import_jsonl(tmp_path / "g.jsonl")
    assert snapshot(filled_graph) == before
    assert filled_graph.stats() == stats
    assert bool(report.embedded) != with_vectors
    assert filled_graph.communities.detect().how == "unchanged"
    assert filled_graph.import_extracted(tmp_path / "lines.jsonl").unchanged == 3
    assert snapshot(filled_graph) == before


def test_an_import_remembers_how_the_graph_was_made(
    filled_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("Ada Holm manages the port of Melby.")
    filled_graph.ingest(tmp_path / "a.txt", switch_extractor=True)
    before = filled_graph.stats().made_with
    filled_graph.export("jsonl", tmp_path / "g.jsonl")
    empty(filled_graph.database)
    run_cypher(filled_graph, "MATCH (graph:__Graph) REMOVE graph.made_with")
    filled_graph.import_jsonl(tmp_path / "g.jsonl")
    assert filled_graph.stats().made_with == before != {}


def test_neo4j_s_own_import_tool_makes_the_same_graph(
    filled_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    embed_entities(filled_graph)
    run_cypher(filled_graph, "MATCH (e:Entity {name: 'Unsaid Quay'}) SET e.vector_stale = 'key', "
                             "e.embedding_key = null, e.embedding = null")  # fmt: skip
    text = 'a "quoted", word;\nnext line: \\ {} \u4e2d \U0001f600'
    run_cypher(filled_graph, "MATCH (s:Source) SET s.note = $note, s.none = ''", note=text)
    folder = tmp_path / "csv"
    report = filled_graph.export("neo4j-admin", folder, with_vectors=True)
    wanted, counts = snapshot(filled_graph), filled_graph.stats()
    home = tmp_path / "home"
    (home / "conf").mkdir(parents=True)
    (home / "conf" / "neo4j.conf").touch()
    ensure_credentials(home, "bolt://127.0.0.1:7687")
    arguments = ["database", "import", "full", "neo4j", "@arguments.txt"]
    run_admin(RELEASES[DEFAULT_LINE], home, Memory.parse("1g"), arguments, folder=folder)
    local = LocalServer(home, memory="1g")
    try:
        with connect(local.start()) as graph:
            graph.schema.apply()
            assert snapshot(graph) == wanted
            for kind in ("nodes", "relationships"):
                assert getattr(graph.stats(), kind) == getattr(counts, kind)
            assert not any(graph.reembed(dry_run=True).stale.values())
            assert graph.retrieve("Who manages the Port of Melby?")
    finally:
        local.stop()
    assert report.totals["nodes"] == sum(counts.nodes.values())


def test_vectors_of_another_model_are_made_anew(
    filled_graph: KnowledgeGraph, tmp_path: Path, server: ServerInfo
) -> None:
    embed_entities(filled_graph)
    filled_graph.export("jsonl", tmp_path / "g.jsonl", with_vectors=True)
    bare(filled_graph.database)
    with connect(server, embed_model=HashEmbedding(model_name="other")) as other:
        report = other.import_jsonl(tmp_path / "g.jsonl")
        nodes = other.stats().nodes
        reports = run_cypher(other, "MATCH (c:Community) WHERE c.title <> '' RETURN count(c) AS n")
        assert report.embedded == nodes["Chunk"] + nodes["Statement"] + reports[0]["n"]
        assert embed_entities(other) == nodes["Entity"]
        done = other.reembed(dry_run=True)
        assert not any(done.stale.values()) and not done.waiting


def test_an_interrupted_import_is_finished_by_the_same_one_only(
    filled_graph: KnowledgeGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "g.jsonl"
    filled_graph.export("jsonl", file)
    before = snapshot(filled_graph)
    empty(filled_graph.database)
    filled_graph.schema.apply()
    write = filled_graph.database.write

    def broken(name: str, /, **parameters: object) -> list[dict[str, Any]]:
        if name == cypher.of("interop/write_links", RELATED):
            raise KeyboardInterrupt
        return write(name, **parameters)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(filled_graph.database, "write", broken)
        filled_graph.import_jsonl(file)
    other = tmp_path / "other.jsonl"
    other.write_text(file.read_text().replace("Melby", "Norby"))
    with pytest.raises(UsageError, match="another import"):
        filled_graph.import_jsonl(other)
    filled_graph.import_jsonl(file)
    assert snapshot(filled_graph) == before


def damaged(file: Path) -> dict[str, tuple[str | None, str]]:
    """Contents of a damaged file (None: no file) and what is said of it."""
    text = file.read_text()
    lines = text.splitlines(keepends=True)
    unknown = json.dumps({"type": "X", "from": ["Chunk", "a"], "to": ["Chunk", "b"]}) + "\n"
    return {
        "cut": ("".join(lines[:20]), "cut short or damaged"),
        "half a line": (text[:-9], "is no JSON object"),
        "a line lost": ("".join(lines[:20] + lines[21:]), "cut short or damaged"),
        "no export": ('{"source": "x"}\n', "is no export of graphrag-neo4j"),
        "unknown": ("".join([*lines[:2], unknown, *lines[3:]]), "line 3 is no node or relat"),
        "empty": ("", "cut short or damaged"),
        "no file": (None, "cannot be read: No such file"),
    }


def test_a_damaged_file_is_refused_and_changes_nothing(
    filled_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    file = tmp_path / "g.jsonl"
    filled_graph.export("jsonl", file)
    cases = damaged(file)
    empty(filled_graph.database)
    filled_graph.schema.apply()
    for text, message in cases.values():
        file.unlink() if text is None else file.write_text(text)
        with pytest.raises(UsageError, match=message) as caught:
            filled_graph.import_jsonl(file)
        assert "\n" not in str(caught.value)
        assert snapshot(filled_graph) == (frozenset(), frozenset())


def test_a_graph_that_is_not_empty_is_no_place_for_an_import(
    filled_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    filled_graph.export("jsonl", tmp_path / "g.jsonl")
    before = snapshot(filled_graph)
    with pytest.raises(UsageError, match="The graph is not empty: 3 Source"):
        filled_graph.import_jsonl(tmp_path / "g.jsonl")
    assert snapshot(filled_graph) == before


def test_what_is_there_is_replaced_only_by_force(
    filled_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    for format_ in FORMATS:
        path = tmp_path / format_
        filled_graph.export(format_, path)
        other = path / "mine.txt"
        if format_ in ("parquet", "neo4j-admin"):
            other.write_text("mine")
        with pytest.raises(UsageError, match="exists"):
            filled_graph.export(format_, path)
        filled_graph.export(format_, path, force=True)
        assert format_ not in ("parquet", "neo4j-admin") or other.read_text() == "mine"
        assert not list(tmp_path.glob(".*"))
    with pytest.raises(UsageError, match="is a folder"):
        filled_graph.export("jsonl", tmp_path / "parquet", force=True)


def test_an_export_that_breaks_off_leaves_nothing(
    filled_graph: KnowledgeGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = filled_graph.database.read

    def full(name: str, /, *args: Any, **parameters: object) -> list[dict[str, Any]]:
        if parameters.get("after"):
            raise OSError(28, "No space left on device")
        return read(name, *args, **parameters)

    before = {path.name for path in tmp_path.iterdir()}
    monkeypatch.setattr(filled_graph.database, "read", full)
    for format_ in FORMATS:
        with pytest.raises(UsageError, match="cannot be written: No space left"):
            filled_graph.export(format_, tmp_path / "out")
        assert {path.name for path in tmp_path.iterdir()} == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_named(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    fresh_graph.schema.apply()
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(UsageError, match="cannot be written"):
            fresh_graph.export("jsonl", tmp_path / "g.jsonl")
    finally:
        tmp_path.chmod(0o700)


def test_a_path_below_a_file_is_named(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    fresh_graph.schema.apply()
    (tmp_path / "file").write_text("x")
    for format_ in FORMATS:
        with pytest.raises(UsageError, match="cannot be written"):
            fresh_graph.export(format_, tmp_path / "file" / "out")


def test_other_formats_and_vectors_in_graphml_are_refused(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="no format 'gexf'"):
        fresh_graph.export("gexf", tmp_path / "g")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="no place for vectors"):
        fresh_graph.export("graphml", tmp_path / "g", with_vectors=True)


def test_the_command_exports_and_tells_what_in_json(
    filled_graph: KnowledgeGraph, tmp_path: Path, server: ServerInfo
) -> None:
    environment = {
        "NEO4J_URI": server.bolt_uri,
        "NEO4J_USERNAME": server.username,
        "NEO4J_PASSWORD": server.password,
    }
    path = tmp_path / "g.jsonl"
    arguments = ["export", "jsonl", str(path), "--json"]
    done = CliRunner().invoke(cli, arguments, env=environment)
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    stats = filled_graph.stats()
    assert data["nodes"] == {label: n for label, n in stats.nodes.items() if n}
    assert data["relationships"] == {t: n for t, n in stats.relationships.items() if n}
    again = CliRunner().invoke(cli, arguments, env=environment)
    assert again.exit_code == 2
    assert f"{path} exists. Choose another path" in again.output


def test_a_database_that_only_reads_is_exported_with_a_note(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    home = tmp_path / "home"
    local = LocalServer(home, memory="1g")
    lines = [line for lines in own_sources().values() for line in lines]
    try:
        with connect(local.start()) as graph:
            graph.import_extracted(write_lines(tmp_path / "lines.jsonl", lines))
            assert not graph.export("jsonl", tmp_path / "before.jsonl").note
        local.stop()
        with (home / "conf" / "extra.conf").open("a") as conf:
            conf.write("server.databases.default_to_read_only=true\n")
        with connect(local.start()) as graph:
            for format_ in FORMATS:
                report = graph.export(format_, tmp_path / format_)
                assert "Note: Only reading is allowed here" in report.summary()
            meter = Meter()
            meter.add("ask", Usage(calls=1))
            Bookkeeper(meter).book(graph.database)
            with pytest.raises(ReadOnlyError, match="No write operations are allowed"):
                graph.database.write("database/take_lock", name="harbour")
    finally:
        local.stop()
    assert (tmp_path / "jsonl").read_text() == (tmp_path / "before.jsonl").read_text()
    assert "not added to the graph's total" not in caplog.text
