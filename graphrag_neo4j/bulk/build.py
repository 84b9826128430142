"""``build_graph``: the graph of parts in a new home, whole or not at all."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from graphrag_neo4j.bulk.derived import EntityTexts
from graphrag_neo4j.bulk.tables import FILES, Tables
from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.database import migrations
from graphrag_neo4j.database.batching import write_rows
from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.embeddings.models import dimensions_of
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.files import explained
from graphrag_neo4j.ingest.source_rows import named
from graphrag_neo4j.ingest.writer import GraphWriter
from graphrag_neo4j.parts.load import Parts
from graphrag_neo4j.parts.store import Store
from graphrag_neo4j.progress import NullProgress, Progress
from graphrag_neo4j.results import RunReport, counted
from graphrag_neo4j.server import LocalServer
from graphrag_neo4j.server.admin_tool import run_admin
from graphrag_neo4j.server.config import Memory
from graphrag_neo4j.server.credentials import ensure_credentials
from graphrag_neo4j.server.releases import DEFAULT_LINE, RELEASES
from graphrag_neo4j.settings import Settings, load_settings
from graphrag_neo4j.vocabulary import Label

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.llms import LLM

_OWN_CONF = Path("conf") / "extra.conf"
"""What a user may have put into a home before its first start."""


@dataclass(slots=True)
class BuildReport(RunReport):
    """What was built: ``sources`` and ``entities_derived`` in the new ``home``. ``undescribed``:
    entities whose descriptions the LLM could not summarise, and why; rules did."""

    home: str
    sources: int = 0
    entities_derived: int = 0
    undescribed: dict[str, str] = field(default_factory=dict)

    def summary(self) -> str:
        """One line for people."""
        entities = counted(self.entities_derived, "entity")
        return f"{counted(self.sources, 'source')} and {entities} in {self.home}."


def build_graph(
    *folders: str | PathLike[str],
    into: str | PathLike[str],
    settings: Settings | None = None,
    embed_model: BaseEmbedding | None = None,
    llm: LLM | None = None,
    progress: Progress | None = None,
) -> BuildReport:
    """Make the graph of the parts in ``folders`` in the new home ``into``, by Neo4j's bulk import.

    It is the one that :meth:`KnowledgeGraph.ingest` of the same parts makes, and goes on being fed
    by it. The home appears when all is done: whatever fails, nothing is there. Needs the extra
    ``build``, and room for about ten times the parts. Models as with :class:`KnowledgeGraph`.
    Raises :class:`UsageError` for a home with a graph in it, for parts that are not right, and for
    a source that is in them twice; :class:`SettingsError` for vectors of another model;
    :class:`ServerError` when the import fails or the disk is full.
    """
    settings = settings or load_settings()
    progress = progress or NullProgress()
    target = LocalServer(Path(into))
    _check_new(target)
    parts = [Parts(Store.of(folder)) for folder in folders]
    with _beside(target.home) as scratch, explained(scratch):
        home = scratch / "home"
        local = LocalServer(home, settings.neo4j_line, settings.server_memory, aot_cache=False)
        context = GraphContext(
            lambda: local.start(progress).database(),
            settings,
            embed_model=embed_model,
            llm=llm,
            progress=progress,
        )
        made_with = _check(parts, context)
        files = [file for one in parts for file in one.files()]
        name = context.embed_model.model_name
        texts = EntityTexts(settings, name, has_llm=context.llm_describes)
        with Tables(files, scratch, texts) as tables:
            with progress.task("Merging parts", FILES) as advance:
                tables.write(advance)
            _import(local, scratch, progress)
            try:
                report = _finished(context, tables, made_with, BuildReport(str(target.home)))
            finally:
                context.close()
                local.stop()
        _move(home, target.home)
    return report.final()


def _check_new(target: LocalServer) -> None:
    """Raises :class:`UsageError` if the home holds more than what it may before its first start:
    it is replaced, and nothing of the user's may go with it."""
    if not target.is_unused:
        raise UsageError(f"There is a graph in {target.home}.", "Name a new home with --into.")
    with explained(target.home):
        found = {path.name for path in _files_of(target.home)} - {_OWN_CONF.parts[0], ".lock"}
        found |= {path.name for path in _files_of(target.home / "conf")} - {_OWN_CONF.name}
    if found:
        raise UsageError(f"{target.home} holds other files.", "Name a new home with --into.")


def _files_of(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.exists() else []


def _check(parts: Sequence[Parts], context: GraphContext) -> str:
    """How all parts were made, as JSON. Raises :class:`UsageError` if not in one way."""
    for one in parts:
        one.check_model(context.embed_model.model_name)
    ways = {json.dumps(dict(one.manifest.made_with)) for one in parts}
    if len(ways) > 1:
        raise UsageError("These parts were made in several ways.", "Build of one, ingest others.")
    return ways.pop()


def _import(local: LocalServer, folder: Path, progress: Progress) -> None:
    """Make a store of the tables in ``folder``; these go."""
    local.home.mkdir(mode=0o700)
    (local.home / "conf").mkdir(mode=0o700)
    (local.home / "conf" / "neo4j.conf").touch()
    ensure_credentials(local.home, "")  # while there is no store that could have another password
    arguments = ["database", "import", "full", "neo4j", "@arguments.txt"]
    release = RELEASES[local.line or DEFAULT_LINE]
    memory = Memory.parse(local.memory)
    run_admin(release, local.home, memory, arguments, progress, folder=folder)
    for file in folder.glob("*.csv"):
        file.unlink()


def _finished(
    context: GraphContext, tables: Tables, made_with: str, report: BuildReport
) -> BuildReport:
    """What a source says of itself, what is left to derive, and the schema."""
    context.open()
    database, model, progress = context.database, context.embed_model, context.progress
    with progress.task("Making constraints", None):
        migrations.begin_filled(database)
    with progress.task("Writing sources", len(tables)) as advance:
        for rows in tables.sources():
            write_rows(database, "ingest/write_sources", map(_source, rows))
            report.sources += len(rows)
            advance(len(rows))
    write_rows(database, "ingest/write_made_with", [{"id": "graph", "made_with": made_with}])
    GraphWriter(*context.writer_parts()).derive(report)  # whose descriptions an LLM shortens
    report.entities_derived = tables.written[Label.ENTITY]
    with progress.task("Making indexes", None):
        dimensions = dimensions_of(model)
        migrations.end_filled(database, embed_model=model.model_name, dimensions=dimensions)
    return report


def _source(row: Row) -> Row:
    properties = json.loads(row["properties"])
    properties |= {"status": row["status"], **named(row["names"][1:])}
    return {"id": properties["id"], "properties": properties}


@contextmanager
def _beside(home: Path) -> Iterator[Path]:
    """A folder on the disk of ``home``, removed at the end."""
    scratch = home.with_name(f".{home.name}.build-{uuid4().hex[:8]}")
    with explained(home):
        scratch.mkdir(parents=True, mode=0o700)
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _move(new: Path, home: Path) -> None:
    """Put the ``new`` home in the place of one that was never used, whose settings it takes over.

    Of the old one only what is known is removed: if more came meanwhile, it stays, and this fails.
    """
    own = home / _OWN_CONF
    if own.is_file():
        shutil.copy2(own, new / _OWN_CONF)
    if home.exists():
        own.unlink(missing_ok=True)
        (home / ".lock").unlink(missing_ok=True)
        for folder in (home / "conf", home):
            if folder.exists():
                folder.rmdir()
    new.rename(home)
