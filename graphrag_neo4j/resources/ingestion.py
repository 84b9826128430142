"""``graph.ingest``, ``sync`` and ``plan``: the pipeline over the parts of a graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.ingest.content import ExtractedContent
from graphrag_neo4j.ingest.made_with import Memory, made_with
from graphrag_neo4j.ingest.pipeline import Ingestion
from graphrag_neo4j.ingest.readings import Readings, readings_kept
from graphrag_neo4j.ingest.report import IngestReport
from graphrag_neo4j.parts.load import Parts, PartsIngestion
from graphrag_neo4j.parts.store import Store
from graphrag_neo4j.readers.folders import check_folders
from graphrag_neo4j.readers.inputs import Ingestible, inputs_of
from graphrag_neo4j.settings import LOCAL_EMBED_MODELS

if TYPE_CHECKING:
    from graphrag_neo4j.ingest.plan import IngestPlan, Planner

Items = tuple[Ingestible | Iterable[Ingestible], ...]


def ingest(
    context: GraphContext,
    items: Items,
    extracted: str | PathLike[str] | None = None,
    *,
    may_switch: bool = False,
) -> IngestReport:
    """Read ``items``, or the parts at ``extracted``, into the graph. ``may_switch``: another way
    than that in which the graph was made is meant. Raises :class:`UsageError` for both."""
    if extracted is not None:
        if items:
            raise UsageError("Give paths, or parts, not both.", "Ingest one after the other.")
        return _ingest_parts(context, extracted, may_switch=may_switch)
    given = inputs_of(items, context.settings)
    with context.usage_booked():
        ingestion = ingestion_of(context, may_switch=may_switch)
        documents = given.documents(ingestion.read)
        return ingestion.run(documents, given.work, given.files, given.folders, given.links)


def _ingest_parts(
    context: GraphContext, address: str | PathLike[str], *, may_switch: bool = False
) -> IngestReport:
    """Load the parts at ``address``, all of which are checked first."""
    parts = Parts(Store.of(address))
    with context.usage_booked():
        context.apply_schema()
        made = dict(parts.manifest.made_with)
        memory = Memory(context.database, made, may_switch=may_switch)
        return PartsIngestion(*context.writer_parts(), parts=parts, memory=memory).run()


def sync(
    context: GraphContext, folders: Sequence[Path], *, may_switch: bool = False
) -> IngestReport:
    """Make the graph say of folders what is in them now. Raises :class:`UsageError` for none, and
    for one that is not there; ``may_switch`` as with :func:`ingest`."""
    if not folders:
        raise UsageError("No folder is given.", "Name one or more.")
    check_folders(folders)
    with context.usage_booked():
        return ingestion_of(context, may_switch=may_switch).sync(folders)


def plan(context: GraphContext, items: Items, *, is_unused: bool = False) -> IngestPlan:
    """What :func:`ingest` of the same items would take; ``is_unused``: into a new home, for which
    no server is started."""
    given = inputs_of(items, context.settings)
    database = _Unused() if is_unused else context.database
    planner = _planner(context, database)
    return planner.run(given.documents(planner.read), given.work)


class _Unused(Database):
    """The database of a home that was never used: nothing is in it."""

    def __init__(self) -> None:
        super().__init__("", "", "")

    def read(
        self, _name: str | Sequence[str], _condition: str | None = None, /, **_: object
    ) -> list[Row]:
        return []


def ingestion_of(context: GraphContext, *, may_switch: bool = False) -> Ingestion:
    """The pipeline, with a schema to write to."""
    context.apply_schema()
    database, embed_model, settings, progress, chat = context.writer_parts()
    maker = ExtractedContent(context.extractor, settings)
    memory = Memory(database, made_with(settings, context.extractor), may_switch=may_switch)
    read = Readings(readings_kept(settings), database, maker).read
    return Ingestion(database, maker, embed_model, settings, progress, chat, memory, read)


def _planner(context: GraphContext, database: Database) -> Planner:
    """What plans an ingest. Its LLM needs no key, as it is not asked."""
    from graphrag_neo4j.ingest.plan import Planner
    from graphrag_neo4j.llm.chat import ChatModel
    from graphrag_neo4j.llm.client import make_llm

    settings = context.settings
    extractor = context.make_extractor(
        lambda: ChatModel.of(settings, context.given_llm or make_llm(settings, to_ask=False))
    )
    is_remote = context.given_embed_model is None and (
        settings.embed_model not in LOCAL_EMBED_MODELS
    )
    embed_model = settings.embed_model if is_remote else None
    memory = Memory(database, made_with(settings, extractor))
    return Planner(database, extractor, settings, context.progress, embed_model, memory)
