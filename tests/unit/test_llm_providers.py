"""Each provider's LlamaIndex class, named by settings, against a server that speaks its protocol.

The classes are packages of their own; a test of one that is not installed says which it needs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import unquote

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from graphrag_neo4j.errors import ModelError
from graphrag_neo4j.llm.chat import ChatModel, Message
from graphrag_neo4j.llm.client import make_llm
from graphrag_neo4j.settings import Settings
from tests.support.providers import PIECES, PROVIDERS, TEXT, Provider, respond

ASKED: list[Message] = [("system", "Be brief."), ("user", "Who manages the port?")]
SAID = json.dumps({"error": {"type": "an_error", "message": "not now"}, "message": "not now"})
Asking = tuple[ChatModel, list[Request]]


@pytest.fixture(params=PROVIDERS, ids=str)
def provider(request: pytest.FixtureRequest) -> Provider:
    found: Provider = request.param
    module = found.place.partition(":")[0]
    package = module.replace("llama_index.llms.", "llama-index-llms-").replace("_", "-")
    pytest.importorskip(module, reason=f"needs the package {package}")
    return found


@pytest.fixture
def asking(
    provider: Provider, monkeypatch: pytest.MonkeyPatch, httpserver: HTTPServer
) -> Callable[..., Asking]:
    """Makes the model that the settings name, and the list of requests that it will send; the
    stand-in answers the first with the ``statuses`` in order, then well."""

    def make(*statuses: int) -> Asking:
        waiting, requests = list(statuses), []

        def handler(request: Request) -> Response:
            if request.path not in provider.extra:
                requests.append(request)
                if waiting:
                    said = {
                        "error": {"type": "an_error", "message": "not now"},
                        "message": "not now",
                    }
                    return Response(
                        json.dumps(said), waiting.pop(0), content_type="application/json"
                    )
            return respond(provider, request)

        httpserver.expect_request(re.compile(".*")).respond_with_handler(handler)
        url = httpserver.url_for("").rstrip("/")
        for name, value in provider.env.items():
            monkeypatch.setenv(name, value.format(url=url))
        settings = Settings(
            _env_file=None,
            llm=provider.place,
            llm_model=provider.model,
            llm_options=provider.options(url),
            llm_cache="off",
            llm_backoff=0.01,
            llm_retries=2,
        )
        return ChatModel.of(settings, make_llm(settings)), requests

    return make


def test_it_answers_and_is_sent_what_the_settings_say(
    provider: Provider, asking: Callable[..., Asking]
) -> None:
    chat, requests = asking()
    assert chat.complete(ASKED, stage="test").text == TEXT
    [request] = requests
    assert unquote(request.path) == provider.path
    assert provider.key(request) in (*provider.env.values(), "no key")
    sent = json.dumps(json.loads(request.get_data()))
    assert "Be brief." in sent and "Who manages the port?" in sent
    assert '"temperature": 0.0' in sent
    assert chat.meter.total.calls == 1 and chat.meter.total.tokens_out > 0


async def test_it_answers_in_pieces(asking: Callable[..., Asking]) -> None:
    chat, _ = asking()
    assert [piece async for piece in chat.astream(ASKED, stage="test")] == list(PIECES)


@pytest.mark.parametrize("status", [429, 503])
def test_it_is_asked_again_by_us_alone(
    provider: Provider, asking: Callable[..., Asking], status: int
) -> None:
    chat, requests = asking(status)
    assert chat.complete(ASKED, stage="test").text == TEXT
    assert (len(requests), chat.meter.total.retries) == (2, 0 if provider.asks_again else 1)


def test_a_refusal_is_told_in_one_line_without_the_key(
    provider: Provider, asking: Callable[..., Asking]
) -> None:
    chat, requests = asking(401, 401)
    with pytest.raises(ModelError, match="HTTP 401") as refused:
        chat.complete(ASKED, stage="test")
    said = str(refused.value)
    assert len(requests) == 1 and "\n" not in said
    assert not any(value in said for value in provider.env.values())
