"""A model is never sent more than it takes."""

from __future__ import annotations

from typing import Any

import pytest
from llama_index.core.llms import MockLLM

from graphrag_neo4j.errors import PromptTooLong
from graphrag_neo4j.extract.llm import ExtractOptions, LLMExtractor
from graphrag_neo4j.llm.chat import ChatModel
from graphrag_neo4j.llm.client import make_llm
from graphrag_neo4j.model import Chunk, Document
from tests.support.fake_llm import FakeLLM

WORDS = " ".join(map(str, range(600)))  # some 1,200 tokens


def chat_of(fake: FakeLLM, **more: Any) -> ChatModel:
    settings = fake.settings(**more)
    return ChatModel.of(settings, make_llm(settings))


@pytest.mark.parametrize("name", ["max_model_len", "context_length", "loaded_context_length"])
def test_an_endpoint_is_asked_what_its_model_takes(fake_llm: FakeLLM, name: str) -> None:
    fake_llm.card = {name: 4_096}
    assert chat_of(fake_llm).context_window == 4_096


def test_what_is_served_counts_not_what_the_model_was_trained_for(fake_llm: FakeLLM) -> None:
    fake_llm.card = {"context_length": 32_768}
    fake_llm.properties = {"default_generation_settings": {"n_ctx": 2_048}, "total_slots": 1}
    assert chat_of(fake_llm).context_window == 2_048


def test_the_only_model_is_meant_whatever_its_name(fake_llm: FakeLLM) -> None:
    fake_llm.card = {"id": "/models/some.gguf", "meta": {"n_ctx": 4_096, "n_ctx_train": 32_768}}
    assert chat_of(fake_llm).context_window == 4_096


def test_the_setting_goes_before_what_the_endpoint_says(fake_llm: FakeLLM) -> None:
    fake_llm.card = {"max_model_len": 4_096}
    chat = chat_of(fake_llm, llm_context_window=1_024)
    assert chat.context_window == chat.llm.metadata.context_window == 1_024


def test_what_nobody_knows_limits_nothing(fake_llm: FakeLLM) -> None:
    chat = chat_of(fake_llm)
    assert chat.context_window is None
    assert chat.text_room(100_000) == 100_000
    assert ChatModel(MockLLM()).context_window is None
    assert chat.complete([("user", WORDS)], stage="talk").text == "ok"


def test_models_known_by_name_are_not_asked_about() -> None:
    from llama_index.llms.openai import OpenAI

    assert ChatModel(OpenAI(model="gpt-4o-mini", api_key="none")).context_window == 128_000


def test_an_answer_has_the_room_that_its_question_leaves(fake_llm: FakeLLM) -> None:
    chat = chat_of(fake_llm, llm_context_window=2_048)
    chat.complete([("user", WORDS)], stage="talk")
    (asked,) = fake_llm.requests
    text = chat.count([("user", WORDS)])
    assert text < 2_048 - asked["max_tokens"] <= 1.2 * text


def test_engines_of_llamaindex_know_the_room_for_text_and_answer(fake_llm: FakeLLM) -> None:
    fake_llm.card = {"max_model_len": 2_048}
    chat = chat_of(fake_llm)
    assert chat.context_window == 2_048
    assert (chat.llm.metadata.context_window, chat.llm.metadata.num_output) == (2_048, 512)
    chat.llm.complete("Hello?")
    assert fake_llm.requests[0]["max_tokens"] == 512


async def test_what_does_not_fit_is_not_sent(fake_llm: FakeLLM) -> None:
    chat = chat_of(fake_llm, llm_context_window=1_024)
    with pytest.raises(PromptTooLong, match=r"the model takes 1,024. .*CONTEXT_WINDOW"):
        chat.complete([("user", WORDS)], stage="talk")
    with pytest.raises(PromptTooLong):
        _ = [piece async for piece in chat.astream([("user", WORDS)], stage="talk")]
    assert fake_llm.requests == []


def test_gleaning_that_does_not_fit_is_left_out(fake_llm: FakeLLM) -> None:
    entities = [{"name": f"Lock {n}", "type": "LOCK", "description": ""} for n in range(40)]
    fake_llm.answer = lambda _: {"topics": [], "entities": entities}
    chunk = Chunk("c", "s", "t", "h", "Locks of Brenn.", 0, 8, 0, 4)
    chat = chat_of(fake_llm, llm_context_window=2_048)
    extractor = LLMExtractor(chat, ExtractOptions(gleanings=1))
    ((found,),) = extractor.extract_many([(Document("d", "", "Locks"), [chunk])])
    assert (found.failed, len(found.entities)) == ("", 40)
    assert len(fake_llm.requests) == 1
