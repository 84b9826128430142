"""Java's ahead-of-time cache (JEP 483, 514, 515): Neo4j's classes loaded and linked beforehand.

It halves the processor time of a server's start and the time of its first question. It is made
once per Java and release, in the background, by a short run of a server of its own
(:mod:`graphrag_neo4j.apps.aot_training`), and lies beside the jars. Java itself checks that it
fits, and starts without it if it does not.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from graphrag_neo4j.disk import free_bytes
from graphrag_neo4j.files import write_atomically
from graphrag_neo4j.server.config import OWN_OPTIONS, Memory, command
from graphrag_neo4j.server.daemon import spawn
from graphrag_neo4j.server.java import Java
from graphrag_neo4j.server.releases import Release

TRAINING = "graphrag_neo4j.apps.aot_training"
TRAINED = 2  # which version of the training: a newer one makes the cache anew
MIN_JAVA = 25  # the first that remembers which methods are hot, and that makes it in one step less
MIN_DISK_BYTES = 2 * 1024**3
MAX_ATTEMPTS = 2
MAX_KEPT = 2  # of a release: two installations of Java may share the jars
MAX_SECONDS = 900  # a make is given up; one that began longer ago was interrupted

State = Literal["ready", "being made", "failed", "not made"]


@dataclass(frozen=True)
class AotCache:
    """The cache of one Java for one release; ``memory`` decides the garbage collector."""

    java: Java
    release: Release
    jars: Path
    memory: Memory

    @classmethod
    def of(cls, java: Java, release: Release, jars: Path, memory: Memory) -> AotCache | None:
        """None if ``java`` is too old, or the user's own options already say what it shares."""
        own = " ".join(os.environ.get(name, "") for name in OWN_OPTIONS)
        has_own = any(word in own for word in ("AOT", "Xshare", "SharedArchive"))
        return None if java.major < MIN_JAVA or has_own else cls(java, release, jars, memory)

    @property
    def folder(self) -> Path:
        """The caches of the release, and what is known of their making."""
        return self.jars / "aot"

    @property
    def file(self) -> Path:
        """The cache itself, about 180 MB."""
        return self.folder / f"{self._key}.aot"

    @property
    def scratch(self) -> Path:
        """Folder of a make that is under way."""
        return self.folder / f"{self._key}.making"

    @property
    def options(self) -> list[str]:
        """What tells Java to use the cache; nothing if there is none."""
        if not self.file.is_file():
            return []
        # its warnings about single classes help nobody
        return ["-XX:AOTMode=auto", f"-XX:AOTCache={self.file}", "-Xlog:aot*=off"]

    @property
    def state(self) -> State:
        """What there is."""
        if self.file.is_file():
            return "ready"
        with suppress(OSError):
            if time.time() - self.scratch.stat().st_mtime < MAX_SECONDS:
                return "being made"
        return "failed" if self.attempts()[0] >= MAX_ATTEMPTS else "not made"

    def discard(self) -> None:
        """Remove a cache with which Java crashed, and do not make it again."""
        with suppress(OSError):
            self.remember(MAX_ATTEMPTS, "Java crashed with it")
            self.file.unlink(missing_ok=True)

    def attempts(self) -> tuple[int, str]:
        """How often the making failed, and why the last time."""
        try:
            known = json.loads(self._attempts_file.read_text("utf-8"))
            return int(known["attempts"]), str(known["reason"])
        except (OSError, ValueError, KeyError, TypeError):
            return 0, ""

    def remember(self, attempts: int, reason: str) -> None:
        """Write down how often the making failed; 0 forgets it."""
        if attempts:
            text = json.dumps({"attempts": attempts, "reason": reason})
            write_atomically(self._attempts_file, text + "\n")
        else:
            self._attempts_file.unlink(missing_ok=True)

    def make_in_background(self) -> None:
        """Start the making of what is missing, as a process that outlives this one.

        Does nothing on a nearly full disk, in a folder that cannot be written to, and after
        :data:`MAX_ATTEMPTS` failures. Whatever goes wrong is no concern of the server's start.
        """
        if self.state in ("ready", "failed") and not self.scratch.exists():
            return
        with suppress(OSError):
            if free_bytes(self.jars) < MIN_DISK_BYTES:
                return
            self.folder.mkdir(exist_ok=True)
            package = str(Path(__file__).parents[2])
            path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
            megabytes = str(self.memory.heap + self.memory.page_cache)
            spawn(
                (sys.executable, "-m", TRAINING, self.release.line, megabytes),
                self.folder,
                None,
                os.environ | {"PYTHONPATH": path},
            )

    @property
    def parts(self) -> tuple[Java, Release, Path, Path, Memory]:
        """What a server's command line is made of, in no home."""
        return self.java, self.release, self.jars, Path(), self.memory

    @property
    def _attempts_file(self) -> Path:
        return self.folder / f"{self._key}.json"

    @cached_property
    def _key(self) -> str:
        """What Java compares: itself, its options but the heap's size, the jars in their order."""
        words = command(*self.parts)
        parts: list[object] = [word for word in words if not word.startswith(("-Xms", "-Xmx"))]
        parts += [self.java.version, TRAINED]
        parts.append(_stamp(self.java.path.resolve().parents[1] / "lib" / "modules"))
        for name in ("lib", "plugins"):
            with suppress(OSError), os.scandir(self.jars / name) as entries:
                parts += [(entry.name, _stamp(Path(entry.path))) for entry in entries]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _stamp(path: Path) -> tuple[int, int] | None:
    """Size and time of a file, None without it."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_size, stat.st_mtime_ns
