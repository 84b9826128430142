"""Cypher that somebody typed, run so that it can only read, for a while, some rows.

Three walls: EXPLAIN has to call it a read, and neither its text nor its plan may hold what leaves
the graph (``LOAD CSV``, procedures other than those that look into it, functions of plugins,
commands); the server runs it in a transaction that may only read; and that transaction ends after a
time.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

import neo4j
from neo4j import exceptions as driver_errors

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.errors import DatabaseUnavailable, UsageError
from graphrag_neo4j.results import Result
from graphrag_neo4j.serve.console_values import ShortValues
from graphrag_neo4j.serve.cypher_calls import called_names, is_own_function
from graphrag_neo4j.serve.cypher_limits import check_size, too_long

SECONDS = 10.0
"""By default."""
MAX_SECONDS = 30.0
MAX_ROWS = 1_000
_HINT = "The console only reads; see the saved queries for what can be asked."
_PROCEDURE = re.compile(r"\b((?:\w+\.)+\w+)\(")
_ALLOWED = re.compile(
    r"db\.(labels|relationshipTypes|propertyKeys|ping|info|index\.(vector|fulltext)\.query\w+"
    r"|schema\.(visualization|nodeTypeProperties|relTypeProperties))\Z",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"^(Show|Terminate|LoadCSV|Create|Drop|Alter|Grant|Deny|Revoke|Use)", re.I)
_SHOWN = re.compile(r"^Show(Indexes|Constraints|Procedures|Functions)", re.I)
_BATCH = 10
"""Rows asked for at once: those that are on their way when a limit is reached have to come."""


@dataclass(frozen=True, slots=True)
class Plan(Result):
    """How the server would run a statement: its operators from the top, each with what it does;
    ``estimated_rows``: of the widest."""

    operators: tuple[str, ...]
    estimated_rows: float


@dataclass(frozen=True, slots=True)
class Table(Result):
    """What a statement gave: ``rows`` of values by ``columns``. Nodes and relationships are
    objects with their ``labels`` or ``type`` and ``properties``; long lists and texts are cut, with
    a mark; integers beyond 2^53 are texts. ``more``: whether there were more rows than asked for,
    or than a table holds; ``seconds``: how long it took."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    more: bool
    seconds: float
    plan: Plan


def explain(
    database: Database,
    text: str,
    parameters: Mapping[str, Any] | None = None,
    *,
    seconds: float = SECONDS,
) -> Plan:
    """The plan of a statement that only reads, made within ``seconds`` (up to 30). Raises
    :class:`UsageError` for any other."""
    statement = _checked(text)
    _check_calls(statement)
    with _session(database) as session, _translated():
        transaction = session.begin_transaction(timeout=min(seconds, MAX_SECONDS))
        try:
            asked = cast("Any", f"EXPLAIN {statement}")
            summary = transaction.run(asked, dict(parameters or {})).consume()
        finally:
            transaction.close()
    plan = cast("dict[str, Any]", summary.plan or {})
    steps = list(_steps(plan))
    for name, details in steps:
        _check_operator(name, details)
    if summary.query_type != "r":
        raise UsageError("This statement would write.", _HINT)
    rows = [float(a.get("EstimatedRows", 0)) for a in _arguments(plan)]
    return Plan(tuple(f"{n} {d}".strip() for n, d in steps), max(rows, default=0.0))


def run(
    database: Database,
    text: str,
    parameters: Mapping[str, Any] | None = None,
    *,
    limit: int = 100,
    seconds: float = SECONDS,
) -> Table:
    """At most ``limit`` rows (up to 1,000) of a statement that only reads, within ``seconds`` (up
    to 30). Raises :class:`UsageError` for one that does more, is wrong, or takes too long."""
    plan = explain(database, text, parameters, seconds=seconds)
    started = time.perf_counter()
    with _session(database) as session, _translated():
        transaction = session.begin_transaction(timeout=min(seconds, MAX_SECONDS))
        try:
            result = transaction.run(cast("Any", _checked(text)), dict(parameters or {}))
            columns = tuple(result.keys())
            rows, more = _rows(result, min(limit, MAX_ROWS), started + min(seconds, MAX_SECONDS))
        finally:
            transaction.close()
    return Table(columns, rows, more, time.perf_counter() - started, plan)


def _rows(
    result: neo4j.Result, limit: int, deadline: float
) -> tuple[tuple[tuple[Any, ...], ...], bool]:
    """The rows that fit, and whether there are more. The server's own limit ends a statement that
    looks for its rows, not one that sends them."""
    values = ShortValues()
    rows: list[tuple[Any, ...]] = []
    for record in result:
        if time.perf_counter() > deadline:
            raise too_long()
        if len(rows) == limit or values.is_full:
            return tuple(rows), True
        rows.append(values.row(record))
    return tuple(rows), False


def _session(database: Database) -> neo4j.Session:
    with database.driver_session() as driver:
        return driver.session(
            database=database.database,
            default_access_mode=neo4j.READ_ACCESS,
            fetch_size=_BATCH,
            bookmark_manager=driver.execute_query_bookmark_manager,
        )


def _checked(text: str) -> str:
    """``text`` as one statement. Raises :class:`UsageError` for none, or one that is no query."""
    statement = text.strip().rstrip(";").strip()
    bare = re.sub(r"\A(?:\s|//[^\n]*\n?|/\*.*?\*/)+", "", statement, flags=re.DOTALL)
    check_size(bare)
    if not bare:
        raise UsageError("There is no statement.", "Type Cypher, as MATCH (n) RETURN n LIMIT 5.")
    if re.match(r"(EXPLAIN|PROFILE|CYPHER|USE)\b", bare, re.IGNORECASE):
        raise UsageError(
            f"A statement here does not begin with {bare.split()[0].upper()}.",
            "Begin with MATCH; the plan is shown in any case.",
        )
    return statement


def _steps(plan: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if plan:
        name = str(plan.get("operatorType", "")).partition("@")[0]
        yield name, str(plan.get("args", {}).get("Details", ""))
    for child in plan.get("children", ()):
        yield from _steps(child)


def _arguments(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield plan.get("args", {})
    for child in plan.get("children", ()):
        yield from _arguments(child)


def _check_operator(name: str, details: str) -> None:
    if _COMMAND.match(name) and not _SHOWN.match(name):
        raise UsageError(f"{name} is not allowed here.", _HINT)
    if "ProcedureCall" in name:
        called = _PROCEDURE.search(details)
        if called is None or not _ALLOWED.match(called[1]):
            named = called[1] if called else "this procedure"
            raise UsageError(f"CALL {named} is not allowed here.", _HINT)
    _check_calls(details)


def _check_calls(text: str) -> None:
    for name in called_names(text):
        if not is_own_function(name) and not _ALLOWED.match(name):
            raise UsageError(
                f"{name}() is not allowed here.",
                "The console runs Neo4j's own functions, and procedures that look into the graph.",
            )


@contextmanager
def _translated() -> Iterator[None]:
    """Errors of a statement as :class:`UsageError`, one line."""
    try:
        yield
    except driver_errors.Neo4jError as error:
        code = error.code or ""
        if "TransactionTimedOut" in code or "Terminated" in code:
            raise too_long() from None
        if "heap space" in str(error) or "OutOfMemory" in code:
            raise UsageError(
                "The statement wants more memory than the server has.", "Narrow it."
            ) from None
        first = next(iter(str(error.message or error).strip().splitlines()), "it failed")
        raise UsageError(f"Neo4j says: {first.rstrip('.')}.", "Correct the statement.") from None
    except driver_errors.DriverError as error:
        raise DatabaseUnavailable("Neo4j does not answer.", "See graphrag-neo4j doctor.") from error
