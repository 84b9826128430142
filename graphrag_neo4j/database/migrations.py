"""Applies ``cypher/schema/V…__*.cypher`` once, in order, and remembers their checksums.

The naming and the one-way rule are those of neo4j-migrations: a file that was applied is
never edited; a change is a new file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphrag_neo4j.database import cypher
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.errors import EMPTY_GRAPH, DatabaseError, SchemaError
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.progress import Progress
from graphrag_neo4j.results import Result

ONLINE_TIMEOUT_SECONDS = 300
BULK_TIMEOUT_SECONDS = 24 * 3600
"""That the indexes of a store may take which was filled before it had any."""
_MIGRATION_LOCK = "migrate"
_LATE = ("CREATE VECTOR", "CREATE FULLTEXT")
_OF_SCHEMA = re.compile(r"(CREATE|DROP) (?:\w+ )?(?:INDEX|CONSTRAINT) (\w+)")
MIN_VECTOR_CANDIDATES = 50
"""An index of near neighbours is approximate; asked for very few, above all after many deletes,
it may miss the nearest. It is asked for so many at least, and the nearest of them are taken."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One schema file."""

    version: str
    description: str
    checksum: str
    text: str


@dataclass(frozen=True, slots=True)
class SchemaStatus(Result):
    """Versions of applied and pending schema files, the indexes that are not online, and what
    the graph was embedded and made with (settings by name; empty if nothing is remembered)."""

    applied: tuple[str, ...]
    pending: tuple[str, ...]
    not_online: tuple[str, ...]
    embed_model: str | None
    dimensions: int | None
    made_with: dict[str, Any]


def migrations(folder: Path | None = None) -> list[Migration]:
    """All schema files, in order."""
    found = []
    for path in sorted((folder or cypher.folder() / "schema").glob("V*__*.cypher")):
        version, _, description = path.stem.partition("__")
        text = path.read_text(encoding="utf-8")
        found.append(Migration(version, description.replace("_", " "), content_hash(text), text))
    return found


def apply(
    database: Database, *, embed_model: str, dimensions: int, folder: Path | None = None
) -> list[str]:
    """Bring the schema up to date; returns the versions that were applied now.

    A graph without content takes on the embedding model; there is no vector of another.
    Raises :class:`SchemaError` when an applied file was edited, or when the graph was built
    with another embedding model.
    """
    info = next(iter(database.read("database/graph_info")), None)
    if info and _is_other(info, embed_model, dimensions) and _is_empty(database):
        begin_reembedding(database, embed_model=embed_model, dimensions=dimensions)
        end_reembedding(database, embed_model=embed_model, dimensions=dimensions)
    elif info:
        _check_embedding(info, embed_model, dimensions)
    every = migrations(folder)
    done = _checked(info["migrations"] if info else database.read("database/migrations"), every)
    if all(m.version in done for m in every):
        return []
    if done:
        new = _upgrade(database, every, dimensions)
    else:
        new = _make(database, every, _lasting(every), dimensions)
    _record(database, embed_model, dimensions)
    return new


def is_applied(database: Database) -> bool:
    """Whether the schema is up to date; changes nothing. Raises :class:`SchemaError` when an
    applied file was edited, or is of a later version than this one."""
    every = migrations()
    return len(_checked(database.read("database/migrations"), every)) == len(every)


def begin_filled(database: Database) -> None:
    """The constraints and plain indexes of a store that this version filled by itself.

    :func:`end_filled` makes the rest, when nothing more is to be written: vectors and texts are
    indexed faster all at once. What migrations change in older graphs is left out of both.
    """
    early = [one for one in _lasting(migrations()) if not one.startswith(_LATE)]
    _make(database, [], early, 0, seconds=BULK_TIMEOUT_SECONDS)


def end_filled(database: Database, *, embed_model: str, dimensions: int) -> None:
    """The rest of the schema, after :func:`begin_filled`: now the graph can be used."""
    every = migrations()
    late = [one for one in _lasting(every) if one.startswith(_LATE)]
    _make(database, every, late, dimensions, seconds=BULK_TIMEOUT_SECONDS)
    _record(database, embed_model, dimensions)


def upgrade(database: Database, progress: Progress) -> list[str]:
    """Bring a graph that an older version made up to date, so that it can be asked at once.

    Returns the versions that were applied now. A database without a graph stays as it is.
    """
    info = next(iter(database.read("database/graph_info")), None)
    every = migrations()
    done = {row["version"] for row in info["migrations"]} if info else set()
    if info is None or not done or all(m.version in done for m in every):
        return []
    with progress.task("Bringing the graph up to date", None):
        return _upgrade(database, every, info["dimensions"])


def _upgrade(database: Database, every: list[Migration], dimensions: int) -> list[str]:
    """Apply what is missing, one process at a time: files may change content, too."""
    with database.lock(_MIGRATION_LOCK):
        done = {row["version"] for row in database.read("database/migrations")}
        return _apply_missing(database, every, done, dimensions)


def _apply_missing(
    database: Database,
    every: list[Migration],
    done: set[str],
    dimensions: int,
) -> list[str]:
    new = [m for m in every if m.version not in done]
    for migration in new:
        _make(database, [migration], cypher.split(migration.text), dimensions)
    return [m.version for m in new]


def _make(
    database: Database,
    applied: list[Migration],
    statements: Iterable[str],
    dimensions: int,
    seconds: int = ONLINE_TIMEOUT_SECONDS,
) -> list[str]:
    """Run ``statements``, with which ``applied`` are: their versions, once indexes are online."""
    for statement in statements:
        _run(database, statement, dimensions)
    database.read("database/await_indexes", seconds=seconds)
    rows = [
        {"version": one.version, "description": one.description, "checksum": one.checksum}
        for one in applied
    ]
    database.write("database/write_migrations", rows=rows)
    return [one.version for one in applied]


def _lasting(every: list[Migration]) -> list[str]:
    """The statements that make what of the schema is left when all files are applied."""
    found, dropped = [], set[str]()
    for statement in reversed([one for file in every for one in cypher.split(file.text)]):
        if match := _OF_SCHEMA.match(statement):
            verb, name = match.groups()
            if verb == "DROP":
                dropped.add(name)
            elif name not in dropped:
                found.append(statement)
    return found[::-1]


def _run(database: Database, statement: str, dimensions: int) -> None:
    """Run a schema command; IF NOT EXISTS does not help against another builder's, same moment."""
    try:
        database.run_schema(statement, dimensions=dimensions)
    except DatabaseError as error:
        code = getattr(error.__cause__, "code", None) or ""
        if not (code.startswith("Neo.ClientError.Schema.") and code.endswith("AlreadyExists")):
            raise


def begin_reembedding(database: Database, *, embed_model: str, dimensions: int) -> None:
    """Make the vector indexes fit other vectors; till the end, the graph refuses to be used."""
    _record(database, embed_model, dimensions, is_reembedding=True)
    there = {row["name"]: row for row in database.read("database/indexes")}
    for name, statement in _vector_indexes().items():
        index = there.get(name)
        if index and index["options"]["indexConfig"]["vector.dimensions"] != dimensions:
            database.run_schema(cypher.load("database/drop_index"), name=name)
        _run(database, statement, dimensions)
    database.read("database/await_indexes", seconds=ONLINE_TIMEOUT_SECONDS)


def end_reembedding(database: Database, *, embed_model: str, dimensions: int) -> None:
    """All vectors are of the new kind."""
    _record(database, embed_model, dimensions)


def _record(
    database: Database, embed_model: str, dimensions: int, *, is_reembedding: bool | None = None
) -> None:
    database.write(
        "database/write_graph_info",
        embed_model=embed_model,
        dimensions=dimensions,
        is_reembedding=is_reembedding,
    )


def _vector_indexes() -> dict[str, str]:
    """Name -> statement of each vector index in the schema files."""
    every = (one for m in migrations() for one in cypher.split(m.text))
    found = ((re.match(r"CREATE VECTOR INDEX (\w+)", one), one) for one in every)
    return {match.group(1): one for match, one in found if match}


def nothing_applied() -> SchemaStatus:
    """The status of a graph that was never made."""
    return SchemaStatus((), tuple(m.version for m in migrations()), (), None, None, {})


def status(database: Database, folder: Path | None = None) -> SchemaStatus:
    """What is applied and what is not; changes nothing."""
    every = migrations(folder)
    applied = _checked(database.read("database/migrations"), every)
    info = next(iter(database.read("database/graph_info")), {})
    return SchemaStatus(
        applied=tuple(sorted(applied)),
        pending=tuple(m.version for m in every if m.version not in applied),
        not_online=tuple(
            row["name"] for row in database.read("database/indexes") if row["state"] != "ONLINE"
        ),
        embed_model=info.get("embed_model"),
        dimensions=info.get("dimensions"),
        made_with=json.loads(info.get("made_with") or "{}"),
    )


@dataclass(frozen=True, slots=True)
class AskedGraph:
    """What questions need to know of a graph: the length of its vectors, and the weights of
    retrievers that were tuned for it, by mode."""

    dimensions: int
    tuned: dict[str, dict[str, float]]


def check_ready(database: Database, embed_model: str) -> AskedGraph:
    """Raise :class:`SchemaError` unless the graph can be asked with this embedding model."""
    info = next(iter(database.read("database/graph_info")), None)
    if info is None or (_is_other(info, embed_model, None) and _is_empty(database)):
        raise SchemaError(*EMPTY_GRAPH)
    _check_embedding(info, embed_model, None)
    return AskedGraph(info["dimensions"], json.loads(info["tuned"] or "{}"))


def _checked(rows: list[Row], known: list[Migration]) -> set[str]:
    """The versions that were applied; raises :class:`SchemaError` if they are not these files."""
    checksums = {m.version: m.checksum for m in known}
    applied = {row["version"]: row["checksum"] for row in rows}
    for version, checksum in applied.items():
        if version not in checksums:
            raise SchemaError(
                f"The graph has schema {version}, which this version does not know.",
                "Upgrade graphrag-neo4j.",
            )
        if checksums[version] != checksum:
            raise SchemaError(
                f"Schema file {version} was edited after it was applied to this graph.",
                "Restore the file and put the change into a new one.",
            )
    return set(applied)


def _is_empty(database: Database) -> bool:
    return not database.read("database/content_count")[0]["n"]


def _is_other(info: Row, embed_model: str, dimensions: int | None) -> bool:
    """Whether the graph's vectors are not of this model; ``dimensions`` None asks the name only."""
    return bool(info["embed_model"] != embed_model) or dimensions not in (None, info["dimensions"])


def _check_embedding(info: Row, embed_model: str, dimensions: int | None) -> None:
    if _is_other(info, embed_model, dimensions):
        length = f" ({dimensions})" if dimensions else ""
        raise SchemaError(
            f"This graph was embedded with {info['embed_model']} ({info['dimensions']} "
            f"dimensions), the settings say {embed_model}{length}.",
            "Set GRAPHRAG_EMBED_MODEL back; a model that was given as a Python object is used "
            "from Python only, KnowledgeGraph.local(embed_model=…). "
            "Or re-embed the graph with the settings' model: graphrag-neo4j reembed.",
        )
    if info["is_reembedding"]:
        raise SchemaError(
            "This graph is being embedded anew, or that was interrupted.",
            "Run graphrag-neo4j reembed to finish it.",
        )
