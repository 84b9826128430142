"""Spans for who uses OpenTelemetry's SDK, and nothing for others."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from graphrag_neo4j.errors import ModelError
from graphrag_neo4j.llm.chat import ChatModel
from graphrag_neo4j.llm.client import make_llm
from graphrag_neo4j.progress import NullProgress
from graphrag_neo4j.telemetry import TracedProgress, span
from tests.support.fake_llm import MODEL, FakeLLM, status

EXPORTER = InMemorySpanExporter()
SECRET = "the secret of Melby"


@pytest.fixture
def exported() -> Iterator[InMemorySpanExporter]:
    if not isinstance(trace.get_tracer_provider(), TracerProvider):
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(EXPORTER))
        trace.set_tracer_provider(provider)
    EXPORTER.clear()
    yield EXPORTER
    EXPORTER.clear()


async def test_a_call_of_the_llm_is_a_span_by_the_conventions(
    fake_llm: FakeLLM, exported: InMemorySpanExporter
) -> None:
    settings = fake_llm.settings()
    chat = ChatModel.of(settings, make_llm(settings))
    with span("search", mode="local"):
        await chat.acomplete([("user", SECRET)], stage="ask")
    call, question = exported.get_finished_spans()
    assert (call.name, question.name) == (f"chat {MODEL}", "search")
    assert call.parent and call.parent.span_id == question.context.span_id
    told = dict(call.attributes or {})
    assert told["gen_ai.operation.name"] == "chat" and told["gen_ai.request.model"] == MODEL
    assert told["gen_ai.provider.name"] == "openai"
    assert (told["gen_ai.usage.input_tokens"], told["gen_ai.usage.output_tokens"]) == (10, 5)
    assert SECRET not in call.to_json() + question.to_json()


def test_a_call_that_fails_says_so_without_its_words(
    fake_llm: FakeLLM, exported: InMemorySpanExporter
) -> None:
    fake_llm.answer = lambda _: status(400, SECRET)
    settings = fake_llm.settings(llm_retries=1)
    with pytest.raises(ModelError):
        ChatModel.of(settings, make_llm(settings)).complete([("user", "Hello")], stage="ask")
    [call] = exported.get_finished_spans()
    assert not call.status.is_ok and "error.type" in (call.attributes or {})
    assert SECRET not in call.to_json()


def test_stages_of_long_work_are_spans(exported: InMemorySpanExporter) -> None:
    progress = TracedProgress(NullProgress())
    with progress.task("Reading documents", 7) as advance:
        advance(3)
        advance(2)
    [stage] = exported.get_finished_spans()
    told = dict(stage.attributes or {})
    assert stage.name == "stage reading_documents"
    assert (told["graphrag.items.total"], told["graphrag.items.done"]) == (7, 5)


def test_without_the_sdk_nothing_of_it_is_imported() -> None:
    code = (
        "import sys\nfrom graphrag_neo4j.telemetry import span\n"
        "with span('search', mode='local') as notes: notes.add(rows=3)\n"
        "print([name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


async def test_a_stream_ends_its_span_where_it_began(
    fake_llm: FakeLLM, exported: InMemorySpanExporter, caplog: pytest.LogCaptureFixture
) -> None:
    fake_llm.answer = lambda _: "Anna Berg manages the port of Melby."
    settings = fake_llm.settings()
    chat = ChatModel.of(settings, make_llm(settings))
    assert len([piece async for piece in chat.astream([("user", "Hello")], stage="ask")]) > 1
    left = chat.astream([("user", "Hello again")], stage="ask")
    async for _ in left:
        break
    await left.aclose()
    assert [one.name for one in exported.get_finished_spans()] == [f"chat {MODEL}"] * 2
    assert [record.message for record in caplog.records if "context" in record.message] == []
