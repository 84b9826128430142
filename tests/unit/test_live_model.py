"""Extraction by a live model, where there is one: nothing is lost without a reason.

A small model is the hardest test: whatever it answers has to be used, or to be told. How to have
one is said in ``tests/support/live_model.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from graphrag_neo4j.extract.llm import ExtractOptions, LLMExtractor
from graphrag_neo4j.ids import source_id
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.llm.chat import ChatModel
from graphrag_neo4j.llm.client import make_llm
from graphrag_neo4j.model import Document
from tests.support.live_model import live_settings, why_not

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(why_not()), reason=why_not())]
TEXT = (
    "Anna Berg manages the Port of Melby. The port owns the Tall Crane, which Carl Dahl repaired "
    "in 1921 after the flood. The flood was caused by the storm of that winter."
)


@pytest.fixture(scope="module")
def chat() -> Iterator[ChatModel]:
    with live_settings() as settings:
        yield ChatModel.of(settings, make_llm(settings))


@pytest.mark.parametrize("form", ["json", "tuples"])
def test_every_chunk_is_used_or_reported(chat: ChatModel, form: Any) -> None:
    document = Document("doc:port", TEXT, "The port")
    chunks = chunk_document(
        document, source_id(document.uri), size=256, overlap=0, strategy="sentence"
    )
    before = chat.meter.total.tokens_out
    extractor = LLMExtractor(chat, ExtractOptions(format=form, gleanings=1), at_once=1)
    (found,) = extractor.extract_many([(document, chunks)])
    for chunk in found:
        assert chunk.topics or chunk.entities or chunk.failed or chunk.quarantined, chunk
    assert chat.meter.total.tokens_out - before < 10_000


def test_the_endpoint_says_what_its_model_takes(chat: ChatModel) -> None:
    assert chat.context_window is not None
    assert chat.context_window >= 1_024
