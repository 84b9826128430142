"""Community reports: by an LLM over HTTP or by rules, from all that the graph says."""

from __future__ import annotations

import json
import re
import shlex
from typing import Any

import pytest

from graphrag_neo4j.errors import DatabaseError, NotFoundError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, run_cypher, snapshot
from tests.support.fake_llm import FakeLLM, status
from tests.support.graphs import planted, write_graph
from tests.support.hash_embedding import HashEmbedding
from tests.support.report_prompts import relation_lines

GOOD = {
    "title": "A ring",
    "summary": "They stand in a ring.",
    "rating": 6.5,
    "rating_explanation": "It is a small ring.",
    "findings": [{"summary": "It is closed", "explanation": "The last is next to the first."}],
}
TEXT = (
    "Anna Berg manages the Port of Melby. Anna Berg lives in Norland. "
    "The Port of Melby belongs to Norland. Carl Dahl founded the Melby Line. "
    "The Melby Line serves the Port of Melby."
)


def with_llm(
    graph: KnowledgeGraph, server: ServerInfo, fake: FakeLLM, **more: Any
) -> KnowledgeGraph:
    """Another graph object on the same database, to be opened, that asks ``fake``."""
    return connect(server, settings=fake.settings(**more))


def asked(fake: FakeLLM) -> list[str]:
    """The data part of each prompt."""
    return [request["messages"][1]["content"] for request in fake.requests]


def test_without_communities_it_says_so(fresh_graph: KnowledgeGraph) -> None:
    with pytest.raises(DatabaseError, match="no communities"):
        fresh_graph.communities.report()


def test_rules_write_reports_that_a_second_run_reuses(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.ingest(Document(uri="melby", text=TEXT, title="Melby"))
    fresh_graph.communities.detect()
    run = fresh_graph.communities.report()
    assert run.communities == sum(run.written.values()) > 0
    assert set(run.written) <= {"rules", "copied"}
    rows = fresh_graph.communities.list(0)
    best = fresh_graph.communities.get(max(rows, key=lambda row: row.size).id)
    assert best.written_by == "rules"
    assert best.title and best.full_content and best.occurrence and best.rating
    assert best.full_content.startswith(f"# {best.title}\n\n{best.summary}")
    assert any(f.explanation in TEXT for f in best.findings)
    assert all(e.name in best.title for e in best.entities[:1])
    assert 0 < best.occurrence <= 1
    assert 0 < best.rating < 10
    before = snapshot(fresh_graph)
    again = fresh_graph.communities.report()
    assert (again.reused, again.communities, again.written) == (
        run.communities,
        run.communities,
        {},
    )
    assert f"{again.reused} of {again.communities} reports reused" in again.summary()
    assert snapshot(fresh_graph) == before


def test_reports_are_found_by_words_and_by_vector(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.ingest(Document(uri="melby", text=TEXT, title="Melby"))
    fresh_graph.communities.detect()
    fresh_graph.communities.report()
    words = run_cypher(
        fresh_graph,
        "CALL db.index.fulltext.queryNodes('community_text', 'Melby') YIELD node RETURN node.id",
    )
    assert words
    vector = fresh_graph.embed_model.get_query_embedding("Anna Berg Port of Melby")
    near = run_cypher(
        fresh_graph,
        "CALL db.index.vector.queryNodes('community_embedding', 1, $v) YIELD node "
        "RETURN node.title AS title",
        v=vector,
    )
    assert "Melby" in near[0]["title"] or "Anna" in near[0]["title"]


def test_llm_is_given_every_relation_inside_in_its_direction(
    fresh_graph: KnowledgeGraph, server: ServerInfo, fake_llm: FakeLLM
) -> None:
    names, relations = planted(4, 6)
    write_graph(fresh_graph, names, relations)
    fake_llm.answer = lambda _: GOOD
    with with_llm(fresh_graph, server, fake_llm) as asking:
        asking.communities.detect()
        run = asking.communities.report()
        assert run.written["llm"] == len(fake_llm.requests)
        inside: dict[str, set[tuple[str, str, str]]] = {}
        for row in run_cypher(
            asking,
            "MATCH (c:Community)<-[:IN_COMMUNITY]-(a)-[r:RELATED]->(b)-[:IN_COMMUNITY]->(c) "
            "WHERE COUNT { (c)<-[:CHILD_OF]-() } <> 1 "
            "RETURN c.id AS id, a.name AS a, r.relation_type AS type, b.name AS b",
        ):
            inside.setdefault(row["id"], set()).add((row["a"], row["type"], row["b"]))
        given_lines = [relation_lines(prompt) for prompt in asked(fake_llm)]
        assert sorted(map(sorted, given_lines)) == sorted(map(sorted, inside.values()))
        counters = run.counters
        assert counters.relations == counters.lines == counters.directed == counters.typed
        assert counters.type_tokens >= 2 * counters.lines
        shown = asking.communities.get(asking.communities.list(0)[0].id)
        told = [{"summary": f.summary, "explanation": f.explanation} for f in shown.findings]
        assert told == GOOD["findings"]
        assert (shown.rating, shown.written_by) == (6.5, "llm")
        n = len(fake_llm.requests)
        again = asking.communities.report()
        assert again.reused == again.communities
        assert len(fake_llm.requests) == n


def test_claims_are_part_of_the_input(
    fresh_graph: KnowledgeGraph, server: ServerInfo, fake_llm: FakeLLM
) -> None:
    write_graph(fresh_graph, ["a", "b"], [("a", "SUED", "b")])
    run_cypher(
        fresh_graph,
        "MATCH (a:Entity {name: 'a'}) MATCH (b:Entity {name: 'b'}) CREATE (k:Claim {id: 'k', "
        "type: 'FRAUD', status: 'SUSPECTED', description: 'a says that b lied', "
        "start_date: '1843'}) CREATE (k)-[:CONCERNS {role: 'subject'}]->(b) "
        "CREATE (k)-[:CONCERNS {role: 'object'}]->(a)",
    )
    fake_llm.answer = lambda _: GOOD
    with with_llm(fresh_graph, server, fake_llm) as asking:
        asking.communities.detect()
        asking.communities.report()
    assert "- b → a: FRAUD (SUSPECTED) — a says that b lied (1843) #C1" in asked(fake_llm)[0]


def test_findings_refer_to_the_records_that_they_rest_on(
    fresh_graph: KnowledgeGraph, server: ServerInfo, fake_llm: FakeLLM
) -> None:
    fresh_graph.ingest(Document(uri="melby", text=TEXT, title="Melby"))
    fresh_graph.communities.detect()
    fresh_graph.communities.report()
    (best, *_) = fresh_graph.communities.list(0)
    row = fresh_graph.communities.get(best.id)
    places = {place.statement_id: place for place in row.evidence}
    assert row.findings
    for finding in row.findings:
        (reference,) = finding.references
        assert reference.kind == "statement"
        assert finding.evidence == (reference.id,)
        place = places[reference.id]
        assert TEXT[place.start : place.end] == finding.explanation == place.text
    cited = ["#R1", "e1", "R99", "nonsense", "R1", "S1", "E2", "E3", "E4"]
    told = {"summary": "One", "explanation": "Two [Data: Entities (3)].", "references": cited}
    fake_llm.answer = lambda _: {**GOOD, "summary": "A [Data: Reports (9)].", "findings": [told]}
    with with_llm(fresh_graph, server, fake_llm) as asking:
        run = asking.communities.report()
        row = asking.communities.get(best.id)
        found = asking.search("What is it about?", "global", level=0, context_only=True)
    assert run.unknown_references >= 2
    assert "references to unknown records left out" in run.summary()
    assert row.summary == "A."
    (finding,) = row.findings
    assert finding.explanation == "Two."
    kinds = [reference.kind for reference in finding.references]
    assert len(kinds) <= 5
    assert kinds[:3] == ["relation", "entity", "statement"]
    assert {p.statement_id for p in row.evidence} == {*finding.evidence} != set()
    source, type_, target = finding.references[0].id.split()
    assert run_cypher(
        fresh_graph,
        "MATCH (:Entity {id: $a})-[r:RELATED {relation_type: $t}]->(:Entity {id: $b}) RETURN r",
        a=source, t=type_, b=target,
    )  # fmt: skip
    assert "[Data:" not in found.context.text and "#R1" not in found.context.text


def test_reports_see_a_few_relations_that_lead_out(
    fresh_graph: KnowledgeGraph, server: ServerInfo, fake_llm: FakeLLM
) -> None:
    names, relations = planted(4, 6)
    write_graph(fresh_graph, names, relations)
    fresh_graph.communities.detect()
    run = fresh_graph.communities.report()
    assert run.counters.outward > 0
    found = run_cypher(
        fresh_graph,
        "MATCH (c:Community {level: 0})<-[:IN_COMMUNITY]-(a)-[r:RELATED]->(b) "
        "WHERE NOT (b)-[:IN_COMMUNITY]->(c) "
        "RETURN c.summary AS summary, a.name AS a, r.relation_type AS type, b.name AS b "
        "UNION MATCH (c:Community {level: 0})<-[:IN_COMMUNITY]-(b)<-[r:RELATED]-(a) "
        "WHERE NOT (a)-[:IN_COMMUNITY]->(c) "
        "RETURN c.summary AS summary, a.name AS a, r.relation_type AS type, b.name AS b",
    )
    leading_out: dict[str, set[str]] = {}
    for row in found:
        words = f"{row['a']} {row['type'].replace('_', ' ').lower()} {row['b']}"
        leading_out.setdefault(row["summary"], set()).add(words)
    for summary, known in leading_out.items():
        told = summary.split("Relations that lead out: ")[1].rstrip(".").split("; ")
        assert len(told) == min(len(known), 3)
        assert {*told} <= known
    fake_llm.answer = lambda _: GOOD
    with with_llm(fresh_graph, server, fake_llm) as asking:
        assert asking.communities.report().counters.outward > 0
    heading = "# Relations that lead out\n"
    outward = [p.split(heading)[1] for p in asked(fake_llm) if heading in p]
    for row in found:
        assert any(f"{row['a']} [{row['type']}] {row['b']}" in section for section in outward)


def test_malformed_answer_is_asked_for_again_and_a_failure_stops_no_other(
    fresh_graph: KnowledgeGraph, server: ServerInfo, fake_llm: FakeLLM
) -> None:
    write_graph(fresh_graph, *planted(4, 6))

    def answer(request: dict[str, Any]) -> Any:
        data = request["messages"][1]["content"]
        again = len(request["messages"]) > 2
        if "- 0-1 [" in data and not again:
            return {**GOOD, "rating": 11}
        return "I would rather not." if "- 1-1 [" in data else GOOD

    fake_llm.answer = answer
    with with_llm(fresh_graph, server, fake_llm) as asking:
        asking.communities.detect()
        run = asking.communities.report()
        assert run.failed
        assert run.written["llm"] > 1
        assert all("no report" in reason for reason in run.failed.values())
        members = run_cypher(
            asking,
            "MATCH (c:Community)<-[:IN_COMMUNITY]-(e) WHERE c.title IS NULL "
            "RETURN collect(DISTINCT e.name) AS names",
        )
        assert "1-1" in members[0]["names"]
        assert asking.stats().communities.levels[0].reports_missing >= 1
        fake_llm.answer = lambda _: GOOD
        second = asking.communities.report()
        assert not second.failed
        assert second.written["llm"] <= len(run.failed) + len(run.written)
        assert all(row.written_by for row in asking.communities.list())


def test_budget_stops_the_run_and_what_is_written_stays(
    fresh_graph: KnowledgeGraph, server: ServerInfo, fake_llm: FakeLLM
) -> None:
    write_graph(fresh_graph, *planted(8, 6))
    fake_llm.answer = lambda _: GOOD
    prices = {"a-local-model": (0.0, 1000.0)}
    limits = {"prices": prices, "budget": 0.0512, "llm_max_tokens": 50, "llm_concurrency": 1}
    with with_llm(fresh_graph, server, fake_llm, **limits) as asking:
        asking.communities.detect()
        run = asking.communities.report()
        assert run.stopped
        assert "budget" in run.summary()
        assert run.written["llm"] == len(fake_llm.requests) > 0
        titled = [row for row in asking.communities.list() if row.written_by == "llm"]
        assert len(titled) >= run.written["llm"]


def test_unreachable_llm_is_listed_not_raised(
    fresh_graph: KnowledgeGraph, server: ServerInfo, fake_llm: FakeLLM
) -> None:
    write_graph(fresh_graph, ["a", "b", "c"], [("a", "IS", "b")])
    fake_llm.script(status(400))
    with with_llm(fresh_graph, server, fake_llm) as asking:
        asking.communities.detect()
        run = asking.communities.report()
    assert len(run.failed) == 1
    assert run.written == {}  # c stands alone: there is no report to write


@pytest.mark.parametrize("bad", ["Sure! I would love to help.", status(500)], ids=str)
def test_a_report_stays_until_a_better_one_is_there(
    fresh_graph: KnowledgeGraph, server: ServerInfo, fake_llm: FakeLLM, bad: Any
) -> None:
    write_graph(
        fresh_graph, ["a", "b", "c", "d"], [("a", "IS", "b"), ("b", "IS", "c"), ("c", "IS", "d")]
    )
    stored = (
        "MATCH (c:Community) RETURN c.id AS id, c.title AS title, c.full_content AS text, "
        "c.written_by AS by ORDER BY id"
    )
    fake_llm.answer = lambda _: GOOD
    with with_llm(fresh_graph, server, fake_llm) as asking:
        asking.communities.detect()
        assert asking.communities.report().written["llm"] >= 1
        before = run_cypher(asking, stored)
    fake_llm.answer = lambda _: bad
    with with_llm(fresh_graph, server, fake_llm, llm_model="another", llm_retries=1) as asking:
        assert asking.communities.report().failed
        assert run_cypher(asking, stored) == before
    run = fresh_graph.communities.report()  # no LLM is set
    assert (run.written, run.kept, run_cypher(fresh_graph, stored)) == ({}, 0, before)
    run_cypher(fresh_graph, "MATCH (c:Community) SET c.outdated = true")
    run = fresh_graph.communities.report()
    assert run.kept == len(before) and "--by-rules" in run.summary()
    assert run_cypher(fresh_graph, stored) == before
    fresh_graph.communities.report(by_rules=True)
    assert {row["by"] for row in run_cypher(fresh_graph, stored)} == {"rules"}


def test_a_note_on_stale_reports_names_the_home_in_use(
    fresh_graph: KnowledgeGraph, server: ServerInfo
) -> None:
    fresh_graph.ingest(Document(uri="melby", text=TEXT, title="Melby"))
    fresh_graph.communities.detect()
    fresh_graph.communities.report()
    run_cypher(fresh_graph, "MATCH (c:Community) SET c.outdated = true")
    with KnowledgeGraph.local(server.home, embed_model=HashEmbedding()) as graph:
        [note] = graph.search("Who manages the port?", "global", context_only=True).notes
    assert f"graphrag-neo4j --home {shlex.quote(str(server.home))} communities detect" in note


def test_small_addition_rewrites_only_reports_whose_input_changed(
    fresh_graph: KnowledgeGraph, server: ServerInfo, fake_llm: FakeLLM
) -> None:
    write_graph(fresh_graph, *planted(60, 8))
    fake_llm.answer = lambda _: GOOD
    with with_llm(fresh_graph, server, fake_llm, llm_concurrency=4) as asking:
        asking.communities.detect()
        first = asking.communities.report()
        assert first.communities > 100
        old = {row.id for row in asking.communities.list()}
        write_graph(fresh_graph, ["new"], [("new", "KNOWS", f"3-{k}") for k in (1, 2, 3)])
        asking.communities.detect()
        fake_llm.requests.clear()
        second = asking.communities.report()
        new = {row.id for row in asking.communities.list()} - old
        assert second.reused >= second.communities - len(new) - 2
        assert 0 < len(fake_llm.requests) <= len(new) + 2
        assert all(re.search(r"(?<!\d)3-\d|A ring", prompt) for prompt in asked(fake_llm))


def test_changed_document_makes_reports_stale_until_they_are_looked_at(
    fresh_graph: KnowledgeGraph,
) -> None:
    fresh_graph.ingest(Document(uri="melby", text=TEXT, title="Melby"))
    fresh_graph.communities.detect()
    fresh_graph.communities.report()
    fresh = fresh_graph.stats().communities.levels[0]
    assert fresh.reports_fresh == fresh.communities
    fresh_graph.ingest(
        Document(uri="more", text="Anna Berg manages the Port of Melby.", title="More")
    )
    assert fresh_graph.stats().communities.levels[0].reports_stale > 0
    fresh_graph.communities.detect()
    fresh_graph.communities.report()
    level = fresh_graph.stats().communities.levels[0]
    assert level.reports_fresh == level.communities


def test_what_is_left_of_a_community_after_a_delete_gets_no_report(
    fresh_graph: KnowledgeGraph,
) -> None:
    write_graph(fresh_graph, ["a", "b", "c", "d"], [("a", "IS", "b"), ("c", "IS", "d")])
    fresh_graph.communities.detect()
    run_cypher(fresh_graph, "MATCH (e:Entity) WHERE e.name IN ['a', 'b', 'c'] DETACH DELETE e")
    assert fresh_graph.communities.report().written == {}


async def test_reports_are_written_inside_a_running_loop(fresh_graph: KnowledgeGraph) -> None:
    write_graph(fresh_graph, ["a", "b"], [("a", "IS", "b")])
    fresh_graph.communities.detect()
    assert fresh_graph.communities.report().written == {"rules": 1}
    assert (await fresh_graph.communities.areport()).reused == 1


def test_findings_are_stored_as_json_and_as_markdown(fresh_graph: KnowledgeGraph) -> None:
    write_graph(fresh_graph, ["a", "b"], [("a", "IS", "b")])
    fresh_graph.communities.detect()
    fresh_graph.communities.report()
    (row,) = run_cypher(
        fresh_graph, "MATCH (c:Community) RETURN c.findings AS f, c.full_content AS md"
    )
    findings = json.loads(row["f"])
    assert [set(finding) for finding in findings] == [
        {"summary", "explanation", "references", "evidence"}
    ]
    assert f"## {findings[0]['summary']}" in row["md"]


def test_what_rests_on_a_deleted_document_alone_is_gone_from_the_reports(
    fresh_graph: KnowledgeGraph,
) -> None:
    fresh_graph.ingest(Document(uri="melby", text=TEXT, title="Melby"))
    fresh_graph.ingest(
        Document(
            uri="secret",
            text="Victor Krane bribed Judge Lindqvist. Judge Lindqvist protects Black Lagoon Ltd. "
            "Victor Krane owns Black Lagoon Ltd.",
            title="Secret",
        )
    )
    fresh_graph.communities.detect()
    fresh_graph.communities.report()
    question = "Who bribed whom?"
    before = fresh_graph.search(question, "global", context_only=True)
    assert "Krane" in before.context.text and not before.notes
    fresh_graph.sources.delete("secret")
    for mode in ("global", "drift"):
        assert "Krane" not in fresh_graph.search(question, mode, context_only=True).context.text
    assert "Melby" in fresh_graph.search(question, "global", context_only=True).context.text
    left = run_cypher(fresh_graph, "MATCH (c:Community) RETURN c {.*, embedding: null} AS c")
    assert left and "Krane" not in json.dumps([row["c"] for row in left], default=str)


def test_a_report_all_of_whose_evidence_is_gone_says_nothing(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.ingest(Document(uri="melby", text=TEXT, title="Melby"))
    fresh_graph.communities.detect()
    fresh_graph.communities.report()
    told = "MATCH (c:Community) WHERE c.full_content CONTAINS 'founded' RETURN count(*) AS n"
    assert run_cypher(fresh_graph, told)[0]["n"] > 0
    names = "Anna Berg, Carl Dahl, Norland, the Port of Melby and the Melby Line"
    fresh_graph.ingest(Document(uri="list", text=f"Here are {names}.", title="List"))
    fresh_graph.sources.delete("melby")
    assert run_cypher(fresh_graph, "MATCH (c:Community) RETURN count(*) AS n")[0]["n"] > 0
    assert run_cypher(fresh_graph, told)[0]["n"] == 0
    fresh_graph.communities.detect()
    fresh_graph.communities.report()
    assert run_cypher(fresh_graph, told)[0]["n"] == 0


def test_a_finding_whose_evidence_is_gone_is_in_no_report_and_no_search(
    fresh_graph: KnowledgeGraph,
) -> None:
    ring = (
        "Anna Berg manages the Port of Melby. Anna Berg founded the Melby Line. "
        "The Melby Line serves the Port of Melby. Carl Dahl advises Anna Berg. "
        "Carl Dahl inspects the Port of Melby. Carl Dahl owns the Melby Line"
    )
    texts = {f"t{n}": f"{said}." for n, said in enumerate(ring.split(". "))}
    for uri, text in texts.items():
        fresh_graph.ingest(Document(uri=uri, text=text, title="Harbour"))
    fresh_graph.communities.detect()
    fresh_graph.communities.report()
    report, finding = next(
        (report, finding)
        for one in fresh_graph.communities.list()
        for report in [fresh_graph.communities.get(one.id)]
        for finding in report.findings
        if len(report.findings) > 1 and len(finding.evidence) == 1
    )
    said = f"## {finding.summary}\n\n{finding.explanation}"
    assert said in (report.full_content or "")
    (place,) = (one for one in report.evidence if one.statement_id == finding.evidence[0])
    fresh_graph.sources.delete(place.uri)
    left = fresh_graph.communities.get(report.id)
    assert left.outdated and left.findings == tuple(f for f in report.findings if f != finding)
    assert said not in (left.full_content or "") and str(report.summary) in (
        left.full_content or ""
    )
    for mode in ("global", "drift", "local"):
        found = fresh_graph.search(finding.summary, mode, context_only=True)
        assert finding.explanation not in found.context.text, mode
        assert any("may not say what the documents say now" in note for note in found.notes), mode
    fresh_graph.ingest(Document(uri=place.uri, text=texts[place.uri], title="Harbour"))
    fresh_graph.communities.report()
    assert fresh_graph.communities.get(report.id).findings == report.findings


def test_a_global_search_without_reports_says_what_to_run(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.ingest(Document(uri="melby", text=TEXT, title="Melby"))
    with pytest.raises(NotFoundError, match=r"no community reports.* communities detect"):
        fresh_graph.search("What is this about?", "global")
    found = fresh_graph.search("What is this about?", "global", context_only=True)
    assert not found.context.text
    assert any("communities detect" in note for note in found.notes)


def test_reports_older_than_the_graph_are_noted_by_searches(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.ingest(Document(uri="melby", text=TEXT, title="Melby"))
    fresh_graph.communities.detect()
    fresh_graph.communities.report()
    more = "Anna Berg left the Port of Melby."
    fresh_graph.ingest(Document(uri="more", text=more, title="More"))
    for mode in ("global", "drift", "local"):
        notes = fresh_graph.search("Who is Anna Berg?", mode, context_only=True).notes
        assert any("may not say what the documents say now" in note for note in notes), mode


def test_an_entity_alone_is_never_stale(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.ingest(Document(uri="a", text="The Port of Melby is very old.", title="A"))
    fresh_graph.communities.detect()
    fresh_graph.ingest(Document(uri="b", text="The Port of Melby is large.", title="B"))
    stale = "MATCH (c:Community) WHERE c.outdated RETURN count(*) AS n"
    assert run_cypher(fresh_graph, stale)[0]["n"] == 0
