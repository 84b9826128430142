"""The traversal retriever: what it finds, how it behaves as a LlamaIndex citizen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from llama_index.core.schema import MetadataMode, QueryBundle

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES, RetrieverMode
from graphrag_neo4j.retrieve.results import RetrievalResult
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, empty, run_cypher, snapshot
from tests.support.documents import DOCUMENTS, many_documents

QUESTION = "Who manages the Port of Melby?"


@pytest.fixture(scope="module")
def filled(server: ServerInfo) -> Iterator[KnowledgeGraph]:
    """A small graph that the tests of this module only read."""
    with connect(server) as graph:
        empty(graph.database)
        graph.ingest([*DOCUMENTS, *many_documents()])
        yield graph


def test_the_answer_comes_first_with_its_place_in_the_source(filled: KnowledgeGraph) -> None:
    first = filled.retrieve(QUESTION)[0]
    statement = next(s for s in first.statements if "manages" in s.text)
    assert first.source["uri"] == "doc:harbour"
    assert DOCUMENTS[0].text[statement.start : statement.end] == (
        "Anna Berg manages the Port of Melby."
    )


def test_results_are_statements_of_one_topic_the_most_relevant_first(
    filled: KnowledgeGraph,
) -> None:
    for result in filled.retrieve(QUESTION, max_search_results=None, max_statements=None):
        scores = [s.score for s in result.statements]
        assert scores and scores == sorted(scores, reverse=True)
    ids = [r.topic_id for r in filled.retrieve(QUESTION, max_search_results=None)]
    assert len(ids) == len(set(ids))


def test_every_id_returned_exists(filled: KnowledgeGraph) -> None:
    for result in filled.retrieve(QUESTION):
        for label, id_ in [("Topic", result.topic_id), ("Source", result.source["id"])] + [
            ("Statement", s.id) for s in result.statements
        ]:
            rows = run_cypher(filled, f"MATCH (n:{label} {{id: $id}}) RETURN n.id AS id", id=id_)
            assert len(rows) == 1


@pytest.mark.parametrize("mode", ["traversal", "vector_guided"])
def test_limits_of_less_than_one_are_asked_wrongly(
    filled: KnowledgeGraph, mode: RetrieverMode
) -> None:
    with pytest.raises(UsageError, match="max_search_results is 0"):
        filled.as_retriever(mode, max_search_results=0)


def test_limits_are_kept(filled: KnowledgeGraph) -> None:
    assert len(filled.retrieve("Who met Anna Berg in Osterby?", max_search_results=3)) == 3
    results = filled.retrieve("Osterby", max_statements_per_topic=1, max_search_results=None)
    assert {len(result.statements) for result in results} == {1}
    results = filled.retrieve("Osterby Norland", max_statements=5)
    assert sum(len(result.statements) for result in results) == 5


def test_a_limit_of_statements_leaves_each_result_its_best_one(filled: KnowledgeGraph) -> None:
    results = filled.retrieve(QUESTION, max_search_results=4, max_statements=None)
    assert len(results) == 4 and any(len(result.statements) > 1 for result in results)
    fewer = filled.retrieve(QUESTION, max_search_results=4, max_statements=4)
    assert [r.statements for r in fewer] == [r.statements[:1] for r in results]
    fewest = filled.retrieve(QUESTION, max_search_results=4, max_statements=3)
    assert [r.statements for r in fewest] == [r.statements[:1] for r in results[:3]]


def test_the_most_relevant_statement_survives_the_limit_per_topic(filled: KnowledgeGraph) -> None:
    first = filled.retrieve(QUESTION, max_statements_per_topic=1)[0]
    assert [s.text for s in first.statements] == ["Anna Berg manages the Port of Melby."]


def test_expansion_reaches_what_the_question_does_not_name(filled: KnowledgeGraph) -> None:
    question = "What company did the manager of the Port of Melby found?"
    paths = {
        r.source["uri"]: r.path["scores"]
        for r in filled.retrieve(question, max_search_results=None)
    }
    assert paths["doc:firm"]["hop"] > 0
    assert found_by_hop(filled, question)["entity"] == "Anna Berg"
    flat = filled.retrieve(question, expand_entities=False, max_search_results=None)
    assert not any("hop" in result.path["scores"] for result in flat)


def found_by_hop(graph: KnowledgeGraph, question: str) -> dict[str, str]:
    """By which way a hop came to the document on the firm."""
    results = graph.retrieve(question, max_search_results=None)
    found = next(r for r in results if r.source["uri"] == "doc:firm")
    hop: dict[str, str] = found.path["hop"]
    return hop


def test_a_comparison_starts_from_both_things_it_names(filled: KnowledgeGraph) -> None:
    question = "Did Osterby and Nordic Freight begin with the same founder?"
    found = filled.retrieve(question, "vector_guided", max_search_results=4)
    assert {"doc:town", "doc:firm"} <= {result.source["uri"] for result in found}


def test_the_walk_of_the_vector_guided_retriever_can_be_weighted(filled: KnowledgeGraph) -> None:
    base = filled.retrieve(QUESTION, "vector_guided", hop_weight=0, ppr_weight=0)
    full = filled.retrieve(QUESTION, "vector_guided")
    assert [r.score for r in base] != [r.score for r in full]  # beside the first one
    assert full[0].path["scores"]["ppr"] > 0


def test_facts_are_shown_when_asked_for(filled: KnowledgeGraph) -> None:
    with_facts = filled.retrieve("Who founded Osterby?", include_facts=True)
    assert any(s.facts for r in with_facts for s in r.statements)
    assert not any(s.facts for r in filled.retrieve("Who founded Osterby?") for s in r.statements)


@pytest.mark.parametrize("mode", RETRIEVER_MODES)
def test_at_most_three_calls_a_question(filled: KnowledgeGraph, mode: RetrieverMode) -> None:
    retriever = filled.as_retriever(mode)
    before = filled.database.calls
    assert retriever.retrieve(QUESTION)
    assert filled.database.calls - before <= 3
    before = filled.database.calls
    assert filled.retrieve(QUESTION, mode)
    assert filled.database.calls - before <= 3


@pytest.mark.parametrize("mode", RETRIEVER_MODES)
async def test_async_gives_the_same_as_sync(filled: KnowledgeGraph, mode: RetrieverMode) -> None:
    retriever = filled.as_retriever(mode)
    expected = [(n.node_id, n.score, n.text) for n in retriever.retrieve(QUESTION)]
    found = await asyncio.gather(*(retriever.aretrieve(QUESTION) for _ in range(8)))
    await filled.database.aclose()
    for nodes in found:
        assert [(n.node_id, n.score, n.text) for n in nodes] == expected


def test_async_works_in_one_event_loop_after_another(filled: KnowledgeGraph) -> None:
    retriever = filled.as_retriever()

    async def once() -> int:
        nodes = await retriever.aretrieve(QUESTION)
        await filled.database.aclose()
        return len(nodes)

    assert asyncio.run(once()) == asyncio.run(once()) > 0


def test_nodes_fit_llama_index(filled: KnowledgeGraph) -> None:
    nodes = filled.as_retriever().retrieve(QUESTION)
    node = nodes[0].node
    source = node.source_node
    assert source is not None and source.node_id == node.metadata["source"]["id"]
    assert node.get_content(MetadataMode.LLM).startswith("Port of Melby")
    assert [n.score for n in nodes] == sorted((n.get_score() for n in nodes), reverse=True)
    assert "fingerprint" not in node.metadata["source"]


def test_a_given_embedding_is_used(filled: KnowledgeGraph) -> None:
    other = filled.embed_model.get_query_embedding("Who married Karin Holm?")
    bundle = QueryBundle("zzz", embedding=other)
    retriever = filled.as_retriever()
    found, plain = retriever.retrieve(bundle), retriever.retrieve("zzz")
    assert [node.score for node in found] != [node.score for node in plain]
    assert "doc:town" in [node.metadata["source"]["uri"] for node in found[:3]]


def test_source_is_shown_as_told(filled: KnowledgeGraph) -> None:
    retriever = filled.as_retriever(format_source_metadata_fn=lambda source: f"<{source['uri']}>")
    assert "[Source: <doc:harbour>]" in retriever.retrieve(QUESTION)[0].text


ODD_QUESTIONS = [
    "x" * 100_000,
    "why " * 25_000,
    "梅尔比港由谁管理?",
    "مَن يدير الميناء؟",
    'AND OR NOT +melby -port "unbalanced ( [ { ^ ~ * ? : \\ /',
    "title:foo~0.5 AND (bar OR *:*)",
    "MATCH (n) DETACH DELETE n //",
    "`]->() DETACH DELETE n",
    "?",
    "\x00\ud800",
    "🚢🚢🚢",
]


@pytest.mark.parametrize("question", ODD_QUESTIONS, ids=range(len(ODD_QUESTIONS)))
def test_odd_questions_get_bounded_results_and_harm_nothing(
    filled: KnowledgeGraph, question: str
) -> None:
    before = snapshot(filled)
    for mode in RETRIEVER_MODES:
        assert len(filled.retrieve(question, mode)) <= 20
    assert snapshot(filled) == before


@pytest.mark.parametrize("question", ["", "   ", "\n"])
def test_empty_question_is_asked_wrongly(filled: KnowledgeGraph, question: str) -> None:
    with pytest.raises(UsageError, match="empty"):
        filled.retrieve(question)
    assert filled.as_retriever().retrieve(question) == []


def test_graph_without_documents_gives_nothing(server: ServerInfo, lts_server: ServerInfo) -> None:
    with connect(lts_server) as graph:
        empty(graph.database)
        graph.schema.apply()
        assert graph.retrieve("anything?") == []


def test_unknown_reranker_and_mode_are_asked_wrongly(filled: KnowledgeGraph) -> None:
    with pytest.raises(UsageError, match="reranker"):
        filled.as_retriever(reranker="magic")
    with pytest.raises(UsageError, match="retriever"):
        filled.as_retriever("magic")  # type: ignore[arg-type]


def test_search_clause_and_procedure_find_the_same(
    filled: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = [QUESTION, "Who met Olaf Lund?", "A town in Norland"]
    by_search = [filled.retrieve(question) for question in questions]
    walked = filled.retrieve(QUESTION, "vector_guided")
    monkeypatch.setattr(Database, "has_search_clause", False)
    assert [filled.retrieve(question) for question in questions] == by_search
    assert filled.retrieve(QUESTION, "vector_guided") == walked


def scores(results: list[RetrievalResult]) -> dict[str, object]:
    """Scores by topic, near enough: two Lucene versions round vectors differently."""
    return {r.topic_id: pytest.approx(r.score, abs=0.02) for r in results}


@pytest.mark.lts
def test_the_lts_line_finds_the_same(filled: KnowledgeGraph, lts_server: ServerInfo) -> None:
    with connect(lts_server) as lts:
        empty(lts.database)
        lts.ingest([*DOCUMENTS, *many_documents()])
        assert snapshot(lts) == snapshot(filled)
        for question in (QUESTION, "Who met Olaf Lund?"):
            found = filled.retrieve(question, max_search_results=None)
            by_lts = lts.retrieve(question, max_search_results=None)
            assert by_lts[0].statements[0].id == found[0].statements[0].id
            assert {r.topic_id: r.score for r in by_lts} == scores(found)


@pytest.mark.parametrize(
    "mode", sorted(set(RETRIEVER_MODES) - {"chunk_based"})
)  # which asks vectors alone
def test_a_name_is_found_as_people_type_it(filled: KnowledgeGraph, mode: RetrieverMode) -> None:
    def first(question: str) -> str:
        before = filled.database.calls
        uri = filled.retrieve(question, mode)[0].source["uri"]
        assert filled.database.calls - before <= 3
        return str(uri)

    filled.retrieve("Who?", mode)  # the first question of all asks for the schema, too
    wanted = first("Who founded Osterby?")
    assert first("who founded osterby") == wanted
    if mode != "entity_based":  # which asks no full text
        assert first("Who founded Ostreby?") == wanted
        assert first("who fuonded ostrby") == wanted


@pytest.mark.parametrize("question", ["Who owns Blue Lines?", "who owns blue lines?"])
def test_a_name_that_few_passages_have_counts_in_any_case(
    filled: KnowledgeGraph, question: str
) -> None:
    phrases = filled.retrieve(question)[0].path["phrases"]
    assert [phrase.lower() for phrase in phrases] == ["blue lines"]


def test_a_misspelt_question_is_answered_alike_without_blocking(filled: KnowledgeGraph) -> None:
    retriever = filled.as_retriever("vector_guided")
    nodes = asyncio.run(retriever.aretrieve("Who founded Ostreby?"))
    assert [n.node_id for n in nodes] == [
        n.node_id for n in retriever.retrieve("Who founded Ostreby?")
    ]
