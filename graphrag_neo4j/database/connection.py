"""One Neo4j database: named statements in, plain rows out.

Each call is a managed transaction (``execute_query``): retried on transient errors, routed
to readers or writers, and chained by the driver's bookmark manager, so that on a cluster a
read sees what was written before it. The driver's errors become ours, by one table.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import parse_qs, urlsplit
from weakref import WeakKeyDictionary, WeakValueDictionary

import neo4j
from neo4j import exceptions as driver_errors

from graphrag_neo4j.database import cypher
from graphrag_neo4j.database.error_table import shown_address, translated
from graphrag_neo4j.errors import DatabaseUnavailable, GraphRagError, UsageError
from graphrag_neo4j.telemetry import Notes, span

if TYPE_CHECKING:
    from graphrag_neo4j.settings import Settings

Row = dict[str, Any]
Statement = tuple[str, dict[str, Any]]
"""A file ``cypher/<name>.cypher`` and its parameters."""
MIN_SERVER = (5, 26)
SEARCH_CLAUSE_SINCE = (2026, 1)
_SCHEMES = {kind + how for kind in ("bolt", "neo4j") for how in ("", "+s", "+ssc")}
_THREAD_LOCKS: WeakValueDictionary[tuple[str, ...], threading.Lock] = WeakValueDictionary()
_THREAD_LOCKS_GUARD = threading.Lock()
_IN_TRANSACTIONS = re.compile(r"\bIN TRANSACTIONS\b")
_RETRY_SECONDS = 20.0
"""After 1, 2, 4, 8 and 16 s it is over: with the driver's 30, chance decides about 32 s more."""
_ACQUISITION_SECONDS = 20.0
"""What is no Neo4j may take the connection and never say a word; the driver's 60 is long."""
_OPTIONS: dict[str, Any] = {
    "notifications_min_severity": neo4j.NotificationMinimumSeverity.OFF,
    "max_transaction_retry_time": _RETRY_SECONDS,
    "connection_acquisition_timeout": _ACQUISITION_SECONDS,
}


class ServerVersion(NamedTuple):
    """What answered: its version as text and as numbers, and "community" or "enterprise"."""

    text: str
    edition: str

    @property
    def numbers(self) -> tuple[int, int]:
        major, minor = self.text.split("-")[0].split("+")[0].split(".")[:2]
        return int(major), int(minor)


class Database:
    """A connection to one database. Nothing is contacted before :meth:`open`.

    ``calls`` counts the statements sent, for reports and benchmarks. ``folder`` is where a server
    of this machine keeps its files: on a full disk its errors say anything but that.
    """

    def __init__(
        self,
        uri: str,
        username: str,
        password: str,
        database: str = "neo4j",
        folder: Path | None = None,
    ) -> None:
        self.uri = uri
        self.folder = folder
        self.database = database
        self.calls = 0
        self._held = 0
        self._auth = (username, password)
        self._driver: neo4j.Driver | None = None
        self._async_drivers: WeakKeyDictionary[
            asyncio.AbstractEventLoop,
            tuple[neo4j.AsyncDriver, AsyncGenerator[neo4j.AsyncDriver, None]],
        ] = WeakKeyDictionary()

    @classmethod
    def of(cls, settings: Settings) -> Database:
        """The database that the ``NEO4J_…`` settings name.

        Raises :class:`DatabaseUnavailable` when they have no address.
        """
        if not settings.neo4j_uri:
            raise DatabaseUnavailable("No Neo4j address is given.", "Set NEO4J_URI.")
        secret = settings.neo4j_password
        password = secret.get_secret_value() if secret else ""
        user, name = settings.neo4j_username, settings.neo4j_database
        return cls(settings.neo4j_uri, user, password, name)

    def open(self) -> Database:
        """Connect and check address, password, database and version.

        Raises :class:`DatabaseUnavailable` with what to do about it.
        """
        if self._driver is None:
            with self._translated():
                _check_address(self.uri)
                self._driver = self._new_driver()
            try:
                with self._translated():  # at once: a transaction would retry for 30 s
                    self._driver.verify_connectivity()
                version = self.version
            except GraphRagError:
                self.close()
                raise
            if version.numbers < MIN_SERVER:
                self.close()
                raise DatabaseUnavailable(
                    f"Neo4j {version.text} at {shown_address(self.uri)} is too old.",
                    "Use 5.26 LTS or newer, or the local server: graphrag-neo4j server start.",
                )
        return self

    def _new_driver(self) -> neo4j.Driver:
        return neo4j.GraphDatabase.driver(self.uri, auth=self._auth, **_OPTIONS)

    def follow(self, uri: str) -> None:
        """Go on at another address, to which the server has moved; it is contacted when needed."""
        if uri == self.uri:
            return
        self.close()
        self._async_drivers.clear()
        self.uri = uri
        self._driver = self._new_driver()

    def close(self) -> None:
        """Release connections; safe to call twice."""
        self._forget_ended_loops()
        if self._driver is not None:
            self._driver.close()
            self._driver = None

    def _forget_ended_loops(self) -> None:
        """Let go of connections that nobody can wait for any more; their sockets close, too."""
        for reference in self._async_drivers.keyrefs():  # a copy: other threads add to it
            if (loop := reference()) is not None and loop.is_closed():
                self._async_drivers.pop(loop, None)

    async def aclose(self) -> None:
        """Release the connections of the running event loop."""
        if held := self._async_drivers.pop(asyncio.get_running_loop(), None):
            await held[1].aclose()

    def __enter__(self) -> Database:
        return self.open()

    def __exit__(self, *_: object) -> None:
        self.close()

    @cached_property
    def version(self) -> ServerVersion:
        """Version and edition of the server."""
        row = self.read("database/components")[0]
        return ServerVersion(row["version"], row["edition"])

    @property
    def identity(self) -> tuple[str, str, str, str]:
        """Equal for connections that reach the same database with the same rights."""
        return (self.uri, self.database, *self._auth)

    @property
    def has_search_clause(self) -> bool:
        """Whether vector indexes are searched by SEARCH (2026.01) or by procedure (5.26)."""
        return self.version.numbers >= SEARCH_CLAUSE_SINCE

    def for_server(self, name: str) -> str:
        """The form of a statement that this server understands best."""
        return f"{name}.{'search' if self.has_search_clause else 'procedure'}"

    def read(
        self, name: str | Sequence[str], condition: str | None = None, /, **parameters: object
    ) -> list[Row]:
        """Run ``cypher/<name>.cypher`` on a reader and return its rows.

        ``condition`` narrows it to some sources (see :mod:`graphrag_neo4j.retrieve.filters`).
        Several names are run as one statement, with the columns of each.
        """
        routing = neo4j.RoutingControl.WRITE if self._held else neo4j.RoutingControl.READ
        with self._told(name) as notes:
            text, given = cypher.sent(cypher.narrowed(name, condition), parameters)
            rows = self._run(text, given, routing)
            notes.add(rows=len(rows))
        return rows

    def write(self, name: str, /, **parameters: object) -> list[Row]:
        """Run ``cypher/<name>.cypher`` on the writer and return its rows."""
        with self._told(name) as notes:
            text, given = cypher.sent(cypher.load(name), parameters)
            rows = self._run(text, given, neo4j.RoutingControl.WRITE)
            notes.add(rows=len(rows))
        return rows

    def write_together(self, together: Sequence[Statement]) -> list[Row]:
        """Run several statements in one transaction and return the rows of the last one."""

        def work(transaction: neo4j.ManagedTransaction) -> list[Row]:
            rows: list[Row] = []
            for name, parameters in together:
                rows = self._run_in(transaction, name, parameters)
            return rows

        with self._session() as session:
            return session.execute_write(work)

    @contextmanager
    def _session(self) -> Iterator[neo4j.Session]:
        """A session that sees, on a cluster, what this connection wrote; its errors are ours."""
        driver = self._require_driver()
        with (
            self._translated(),
            driver.session(
                database=self.database,
                bookmark_manager=driver.execute_query_bookmark_manager,
            ) as session,
        ):
            yield session

    def _run_in(
        self, transaction: neo4j.ManagedTransaction, name: str, parameters: dict[str, Any]
    ) -> list[Row]:
        self.calls += 1
        with self._told(name):
            text, given = cypher.sent(cypher.load(name), parameters)
            return [dict(record) for record in transaction.run(cast("Any", text), given)]

    def adopt_bookmarks(self, other: Database) -> None:
        """Let reads see, on a cluster, what ``other`` wrote."""
        bookmarks = other._require_driver().execute_query_bookmark_manager.get_bookmarks()
        self._require_driver().execute_query_bookmark_manager.update_bookmarks(set(), bookmarks)

    def thread_lock(self, name: str) -> threading.Lock:
        """A lock among the threads of this process that work on this database."""
        with _THREAD_LOCKS_GUARD:
            return _THREAD_LOCKS.setdefault((*self.identity, name), threading.Lock())

    @contextmanager
    def lock(self, name: str) -> Iterator[None]:
        """Hold the lock ``name`` of this database; whoever else asks for it waits.

        An open transaction holds it, so it ends with the process, however that ends. What is
        read meanwhile comes from the writer: on a cluster, too, it is what the last holder wrote.
        """
        driver = self._require_driver()
        with driver.session(database=self.database) as session:
            with self._translated():
                transaction = session.begin_transaction()
                text, given = cypher.sent(cypher.load("database/take_lock"), {"name": name})
                transaction.run(cast("Any", text), given).consume()
            self.calls += 1
            self._held += 1
            try:
                yield
            finally:
                self._held -= 1
                with self._translated():
                    transaction.rollback()

    @contextmanager
    def driver_session(self) -> Iterator[neo4j.Driver]:
        """The open driver, for a library that sends statements of its own; its errors are ours."""
        try:
            yield self._require_driver()
        except (driver_errors.Neo4jError, driver_errors.DriverError) as error:
            raise translated(error, self.uri, self.database, self.folder) from error

    def run_schema(self, statement: str, **parameters: object) -> None:
        """Run the text of a schema command, which has no file of its own; one that runs IN
        TRANSACTIONS makes its own, and is not retried."""
        if not _IN_TRANSACTIONS.search(statement):
            self._run(statement, parameters, neo4j.RoutingControl.WRITE)
            return
        self.calls += 1
        with self._session() as session:
            session.run(cast("Any", statement), parameters).consume()

    async def aread(
        self, name: str | Sequence[str], condition: str | None = None, /, **parameters: object
    ) -> list[Row]:
        """:meth:`read` without blocking the event loop."""
        driver = await self._driver_of_the_loop()
        self.calls += 1
        text, given = cypher.sent(cypher.narrowed(name, condition), parameters)
        with self._told(name), self._translated():
            result = await driver.execute_query(
                cast("Any", text),
                given,
                routing_=neo4j.RoutingControl.READ,
                database_=self.database,
                bookmark_manager_=self._bookmarks_so_far(),
            )
        return [record.data() for record in result.records]

    async def _driver_of_the_loop(self) -> neo4j.AsyncDriver:
        loop = asyncio.get_running_loop()
        held = self._async_drivers.get(loop)
        if held is None:
            self._forget_ended_loops()
            generator = self._driver_until_the_loop_ends()
            held = self._async_drivers[loop] = await anext(generator), generator
        return held[0]

    async def _driver_until_the_loop_ends(self) -> AsyncGenerator[neo4j.AsyncDriver, None]:
        """Gives one driver. ``asyncio.run`` ends the generators that are left before it closes its
        loop, the last moment in which the driver can close its sockets."""
        driver = neo4j.AsyncGraphDatabase.driver(self.uri, auth=self._auth, **_OPTIONS)
        try:
            yield driver
        finally:
            await driver.close()

    def _bookmarks_so_far(self) -> neo4j.AsyncBookmarkManager:
        """Lets an asynchronous read see, on a cluster, what the blocking driver wrote."""
        manager = self._require_driver().execute_query_bookmark_manager
        known = neo4j.Bookmarks.from_raw_values(manager.get_bookmarks())
        return neo4j.AsyncGraphDatabase.bookmark_manager(initial_bookmarks=known)

    def _require_driver(self) -> neo4j.Driver:
        if self._driver is None:
            raise DatabaseUnavailable("The graph is closed.", "Use it inside its with block.")
        return self._driver

    def _run(
        self, text: str, parameters: dict[str, object], routing: neo4j.RoutingControl
    ) -> list[Row]:
        driver = self._require_driver()
        self.calls += 1
        with self._translated():
            try:
                result = driver.execute_query(
                    cast("Any", text), parameters, routing_=routing, database_=self.database
                )
            except driver_errors.DriverError:
                if self._driver in (driver, None):
                    raise
                return self._run(text, parameters, routing)  # the server moved meanwhile
        return [dict(record) for record in result.records]

    def _told(self, name: str | Sequence[str]) -> AbstractContextManager[Notes]:
        """A span for a statement."""
        said = name if isinstance(name, str) else " ".join(name)
        return span(f"neo4j {said}", system="neo4j", database=self.database, statement=said)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (driver_errors.Neo4jError, driver_errors.DriverError, ValueError, OSError) as error:
            raise translated(error, self.uri, self.database, self.folder) from error
        except OverflowError as error:
            raise UsageError("A number is too large for Neo4j.", "It keeps 64 bits.") from error


def _check_address(uri: str) -> None:
    """Raises :class:`ValueError` with what is wrong; what the driver says shows a password."""
    scheme = uri.partition("://")[0]
    if "@" in uri:
        raise ValueError("user and password belong in NEO4J_USERNAME and NEO4J_PASSWORD")
    if scheme not in _SCHEMES:
        raise ValueError("unknown kind of address")
    query = urlsplit(uri).query
    if query and scheme.startswith("bolt"):
        raise ValueError("only neo4j:// has a query ('?' and what follows)")
    values = parse_qs(query, keep_blank_values=True).values()
    if any(len(given) > 1 or not given[0] for given in values):
        raise ValueError("its query ('?' and what follows) is not name=value, each name once")
