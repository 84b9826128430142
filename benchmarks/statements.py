"""Reads by the statements of ``benchmarks/cypher/``, which only comparisons need."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, cast

from graphrag_neo4j.database.connection import Database, Row

FOLDER = Path(__file__).parent / "cypher"


@cache
def _text(name: str) -> str:
    return (FOLDER / f"{name}.cypher").read_text("utf-8")


def read(database: Database, name: str, **parameters: Any) -> list[Row]:
    """Run ``benchmarks/cypher/<name>.cypher`` and return its rows."""
    with database.driver_session() as driver:
        text = cast("Any", _text(name))
        result = driver.execute_query(text, parameters, database_=database.database)
    return [dict(record) for record in result.records]
