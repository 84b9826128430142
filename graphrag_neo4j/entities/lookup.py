"""Entities by id and name, by parts of names, and by how often documents mention them."""

from __future__ import annotations

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.errors import NotFoundError, UsageError
from graphrag_neo4j.ids import entity_id, id_prefix
from graphrag_neo4j.options import checked_text
from graphrag_neo4j.word_characters import WORD

SUGGESTED = 5
MAX_LETTERS = 40
"""Longer words are looked up only as they are: Lucene's work on a typo grows with their length."""
MAX_WORDS = 16
"""Words of a name that are looked for."""

_HINT = "See graphrag-neo4j entities find."


def find(database: Database, id_or_name: str, *, limit: int, statements: int) -> Row:
    """The entity of :meth:`graph.entities.get <graphrag_neo4j.resources.entities.Entities.get>`."""
    checked_text(id_or_name, "name of an entity", _HINT)
    ids = [id_or_name, entity_id(id_or_name)]
    options = {"limit": limit, "statements": statements}
    found = database.read("entities/entity", ids=ids, prefix=id_prefix(id_or_name), **options)
    if len(found) > 1:
        names = "; ".join(f"{row['id']} {row['name']}" for row in found)
        raise UsageError(f"{id_or_name!r} begins several ids: {names}.", "Give more digits.")
    if not found:
        near = ", ".join(row["name"] for row in search(database, id_or_name, limit=SUGGESTED))
        meant = f" Did you mean: {near}?" if near else ""
        raise NotFoundError("entity", f"No entity is called {id_or_name!r}.{meant}", _HINT)
    return found[0]


def search(
    database: Database, text: str, *, type: str | None = None, skip: int = 0, limit: int
) -> list[Row]:
    """Entities one of whose names is like ``text``, the best first."""
    query = _fuzzy(text)
    if not query:
        return []
    return database.read("entities/entities_like", query=query, type=type, skip=skip, limit=limit)


def listed(database: Database, *, type: str | None, skip: int, limit: int) -> list[Row]:
    """Entities by how often they are mentioned."""
    return database.read("entities/entities", type=type, skip=skip, limit=limit)


def _fuzzy(text: str) -> str:
    """A full-text query for names with these words; beginnings and words with a typo count less."""
    words = list(dict.fromkeys(WORD.findall(text.lower())))[:MAX_WORDS]
    parts = [part for word in words for part in _variants(word)]
    return " ".join([f'"{" ".join(words)}"^8', *parts] if len(words) > 1 else parts)


def _variants(word: str) -> list[str]:
    if len(word) > MAX_LETTERS:
        return [f"{word}^4"]
    typos = 0 if len(word) < 4 else 1 if len(word) < 8 else 2
    return [
        f"{word}^4",
        *([f"{word}*^2"] if len(word) > 1 else []),
        *([f"{word}~{typos}"] if typos else []),
    ]
