"""Filters by a field that no source has: to find nothing would not say why."""

from __future__ import annotations

from collections.abc import Iterable

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.retrieve.filters import OF_URIS, property_names
from graphrag_neo4j.source_names import BOOKKEEPING

SHOWN = 20
"""Fields that an error names."""
_RENAMED = "meta_"


def check_fields(database: Database, keys: Iterable[str]) -> None:
    """Raises :class:`UsageError`, which names the fields that sources have, for the first of
    ``keys`` that nothing in the graph is called. One statement."""
    wanted = {key: property_names(key) for key in keys if key not in OF_URIS}
    if not wanted:
        return
    names = sorted({name for names in wanted.values() for name in names})
    row = database.read("retrieve/fields", names=names)[0]
    unknown = set(row["unknown"])
    for key, its_names in wanted.items():
        if unknown.issuperset(its_names):
            fields = sorted({f.removeprefix(_RENAMED) for f in {*row["fields"]} - BOOKKEEPING})
            more = ", …" if len(fields) > SHOWN else ""
            known = ", ".join(fields[:SHOWN]) + more
            raise UsageError(f"No source has a field {key!r}.", f"There are: {known}.")
