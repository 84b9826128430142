"""Contexts and answers of all modes of search, on a graph written through the pipeline."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.errors import NotFoundError, UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.search.modes import SearchMode
from graphrag_neo4j.search.tables import COLUMNS
from graphrag_neo4j.server import ServerInfo
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.text.tokens import count_tokens
from tests.support.databases import connect, empty, run_cypher
from tests.support.fake_llm import FakeLLM
from tests.support.search_graph import FIRMS, MODES, QUESTION, WHY, build, edges, plays, shown_edges

QUESTIONS = (
    QUESTION,
    WHY,
    "Who supplies Corvo Bank?",
    "Which firms sue each other?",
    "What became of the plan for the quay?",
    *(f"What is known of {firm}?" for firm in FIRMS[:7]),
)


@pytest.fixture(scope="module")
def filled_graph(
    server: ServerInfo, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[KnowledgeGraph]:
    plain = Settings(_env_file=None).model_copy(
        update={"openai_api_key": None, "openai_base_url": None}
    )
    with connect(server, settings=plain) as graph:
        empty(graph.database)
        build(graph, tmp_path_factory.mktemp("search"))
        run_cypher(
            graph,
            "MATCH (:Entity {name: 'Arden Shipping'})-[r:RELATED]->(e) "
            "WITH r ORDER BY r.weight DESC, e.name LIMIT 1 REMOVE r.relation_type",
        )
        graph.search(QUESTION, "local", context_only=True)  # the schema is checked, vectors made
        yield graph


@pytest.fixture
def asking(
    server: ServerInfo, filled_graph: KnowledgeGraph, fake_llm: FakeLLM
) -> Iterator[KnowledgeGraph]:
    """The filled graph, with a scripted LLM."""
    with connect(server, settings=fake_llm.settings()) as graph:
        yield graph


@pytest.mark.parametrize("mode", MODES)
def test_context_is_within_its_budget_and_needs_no_llm(
    filled_graph: KnowledgeGraph, mode: SearchMode
) -> None:
    for budget in (600, 2_000, 8_000):
        more = {"max_data_tokens": 500} if mode == "causal" else {}
        result = filled_graph.search(
            QUESTION, mode, context_only=True, max_context_tokens=budget, **more
        )
        assert (result.answer, result.error) == ("", None)
        assert result.context.text
        assert result.context.tokens == count_tokens(result.context.text)
        assert result.context.tokens <= result.context.budget
        assert not result.usage


@pytest.mark.parametrize("mode", MODES)
def test_without_an_llm_the_context_comes_with_what_is_missing(
    filled_graph: KnowledgeGraph, mode: SearchMode
) -> None:
    result = filled_graph.search(QUESTION, mode)
    assert result.error is not None and "No LLM is set" in result.error
    assert result.context.text and result.answer == ""


def test_local_uses_the_budget_gives_a_report_and_relations(filled_graph: KnowledgeGraph) -> None:
    reports = 0
    for question in QUESTIONS:
        context = filled_graph.search(question, "local", context_only=True).context
        assert context.tokens >= 0.95 * context.budget == 0.95 * 12_000
        assert context.tables["Relationships"]
        reports += bool(context.tables["Reports"])
    assert reports >= 0.9 * len(QUESTIONS)


def test_a_small_local_budget_still_has_relations_and_a_report(
    filled_graph: KnowledgeGraph,
) -> None:
    for question in QUESTIONS:
        tables = filled_graph.search(
            question, "local", context_only=True, max_context_tokens=1_000
        ).context.tables
        assert tables["Relationships"] and tables["Reports"] and tables["Sources"]


@pytest.mark.parametrize("mode", MODES)
def test_every_relation_shown_is_a_stored_edge_in_its_direction(
    filled_graph: KnowledgeGraph, mode: SearchMode
) -> None:
    stored = edges(filled_graph)
    shown = 0
    for question in QUESTIONS:
        result = filled_graph.search(question, mode, context_only=True)
        rows = shown_edges(result.context.tables)
        rows += [
            (step["source"], step["relation_type"], step["target"])
            for path in result.details.get("paths", ())
            for step in path["steps"]
        ]
        shown += len(rows)
        assert [row for row in rows if row not in stored] == []
    assert shown > 100 or mode not in ("local", "causal", "questions")


@pytest.mark.parametrize("mode", ["local", "causal"])
def test_a_search_tells_what_became_of_relations(
    filled_graph: KnowledgeGraph, mode: SearchMode
) -> None:
    result = filled_graph.search(QUESTION, mode, context_only=True)
    rows = result.context.tables["Relationships"]
    typed = [row for row in rows if row["relation_type"] != "RELATED"]
    counts = result.details["relations"]
    assert (counts["shown"], counts["directed"]) == (len(rows), len(rows))
    assert 0 < counts["typed"] == len(typed) < len(rows)
    assert counts["type_tokens"] >= len(rows)
    assert counts["typed_share"] == round(len(typed) / len(rows), 3)


def test_a_reference_with_more_than_five_ids_is_noted(
    asking: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = lambda _: "So it is [Data: Sources (1, 2, 3, 4, 5, 6), Entities (1, +more)]."
    result = asking.search(QUESTION, "local")
    (note,) = [note for note in result.notes if "cites" in note]
    assert note.startswith("A reference cites 6 Sources at once; 5 and +more")


def test_a_relation_without_a_type_reads_related(filled_graph: KnowledgeGraph) -> None:
    types = {
        type_
        for firm in FIRMS
        for _, type_, _ in shown_edges(
            filled_graph.search(firm, "local", context_only=True).context.tables
        )
    }
    assert {"RELATED", "SUES"} <= types


def test_relations_inside_the_selection_come_first(filled_graph: KnowledgeGraph) -> None:
    context = filled_graph.search(
        QUESTION, "local", context_only=True, top_k=4, oversample=1
    ).context
    names = {row["entity"] for row in context.tables["Entities"]}
    assert len(names) == 4
    inside = [
        row["source"] in names and row["target"] in names for row in context.tables["Relationships"]
    ]
    assert inside == sorted(inside, reverse=True)
    assert True in inside and False in inside


def test_all_looked_up_entities_are_used(filled_graph: KnowledgeGraph) -> None:
    total = len(run_cypher(filled_graph, "MATCH (e:Entity) RETURN e.id"))
    n = min(40, total)
    context = filled_graph.search(
        QUESTION, "local", context_only=True, max_context_tokens=40_000
    ).context
    assert len(context.tables["Entities"]) == n > 20
    assert {"Arden Shipping", "Birke Works"} == {
        row["entity"] for row in context.tables["Entities"][:2]
    }


def test_tables_are_csv_with_ids_from_one(filled_graph: KnowledgeGraph) -> None:
    context = filled_graph.search(QUESTION, "local", context_only=True).context
    for name, rows in context.tables.items():
        _, _, rest = context.text.partition(f"-----{name}-----\n")
        read = list(csv.DictReader(io.StringIO(rest)))[: len(rows)]
        assert tuple(read[0]) == COLUMNS[name]
        assert [int(row["id"]) for row in read] == list(range(1, len(rows) + 1))
        long = COLUMNS[name][-1] if name != "Relationships" else "description"
        assert [row[long] for row in read] == [str(row[long]) for row in rows]
    assert any('"' in row["source"] for row in context.tables["Sources"])


def test_cypher_calls_of_a_context(filled_graph: KnowledgeGraph) -> None:
    most_of: dict[SearchMode, int] = {"local": 3, "basic": 3, "naive": 3, "causal": 3, "global": 2}
    for mode, most in most_of.items():
        before = filled_graph.database.calls
        result = filled_graph.search(QUESTION, mode, context_only=True)
        assert filled_graph.database.calls - before == result.cypher_calls <= most


def test_global_reads_each_report_once_and_no_parent_with_its_part(
    filled_graph: KnowledgeGraph,
) -> None:
    for level in range(4):
        context = filled_graph.search(
            QUESTION, "global", context_only=True, level=level, max_context_tokens=1_500
        ).context
        titles = [row["title"] for row in context.tables["Reports"]]
        rows = run_cypher(
            filled_graph,
            "MATCH (c:Community) WHERE c.title IN $titles RETURN c.id AS id, c.title AS title, "
            "c.level AS level, [(c)-[:CHILD_OF*1..]->(p) | p.id] AS above",
            titles=titles,
        )
        top = max(
            row["level"]
            for row in run_cypher(filled_graph, "MATCH (c:Community) RETURN c.level AS level")
        )
        chosen = {row["id"] for row in rows if row["level"] == min(level, top)}
        assert len(chosen) == len(titles)
        whole = [row for row in rows if row["id"] in chosen]
        assert all(not chosen & set(row["above"]) for row in whole)
        texts = [row["content"] for row in context.tables["Reports"]]
        assert len(set(texts)) == len(texts)
    assert context.budget % 1_500 == 0


def test_basic_gives_the_most_similar_chunks_in_order(filled_graph: KnowledgeGraph) -> None:
    context = filled_graph.search(QUESTION, "basic", context_only=True).context
    assert len(context.tables["Sources"]) == 20
    vector = filled_graph.embed_model.get_query_embedding(QUESTION)
    near = run_cypher(
        filled_graph,
        "MATCH (c:Chunk) WITH c, vector.similarity.cosine(c.embedding, $v) AS score "
        "RETURN c.text AS text ORDER BY score DESC, c.id LIMIT 20",
        v=vector,
    )
    assert [row["text"] for row in context.tables["Sources"]] == [row["text"] for row in near]


@pytest.mark.parametrize("mode", MODES)
def test_an_answer_has_its_cost_and_its_citations_checked(
    asking: KnowledgeGraph, fake_llm: FakeLLM, mode: SearchMode
) -> None:
    fake_llm.answer = plays
    result = asking.search(QUESTION, mode)
    assert result.error is None and result.answer
    assert result.total.calls == len(fake_llm.requests) > 0
    assert result.total.tokens_in > 0 and result.seconds > 0
    known = {(one.dataset, one.id) for one in result.citations if one.known}
    unknown = {(one.dataset, one.id) for one in result.unknown_citations}
    if mode in ("local", "causal", "drift"):
        assert ("Sources", "1") in known
        assert unknown >= {("Sources", "999")}
        relations = [c for c in result.citations if c.dataset == "Relationships" and c.known]
        for one in relations:
            assert one.places and one.places[0].uri.startswith("doc:")
            assert one.places[0].end is not None
    if mode == "naive":
        assert ("Entities", "1") in unknown
    assert result.to_dict()["total"]["calls"] == result.total.calls


def test_a_cited_source_is_found_in_the_document_by_its_offsets(
    asking: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = lambda _: "Yes [Data: Sources (2)]."
    result = asking.search(QUESTION, "basic")
    (citation,) = result.citations
    (place,) = citation.places
    row = run_cypher(
        asking,
        "MATCH (c:Chunk {id: $id})-[:FROM_SOURCE]->(s) "
        "RETURN c.text AS text, c.start AS start, s.uri AS uri",
        id=place.chunk,
    )[0]
    assert (row["uri"], row["start"]) == (place.uri, place.start)
    assert row["text"] == result.context.tables["Sources"][1]["text"]


@pytest.mark.parametrize("mode", MODES)
async def test_search_inside_a_running_loop(
    asking: KnowledgeGraph, fake_llm: FakeLLM, mode: SearchMode
) -> None:
    fake_llm.answer = plays
    result = await asking.asearch(QUESTION, mode)
    assert result.answer == asking.search(QUESTION, mode).answer  # blocking works here, too
    assert result.error is None


def test_a_rating_that_no_report_reaches_is_named(filled_graph: KnowledgeGraph) -> None:
    found = filled_graph.search(QUESTION, "global", context_only=True, min_rating=9.9)
    assert found.notes == ("No community report is rated 9.9 or more. Lower min_rating.",)
    with pytest.raises(NotFoundError, match=r"No community report is rated 9\.9 or more"):
        filled_graph.search(QUESTION, "global", min_rating=9.9)


@pytest.mark.parametrize("mode", ["local", "global", "basic", "drift", "causal"])
def test_streamed_pieces_make_up_the_answer(
    asking: KnowledgeGraph, fake_llm: FakeLLM, mode: SearchMode
) -> None:
    fake_llm.answer = plays
    events = list(asking.stream(QUESTION, mode))
    result = events[-1].result
    assert result is not None and result.answer
    pieces = [event.text for event in events if event.kind == "text"]
    assert len(pieces) > 3
    assert "".join(pieces).strip() == result.answer
    assert events[0].kind == "context"
    kinds = [event.kind for event in events]
    assert kinds.count("intermediate") == (3 if mode == "drift" else 0)
    assert kinds.count("report") == (mode == "causal")


async def test_streaming_awaited(asking: KnowledgeGraph, fake_llm: FakeLLM) -> None:
    fake_llm.answer = plays
    kinds = [event.kind async for event in asking.astream(QUESTION, "local")]
    assert kinds[0] == "context" and kinds[-1] == "result" and "text" in kinds


def test_what_is_asked_wrongly_is_said(filled_graph: KnowledgeGraph) -> None:
    wrong: list[tuple[Any, str, dict[str, Any]]] = [
        ("sideways", QUESTION, {}),
        ("local", "  ", {}),
        ("local", QUESTION, {"no_such_option": 1}),
        ("local", QUESTION, {"max_length": 5}),
        ("local", QUESTION, {"source_share": 0.9, "report_share": 0.2}),
        ("auto", QUESTION, {"no_such_option": 1}),
    ]
    for mode, question, options in wrong:
        with pytest.raises(UsageError):
            filled_graph.search(question, mode, **options)


@pytest.mark.parametrize(
    ("question", "mode"),
    [
        (WHY, "causal"),
        ("What are the main themes of these documents?", "global"),
        ("Who owns Falun Works?", "local"),
        ("who meets in the hall?", "local"),
    ],
)
def test_auto_chooses_a_mode_and_says_why(
    filled_graph: KnowledgeGraph, question: str, mode: SearchMode
) -> None:
    result = filled_graph.search(question, "auto", context_only=True, top_k=5, level=1)
    assert result.mode == mode
    assert result.details["why"]
    assert any(mode in note for note in result.notes)


def test_every_prompt_can_be_replaced(
    server: ServerInfo, filled_graph: KnowledgeGraph, fake_llm: FakeLLM, tmp_path: Path
) -> None:
    fake_llm.answer = plays
    own = tmp_path / "own.md"
    own.write_text("MINE {response_type} {max_length} {language} {query} \n{context_data}")
    settings = fake_llm.settings(local_prompt=own, causal_answer_prompt=own)
    with connect(server, settings=settings) as graph:
        graph.search(QUESTION, "local", response_type="Single Sentence", language="Danish")
        graph.search(QUESTION, "causal")
    first, report, answer = (r["messages"][0]["content"] for r in fake_llm.requests)
    assert first.startswith(f"MINE Single Sentence 500 Danish {QUESTION} \n-----Reports-----")
    assert answer.startswith("MINE ") and not report.startswith("MINE ")


def test_the_newest_turns_of_a_conversation_are_kept_within_the_budget(
    asking: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = plays
    turns = [
        ("user" if n % 2 == 0 else "assistant", f"turn {n} " + "word " * 100) for n in range(20)
    ]
    result = asking.search(QUESTION, "local", history=turns, max_context_tokens=3_000)
    messages = fake_llm.requests[0]["messages"]
    kept = [m["content"].split()[1] for m in messages[1:-1]]
    assert kept == ["15", "16", "17", "18", "19"]
    assert messages[-1]["content"] == QUESTION
    spent = sum(count_tokens(m["content"]) + 4 for m in messages[1:-1])
    assert result.context.tokens + spent <= 3_000


def test_search_engine_answers_with_source_nodes(asking: KnowledgeGraph, fake_llm: FakeLLM) -> None:
    fake_llm.answer = plays
    response = asking.as_search_engine("local").query(QUESTION)
    assert str(response).startswith("They sue each other")
    assert response.source_nodes and (response.metadata or {})["mode"] == "local"
    assert response.source_nodes[0].text in str(run_cypher(asking, "MATCH (c:Chunk) RETURN c.text"))


async def test_search_engine_answers_asynchronously(
    asking: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = plays
    response = await asking.as_search_engine("causal").aquery(QUESTION)
    assert str(response).startswith("They sue each other")
