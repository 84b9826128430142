"""Extraction by a live model, where one is served: nothing is lost without a reason.

``LIVE_LLM_URL`` names an OpenAI-compatible endpoint on this machine, ``LIVE_LLM_MODEL`` its model.
A small model is the hardest test: whatever it answers has to be used, or to be told.
"""

from __future__ import annotations

import os

import pytest

from graphrag_neo4j.extract.llm import ExtractOptions, LLMExtractor
from graphrag_neo4j.ids import source_id
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.llm.chat import ChatModel
from graphrag_neo4j.llm.client import make_llm
from graphrag_neo4j.model import Document
from graphrag_neo4j.settings import Settings

URL = os.environ.get("LIVE_LLM_URL")
TEXT = (
    "Anna Berg manages the Port of Melby. The port owns the Tall Crane, which Carl Dahl repaired "
    "in 1921 after the flood. The flood was caused by the storm of that winter."
)


@pytest.mark.skipif(not URL, reason="LIVE_LLM_URL names no endpoint")
@pytest.mark.parametrize("form", ["json", "tuples"])
def test_every_chunk_is_used_or_reported(form: str) -> None:
    settings = Settings(
        _env_file=None,
        openai_base_url=URL,
        llm_model=os.environ.get("LIVE_LLM_MODEL", "live"),
        llm_cache="off",
    )
    chat = ChatModel.of(settings, make_llm(settings))
    document = Document("doc:port", TEXT, "The port")
    chunks = chunk_document(
        document, source_id(document.uri), size=256, overlap=0, strategy="sentence"
    )
    options = ExtractOptions(format=form)  # type: ignore[arg-type]
    (found,) = LLMExtractor(chat, options, at_once=1).extract_many([(document, chunks)])
    for chunk in found:
        assert chunk.topics or chunk.failed or chunk.quarantined, chunk
    assert chat.meter.total.tokens_out < 10_000
