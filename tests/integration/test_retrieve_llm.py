"""Retrievers among LlamaIndex's engines and with an LLM of their own, over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.prompts import PromptTemplate
from llama_index.core.query_engine import CitationQueryEngine, RetrieverQueryEngine

from graphrag_neo4j.errors import ModelError, UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, empty
from tests.support.documents import DOCUMENTS
from tests.support.fake_llm import Answer, FakeLLM, prompt_of, status

QUESTION = "Who manages the harbour of MLB?"


@pytest.fixture
def filled_graph(server: ServerInfo, fake_llm: FakeLLM) -> Iterator[KnowledgeGraph]:
    with connect(server, settings=fake_llm.settings()) as opened:
        empty(opened.database)
        opened.ingest(DOCUMENTS)
        yield opened


def named(results: Any) -> set[str]:
    return {name for result in results for name in result.path.get("named", ())}


def test_an_llm_names_what_the_question_means(
    filled_graph: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    assert named(filled_graph.retrieve(QUESTION)) == set()
    fake_llm.answer = lambda _: "- MLB\n- Port of Melby\n- Osterby\n- \n"
    before = filled_graph.database.calls
    found = filled_graph.as_retriever(llm=filled_graph.llm).search(QUESTION)
    assert filled_graph.database.calls - before <= 3
    assert named(found) == {"Port of Melby", "Osterby"}
    assert found[0].source["uri"] == "doc:harbour"
    assert QUESTION in prompt_of(fake_llm.requests[0])
    assert len(fake_llm.requests) == 1


def test_max_keywords_counts_named_and_meant_ones(
    filled_graph: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = lambda _: "Port of Melby\nOsterby\nNordic Freight"
    found = filled_graph.as_retriever(llm=filled_graph.llm, max_keywords=1).search(QUESTION)
    assert named(found) == {"Port of Melby"}
    assert "at most 1 lines" in prompt_of(fake_llm.requests[0])


def test_entity_search_finds_by_meant_names_alone(
    filled_graph: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    assert filled_graph.retrieve("who is it?", "entity_based") == []
    fake_llm.answer = lambda _: "Anna Berg"
    found = filled_graph.retrieve("who is it?", "entity_based", llm=filled_graph.llm)
    assert any("Anna Berg" in s.text for s in found[0].statements)


def test_sub_questions_are_asked_and_their_results_united(
    filled_graph: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    def answer(request: dict[str, Any]) -> str:
        if "simpler questions" in prompt_of(request):
            return "1. Who founded Osterby?\n2. Who founded Nordic Freight?\n3. Who else?"
        return ""

    fake_llm.answer = lambda request: answer(request) or "nothing"
    found = filled_graph.retrieve(
        "Compare the two founders.",
        llm=filled_graph.llm,
        derive_subqueries=True,
        max_search_results=4,
    )
    assert {"doc:town", "doc:firm"} <= {result.source["uri"] for result in found}
    ids = [result.topic_id for result in found]
    assert len(ids) == len(set(ids)) <= 4
    split = [r for r in fake_llm.requests if "simpler questions" in prompt_of(r)]
    assert len(split) == 1
    looked_up = [r for r in fake_llm.requests if "List the names" in prompt_of(r)]
    assert len(looked_up) == 3  # the question and max_subqueries = 2 more


def test_sub_questions_need_an_llm(filled_graph: KnowledgeGraph) -> None:
    with pytest.raises(UsageError, match="needs an LLM"):
        filled_graph.as_retriever(derive_subqueries=True)


def test_no_llm_is_called_on_an_empty_graph(server: ServerInfo, fake_llm: FakeLLM) -> None:
    with connect(server, settings=fake_llm.settings()) as graph:
        empty(graph.database)
        graph.schema.apply()
        options: dict[str, Any] = {"llm": graph.llm, "derive_subqueries": True}
        assert graph.retrieve(QUESTION, **options) == []
        assert graph.retrieve(QUESTION, "entity_based", **options) == []
    assert fake_llm.requests == []


def test_a_dying_llm_is_one_clear_error(filled_graph: KnowledgeGraph, fake_llm: FakeLLM) -> None:
    fake_llm.script(status(401, "bad key"))
    with pytest.raises(ModelError):
        filled_graph.as_retriever(llm=filled_graph.llm).search(QUESTION)


def test_prompts_can_be_seen_and_replaced(filled_graph: KnowledgeGraph, fake_llm: FakeLLM) -> None:
    retriever = filled_graph.as_retriever(llm=filled_graph.llm)
    assert set(retriever.get_prompts()) == {"keywords", "subquestions"}
    retriever.update_prompts({"keywords": PromptTemplate("Names in: {question}")})
    retriever.search(QUESTION)
    assert prompt_of(fake_llm.requests[0]).strip() == f"Names in: {QUESTION}"
    assert filled_graph.as_retriever().get_prompts() == {}


async def test_an_llm_is_asked_asynchronously(
    filled_graph: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = lambda _: "Port of Melby"
    retriever = filled_graph.as_retriever(llm=filled_graph.llm)
    expected = [(n.node_id, n.score) for n in retriever.retrieve(QUESTION)]
    found = await retriever.aretrieve(QUESTION)
    await filled_graph.database.aclose()
    assert [(n.node_id, n.score) for n in found] == expected


def test_citations_lead_to_sources(filled_graph: KnowledgeGraph, fake_llm: FakeLLM) -> None:
    fake_llm.answer = lambda _: "Anna Berg does [1]."
    engine = CitationQueryEngine(filled_graph.as_retriever("vector_guided"), llm=filled_graph.llm)
    response = engine.query("Who manages the Port of Melby?")
    first = response.source_nodes[0].node
    assert first.get_content().startswith("Source 1:")
    assert "Anna Berg manages the Port of Melby." in first.get_content()
    assert first.metadata["source"]["uri"] == "doc:harbour"
    assert "Source 1:" in prompt_of(fake_llm.requests[0])
    assert "retrieval_path" not in prompt_of(fake_llm.requests[0])


def test_answers_stream(filled_graph: KnowledgeGraph, fake_llm: FakeLLM) -> None:
    fake_llm.answer = lambda _: "Anna Berg manages it."
    engine = RetrieverQueryEngine.from_args(
        filled_graph.as_retriever(), llm=filled_graph.llm, streaming=True
    )
    response: Any = engine.query("Who manages the Port of Melby?")
    assert "".join(response.response_gen).strip() == "Anna Berg manages it."
    assert response.source_nodes[0].metadata["source"]["uri"] == "doc:harbour"


def test_a_chat_reads_a_question_in_the_light_of_what_was_said(
    filled_graph: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    def answer(request: dict[str, Any]) -> str:
        prompt = prompt_of(request)
        condensing = "follow" in prompt.casefold() and "standalone" in prompt.casefold()
        return "Who manages the Port of Melby?" if condensing else "Anna Berg."

    fake_llm.answer = answer
    chat = filled_graph.as_chat_engine()
    assert str(chat.chat("What is the Port of Melby?")) == "Anna Berg."
    reply = chat.chat("And who manages it?")
    assert reply.source_nodes[0].metadata["source"]["uri"] == "doc:harbour"


def test_tools_say_what_the_graph_says(filled_graph: KnowledgeGraph) -> None:
    search, sources = filled_graph.as_tools("vector_guided", max_search_results=3)
    found = str(search.call(question="Who manages the Port of Melby?"))
    assert "Anna Berg manages the Port of Melby." in found
    assert "doc:harbour" in str(sources.call())
    assert search.metadata.name == "search_knowledge_graph"


async def test_an_agent_looks_up_and_answers(
    filled_graph: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    arguments = json.dumps({"question": "Who manages the Port of Melby?"})
    call = {
        "id": "c1",
        "type": "function",
        "function": {"name": "search_knowledge_graph", "arguments": arguments},
    }

    def answer(request: dict[str, Any]) -> Any:
        told = [m for m in request["messages"] if m["role"] == "tool"]
        return (
            "Anna Berg does."
            if told
            else Answer("", finish_reason="tool_calls", tool_calls=(call,))
        )

    fake_llm.answer = answer
    tools: list[Any] = list(filled_graph.as_tools())
    agent = FunctionAgent(tools=tools, llm=filled_graph.llm, streaming=False)
    response = await agent.run("Who manages the Port of Melby?")
    await filled_graph.database.aclose()
    assert "Anna Berg does." in str(response)
    told = [m for r in fake_llm.requests for m in r["messages"] if m["role"] == "tool"]
    assert "Anna Berg manages the Port of Melby." in told[0]["content"]
