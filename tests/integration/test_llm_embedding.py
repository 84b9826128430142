"""Vectors from an OpenAI-compatible endpoint."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from llama_index.core.base.embeddings.base import BaseEmbedding

from graphrag_neo4j.embeddings.models import dimensions_of, make_embedding
from graphrag_neo4j.errors import ModelError
from tests.support.fake_llm import (
    API_KEY,
    DIMENSIONS,
    FakeLLM,
    cut_body,
    hang,
    reset,
    status,
    too_many,
)


def embedding(fake: FakeLLM, **more: Any) -> BaseEmbedding:
    return make_embedding(fake.settings(embed_model="my-local-embedder", **more))


def test_a_model_that_no_package_knows_embeds_in_batches(fake_llm: FakeLLM) -> None:
    model = embedding(fake_llm)
    texts = [f"text {n}" for n in range(250)]
    vectors = model.get_text_embedding_batch(texts)
    assert [r["model"] for r in fake_llm.embedding_requests] == ["my-local-embedder"] * 3
    assert [t for r in fake_llm.embedding_requests for t in r["input"]] == texts
    assert len(vectors) == 250
    assert dimensions_of(model) == DIMENSIONS
    assert model.get_query_embedding("text 7") == vectors[7]
    assert model.model_name == "my-local-embedder"


def test_it_works_from_one_event_loop_after_another(fake_llm: FakeLLM) -> None:
    model = embedding(fake_llm)
    expected = model.get_query_embedding("tea")
    for _ in range(2):
        assert asyncio.run(model.aget_query_embedding("tea")) == expected
        assert asyncio.run(model.aget_text_embedding_batch(["tea"])) == [expected]


@pytest.mark.parametrize("fault", [too_many(0.1), status(500), hang(2), reset(), cut_body()])
def test_what_may_pass_is_asked_again(fake_llm: FakeLLM, fault: Any) -> None:
    fake_llm.embedding_fault = [fault]
    assert len(embedding(fake_llm, llm_timeout=0.3).get_text_embedding("tea")) == DIMENSIONS
    assert len(fake_llm.embedding_requests) == 2


@pytest.mark.parametrize(
    ("fault", "attempts", "line"),
    [
        (status(500), 3, "The embedding model failed 3 times: HTTP 500"),
        (status(401, f"bad key {API_KEY}"), 1, "The embedding model failed: HTTP 401"),
        (status(404), 1, "GRAPHRAG_EMBED_MODEL"),
    ],
    ids=["500", "401", "404"],
)
def test_a_dying_endpoint_is_one_clear_line(
    fake_llm: FakeLLM, fault: Any, attempts: int, line: str
) -> None:
    fake_llm.embedding_fault = [fault] * 9
    with pytest.raises(ModelError) as caught:
        embedding(fake_llm, llm_retries=3).get_text_embedding_batch(["tea", "milk"])
    assert line in str(caught.value)
    assert API_KEY not in str(caught.value)
    assert len(fake_llm.embedding_requests) == attempts
