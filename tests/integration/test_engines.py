"""Query, chat and search engines as LlamaIndex's users know them, and ``ask``; over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from llama_index.core.base.llms.types import ChatMessage, ImageBlock
from llama_index.core.callbacks import CallbackManager, LlamaDebugHandler
from llama_index.core.callbacks.schema import EventPayload
from llama_index.core.prompts import PromptTemplate
from llama_index.core.schema import MetadataMode
from pydantic import BaseModel

from graphrag_neo4j import StatementPostprocessor, TraversalBasedRetriever
from graphrag_neo4j.cli import cli
from graphrag_neo4j.errors import BudgetExceeded, UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.llm.client import make_llm
from graphrag_neo4j.llm.metered import MeteredLLM
from graphrag_neo4j.model import Document
from graphrag_neo4j.retrieve.modes import RetrieverMode
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, empty
from tests.support.documents import DOCUMENTS
from tests.support.fake_llm import FakeLLM, prompt_of, status

QUESTION = "Who manages the Port of Melby?"
FACT = "Anna Berg manages the Port of Melby."
FERRY = Document(
    uri="file:///docs/the%20ferry.pdf#page=2",
    title="Ferry",
    text="Captain Lind sails the Gull Ferry to Osterby.",
    metadata={"page_label": "2", "author": "Lind"},
)


@pytest.fixture(scope="module")
def filled(server: ServerInfo) -> Iterator[KnowledgeGraph]:
    with connect(server) as opened:
        empty(opened.database)
        opened.ingest([*DOCUMENTS, FERRY])
        yield opened


@pytest.fixture
def graph(
    filled: KnowledgeGraph, server: ServerInfo, fake_llm: FakeLLM
) -> Iterator[KnowledgeGraph]:
    assert filled.is_open
    with connect(server, settings=fake_llm.settings(prices={"a-local-model": [1.0, 2.0]})) as asked:
        yield asked


def plays(request: dict[str, Any]) -> str:
    """Names a keyword, splits no question, and cites the statement that answers."""
    text = prompt_of(request)
    if "names and terms" in text:
        return "Port of Melby"
    if "simpler questions" in text:
        return "Who founded Osterby?"
    rows = [line for line in text.splitlines() if line[:1].isdigit() and line.endswith(FACT)]
    return f"Anna Berg [Data: Statements ({rows[0].partition(',')[0]}, 999)]." if rows else "Anna."


def test_a_retriever_is_made_of_a_graph(filled: KnowledgeGraph) -> None:
    own = TraversalBasedRetriever(filled, max_search_results=3)
    found = [node.node_id for node in own.retrieve(QUESTION)]
    assert found == [
        node.node_id for node in filled.as_retriever(similarity_top_k=3).retrieve(QUESTION)
    ]
    assert len(found) == 3


def test_a_query_engine_takes_what_it_takes_over_any_index(
    graph: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = plays
    engine = graph.as_query_engine(
        streaming=True,
        response_mode="compact",
        similarity_top_k=2,
        node_postprocessors=[StatementPostprocessor(max_tokens=60)],
        text_qa_template=PromptTemplate("MINE {context_str} {query_str}"),
    )
    response: Any = engine.query(QUESTION)
    assert "".join(response.response_gen).strip() == "Anna."
    assert 1 <= len(response.source_nodes) <= 2
    assert prompt_of(fake_llm.requests[-1]).startswith("MINE") and fake_llm.requests[-1]["stream"]
    assert "names and terms" in prompt_of(fake_llm.requests[0])


def test_no_text_needs_no_llm(filled: KnowledgeGraph) -> None:
    response = filled.as_query_engine(response_mode="no_text").query(QUESTION)
    assert response.source_nodes[0].metadata["source"]["uri"] == "doc:harbour"


@pytest.mark.parametrize(
    ("chat_mode", "calls", "looks_up"),
    [
        ("best", 5, True),  # keywords, answer; condense, keywords, answer
        ("condense_plus_context", 5, True),
        ("context", 4, True),
        ("condense_question", 5, True),
        ("simple", 2, False),
    ],
)
def test_every_chat_mode_chats_in_its_own_way(
    graph: KnowledgeGraph, fake_llm: FakeLLM, chat_mode: str, calls: int, looks_up: bool
) -> None:
    fake_llm.answer = plays
    own: dict[str, Any] = (
        {} if chat_mode == "condense_question" else {"system_prompt": "Speak like a sailor."}
    )
    chat = graph.as_chat_engine(chat_mode=chat_mode, **own)
    chat.chat(QUESTION)
    reply = chat.chat("And who else?")
    assert str(reply) == "Anna."
    assert bool(reply.source_nodes) == looks_up
    assert len(fake_llm.requests) == calls
    assert ("sailor" in prompt_of(fake_llm.requests[-1])) == bool(own)


@pytest.mark.parametrize("streaming", [False, True])
def test_what_an_engine_asks_is_counted_and_within_the_budget(
    server: ServerInfo, filled: KnowledgeGraph, fake_llm: FakeLLM, streaming: bool
) -> None:
    assert filled.is_open
    fake_llm.answer = plays
    settings = fake_llm.settings(
        prices={"a-local-model": [1.0, 2.0]}, budget=0.01, llm_max_tokens=100
    )
    with connect(server, settings=settings) as graph:
        engine = graph.as_query_engine(streaming=streaming, derive_keywords=False)
        answer: Any = engine.query(QUESTION)
        text = "".join(answer.response_gen) if streaming else str(answer)
        assert text.startswith("Anna")
        assert graph.context.chat.meter.total.cost == pytest.approx(2e-5)
        graph.context.chat.budget.spent = 0.01
        with pytest.raises(BudgetExceeded):
            str(engine.query("Who sails the Gull Ferry?"))
    assert len(fake_llm.requests) == 1


def test_the_answers_of_an_engine_are_kept(
    server: ServerInfo, filled: KnowledgeGraph, fake_llm: FakeLLM, tmp_path: Path
) -> None:
    assert filled.is_open
    fake_llm.answer = plays
    settings = fake_llm.settings(llm_cache=str(tmp_path / "answers.sqlite"))
    with connect(server, settings=settings) as graph:
        engine = graph.as_query_engine(derive_keywords=False)
        assert str(engine.query(QUESTION)) == str(engine.query(QUESTION))
    assert len(fake_llm.requests) == 1


async def test_an_engine_answers_in_pieces_on_an_event_loop(
    graph: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = plays
    chat = graph.as_chat_engine("traversal", chat_mode="context")
    reply = await chat.astream_chat(QUESTION)
    assert "".join([piece async for piece in reply.async_response_gen()]).startswith("Anna")
    assert fake_llm.requests[-1]["stream"]


def test_an_engine_gives_an_object_if_one_is_wanted(
    graph: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    class Manager(BaseModel):
        name: str

    fake_llm.answer = lambda _: '{"name": "Anna Berg"}'
    engine = graph.as_query_engine(output_cls=Manager, derive_keywords=False)
    answer: Any = engine.query(QUESTION)
    assert answer.response == Manager(name="Anna Berg")


@pytest.mark.parametrize("streaming", [False, True])
def test_callbacks_of_an_engine_hear_what_the_llm_is_asked(
    graph: KnowledgeGraph, fake_llm: FakeLLM, streaming: bool
) -> None:
    fake_llm.answer = plays
    heard = LlamaDebugHandler(print_trace_on_end=False)
    engine = graph.as_query_engine(
        streaming=streaming, derive_keywords=False, callback_manager=CallbackManager([heard])
    )
    answer: Any = engine.query(QUESTION)
    text = "".join(answer.response_gen) if streaming else str(answer)
    ((asked, answered),) = heard.get_llm_inputs_outputs()
    assert QUESTION in str(asked.payload)
    assert answered.payload is not None
    assert answered.payload[EventPayload.RESPONSE].message.content == text


def test_what_is_no_text_is_refused(graph: KnowledgeGraph) -> None:
    llm = MeteredLLM(graph.context.chat)
    picture = ChatMessage(blocks=[ImageBlock(url="http://localhost/a.png")])
    with pytest.raises(UsageError, match="takes text alone"):
        llm.chat([picture])
    with pytest.raises(UsageError, match="does not take tools"):
        llm.chat([ChatMessage("Hello")], tools=[])


def test_what_an_engine_cannot_take_is_asked_wrongly(graph: KnowledgeGraph) -> None:
    wrong: list[tuple[Any, dict[str, Any], str]] = [
        (graph.as_query_engine, {"similarity_topk": 3}, "Did you mean similarity_top_k"),
        (graph.as_query_engine, {"response_mode": "loud"}, "response_mode.*compact"),
        (graph.as_query_engine, {"similarity_top_k": 0}, "max_search_results is 0"),
        (graph.as_query_engine, {"mode": "sideways"}, "Unknown retriever"),
        (graph.as_chat_engine, {"chat_mode": "react"}, "as_tools"),
        (graph.as_chat_engine, {"chat_mode": "loud"}, "condense_plus_context"),
        (graph.as_chat_engine, {"system_promt": "x"}, "Did you mean system_prompt"),
        (
            graph.as_chat_engine,
            {"chat_mode": "condense_question", "system_prompt": "x"},
            "system_prompt",
        ),
        (graph.as_chat_engine, {"chat_mode": "simple", "similarity_top_k": 3}, "similarity_top_k"),
        (graph.as_search_engine, {"mode": "local", "top_kk": 3}, "Did you mean top_k"),
        (graph.as_search_engine, {"llm": "gpt"}, "llm is a str"),
        (graph.as_query_engine, {"llm": "gpt"}, "llm is a str"),
    ]
    for make, options, said in wrong:
        with pytest.raises(UsageError, match=said):
            make(**options)


def test_a_search_engine_asks_the_llm_it_is_given(
    filled: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = lambda _: "She does [Data: Sources (1)]."
    engine = filled.as_search_engine("basic", llm=make_llm(fake_llm.settings()))
    assert str(engine.query(QUESTION)).startswith("She does")
    assert len(fake_llm.requests) == 1


def test_nodes_have_the_names_of_llama_index_and_keep_them_from_prompts(
    filled: KnowledgeGraph,
) -> None:
    nodes = filled.as_retriever().retrieve("Who sails the Gull Ferry?")
    node = next(n.node for n in nodes if n.metadata["title"] == "Ferry")
    flat = {name: node.metadata[name] for name in ("file_path", "file_name", "page_label")}
    assert flat == {
        "file_path": "/docs/the ferry.pdf",
        "file_name": "the ferry.pdf",
        "page_label": "2",
    }
    assert node.metadata["author"] == "Lind" and "url" not in node.metadata
    assert node.metadata["source"]["uri"] == FERRY.uri
    for mode in (MetadataMode.LLM, MetadataMode.EMBED):
        assert "file_path" not in node.get_content(mode)


def test_filters_may_be_written_as_texts(filled: KnowledgeGraph) -> None:
    found = filled.retrieve(QUESTION, filters=["page_label=2", "author~LIN"])
    assert {result.source["uri"] for result in found} == {FERRY.uri}
    assert filled.retrieve(QUESTION, filters=["author!=Lind"]) == []


@pytest.mark.parametrize("mode", ["traversal", "vector_guided", "chunk_based"])
def test_numbers_at_their_bounds_work(filled: KnowledgeGraph, mode: RetrieverMode) -> None:
    names = {
        "traversal": ("max_search_results", "max_keywords", "similarity_threshold"),
        "vector_guided": ("hop_weight", "ppr_weight", "max_statements"),
        "chunk_based": ("vss_top_k", "vss_diversity_factor", "max_statements_per_topic"),
    }[mode]
    least: dict[str, Any] = dict.fromkeys(names, 1)
    assert filled.retrieve(QUESTION, mode, **least)
    most = {"similarity_threshold": 0.0, "vss_top_k": 10_000, "vss_diversity_factor": 100}
    assert filled.retrieve(QUESTION, mode, **{name: most.get(name, 1_000) for name in names})


def test_ask_cites_what_it_rests_on_with_its_place_and_its_cost(
    graph: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = plays
    answer = graph.ask(QUESTION)
    known, unknown = answer.citations
    assert (known.known, unknown.known, unknown.id) == (True, False, "999")
    assert known.name == FACT
    (place,) = known.places
    text = next(d.text for d in DOCUMENTS if d.uri == place.uri)
    assert text[place.start : place.end] == FACT
    assert place.chunk in {s.chunk_id for r in answer.results for s in r.statements}
    assert [(s, u.calls) for s, u in answer.usage.items()] == [("retrieve", 1), ("ask", 1)]
    assert (answer.total.tokens_in, answer.total.tokens_out) == (20, 10)
    assert answer.total.cost == pytest.approx((20 * 1.0 + 10 * 2.0) / 1e6)
    data = json.loads(json.dumps(answer.to_dict()))
    assert data["citations"][0]["places"][0]["uri"] == "doc:harbour"
    assert data["total"]["cost"] == answer.total.cost


def test_the_retriever_of_ask_uses_the_llm_and_retrieve_does_not(
    graph: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = plays
    assert graph.retrieve(QUESTION)
    assert fake_llm.requests == []
    graph.ask(QUESTION, derive_keywords=False)
    assert len(fake_llm.requests) == 1
    asked = graph.ask(QUESTION, derive_subqueries=True)
    assert asked.usage["retrieve"].calls == 3  # keywords of two questions, and the split
    assert len(fake_llm.requests) == 5


@pytest.fixture
def shell(
    filled: KnowledgeGraph, server: ServerInfo, fake_llm: FakeLLM, monkeypatch: pytest.MonkeyPatch
) -> CliRunner:
    assert filled.is_open
    settings = fake_llm.settings(llm_retries=1, prices={"a-local-model": [1.0, 2.0]})
    monkeypatch.setattr(
        "graphrag_neo4j.cli.app.App.graph", lambda _: connect(server, settings=settings)
    )
    return CliRunner()


def test_the_shell_prints_the_answer_then_only_what_it_cites(
    shell: CliRunner, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = plays
    result = shell.invoke(cli, ["ask", QUESTION])
    assert result.exit_code == 0, result.output
    assert result.output.startswith("Anna Berg [Data: Statements (")
    assert result.output.count(FACT) == 1 and "Osterby" not in result.output
    assert "never shown: Statements 999" in result.output
    assert "2 LLM calls, 20 tokens in, 10 out, $0.0000" in result.output
    every = shell.invoke(cli, ["ask", QUESTION, "--sources"])
    assert "doc:harbour" in every.output and "Osterby" in every.output
    fake_llm.answer = lambda _: "I do not know."
    silent = shell.invoke(cli, ["ask", QUESTION])
    assert "The answer cites nothing that it was given: " in silent.output
    assert FACT not in silent.output


def test_a_failing_search_is_one_line(shell: CliRunner, fake_llm: FakeLLM) -> None:
    fake_llm.answer = lambda _: status(401)
    result = shell.invoke(cli, ["search", QUESTION, "--mode", "basic"])
    assert result.exit_code == 1
    assert len(result.output.strip().splitlines()) == 1 and "OPENAI_API_KEY" in result.output
    result = shell.invoke(cli, ["search", QUESTION, "--mode", "basic", "--json"])
    assert result.exit_code == 1
    data = json.loads(result.output)
    assert data["error"] and data["context"]["text"]


def test_results_name_their_source_once(shell: CliRunner, fake_llm: FakeLLM) -> None:
    result = shell.invoke(cli, ["retrieve", "Who sails the Gull Ferry?", "-k", "none"])
    assert result.exit_code == 0, result.output
    assert result.output.count("/docs/the ferry.pdf#page=2") == 1
    assert "[characters 0-45]" in result.output
    assert fake_llm.requests == []
