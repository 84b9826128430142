"""Makes Java's ahead-of-time cache: ``python -m graphrag_neo4j.apps.aot_training LINE MB``.

Started by :meth:`~graphrag_neo4j.server.aot_cache.AotCache.make_in_background`. A server in a
scratch home records what it loads, and which methods are hot, while it starts, is filled with three
short texts and asked; Java makes the cache from that; the cache is moved to its place. It takes
one to two minutes of the least priority, and is given up after 15: beside busy programs that
priority gets next to no time.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import get_args

from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.disk import free_bytes
from graphrag_neo4j.errors import GraphRagError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.retrieve.modes import RetrieverMode
from graphrag_neo4j.server import LocalServer, ServerInfo
from graphrag_neo4j.server.aot_cache import (
    MAX_ATTEMPTS,
    MAX_KEPT,
    MAX_SECONDS,
    MIN_DISK_BYTES,
    AotCache,
)
from graphrag_neo4j.server.config import Memory, command
from graphrag_neo4j.server.daemon import end, java_environment
from graphrag_neo4j.server.java import find_java
from graphrag_neo4j.server.releases import RELEASES, Line
from graphrag_neo4j.settings import Settings

TEXTS = (
    "Ada Berg founded Quillon in Oslo in 1998. Quillon makes turbines for the Nordvik dam. "
    "Nils Berg works with her at Quillon.",
    "Oslo is the capital of Norland. The Nordvik dam stands near Oslo. Heavy rain caused a flood.",
    "Velmar Corp acquired Quillon in 2020. Ada Berg is a director of Velmar Corp.",
)
QUESTION = "Who founded Quillon in Oslo?"

_HOME = "home"  # folder of the server that is recorded, in that of a make
_MEMORY = "512m"
_MIN_FREE_MEMORY = 1024**3
_STOP_SECONDS = 240  # a server that stops writes down what it loaded
_CREATE_SECONDS = 480


class _TooLong(Exception):  # noqa: N818 - none that a step takes for one of its own
    """The making has had its time."""


def make(cache: AotCache) -> None:
    """Make ``cache`` unless it is there, another process makes it, or it failed too often."""
    from filelock import FileLock, Timeout

    try:
        with FileLock(cache.folder / ".lock", timeout=0):
            _clean(cache)
            attempts = cache.attempts()[0]
            if cache.file.exists() or attempts >= MAX_ATTEMPTS or not _has_room(cache):
                return
            with _attempt(cache, attempts + 1), _at_most(MAX_SECONDS):
                _record(cache)
                _create(cache).replace(cache.file)
            _prune(cache)
    except Timeout:
        return


@contextmanager
def _attempt(cache: AotCache, number: int) -> Iterator[None]:
    """Counts as failed unless the block runs to its end; leaves no scratch folder."""
    cache.remember(number, "it was interrupted")
    try:
        yield
        cache.remember(0, "")
    except (GraphRagError, OSError, subprocess.SubprocessError, _TooLong) as error:
        cache.remember(number, str(error).splitlines()[0])
    finally:
        _clean(cache)


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Ends the block after so long; on Windows its steps alone have limits."""

    def end_it(*_: object) -> None:
        raise _TooLong(f"it took more than {seconds / 60:.0f} minutes")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, end_it)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _record(cache: AotCache) -> None:
    """Run a server that writes down which classes it loads and which methods are hot."""
    import psutil

    options = ["-XX:AOTMode=record", f"-XX:AOTConfiguration={_recording(cache)}"]
    if "-XX:+UseSerialGC" not in command(*cache.parts):  # the same collector, in less memory
        options += ["-XX:-UseSerialGC", "-XX:+UseG1GC"]
    cache.scratch.mkdir()
    server = LocalServer(
        _home(cache), cache.release.line, _MEMORY, java_options=options, aot_cache=False
    )
    info = server.start()
    _fill_and_ask(info)
    end(psutil.Process(info.pid), _STOP_SECONDS)


def _fill_and_ask(info: ServerInfo) -> None:
    """What most users do first. A server spends most of its first minute on planning our
    statements; with these methods known to be hot, a first question takes half the time."""
    from llama_index.core import MockEmbedding

    settings = Settings(_env_file=None)
    with KnowledgeGraph.connect(
        info.bolt_uri,
        info.username,
        info.password,
        "neo4j",
        settings,
        embed_model=MockEmbedding(embed_dim=384, model_name="training"),
    ) as graph:
        graph.ingest([Document(f"training:{n}", text, f"{n}") for n, text in enumerate(TEXTS)])
        for mode in get_args(RetrieverMode):
            graph.retrieve(QUESTION, mode)
        graph.communities.detect()
        graph.communities.report(by_rules=True)
        graph.entities.find(QUESTION)
        graph.sources.list()
        graph.stats()


def _create(cache: AotCache) -> Path:
    """Have Java make the cache from the recording, in the scratch folder."""
    made = cache.scratch / "made.aot"
    java, *rest = command(*cache.parts)
    options = ["-XX:AOTMode=create", f"-XX:AOTConfiguration={_recording(cache)}"]
    subprocess.run(
        [java, *options, f"-XX:AOTCache={made}", *rest],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=cache.scratch,
        env=java_environment(),
        timeout=_CREATE_SECONDS,
        check=True,
    )
    return made


def _clean(cache: AotCache) -> None:
    """Remove what interrupted makes left, their servers included. Call under the lock: also those
    for a Java that was replaced since, whose cache nobody makes again."""
    for scratch in cache.folder.glob(f"*{cache.scratch.suffix}"):
        with suppress(GraphRagError, OSError):
            LocalServer(scratch / _HOME).stop()
        shutil.rmtree(scratch, ignore_errors=True)


def _prune(cache: AotCache) -> None:
    """Remove the oldest caches of the release, of a Java that is probably gone."""
    made = sorted(cache.folder.glob("*.aot"), key=lambda file: file.stat().st_mtime)
    for old in made[:-MAX_KEPT]:
        with suppress(OSError):
            old.unlink()


def _has_room(cache: AotCache) -> bool:
    import psutil

    enough_memory = psutil.virtual_memory().available >= _MIN_FREE_MEMORY
    return enough_memory and free_bytes(cache.folder) >= MIN_DISK_BYTES


def _home(cache: AotCache) -> Path:
    return cache.scratch / _HOME


def _recording(cache: AotCache) -> Path:
    return cache.scratch / "recording.aotconf"


def _yield_to_others() -> None:
    """The least priority, for this process and those that it starts."""
    import psutil

    me = psutil.Process()
    with suppress(psutil.Error, OSError):
        me.nice(psutil.IDLE_PRIORITY_CLASS if sys.platform == "win32" else 19)
    with suppress(psutil.Error, OSError, AttributeError):
        me.ionice(psutil.IOPRIO_CLASS_IDLE)
    with suppress(OSError):  # on Linux desktops each session has a share of its own
        Path("/proc/self/autogroup").write_text("19")


def main(line: Line, megabytes: int) -> None:
    """Make the cache for servers of ``line`` with so much memory."""
    for name in list(os.environ):  # what one user sets, the cache of all must not need
        if name.startswith(("GRAPHRAG_", "NEO4J_", "OPENAI_", "JDK_")) and name != "GRAPHRAG_CACHE":
            del os.environ[name]
    os.environ["GRAPHRAG_NLP"] = "none"  # no pipeline is fetched for it
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # clean up on the way out
    _yield_to_others()
    release = RELEASES[line]
    memory = Memory.parse(f"{megabytes}m")
    cache = AotCache.of(find_java(), release, cache_dir() / release.name, memory)
    if cache is not None:
        make(cache)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))  # type: ignore[arg-type]
