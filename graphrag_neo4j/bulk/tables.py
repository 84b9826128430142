"""Parts as the CSV files of ``neo4j-admin database import``, made by DuckDB out of core.

What one source says is in its part; here is made what several say together: names of one text,
and what :mod:`graphrag_neo4j.bulk.derived` tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from graphrag_neo4j.bulk import derived
from graphrag_neo4j.bulk.derived import DERIVED, EntityTexts
from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.errors import MissingExtraError, ServerError, UsageError
from graphrag_neo4j.parts.columns import STATUS, column_of
from graphrag_neo4j.progress import Advance
from graphrag_neo4j.vocabulary import (
    CHUNK_ABOUT,
    CHUNK_FROM_SOURCE,
    CHUNK_MENTIONS,
    CHUNK_NEXT,
    CLAIM_IN_CHUNK,
    CLAIM_OBJECT,
    CLAIM_SUBJECT,
    FACT_OBJECT,
    FACT_SUBJECT,
    FACT_SUPPORTS,
    STATEMENT_IN_CHUNK,
    STATEMENT_MENTIONS,
    STATEMENT_NEXT,
    STATEMENT_OF_TOPIC,
    TOPIC_IN_CHUNK,
    TOPIC_MENTIONS,
    Kind,
    Label,
    Link,
)

MEMORY = "1GB"
"""That DuckDB may take; what does not fit goes to disk."""
OPTIONS = ("--id-type=string", "--multiline-fields=true", "--array-delimiter=U+001F")
_SOURCES = 5_000

_CHUNKS = """
SELECT r.id AS "id:ID(Chunk)", r.title AS title, r.text AS text, r.n_tokens AS "n_tokens:long",
       r.position AS "position:long", r.place AS place, r.section AS section, r.own AS own,
       r.stems AS stems, r.start AS "start:long", r.end AS "end:long",
       coalesce(s.status, 'pending') AS status, s.reason AS reason,
       CASE s.status WHEN 'failed' THEN 1 END AS "attempts:long",
       array_to_string(s.quarantine, chr(31)) AS "quarantine:string[]",
       r.embedding_key AS embedding_key,
       array_to_string(r.embedding, chr(31)) AS "embedding:float[]"
FROM ({rows}) LEFT JOIN ({statuses}) ON s.id = r.id
"""
_TOPICS = 'SELECT r.id AS "id:ID(Topic)", r.name AS name, r.origin AS origin FROM ({rows})'
_STATEMENTS = """
SELECT r.id AS "id:ID(Statement)", r.text AS text, r.resolved AS resolved,
       left(r.text, 60) AS name, r.embedding_key AS embedding_key,
       array_to_string(r.embedding, chr(31)) AS "embedding:float[]"
FROM ({rows})
"""
_CLAIMS = """
SELECT r.id AS "id:ID(Claim)", left(r.description, 60) AS name, r.type AS type,
       r.status AS status, r.description AS description, r.start_date AS start_date,
       r.end_date AS end_date, r.source_text AS source_text, r.origin AS origin
FROM ({rows})
"""
_NODES = {
    Label.CHUNK: _CHUNKS,
    Label.TOPIC: _TOPICS,
    Label.STATEMENT: _STATEMENTS,
    Label.CLAIM: _CLAIMS,
}
_MENTION = "r.name AS name, r.type AS type, r.description AS description"
_PLACE = 'r.start AS "start:long", r.end AS "end:long", r.place AS place'
_SUPPORT = (
    'r.text AS text, r.predicate AS predicate, r.weight AS "weight:double", '
    "r.description AS description"
)
_LINKS: dict[Link, tuple[Kind, str, str, str]] = {
    CHUNK_FROM_SOURCE: (Label.CHUNK, "r.id", "r.source_id", ""),
    CHUNK_NEXT: (CHUNK_NEXT, 'r."from"', "r.to", ""),
    TOPIC_IN_CHUNK: (TOPIC_IN_CHUNK, 'r."from"', "r.to", ""),
    STATEMENT_OF_TOPIC: (Label.STATEMENT, "r.id", "r.topic_id", ""),
    STATEMENT_IN_CHUNK: (STATEMENT_IN_CHUNK, 'r."from"', "r.to", _PLACE),
    STATEMENT_NEXT: (STATEMENT_NEXT, 'r."from"', "r.to", ""),
    CLAIM_IN_CHUNK: (CLAIM_IN_CHUNK, 'r."from"', "r.to", ""),
    FACT_SUPPORTS: (FACT_SUPPORTS, 'r."from"', "r.to", _SUPPORT),
    FACT_SUBJECT: (FACT_SUPPORTS, "r.subject", 'r."from"', ""),
    FACT_OBJECT: (FACT_SUPPORTS, 'r."from"', "r.object", ""),
    **{
        link: (link, 'r."from"', "r.to", f"{_MENTION}, r.alias AS alias, r.type_from AS type_from")
        for link in (STATEMENT_MENTIONS, CHUNK_MENTIONS, CHUNK_ABOUT, TOPIC_MENTIONS)
    },
    **{
        link: (link, 'r."from"', "r.to", f"'{link.role}' AS role, {_MENTION}")
        for link in (CLAIM_SUBJECT, CLAIM_OBJECT)
    },
}
"""Of each kind of relationship: the rows that tell it, its start, end and properties."""
FILES = 1 + len(_NODES) + len(_LINKS) + len(DERIVED)
"""That are made, at most."""
_SHARED = (FACT_SUBJECT, FACT_OBJECT)
"""Those that several sources may tell of."""


class Tables:
    """CSV files below ``folder``, made of part files. To be closed.

    Raises :class:`UsageError` for a source that is in the parts twice, :class:`ServerError` when
    the disk is full.
    """

    def __init__(self, files: Sequence[Path], folder: Path, texts: EntityTexts) -> None:
        try:
            import duckdb
        except ImportError:
            raise MissingExtraError("DuckDB", "build") from None
        self._folder = folder
        self._arguments: list[str] = []
        self.written = dict[Kind, int]()
        """How many rows of each kind there are."""
        self._error: type[Exception] = duckdb.Error
        self._database: Any
        with self._explained():
            self._database = duckdb.connect(str(folder / "tables.duckdb"))
        self._run("SET autoinstall_known_extensions = false")  # nothing is fetched
        self._run(f"SET memory_limit = '{MEMORY}'")
        self._run(f"SET temp_directory = {_quoted(folder / 'spilled')}")
        self._run("SET preserve_insertion_order = false")
        parts = f"[{', '.join(map(_quoted, files))}], filename = true, file_row_number = true"
        self._run(f"CREATE VIEW part AS FROM read_parquet({parts}) WHERE unreadable IS NULL")
        self._texts = texts
        texts.give_to(self._database)
        self._choose()

    def __enter__(self) -> Tables:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def __len__(self) -> int:
        """How many sources there are."""
        return int(self._run("SELECT count(*) FROM source")[0][0])

    def sources(self) -> Iterator[list[Row]]:
        """Some sources at a time: ``properties`` (JSON), ``status`` and ``names``, all that they
        have, in the order of the alphabet."""
        columns = ("properties", "status", "names")
        text = (
            f"SELECT {', '.join(columns)} FROM part JOIN source USING (filename, file_row_number)"
        )
        with self._explained():
            cursor = self._database.execute(text)
            while rows := cursor.fetchmany(_SOURCES):
                yield [dict(zip(columns, row, strict=True)) for row in rows]

    def write(self, advance: Advance) -> Path:
        """Write all files; returns the one with the arguments of ``neo4j-admin``."""
        for statement in derived.preparations(_rows_of):
            self._run(statement)
        for kind, query in (*_queries(), *derived.queries(_rows_of, self._texts)):
            self._write(kind, query)
            advance(1)
        path = self._folder / "arguments.txt"
        path.write_text("\n".join([*OPTIONS, *self._arguments]) + "\n", encoding="utf-8")
        return path

    def _choose(self) -> None:
        """Of each text one source, under the first of its names."""
        twice = self._run("SELECT uri FROM part GROUP BY uri HAVING count(*) > 1 LIMIT 1")
        if twice:
            raise UsageError(
                f"{twice[0][0]} is in these parts twice.",
                "Build of one extraction of it, and load the other by ingest --extracted.",
            )
        self._run(
            "CREATE TABLE source AS SELECT json_extract_string(properties, '$.id') AS id, names, "
            "filename, file_row_number FROM part JOIN (SELECT min(uri) AS uri, "
            "list(uri ORDER BY uri) AS names FROM part GROUP BY content_hash) USING (uri)"
        )

    def _write(self, kind: Kind, query: str) -> None:
        """A file of what a query finds, unless that is nothing."""
        path = self._folder / f"{column_of(kind)}.csv"
        target = f"TO {_quoted(path)} (FORMAT csv, HEADER, FORCE_QUOTE *)"
        ((n,),) = self._run(f"COPY ({query}) {target}")
        self.written[kind] = n
        if n:
            option = f"relationships={kind.type}" if isinstance(kind, Link) else f"nodes={kind}"
            self._arguments.append(f"--{option}=./{path.name}")

    def _run(self, statement: str) -> Any:
        """All rows of a statement."""
        with self._explained():
            return self._database.execute(statement).fetchall()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except self._error as error:
            reason = str(error).partition("\n")[0]
            raise ServerError(
                f"The tables could not be made: {reason}", f"Is the disk of {self._folder} full?"
            ) from error


def _queries() -> Iterator[tuple[Kind, str]]:
    """What the file of each kind holds."""
    yield Label.SOURCE, 'SELECT id AS "id:ID(Source)" FROM source'
    for label, text in _NODES.items():
        yield label, text.format(rows=_rows(column_of(label)), statuses=_rows(STATUS, "s"))
    for link, (kind, start, end, properties) in _LINKS.items():
        ends = f'{start} AS ":START_ID({link.start})", {end} AS ":END_ID({link.end})"'
        distinct = "DISTINCT " if link in _SHARED else ""
        rows = f"FROM ({_rows(column_of(kind))}) WHERE {start} IS NOT NULL AND {end} IS NOT NULL"
        yield link, f"SELECT {distinct}{ends}{properties and f', {properties}'} {rows}"


def _rows_of(kind: Kind) -> str:
    return _rows(column_of(kind))


def _rows(column: str, name: str = "r") -> str:
    """All rows of a column, of the sources that were chosen."""
    return (
        f'SELECT unnest("{column}") AS {name} FROM part '
        "SEMI JOIN source USING (filename, file_row_number)"
    )


def _quoted(value: object) -> str:
    return "'" + str(value).replace("'", "''") + "'"
