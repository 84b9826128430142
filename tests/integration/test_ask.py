"""Answers by an LLM, spoken to over HTTP; the LlamaIndex classes are the real ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from graphrag_neo4j.errors import ModelError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.server import ServerInfo
from graphrag_neo4j.settings import Settings
from tests.support.databases import connect, empty
from tests.support.documents import DOCUMENTS


def settings_for(llm: HTTPServer, **more: Any) -> Settings:
    return Settings(
        _env_file=None,
        openai_base_url=llm.url_for("/v1"),
        openai_api_key="test-key",
        llm_model="a-local-model",
        **more,
    )


def completion(text: str) -> dict[str, Any]:
    """A chat completion as the OpenAI protocol has it."""
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": "a-local-model",
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {"role": "assistant", "content": text},
            }
        ],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }


@pytest.fixture
def filled_graph(server: ServerInfo, httpserver: HTTPServer) -> Iterator[KnowledgeGraph]:
    with connect(server, settings=settings_for(httpserver)) as opened:
        empty(opened.database)
        opened.ingest(DOCUMENTS)
        yield opened


def test_the_llm_is_given_the_statements_and_its_answer_comes_back(
    filled_graph: KnowledgeGraph, httpserver: HTTPServer
) -> None:
    asked: list[str] = []

    def reply(request: Request) -> Response:
        asked.append(request.get_data(as_text=True))
        return Response(json.dumps(completion("Anna Berg does.")), mimetype="application/json")

    httpserver.expect_request("/v1/chat/completions").respond_with_handler(reply)
    answer = filled_graph.ask("Who manages the Port of Melby?")
    assert answer.text == "Anna Berg does."
    assert answer.results[0].source["uri"] == "doc:harbour"
    assert "Anna Berg manages the Port of Melby." in asked[-1]


def test_query_engine_answers_with_source_nodes(
    filled_graph: KnowledgeGraph, httpserver: HTTPServer
) -> None:
    httpserver.expect_request("/v1/chat/completions").respond_with_json(completion("She does."))
    response = filled_graph.as_query_engine().query("Who manages the Port of Melby?")
    assert str(response) == "She does."
    assert response.source_nodes[0].metadata["source"]["uri"] == "doc:harbour"


async def test_query_engine_answers_asynchronously(
    filled_graph: KnowledgeGraph, httpserver: HTTPServer
) -> None:
    httpserver.expect_request("/v1/chat/completions").respond_with_json(completion("She does."))
    response = await filled_graph.as_query_engine().aquery("Who manages the Port of Melby?")
    await filled_graph.database.aclose()
    assert str(response) == "She does."


def test_refused_key_is_one_clear_line(
    filled_graph: KnowledgeGraph, httpserver: HTTPServer
) -> None:
    error = {"error": {"message": "Incorrect API key", "type": "x", "code": "invalid_api_key"}}
    httpserver.expect_request("/v1/chat/completions").respond_with_json(error, status=401)
    with pytest.raises(ModelError, match="OPENAI_API_KEY") as caught:
        filled_graph.ask("Who manages the Port of Melby?")
    assert "test-key" not in str(caught.value)


def test_without_an_llm_ask_says_what_is_missing(server: ServerInfo) -> None:
    plain = Settings(_env_file=None).model_copy(
        update={"openai_api_key": None, "openai_base_url": None}
    )
    with connect(server, settings=plain) as graph, pytest.raises(ModelError, match="No LLM is set"):
        graph.ask("Who?")


def test_no_llm_call_when_the_graph_says_nothing(
    server: ServerInfo, httpserver: HTTPServer
) -> None:
    with connect(server, settings=settings_for(httpserver)) as graph:
        empty(graph.database)
        graph.schema.apply()
        assert graph.ask("Who?").results == ()
    assert httpserver.log == []
