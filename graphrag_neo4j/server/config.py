"""What Neo4j is told: ``conf/neo4j.conf`` and the command line of its Java."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from graphrag_neo4j.errors import ServerError
from graphrag_neo4j.files import home_directory_needed, write_atomically
from graphrag_neo4j.server.java import VECTORS, Java
from graphrag_neo4j.server.releases import Release
from graphrag_neo4j.settings import megabytes

HOST = "127.0.0.1"
MIN_MEMORY = 512  # MB
OWN_OPTIONS = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
"""Where a shell has options for each Java that it starts."""
_COLLECTOR = re.compile(r"-XX:\+Use\w+GC\b")
_PACKAGES = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")


@dataclass(frozen=True)
class Ports:
    """The two ports that a server listens on."""

    bolt: int
    http: int


@dataclass(frozen=True)
class FixedPorts:
    """Ports that a server must listen on; None leaves the choice to us, 0 gives it back to us."""

    bolt: int | None = None
    http: int | None = None

    def over(self, kept: FixedPorts) -> FixedPorts:
        """These where they say something, else those that were ``kept``."""
        bolt = kept.bolt if self.bolt is None else self.bolt
        http = kept.http if self.http is None else self.http
        return FixedPorts(bolt or None, http or None)

    def fit(self, ports: Ports) -> bool:
        """Whether ``ports`` are among what these allow."""
        return self.bolt in (None, 0, ports.bolt) and self.http in (None, 0, ports.http)


@dataclass(frozen=True)
class Memory:
    """How ``memory`` is divided, in MB: three quarters Java heap, one quarter page cache."""

    heap: int
    page_cache: int

    @classmethod
    def parse(cls, text: str) -> Memory:
        """From "2g", "2GB" or "1500m". Raises :class:`ServerError`."""
        try:
            total = megabytes(text)
        except ValueError:
            total = 0
        if total < MIN_MEMORY:
            raise ServerError(
                f"Server memory {text!r} is not a size of at least {MIN_MEMORY}m.",
                'Write a whole number and m or g, as "2g" or "1500m".',
            )
        return cls(heap=total * 3 // 4, page_cache=total // 4)


def write_config(home: Path, jars: Path, ports: Ports, memory: Memory) -> None:
    """Write ``conf/neo4j.conf``. It is made anew on each start; own lines go to ``extra.conf``."""
    bolt, http = f"{HOST}:{ports.bolt}", f"{HOST}:{ports.http}"
    settings = {
        "server.default_listen_address": HOST,
        "server.default_advertised_address": HOST,
        "server.bolt.listen_address": bolt,
        "server.bolt.advertised_address": bolt,
        "server.http.listen_address": http,
        "server.http.advertised_address": http,
        "server.https.enabled": "false",
        "dbms.security.auth_enabled": "true",
        "dbms.security.procedures.unrestricted": "gds.*",
        "server.directories.lib": _escaped(jars / "lib"),
        "server.directories.plugins": _escaped(jars / "plugins"),
        "server.memory.pagecache.size": f"{memory.page_cache}m",
        "dbms.usage_report.enabled": "false",
        "client.allow_telemetry": "false",
        "db.logs.query.enabled": "OFF",
        # a laptop's graph: no 256 MB of empty log before the first node
        "db.tx_log.preallocate": "false",
        "db.tx_log.rotation.retention_policy": "512M size",
        # Bolt waits twice that long in each stop, after all data are safe; the default is 5 s
        "internal.server.bolt.thread_pool_shutdown_wait_time": "50ms",
    }
    extra = home / "conf" / "extra.conf"
    own = extra.read_text("utf-8") if extra.is_file() else ""
    named = {line.partition("=")[0].strip() for line in own.splitlines()}
    lines = [f"{name}={value}" for name, value in settings.items() if name not in named]
    head = "# Made by graphrag-neo4j on each start. Put your own settings into extra.conf.\n"
    write_atomically(home / "conf" / "neo4j.conf", head + "\n".join(lines) + "\n" + own)


def _escaped(path: Path) -> str:
    """A path as a properties file wants it: forward slashes, ASCII only."""
    text = path.as_posix()
    units = text.encode("utf-16-be")
    codes = (int.from_bytes(units[i : i + 2], "big") for i in range(0, len(units), 2))
    return "".join(chr(code) if code < 128 else f"\\u{code:04x}" for code in codes)


def default_home() -> Path:
    """The home of those who name none, links resolved: in the platform's data folder.

    Raises :class:`~graphrag_neo4j.errors.SettingsError` for a user without a home directory.
    """
    from platformdirs import user_data_path

    with home_directory_needed():
        return (user_data_path("graphrag-neo4j") / "default").resolve()


def shell_command(home: Path) -> str:
    """How the shell calls the command line for a home."""
    return "graphrag-neo4j" + (
        "" if home == default_home() else f" --home {shlex.quote(str(home))}"
    )


def home_flag(home: Path) -> str:
    """The argument by which a server of ``home`` is recognised among all processes."""
    return f"--home-dir={home}"


def _has_collector() -> bool:
    """Whether the shell's own options name a garbage collector: Java starts with no second one."""
    return any(_COLLECTOR.search(os.environ.get(name, "")) for name in OWN_OPTIONS)


def command(
    java: Java,
    release: Release,
    jars: Path,
    home: Path,
    memory: Memory,
    options: Sequence[str] = (),
) -> list[str]:
    """The command line that runs the server. It carries no secret.

    ``options`` of Java win over ours.
    """
    flags = [
        *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _PACKAGES),
        "--enable-native-access=ALL-UNNAMED",
        # one pair of cores and a small heap: half the memory and two thirds of G1's start time
        *(["-XX:+UseSerialGC"] if memory.heap <= 4096 and not _has_collector() else []),
        f"-Xms{min(256, memory.heap)}m",
        f"-Xmx{memory.heap}m",
        # one statement that wants too much fails; it does not take the server from all others
        "-XX:-ExitOnOutOfMemoryError",
        "-XX:-UsePerfData",
        "-Dfile.encoding=UTF-8",
        "-Djava.awt.headless=true",
        "-Dlog4j2.disable.jmx=true",
    ]
    if java.has_module(VECTORS):
        flags.append(f"--add-modules={VECTORS}")
    if java.major >= 24:
        flags.append("--sun-misc-unsafe-memory-access=allow")  # else four warnings on each start
    class_path = os.pathsep.join(str(jars / folder / "*") for folder in ("lib", "plugins"))
    return [
        str(java.path),
        *flags,
        *options,
        "-cp",
        class_path,
        release.main_class,
        home_flag(home),
        f"--config-dir={home / 'conf'}",
    ]
