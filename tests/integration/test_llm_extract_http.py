"""The LLM extractor over HTTP: a real ChatModel and LlamaIndex's OpenAI class."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.extract.llm import ExtractOptions, LLMExtractor
from graphrag_neo4j.llm.chat import ChatModel
from graphrag_neo4j.llm.client import make_llm
from graphrag_neo4j.model import OUT_OF_BUDGET, Chunk, Document, ExtractedChunk
from tests.support.fake_llm import MODEL, Answer, FakeLLM, prompt_of, status

DOCUMENT = Document("doc:1", "", "Locks of Brenn")
FACT = {
    "subject": "Lock 3", "predicate": "superseded", "object": "Lock 2",
    "object_is_entity": True, "relation_type": "SUPERSEDES", "description": "d", "strength": 9,
}  # fmt: skip
ANSWER = {
    "topics": [
        {"name": "Locks", "statements": [{"text": "Lock 3 superseded Lock 2.", "facts": [FACT]}]}
    ],
    "entities": [{"name": "Lock 3", "type": "LOCK", "description": "A lock."}],
}
EMPTY: dict[str, Any] = {"topics": [], "entities": []}


def extractor_of(fake: FakeLLM, options: ExtractOptions | None = None, **more: Any) -> LLMExtractor:
    settings = fake.settings(**more)
    return LLMExtractor(ChatModel.of(settings, make_llm(settings)), options)


def chunks_of(n: int) -> list[Chunk]:
    return [Chunk(f"c{i}", "s", "t", "h", f"number {i}", 0, 8, i, 2) for i in range(n)]


def extract(extractor: LLMExtractor, n: int = 1) -> list[ExtractedChunk]:
    (found,) = extractor.extract_many([(DOCUMENT, chunks_of(n))])
    return found


def is_first(request: dict[str, Any]) -> bool:
    return len(request["messages"]) == 2


def test_a_schema_is_sent_and_its_answer_becomes_records(fake_llm: FakeLLM) -> None:
    fake_llm.answer = lambda request: ANSWER if is_first(request) else EMPTY
    (found,) = extract(extractor_of(fake_llm))
    (fact,) = found.topics[0].statements[0].facts
    assert (fact.subject, fact.relation_type, fact.object, fact.weight) == (
        "Lock 3", "SUPERSEDES", "Lock 2", 9.0,
    )  # fmt: skip
    first, glean = fake_llm.requests
    assert first["response_format"]["json_schema"]["strict"]
    assert "Locks of Brenn" in prompt_of(first)
    assert [message["role"] for message in glean["messages"]] == [
        "system", "user", "assistant", "user",
    ]  # fmt: skip


@pytest.mark.parametrize("formats", [{"json_object", "text"}, {"text"}])
def test_an_endpoint_without_schemas_does_as_well(fake_llm: FakeLLM, formats: set[str]) -> None:
    fake_llm.formats = formats
    fake_llm.answer = lambda request: f"Here it is:\n```json\n{json.dumps(ANSWER)}\n```"
    (found,) = extract(extractor_of(fake_llm, ExtractOptions(gleanings=0)))
    assert [entity.name for entity in found.entities] == ["Lock 3", "Lock 2"]


def test_a_second_run_is_answered_by_the_cache(fake_llm: FakeLLM, tmp_path: Path) -> None:
    file = str(tmp_path / "answers.sqlite")
    malformed = {**ANSWER, "entities": [{"name": ""}]}
    steps: list[Any] = ["no JSON at all", malformed, EMPTY, ANSWER]
    fake_llm.script(*steps, status(500))
    first = extract(extractor_of(fake_llm, llm_cache=file))
    assert len(fake_llm.requests) == len(steps)
    assert first == extract(extractor_of(fake_llm, llm_cache=file))
    assert len(fake_llm.requests) == len(steps)


def test_what_failed_is_asked_for_anew_by_the_next_run(fake_llm: FakeLLM, tmp_path: Path) -> None:
    file = str(tmp_path / "answers.sqlite")
    fake_llm.script("no JSON at all")
    (failed,) = extract(extractor_of(fake_llm, llm_cache=file))
    assert failed.failed.startswith("the answer is not JSON")
    assert len(fake_llm.requests) == 2
    fake_llm.answer = lambda request: ANSWER if is_first(request) else EMPTY
    (found,) = extract(extractor_of(fake_llm, llm_cache=file))
    assert (found.failed, found.entities[0].name) == ("", "Lock 3")


def test_calls_run_together_up_to_the_limit(fake_llm: FakeLLM) -> None:
    fake_llm.latency = 0.05
    fake_llm.answer = lambda request: ANSWER
    options = ExtractOptions(gleanings=0)
    extract(extractor_of(fake_llm, options, llm_concurrency=3), 12)
    assert fake_llm.most_at_once == 3


def test_an_endpoint_that_fails_for_one_chunk_costs_only_that_chunk(fake_llm: FakeLLM) -> None:
    def answer(request: dict[str, Any]) -> Any:
        return status(400, "content filter") if "number 1" in prompt_of(request) else ANSWER

    fake_llm.answer = answer
    found = extract(extractor_of(fake_llm, ExtractOptions(gleanings=0)), 3)
    assert [bool(chunk.failed) for chunk in found] == [False, True, False]
    assert "content filter" in found[1].failed


def test_a_run_stopped_by_its_budget_is_finished_by_the_next_at_no_cost_for_what_was_done(
    fake_llm: FakeLLM, tmp_path: Path
) -> None:
    fake_llm.answer = lambda request: Answer(json.dumps(ANSWER), usage=(1_000, 1_000))
    settings: dict[str, Any] = {
        "llm_cache": str(tmp_path / "answers.sqlite"), "llm_concurrency": 1,
        "llm_max_tokens": 400, "prices": {MODEL: (0.0, 1_000.0)},
    }  # fmt: skip
    options = ExtractOptions(gleanings=0)
    found = extract(extractor_of(fake_llm, options, budget=2.2, **settings), 5)
    done = [chunk.failed for chunk in found]
    assert sorted(done) == [""] * 2 + [OUT_OF_BUDGET] * 3
    n_before = len(fake_llm.requests)
    assert n_before == 2
    found = extract(extractor_of(fake_llm, options, budget=3.5, **settings), 5)
    assert [chunk.failed for chunk in found] == [""] * 5
    assert len(fake_llm.requests) == 5


async def test_it_runs_where_an_event_loop_is_running(fake_llm: FakeLLM) -> None:
    fake_llm.answer = lambda request: ANSWER
    extractor = extractor_of(fake_llm, ExtractOptions(gleanings=0))
    work = [(DOCUMENT, chunks_of(2))]
    assert extractor.extract_many(work) == await extractor.aextract_many(work)
