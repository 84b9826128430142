"""What another engine extracted goes in as it is, alone or beside our own extraction."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, count, empty, run_cypher, snapshot
from tests.support.documents import DOCUMENTS, FIRM, HARBOUR, TOWN
from tests.support.life import clear, data_folder, own_sources, write_lines

MakeGraph = Callable[..., KnowledgeGraph]


def lines(*keys: str) -> list[dict[str, Any]]:
    sources = own_sources()
    return [line for key in keys or sources for line in sources[key]]


def toolkit_line() -> dict[str, Any]:
    """A chunk in graphrag-toolkit's shape."""

    def thing(value: str, kind: str = "Company") -> dict[str, str]:
        return {"value": value, "classification": kind}

    def fact(subject: Any, predicate: str, object_: Any = None, complement: Any = None) -> Any:
        return {
            "subject": subject,
            "predicate": {"value": predicate},
            "object": object_,
            "complement": complement,
        }

    local = "__Local_Entity__"
    facts = [
        fact(thing("Acme"), "PART OF", thing("Bolt Group")),
        fact(thing("Acme"), "PART OF", complement=thing("bolt group", local)),
        fact(thing("Acme"), "GREW", complement=thing("by a third", local)),
        fact(thing("the market", local), "WELCOMED", thing("Acme")),
    ]
    statement = {"value": "Acme, part of Bolt Group, grew by a third.", "facts": facts}
    topic = {
        "value": "Growth",
        "entities": [thing("Acme"), thing("Elsewhere", "Location")],
        "statements": [statement],
    }
    return {
        "id": "x",
        "source": "News.md",
        "pub_date": "2025-08-15",
        "text": "Acme grew.",
        "start": 5,
        "end": 15,
        "propositions": [],
        "topics": {"topics": [topic]},
    }


def test_lines_make_whole_sources(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    report = fresh_graph.import_extracted(write_lines(tmp_path / "x.jsonl", lines()))
    assert (report.added, report.chunks, report.claims) == (3, 6, 2)
    sources = {s.uri: (s.title, s.chunks, s.status) for s in fresh_graph.sources.list()}
    assert sources["doc:a"] == ("Report a", 2, "complete")
    row = run_cypher(fresh_graph, "MATCH (s:Source {uri: 'doc:a'}) RETURN s.n AS n")
    assert row == [{"n": "a"}]
    assert fresh_graph.retrieve("Who manages Nordic Freight?")


def test_the_same_file_again_changes_nothing(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "x.jsonl", lines())
    fresh_graph.import_extracted(path)
    before = snapshot(fresh_graph)
    assert fresh_graph.import_extracted(path).unchanged == 3
    mixed = write_lines(
        tmp_path / "y.jsonl", [x for pair in zip(lines("a"), lines("b"), strict=True) for x in pair]
    )
    assert fresh_graph.import_extracted(mixed).unchanged == 2
    assert snapshot(fresh_graph) == before


def page(source: str, owner: str, owned: str) -> dict[str, Any]:
    """A line whose text tells nothing of what was found in it."""
    return {"source": source, "text": "Confidential. Page 1.", "triples": [[owner, "owns", owned]]}


def owners(graph: KnowledgeGraph) -> set[str]:
    rows = run_cypher(graph, "MATCH (e:Entity) WHERE e.name ENDS WITH ' Vik' RETURN e.name AS name")
    return {row["name"] for row in rows}


@pytest.mark.parametrize("files", [[["p:1", "p:2"]], [["p:1"], ["p:2"]], [["p:2"], ["p:1"]]])
def test_lines_of_one_text_that_say_different_things_are_all_in_the_graph(
    fresh_graph: KnowledgeGraph, tmp_path: Path, files: list[list[str]]
) -> None:
    said = {"p:1": page("p:1", "Una Vik", "Vega Ltd"), "p:2": page("p:2", "Tor Vik", "Rigel Ltd")}
    paths = [
        write_lines(tmp_path / f"{number}.jsonl", [said[uri] for uri in uris])
        for number, uris in enumerate(files)
    ]
    added = [fresh_graph.import_extracted(path).added for path in paths]
    assert (sum(added), owners(fresh_graph)) == (2, {"Una Vik", "Tor Vik"})
    assert {s.uri: s.aliases for s in fresh_graph.sources.list()} == {"p:1": (), "p:2": ()}
    before = snapshot(fresh_graph)
    again = [fresh_graph.import_extracted(path) for path in paths]
    assert sum(report.unchanged for report in again) == 2
    assert snapshot(fresh_graph) == before


def test_a_document_and_lines_of_its_text_under_another_name_are_two_sources(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    document = Document("note:m", "Confidential. Page 1.", "Note")
    lines = [page("a:1", "Una Vik", "Vega Ltd"), page("z:1", "Tor Vik", "Rigel Ltd")]
    path = write_lines(tmp_path / "x.jsonl", lines)
    fresh_graph.ingest(document)
    fresh_graph.import_extracted(path)
    assert fresh_graph.ingest(document).unchanged == 1
    assert fresh_graph.import_extracted(path).unchanged == 2
    assert {s.uri for s in fresh_graph.sources.list()} == {"note:m", "a:1", "z:1"}
    assert owners(fresh_graph) == {"Una Vik", "Tor Vik"}


def test_what_was_taken_for_a_copy_is_put_right_by_its_next_import(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    lines = [page("p:1", "Una Vik", "Vega Ltd"), page("p:2", "Tor Vik", "Rigel Ltd")]
    fresh_graph.import_extracted(write_lines(tmp_path / "x.jsonl", lines[:1]))
    run_cypher(
        fresh_graph, "MATCH (s:Source {uri: 'p:1'}) SET s.aliases = ['p:2'], s.alias_count = 1"
    )
    ids = {s.uri: s.id for s in fresh_graph.sources.list()}
    report = fresh_graph.import_extracted(write_lines(tmp_path / "y.jsonl", lines))
    assert (report.unchanged, report.changed) == (1, 1)
    sources = {s.uri: s for s in fresh_graph.sources.list()}
    assert {uri: s.aliases for uri, s in sources.items()} == {"p:1": (), "p:2": ()}
    assert sources["p:1"].id == ids["p:1"]
    assert owners(fresh_graph) == {"Una Vik", "Tor Vik"}


def test_bad_lines_are_reported_by_number_and_stop_nobody(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    good = lines("a")
    path = write_lines(
        tmp_path / "x.jsonl",
        [
            good[0],
            "{no json",
            "",
            '["a list"]',
            {"text": "no source"},
            {"source": "doc:z", "text": "x", "triples": [["a", "b"]]},
            {"source": "doc:z", "text": "x", "topics": [{"name": "t", "statements": [
                {"text": "s", "facts": [{"subject": " ", "predicate": "p", "object": "o"}]}]}]},
            {"source": "doc:unknown", "triples": [["a", "b", "c"]]},
            {"source": "doc:z", "text": "x", "topics": {"topics": [{"value": 3}]}},
            good[1],
        ],
    )  # fmt: skip
    with path.open("ab") as file:
        file.write(b"\xff\xfe\n")
    report = fresh_graph.import_extracted(path)
    assert set(report.unreadable) == {f"line {n}" for n in (2, 4, 5, 6, 7, 8, 9, 11)}
    assert "JSON" in report.unreadable["line 2"]
    assert "source" in report.unreadable["line 5"]
    assert "triples.0" in report.unreadable["line 6"]
    assert (count(fresh_graph, "Source"), count(fresh_graph, "Chunk")) == (1, 2)


def test_a_missing_file_is_asked_wrongly(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        fresh_graph.import_extracted(tmp_path / "nowhere.jsonl")


def test_toolkit_chunks_are_recognised(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    fresh_graph.import_extracted(write_lines(tmp_path / "x.jsonl", [toolkit_line()]))
    nodes = fresh_graph.stats().nodes
    assert (nodes["Fact"], nodes["Entity"], nodes["Statement"]) == (3, 2, 1)
    rows = run_cypher(
        fresh_graph,
        "MATCH (a:Entity)-[r:RELATED]->(b:Entity) RETURN a.name AS a, r.relation_type AS t, "
        "b.name AS b, a.type AS kind",
    )
    assert rows == [{"a": "Acme", "t": "PART_OF", "b": "Bolt Group", "kind": "Company"}]
    source = run_cypher(
        fresh_graph, "MATCH (s:Source) RETURN s.uri AS u, s.title AS t, s.pub_date AS d"
    )
    assert source == [{"u": "News.md", "t": "News", "d": "2025-08-15"}]


def test_the_measured_corpus_gives_the_known_counts(fresh_graph: KnowledgeGraph) -> None:
    folder = data_folder()
    if folder is None:
        pytest.skip("no data sets here: set GRAPHRAG_DATA")
    fresh_graph.import_extracted(folder / "ecorp" / "ecorp_chunks_extracted.jsonl")
    stats = fresh_graph.stats()
    counts = {k: stats.nodes[k] for k in ("Source", "Chunk", "Topic", "Statement", "Fact")}
    assert list(counts.values()) == [9, 35, 31, 581, 739]
    assert stats.nodes["Entity"] == 84  # 85 there: one is counted under two types
    assert stats.relationships["RELATED"] == 88


# -- beside our own extraction ---------------------------------------------------------------


def triples(text: str | None = HARBOUR.text) -> list[dict[str, Any]]:
    line = {
        "source": HARBOUR.uri,
        "triples": [["Anna Berg", "leads", "Blue Lines"]],
        "entities": ["Anna Berg", "Blue Lines", {"name": "Lonely Rock", "type": "PLACE"}],
    }
    return [line if text is None else {**line, "text": text}]


def test_triples_stand_beside_what_the_rules_said(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    fresh_graph.ingest(DOCUMENTS)
    plain = snapshot(fresh_graph)
    path = write_lines(tmp_path / "x.jsonl", triples())
    report = fresh_graph.import_extracted(path)
    assert (report.statements, report.facts, report.unreadable) == (1, 1, {})
    both = snapshot(fresh_graph)
    assert plain[0] & both[0] and count(fresh_graph, "Chunk") == 3
    edges = run_cypher(
        fresh_graph,
        "MATCH (t:Topic {origin: 'handover'})<-[:BELONGS_TO]-(:Statement)<-[:SUPPORTS]-(f) "
        "RETURN t.name AS topic, f.text AS fact",
    )
    assert edges == [{"topic": "Port of Melby", "fact": "Anna Berg leads Blue Lines"}]
    rock = run_cypher(
        fresh_graph, "MATCH (e:Entity {name: 'Lonely Rock'}) RETURN e.type AS t, e.chunk_count AS n"
    )
    assert rock == [{"t": "PLACE", "n": 1}]  # listed, though no triple names it
    fresh_graph.ingest(DOCUMENTS)
    again = fresh_graph.import_extracted(path)
    assert (again.changed, again.unchanged) == (0, 1)
    assert snapshot(fresh_graph) == both
    run_cypher(fresh_graph, "MATCH (s:Source) SET s.status = 'pending'")  # as after a crash
    fresh_graph.ingest(DOCUMENTS)
    assert snapshot(fresh_graph) == both
    fresh_graph.import_extracted(write_lines(path, [{"source": HARBOUR.uri, "text": HARBOUR.text}]))
    assert snapshot(fresh_graph) == plain


def test_a_changed_chunk_takes_what_was_handed_over_with_it(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    changed = HARBOUR.text + " It rains."
    fresh_graph.ingest(HARBOUR.__class__(HARBOUR.uri, changed, HARBOUR.title), FIRM)
    wanted = snapshot(fresh_graph)
    clear(fresh_graph)
    fresh_graph.ingest(HARBOUR, FIRM)
    fresh_graph.import_extracted(write_lines(tmp_path / "x.jsonl", triples()))
    fresh_graph.ingest(HARBOUR.__class__(HARBOUR.uri, changed, HARBOUR.title))
    assert snapshot(fresh_graph) == wanted


MANAGED = "Anna Berg manages the Port of Melby."


def owned(file: Path) -> list[dict[str, Any]]:
    """A line that says of a file with ``MANAGED`` what its text does not."""
    triples = [["Anna Berg", "OWNS", "Port of Melby"]]
    return [{"source": file.as_uri(), "text": MANAGED, "triples": triples}]


def relations(graph: KnowledgeGraph) -> set[str]:
    rows = run_cypher(graph, "MATCH ()-[r:RELATED]->() RETURN DISTINCT r.relation_type AS type")
    return {row["type"] for row in rows}


def test_a_copy_with_an_earlier_name_takes_nothing_that_was_handed_over(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "b.txt").write_text(MANAGED)
    fresh_graph.sync(folder)
    fresh_graph.import_extracted(write_lines(tmp_path / "x.jsonl", owned(folder / "b.txt")))
    before = relations(fresh_graph)
    assert "OWNS" in before
    (folder / "a.txt").write_text(MANAGED)
    for _ in range(2):
        assert fresh_graph.sync(folder).unreadable == {}
        assert relations(fresh_graph) == before
    [source] = fresh_graph.sources.list()
    assert source.uri.endswith("/b.txt") and source.aliases == ((folder / "a.txt").as_uri(),)


def test_lines_that_name_a_copy_go_to_its_text(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(MANAGED)
    fresh_graph.sync(folder)
    path = write_lines(tmp_path / "x.jsonl", owned(folder / "b.txt"))
    report = fresh_graph.import_extracted(path)
    assert (report.added, report.changed, report.unreadable) == (0, 1, {})
    assert fresh_graph.import_extracted(path).unchanged == 1
    assert fresh_graph.sync(folder).unreadable == {}
    assert "OWNS" in relations(fresh_graph)
    assert len(fresh_graph.sources.list()) == 1


@pytest.mark.parametrize("name", ["b.txt", "c.txt"])
def test_what_was_handed_over_and_goes_is_told(
    fresh_graph: KnowledgeGraph, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    file = folder / "b.txt"
    path = write_lines(tmp_path / "x.jsonl", owned(file))
    if name == "b.txt":  # the lines were there before the text
        file.write_text(MANAGED)
        fresh_graph.import_extracted(path)
    else:
        file.write_text(MANAGED)
        fresh_graph.sync(folder)
        fresh_graph.import_extracted(path)
        file.rename(folder / name)
    report = fresh_graph.sync(folder)
    assert list(report.unreadable) == [file.as_uri()]
    assert "hand it over again" in report.unreadable[file.as_uri()]
    assert fresh_graph.sync(folder).is_clean
    fresh_graph.import_extracted(write_lines(path, owned(folder / name)))
    assert "OWNS" in relations(fresh_graph)
    assert fresh_graph.sync(folder).is_clean
    assert "OWNS" in relations(fresh_graph)


def test_triples_find_their_chunk_by_text(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    fresh_graph.ingest(HARBOUR, TOWN)
    for text, fits in ((None, True), (HARBOUR.text[:40], True), ("other words", False)):
        report = fresh_graph.import_extracted(write_lines(tmp_path / "x.jsonl", triples(text)))
        assert (report.unreadable == {}) == fits
        assert (report.statements == 1) == fits


def test_statements_of_a_long_passage_go_to_the_chunk_that_names_most(
    make_graph: MakeGraph, tmp_path: Path
) -> None:
    from graphrag_neo4j.settings import Settings

    small = Settings(_env_file=None, chunk_size=24)
    with make_graph(settings=small) as graph:
        graph.ingest(HARBOUR)
        assert count(graph, "Chunk") > 1
        line = {
            "source": HARBOUR.uri,
            "text": HARBOUR.text,
            "triples": [["Port of Melby", "lies in", "Norland"], ["Anna Berg", "born", "Osterby"]],
        }
        graph.import_extracted(write_lines(tmp_path / "x.jsonl", [line]))
        rows = run_cypher(
            graph,
            "MATCH (:Topic {origin: 'handover'})<-[:BELONGS_TO]-(s)-[:MENTIONED_IN]->(c:Chunk) "
            "RETURN s.text AS s, c.text AS c",
        )
        assert len(rows) == 2
        for row in rows:
            assert row["s"].split()[-1] in row["c"]


# -- hostile input ---------------------------------------------------------------------------

HOSTILE = [
    "`]->() DETACH DELETE n //",
    "x" * 10_000,
    "é" * 9_000,
    "nul\x00byte",
    "🚢⚓🏴\u200d☠️",
    "مرحبا بالعالم",
    "\ud800 lone",
    "'; MATCH (n) DETACH DELETE n; '",
    "$rows {id: 1}",
]


def test_hostile_names_are_stored_and_never_executed(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    hostile = []
    for i, bad in enumerate(HOSTILE):
        fact = {"subject": bad, "predicate": bad, "object": f"Thing {i}", "relation_type": bad}
        hostile.append(
            {
                "source": {"uri": f"doc:{i}:{bad}", "title": bad, "metadata": {bad: bad}},
                "text": f"{bad} {i}",
                "topics": [{"name": bad, "statements": [{"text": f"{bad}.", "facts": [fact]}]}],
                "entities": [{"name": bad, "type": bad, "description": bad}],
                "claims": [{"subject": bad, "type": bad, "description": bad}],
            }
        )
    fresh_graph.ingest(DOCUMENTS)
    report = fresh_graph.import_extracted(write_lines(tmp_path / "x.jsonl", hostile))
    assert report.unreadable == {} and report.added == len(HOSTILE)
    assert count(fresh_graph, "Source") == len(HOSTILE) + 3
    assert fresh_graph.stats().relationships["RELATED"] >= len(HOSTILE)
    types = {
        r["t"]
        for r in run_cypher(fresh_graph, "MATCH ()-[r:RELATED]->() RETURN r.relation_type AS t")
    }
    assert HOSTILE[0] in types
    before = snapshot(fresh_graph)
    assert fresh_graph.import_extracted(tmp_path / "x.jsonl").unchanged == len(HOSTILE)
    assert snapshot(fresh_graph) == before
    fresh_graph.sources.delete(
        *(s.uri for s in fresh_graph.sources.list() if s.uri.startswith("doc:0"))
    )


# -- many builders ---------------------------------------------------------------------------


def test_many_builders_of_one_graph_make_what_one_makes(
    server: ServerInfo, fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    path = write_lines(tmp_path / "x.jsonl", lines())
    parts = [write_lines(tmp_path / f"{key}.jsonl", lines(key)) for key in "abc"]
    fresh_graph.import_extracted(path)
    wanted = snapshot(fresh_graph)
    empty(fresh_graph.database)  # the schema, too, is made by all of them
    errors: list[BaseException] = []

    def build(file: Path) -> None:
        try:
            with connect(server) as one:
                one.import_extracted(file)
        except BaseException as error:
            errors.append(error)

    for files in ([path] * 4 + parts, parts + parts[::-1]):
        threads = [threading.Thread(target=build, args=(file,)) for file in files]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not errors
        assert snapshot(fresh_graph) == wanted
        clear(fresh_graph)


# -- command line ----------------------------------------------------------------------------


def test_the_command_line_says_what_went_wrong(
    server: ServerInfo, fresh_graph: KnowledgeGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from graphrag_neo4j.cli import cli

    monkeypatch.setattr(GraphContext, "embed_model", fresh_graph.embed_model)
    for name, value in {
        "NEO4J_URI": server.bolt_uri,
        "NEO4J_USERNAME": server.username,
        "NEO4J_PASSWORD": server.password,
    }.items():
        monkeypatch.setenv(name, value)
    run = CliRunner().invoke
    path = write_lines(tmp_path / "x.jsonl", [*lines("a"), "{"])
    result = run(cli, ["import", "extracted", str(path)])
    assert result.exit_code == 1 and "line 3" in result.output
    assert run(cli, ["problems"]).output.strip() == "Nothing failed."
    assert run(cli, ["ingest"]).exit_code == 2
    assert run(cli, ["sync"]).exit_code == 2
    dry = json.loads(run(cli, ["reembed", "--dry-run", "--json"]).stdout)
    assert not any(dry["stale"].values())
    result = run(cli, ["sources", "delete", "doc:a", "--json"])
    assert (result.exit_code, json.loads(result.stdout)["removed"]) == (0, 1)
    assert run(cli, ["sources", "delete", "doc:a"]).exit_code == 1
