"""What ingest promises: nothing twice, nothing stale, nothing lost."""

from __future__ import annotations

import json
import os
import random
import signal
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from llama_index.core import SimpleDirectoryReader
from llama_index.core.schema import Document as LlamaDocument

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.ingest import pipeline
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.server import ServerInfo
from graphrag_neo4j.settings import Settings
from tests.support.command_line import Running
from tests.support.databases import connect, count, empty, rebuilt, run_cypher, snapshot
from tests.support.documents import DOCUMENTS, FIRM, HARBOUR, TOWN, many_documents
from tests.support.hash_embedding import HashEmbedding

MakeGraph = Callable[..., KnowledgeGraph]


def test_a_document_becomes_a_lexical_graph(fresh_graph: KnowledgeGraph) -> None:
    report = fresh_graph.ingest(DOCUMENTS)
    assert (report.added, report.changed, report.unchanged) == (3, 0, 0)
    rows = run_cypher(
        fresh_graph,
        "MATCH (s:Source {uri: 'doc:firm'})<-[:FROM_SOURCE]-(c:Chunk)<-[m:MENTIONED_IN]-"
        "(st:Statement)-[:BELONGS_TO]->(t:Topic)-[:MENTIONED_IN]->(c) "
        "RETURN st.text AS text, m.start AS start, m.end AS end, t.name AS topic ORDER BY start",
    )
    assert len(rows) == 3
    for row in rows:
        assert FIRM.text[row["start"] : row["end"]].split()[-1] in row["text"]
    assert {row["topic"] for row in rows} == {"Nordic Freight"}


def test_the_same_words_of_two_items_are_two_statements_each_with_its_place(
    fresh_graph: KnowledgeGraph,
) -> None:
    text = (
        "1. The roof of the hall leaks badly. Nobody has looked at it.\n"
        "2. The lamp on the pier is out. Nobody has looked at it.\n"
    )
    fresh_graph.ingest(Document("doc:list", text, "List"))
    query = (
        "MATCH (s:Statement)-[m:MENTIONED_IN]->(:Chunk) WHERE s.text ENDS WITH 'looked at it.' "
        "RETURN s.id AS id, s.resolved AS resolved, m.start AS start ORDER BY start"
    )
    roof, lamp = run_cypher(fresh_graph, query)
    assert (roof["start"], lamp["start"]) == (text.index("Nobody"), text.rindex("Nobody"))
    assert "roof" in roof["resolved"]
    assert "lamp" in lamp["resolved"]
    assert fresh_graph.ingest(Document("doc:list", text, "List")).unchanged == 1
    assert run_cypher(fresh_graph, query) == [roof, lamp]


def test_the_same_words_of_chunks_that_overlap_are_one_statement(
    make_graph: MakeGraph,
) -> None:
    text = " ".join(f"The boat number {n} is old." for n in range(40))
    with make_graph(settings=Settings(chunk_size=64, chunk_overlap=32)) as graph:
        graph.ingest(Document("doc:boats", text, "Boats"))
        assert count(graph, "Chunk") > 1
        assert count(graph, "Statement") == 40


def test_a_fact_that_several_batches_say_counts_once(
    fresh_graph: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "BATCH_CHARACTERS", 1)
    report = fresh_graph.ingest(FIRM, replace(FIRM, uri="doc:again", text=f"{FIRM.text} Indeed."))
    assert report.facts == count(fresh_graph, "Fact") > 0


def test_what_a_run_says_of_itself_cannot_be_changed_afterwards(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    graph, file = fresh_graph, tmp_path / "a.jsonl"
    reports: list[Any] = [
        graph.plan(FIRM),
        graph.ingest(FIRM),
        graph.sync(tmp_path),
        graph.entities.resolve(),
        graph.communities.detect(),
        graph.communities.report(),
        graph.reembed(),
        graph.reembed(dry_run=True),
        graph.export("jsonl", file),
        graph.sources.delete(FIRM.uri),
    ]
    graph.reset()
    reports.append(graph.import_jsonl(file))
    for report in reports:
        first = fields(report)[0].name
        with pytest.raises(FrozenInstanceError):
            setattr(report, first, getattr(report, first))


def test_relations_are_directed_and_typed(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.ingest(DOCUMENTS)
    rows = run_cypher(
        fresh_graph,
        "MATCH (a:Entity)-[r:RELATED]->(b:Entity) RETURN a.name AS a, r.relation_type AS type, "
        "b.name AS b, r.weight AS weight, size(r.evidence) AS evidence",
    )
    edges = {(row["a"], row["type"], row["b"]) for row in rows}
    assert ("Nordic Freight", "ACQUIRED", "Blue Lines") in edges
    assert ("Osterby", "FOUNDED_BY", "Erik Holm") in edges
    assert ("Blue Lines", "ACQUIRED", "Nordic Freight") not in edges
    assert ("Erik Holm", "FOUNDED_BY", "Osterby") not in edges
    assert all(row["weight"] == row["evidence"] > 0 for row in rows)


def test_reingest_changes_nothing(fresh_graph: KnowledgeGraph, make_graph: MakeGraph) -> None:
    fresh_graph.ingest(DOCUMENTS)
    before = snapshot(fresh_graph)
    with make_graph() as again:
        report = again.ingest(DOCUMENTS)
        assert (report.added, report.changed, report.unchanged) == (0, 0, 3)
        assert snapshot(again) == before


def test_writing_the_same_rows_again_changes_nothing(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.ingest(DOCUMENTS)
    before = snapshot(fresh_graph)
    run_cypher(fresh_graph, "MATCH (s:Source) SET s.status = 'pending'")
    fresh_graph.ingest(DOCUMENTS)
    assert snapshot(fresh_graph) == before


def test_order_of_documents_does_not_matter(fresh_graph: KnowledgeGraph) -> None:
    one = rebuilt(fresh_graph, HARBOUR, FIRM, TOWN)
    empty(fresh_graph.database)
    for document in (TOWN, HARBOUR, FIRM):
        fresh_graph.ingest(document)
    assert snapshot(fresh_graph) == one


def test_changed_document_replaces_the_old_one(fresh_graph: KnowledgeGraph) -> None:
    changed = replace(FIRM, text=FIRM.text.replace("acquired Blue Lines", "sold Red Lines"))
    wanted = rebuilt(fresh_graph, HARBOUR, changed, TOWN)
    rebuilt(fresh_graph, *DOCUMENTS)
    report = fresh_graph.ingest(changed)
    assert (report.added, report.changed) == (0, 1)
    assert snapshot(fresh_graph) == wanted
    names = {r["n"] for r in run_cypher(fresh_graph, "MATCH (e:Entity) RETURN e.name AS n")}
    assert "Red Lines" in names and "Blue Lines" not in names


def test_changed_metadata_or_chunking_rewrites_the_source(
    fresh_graph: KnowledgeGraph, make_graph: MakeGraph
) -> None:
    fresh_graph.ingest(HARBOUR)
    assert fresh_graph.ingest(replace(HARBOUR, metadata={"year": 2022})).changed == 1
    assert run_cypher(fresh_graph, "MATCH (s:Source) RETURN s.year AS y")[0]["y"] == 2022
    small = Settings(_env_file=None, chunk_size=16)
    with make_graph(settings=small) as other:
        again = replace(HARBOUR, metadata={"year": 2022})
        assert other.ingest(again, switch_extractor=True).changed == 1
        assert count(other, "Chunk") > 1


def test_metadata_cannot_overwrite_what_the_source_itself_says(fresh_graph: KnowledgeGraph) -> None:
    tricky = replace(HARBOUR, metadata={"id": "x", "uri": "y", "status": "z", "author": "Q"})
    fresh_graph.ingest(tricky)
    fresh_graph.ingest(tricky)
    row = run_cypher(fresh_graph, "MATCH (s:Source) RETURN properties(s) AS p")
    assert len(row) == 1
    assert row[0]["p"]["uri"] == HARBOUR.uri
    assert row[0]["p"]["meta_id"] == "x"
    assert row[0]["p"]["author"] == "Q"


def test_same_text_under_two_names_is_one_source(fresh_graph: KnowledgeGraph) -> None:
    copy = replace(HARBOUR, uri="doc:a-copy")
    one = rebuilt(fresh_graph, HARBOUR, copy)
    assert count(fresh_graph, "Source") == 1
    source = fresh_graph.sources.list()[0]
    assert {source.uri, *source.aliases} == {HARBOUR.uri, copy.uri}
    empty(fresh_graph.database)
    fresh_graph.ingest(copy)
    fresh_graph.ingest(HARBOUR)
    assert snapshot(fresh_graph) == one
    empty(fresh_graph.database)
    fresh_graph.ingest(HARBOUR)
    fresh_graph.ingest(copy)
    assert snapshot(fresh_graph) == one


def test_changed_copy_leaves_the_other_name_in_place(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(HARBOUR.text)
    fresh_graph.ingest(tmp_path)
    assert count(fresh_graph, "Source") == 1
    (tmp_path / "a.txt").write_text(TOWN.text)
    report = fresh_graph.ingest(tmp_path / "a.txt")
    assert not report.unreadable
    found = snapshot(fresh_graph)
    empty(fresh_graph.database)
    fresh_graph.ingest(tmp_path)
    assert snapshot(fresh_graph) == found
    assert count(fresh_graph, "Source") == 2


def test_of_many_changed_copies_with_records_the_earlier_ones_are_gone(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        for n in range(25):
            text = json.dumps({"text": f"Pier {n} was built in 1999."})
            (tmp_path / folder / f"{n}.jsonl").write_text(text + "\n")
    fresh_graph.ingest(tmp_path)
    copies = fresh_graph.sources.list()
    assert {len({source.uri, *source.aliases}) for source in copies} == {2}
    for n in range(25):
        text = json.dumps({"text": f"Pier {n} was built in 2007."})
        (tmp_path / "b" / f"{n}.jsonl").write_text(text + "\n")
    fresh_graph.ingest(tmp_path / "b")
    found = fresh_graph.sources.list()
    assert len(found) == 50
    assert not any(source.aliases for source in found)


def test_changed_copy_whose_other_name_is_gone_is_reported(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.ingest([HARBOUR, replace(HARBOUR, uri="doc:z-copy")])
    report = fresh_graph.ingest(replace(TOWN, uri=HARBOUR.uri))
    assert list(report.unreadable) == ["doc:z-copy"]


def test_a_copy_that_cannot_be_read_again_keeps_its_text_when_the_first_name_goes(
    fresh_graph: KnowledgeGraph,
) -> None:
    copy = replace(HARBOUR, uri="doc:z-copy")
    fresh_graph.ingest([HARBOUR, copy])
    whole = count(fresh_graph, "Statement")
    assert not fresh_graph.sources.delete(HARBOUR.uri).unreadable
    [source] = fresh_graph.sources.list()
    assert (source.uri, count(fresh_graph, "Statement")) == ("doc:z-copy", whole)
    assert fresh_graph.ingest([HARBOUR, copy]).unchanged == 2
    assert {source.uri for source in fresh_graph.sources.list()} == {HARBOUR.uri}
    fresh_graph.sources.delete(HARBOUR.uri)
    fresh_graph.ingest(replace(copy, text=TOWN.text))
    [source] = fresh_graph.sources.list()
    assert source.uri == "doc:z-copy"
    [piece] = fresh_graph.sources.text("doc:z-copy").pieces
    assert piece.text == TOWN.text
    fresh_graph.sources.delete("doc:z-copy")
    assert count(fresh_graph, "Source") == count(fresh_graph, "Statement") == 0


def test_of_two_texts_of_one_name_in_one_call_the_first_one_is_told_of(
    fresh_graph: KnowledgeGraph,
) -> None:
    pages = [LlamaDocument(text=d.text, metadata={"source": "wiki"}) for d in (HARBOUR, TOWN)]
    report = fresh_graph.ingest(pages)
    assert (report.added, list(report.unreadable)) == (1, ["document 1"])
    assert "wiki" in report.unreadable["document 1"]
    [source] = fresh_graph.sources.list()
    [piece] = fresh_graph.sources.text(source.uri).pieces
    assert (source.uri, piece.text) == ("wiki", TOWN.text)


def test_one_bad_file_in_a_folder_stops_nobody(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    for i in range(99):
        (tmp_path / f"good{i:02}.txt").write_text(f"Station {i} lies north of Melby.")
    (tmp_path / "bad.txt").write_bytes(b"\x00\x01\x02\xff" * 100)
    report = fresh_graph.ingest(tmp_path)
    assert report.added == 99
    assert [uri.endswith("bad.txt") for uri in report.unreadable] == [True]
    assert count(fresh_graph, "Source") == 99


def test_missing_path_is_asked_wrongly(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nowhere"):
        fresh_graph.ingest(tmp_path / "nowhere")


def test_llama_documents_are_taken(fresh_graph: KnowledgeGraph) -> None:
    documents = [LlamaDocument(text=HARBOUR.text, metadata={"title": "Port of Melby"})]
    assert fresh_graph.ingest(documents).added == 1
    again = [LlamaDocument(text=HARBOUR.text, metadata={"title": "Port of Melby"})]
    assert fresh_graph.ingest(again).unchanged == 1


def test_llama_readers_are_taken(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    for document in DOCUMENTS:
        (tmp_path / f"{document.title}.txt").write_text(document.text)
    assert fresh_graph.ingest(SimpleDirectoryReader(str(tmp_path))).added == 3
    assert fresh_graph.ingest(SimpleDirectoryReader(str(tmp_path))).unchanged == 3


def test_empty_llama_document_is_reported(fresh_graph: KnowledgeGraph) -> None:
    report = fresh_graph.ingest([LlamaDocument(text=" "), HARBOUR])
    assert report.added == 1
    assert len(report.unreadable) == 1


def test_entity_types_are_the_most_frequent_and_never_unknown_if_known(
    fresh_graph: KnowledgeGraph,
) -> None:
    fresh_graph.ingest(DOCUMENTS)
    run_cypher(
        fresh_graph,
        "MATCH ()-[m:MENTIONS|ABOUT]->(e:Entity {name: 'Osterby'}) SET m.type = 'UNKNOWN'",
    )
    run_cypher(
        fresh_graph,
        "MATCH (:Statement)-[m:MENTIONS]->(e:Entity {name: 'Osterby'}) "
        "WITH e, m LIMIT 1 SET m.type = 'TOWN', e.dirty = 'x'",
    )
    fresh_graph.ingest(DOCUMENTS)
    row = run_cypher(
        fresh_graph, "MATCH (e:Entity {name: 'Osterby'}) RETURN e.type AS t, e.dirty AS dirty"
    )
    assert row == [{"t": "TOWN", "dirty": None}]


def test_every_node_carries_what_people_and_retrieval_need(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.ingest(DOCUMENTS)
    fresh_graph.search("Osterby?", "local", context_only=True)
    for label in ("Chunk", "Statement", "Entity"):
        missing = run_cypher(
            fresh_graph, f"MATCH (n:{label}) WHERE n.embedding IS NULL RETURN count(n) AS n"
        )
        assert missing[0]["n"] == 0, label
    orphans = run_cypher(
        fresh_graph,
        "MATCH (n) WHERE NOT (n)--() AND NOT n:__Graph AND NOT n:__SchemaMigration "
        "RETURN labels(n) AS labels",
    )
    assert orphans == []


def test_what_is_short_for_a_name_is_stored_and_statements_are_verbatim(
    fresh_graph: KnowledgeGraph,
) -> None:
    text = "The Northern Grain Board (NGB) met. It sold 2*3*4 sacks. The NGB and the NGB voted."
    fresh_graph.ingest([Document("doc:ngb", text, "Northern Grain Board")])
    assert fresh_graph.entities.get("Northern Grain Board").aliases == ("NGB",)
    rows = run_cypher(
        fresh_graph,
        "MATCH (s:Statement)-[m:MENTIONED_IN]->() "
        "RETURN s.text AS text, s.resolved AS resolved, m.start AS start, m.end AS end",
    )
    assert rows and all(row["text"] == text[row["start"] : row["end"]] for row in rows)
    assert "Northern Grain Board sold 2*3*4 sacks." in {row["resolved"] for row in rows}
    again = fresh_graph.ingest([Document("doc:ngb", text, "Northern Grain Board")])
    assert (again.changed, again.unchanged) == (0, 1)


def test_relation_patterns_and_entity_types_steer(make_graph: MakeGraph) -> None:
    chosen = Settings(
        _env_file=None, entity_types="PERSON", relation_patterns={"acquired": "TOOK_OVER"}
    )
    with make_graph(settings=chosen) as graph:
        graph.ingest(DOCUMENTS)
        types = {
            r["t"]
            for r in run_cypher(graph, "MATCH ()-[r:RELATED]->() RETURN r.relation_type AS t")
        }
        assert "TOOK_OVER" in types and "ACQUIRED" not in types
        kinds = {r["t"] for r in run_cypher(graph, "MATCH (e:Entity) RETURN e.type AS t")}
        assert {"PERSON", "ORGANIZATION"} <= kinds  # own types leave the built-in ones


names = st.sampled_from(["doc:a", "doc:b", "doc:c"])
texts = st.sampled_from([document.text for document in DOCUMENTS])


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(names, texts), min_size=1, max_size=6))
def test_any_sequence_of_versions_equals_a_fresh_build(
    fresh_graph: KnowledgeGraph, versions: list[tuple[str, str]]
) -> None:
    """Names that are taken from a copied text must come in one batch with the others."""
    empty(fresh_graph.database)
    state: dict[str, Document] = {}
    for uri, text in versions:
        state[uri] = Document(uri=uri, text=text, title="Report")
        fresh_graph.ingest(list(state.values()))
    assert snapshot(fresh_graph) == rebuilt(fresh_graph, *state.values())


def ingest_one_by_one(uri: str, password: str) -> None:
    """What is killed; says "go" when it begins."""
    settings, model = Settings(_env_file=None), HashEmbedding()
    with KnowledgeGraph.connect(
        uri, "neo4j", password, "neo4j", settings, embed_model=model
    ) as graph:
        print("go", flush=True)
        for document in many_documents():
            graph.ingest(document)


def test_killed_ingest_is_finished_by_the_next_run(
    server: ServerInfo, fresh_graph: KnowledgeGraph
) -> None:
    wanted = rebuilt(fresh_graph, *many_documents())
    chance = random.Random(7)
    for _ in range(4):
        empty(fresh_graph.database)
        running = Running(ingest_one_by_one, server.bolt_uri, server.password, env=os.environ)
        while not running.output[0] and running.wait(0.02) is None:
            pass
        running.wait(chance.uniform(0.3, 2.5))
        running.kill()
        assert running.wait() in (0, -signal.SIGKILL), running.output
        with connect(server) as after:
            after.ingest(many_documents())
            assert snapshot(after) == wanted
