"""What the routes share: the graph, the jobs, the folder."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.responses import PlainTextResponse, Response

from graphrag_neo4j.errors import GraphRagError, OptionError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.options import Options, check_names, kind_of
from graphrag_neo4j.progress import NullProgress
from graphrag_neo4j.results import plain
from graphrag_neo4j.serve.errors import Json
from graphrag_neo4j.serve.guard import Access
from graphrag_neo4j.serve.jobs import JobProgress, Jobs
from graphrag_neo4j.serve.journal import Job, JobFile, Journal
from graphrag_neo4j.serve.keeper import Keeper
from graphrag_neo4j.serve.uploads import after_ingest

_PYTHON_ONLY = {"llm", "output_dir", "format_source_metadata_fn"}
"""Options that take Python objects, or that write files."""


class Serving:
    """One graph being served. ``graph`` answers, ``edits`` is for short changes, ``for_jobs`` for
    long work: the same connection and embedding model, each with a progress of its own.
    ``stopping`` is set when the server begins to stop."""

    def __init__(
        self, graph: KnowledgeGraph, access: Access, folder: Path, digest: str = ""
    ) -> None:
        self.digest = digest
        self.stopping = asyncio.Event()
        self.graph = graph
        self.access = access
        self.folder = folder
        self.documents = folder / "documents"
        progress = JobProgress()
        self.for_jobs = graph.beside(progress)
        works = {
            "ingest": self._ingest,
            "communities": self._find_communities,
            "resolve": self._resolve,
        }
        self.jobs = Jobs(Journal(folder / "jobs.sqlite"), works, progress)
        self.edits = graph.beside(NullProgress())
        is_local = graph.settings.neo4j_uri is None
        self._keeper = Keeper(graph.server, graph.database) if is_local else None

    def start(self) -> None:
        """Begin with the jobs, and load the embedding model before the first question needs it."""
        self.jobs.start()
        if self._keeper:
            self._keeper.start()
        threading.Thread(target=self._warm_up, daemon=True).start()

    async def stop(self) -> None:
        """Park what runs."""
        if self._keeper:
            self._keeper.stop()
        await asyncio.to_thread(self.jobs.stop)

    def _warm_up(self) -> None:
        with suppress(GraphRagError):  # the first question will say what is wrong
            self.graph.embed_model.get_query_embedding("ready")

    def _ingest(self, job: Job) -> tuple[Sequence[JobFile], dict[str, Any]]:
        from graphrag_neo4j.readers.files import file_of

        report = self.for_jobs.ingest(*dict.fromkeys(file_of(file.uri) for file in job.files))
        return after_ingest(job.files, report), report.to_dict()

    def _find_communities(self, _: Job) -> tuple[Sequence[JobFile], dict[str, Any]]:
        found = self.for_jobs.communities.detect()
        reports = self.for_jobs.communities.report()
        return (), {"detection": plain(found), "reports": plain(reports)}

    def _resolve(self, _: Job) -> tuple[Sequence[JobFile], dict[str, Any]]:
        return (), self.for_jobs.entities.resolve().to_dict()


def _serving(request: Request) -> Serving:
    found: Serving = request.app.state.serving
    return found


Here = Annotated[Serving, Depends(_serving)]
"""What a route is about."""


def answer(request: Request, data: Any, text: Callable[[], str] | None = None) -> Response:
    """``data``, results or plain, as JSON; for ``Accept: text/plain`` the ``text`` that the
    command line prints."""
    if text is not None and request.headers.get("accept", "").startswith("text/plain"):
        return PlainTextResponse(text().encode("utf-8", "replace"))
    return Json(plain(data))


def checked_options(kinds: Sequence[type[Options]], given: Mapping[str, Any]) -> dict[str, Any]:
    """Options from outside: only those that the modes have and that are plain data.

    Raises :class:`OptionError`, as the library does for a wrong value.
    """
    known = {
        one.name
        for kind in kinds
        for one in fields(kind)
        if one.name not in _PYTHON_ONLY and (kind_of(one) != "Path" or one.name == "history")
    }
    check_names(given, sorted(known))
    for name, value in given.items():
        if name == "filters" and not (value is None or _is_list_of_texts(value)):
            raise OptionError(
                "filters is no list of texts.", 'Write ["year>=2020"].', names=(name,)
            )
        if name == "reranker" and not isinstance(value, str):
            raise OptionError(
                "reranker is no name.", "Use 'maxsim', 'tfidf' or 'none'.", names=(name,)
            )
    return dict(given)


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
