"""One algorithm, two ways to run it: a retriever is written once, as a generator.

It yields the statements that it wants run and is sent their rows; :func:`run` and
:func:`arun` play it against the blocking and the asynchronous driver.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from graphrag_neo4j.graph.database import Database, Row

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Query:
    """A statement by its name in ``cypher/``; ``variants`` if it has one per server line."""

    name: str
    parameters: Mapping[str, object]
    variants: bool = False

    def name_for(self, database: Database) -> str:
        """The file to run on this server."""
        return database.variant(self.name) if self.variants else self.name


Steps = Generator[Query, list[Row], T]


def run(steps: Steps[T], database: Database) -> T:
    """Play ``steps``, blocking."""
    try:
        query = next(steps)
        while True:
            query = steps.send(database.read(query.name_for(database), **query.parameters))
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]


async def arun(steps: Steps[T], database: Database) -> T:
    """Play ``steps`` without blocking the event loop."""
    try:
        query = next(steps)
        while True:
            rows = await database.aread(query.name_for(database), **query.parameters)
            query = steps.send(rows)
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]
