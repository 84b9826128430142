"""The real command on an LLM ingest, killed at a moment and run again."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from werkzeug import Request, Response

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.settings import Settings
from tests.support.command_line import Running, start
from tests.support.databases import Snapshot, snapshot
from tests.support.fake_llm import API_KEY, MODEL, FakeLLM
from tests.support.life import clear
from tests.support.llm_ingest import documents, read

SETTLE = 0.5
DIED = -signal.SIGKILL


class RecordingLLM(FakeLLM):
    """Notes when each request came and when its answer had been sent in whole."""

    def __init__(self) -> None:
        super().__init__()
        self.answer = read
        self.came: list[tuple[str, float]] = []
        self.sent: list[tuple[str, float]] = []

    def __enter__(self) -> RecordingLLM:
        super().__enter__()
        return self

    def _chat(self, request: Request) -> Response:
        key = json.dumps(request.get_json()["messages"])
        self.came.append((key, time.monotonic()))
        response = super()._chat(request)
        response.call_on_close(lambda: self.sent.append((key, time.monotonic())))
        return response


@dataclass(frozen=True)
class Moment:
    """One kill. ``answered``: sent in whole before it; ``stored``: in the cache then;
    ``asked_again``: of ``answered``; ``window``: age in seconds of the oldest of those;
    ``stored_asked_again``, ``asked_twice`` (by the second run) and ``equal`` are what must hold:
    0, 0 and True."""

    seconds: float
    died: bool
    answered: int
    stored: int
    asked_again: int
    window: float
    stored_asked_again: int
    asked_twice: int
    equal: bool

    @property
    def is_right(self) -> bool:
        """Whether nothing was lost or paid twice that could be helped."""
        return self.equal and self.stored_asked_again == self.asked_twice == 0


class Killing:
    """Runs the command on ``folder`` against a Neo4j (``neo4j``: its NEO4J_… variables)."""

    def __init__(self, llm: RecordingLLM, neo4j: Mapping[str, str], folder: Path) -> None:
        self._llm = llm
        self._cache = folder / "answers.sqlite"
        self._texts = folder / "texts"
        given = ("NEO4J_", "GRAPHRAG_", "OPENAI_")
        clean = {k: v for k, v in os.environ.items() if not k.startswith(given)}
        self._env = {
            **clean, **neo4j, "OPENAI_BASE_URL": llm.url, "OPENAI_API_KEY": API_KEY,
            "GRAPHRAG_LLM_MODEL": MODEL, "GRAPHRAG_EMBED_MODEL": "hashed",
            "GRAPHRAG_EXTRACTOR": "llm", "GRAPHRAG_CHUNK_SIZE": "40",
            "GRAPHRAG_LLM_CACHE": str(self._cache),
        }  # fmt: skip
        self._graph = KnowledgeGraph.connect(
            neo4j["NEO4J_URI"], neo4j["NEO4J_USERNAME"], neo4j["NEO4J_PASSWORD"], "neo4j",
            Settings(_env_file=None),
        )  # fmt: skip
        self._wanted: Snapshot | None = None

    def undisturbed(self, n_documents: int) -> tuple[float, float]:
        """Write the texts, ingest them; returns when the first request came, and the whole
        time, in seconds since the start."""
        self._texts.mkdir()
        for document in documents(n_documents, 3):
            (self._texts / f"{document.title}.txt").write_text(document.text)
        for _ in range(2):  # the first time the server is cold and takes twice as long
            self._clear()
            began = time.monotonic()
            self._finish(self._start())
            seconds = time.monotonic() - began
        self._wanted = self._snapshot()
        return self._llm.came[0][1] - began, seconds

    def moment(self, seconds: float) -> Moment:
        """Kill after ``seconds``, run again, compare."""
        self._clear()
        running = self._start()
        if running.wait(seconds) is None:
            running.kill()
        killed = time.monotonic()
        died = running.wait() == DIED
        time.sleep(SETTLE)  # what was on its way when the process died still arrives
        stored = self._stored()
        restarted = time.monotonic()
        self._finish(self._start())
        asked = {key for key, _ in self._llm.came}
        answered = {key: at for key, at in self._llm.sent if at <= killed}
        later = Counter(key for key, at in self._llm.came if at > restarted)
        again = [key for key in answered if later[key]]
        return Moment(
            seconds=round(seconds, 3),
            died=died,
            answered=len(answered),
            stored=stored,
            asked_again=len(again),
            window=round(max((killed - answered[key] for key in again), default=0.0), 4),
            # each request is either answered by the cache or asked after the kill
            stored_asked_again=max(0, stored + len(later) - len(asked)),
            asked_twice=sum(n > 1 for n in later.values()),
            equal=self._snapshot() == self._wanted,
        )

    def _start(self) -> Running:
        return start("ingest", str(self._texts), env=self._env)

    def _finish(self, running: Running) -> None:
        assert running.wait(600) == 0, running.output

    def _stored(self) -> int:
        if not self._cache.exists():
            return 0
        with closing(sqlite3.connect(self._cache)) as connection:
            known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'answer'")
            if not known.fetchall():
                return 0
            (n,) = connection.execute("SELECT count(*) FROM answer").fetchone()
        return int(n)

    def _clear(self) -> None:
        for path in self._cache.parent.glob(f"{self._cache.name}*"):
            path.unlink()
        self._llm.came.clear()
        self._llm.sent.clear()
        with self._graph as graph:
            clear(graph)

    def _snapshot(self) -> Snapshot:
        with self._graph as graph:
            return snapshot(graph)
