"""The ingest pipeline over the parts of a graph."""

from __future__ import annotations

from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.ingest.content import ExtractedContent
from graphrag_neo4j.ingest.made_with import Memory, made_with
from graphrag_neo4j.ingest.pipeline import Ingestion
from graphrag_neo4j.ingest.plan import Planner
from graphrag_neo4j.settings import LOCAL_EMBED_MODEL


def ingestion_of(context: GraphContext, *, may_switch: bool = False) -> Ingestion:
    """The pipeline, with a schema to write to. ``may_switch``: another way than that in which the
    graph was made is meant."""
    context.apply_schema()
    database, embed_model, settings, progress, chat = context.writer_parts()
    maker = ExtractedContent(context.extractor, settings)
    memory = Memory(database, made_with(settings, context.extractor), may_switch=may_switch)
    return Ingestion(database, maker, embed_model, settings, progress, chat, memory)


def planner_of(context: GraphContext) -> Planner:
    """What plans an ingest. Its LLM needs no key, as it is not asked."""
    from graphrag_neo4j.llm.chat import ChatModel
    from graphrag_neo4j.llm.client import make_llm

    settings = context.settings
    extractor = context.make_extractor(
        lambda: ChatModel.of(settings, context.given_llm or make_llm(settings, to_ask=False))
    )
    is_remote = context.given_embed_model is None and settings.embed_model != LOCAL_EMBED_MODEL
    embed_model = settings.embed_model if is_remote else None
    memory = Memory(context.database, made_with(settings, extractor))
    return Planner(context.database, extractor, settings, context.progress, embed_model, memory)
