"""A source's text, page by page, from the chunks that keep it."""

from __future__ import annotations

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.ids import source_id
from graphrag_neo4j.source_names import find_one, public_source

MAX_LENGTH = 100_000


def page_of(database: Database, name: str, start: int, length: int) -> Row:
    """The page of :meth:`graph.sources.text <graphrag_neo4j.resources.sources.Sources.text>`."""
    if start < 0:
        raise UsageError(f"The start is {start}.", "Use 0 or more.")
    if not 1 <= length <= MAX_LENGTH:
        raise UsageError(f"The length is {length:,}.", f"Use 1 to {MAX_LENGTH:,} characters.")
    stop = start + length
    ids = [name, source_id(name)]
    place = {"start": start, "stop": stop}
    found = database.read("retrieve/source_text", ids=ids, name=name, **place)
    if not found:  # neither an id nor a URI
        id_ = find_one(database, name)["id"]
        found = database.read("retrieve/source_text", ids=[id_], name=id_, **place)
    row = found[0]
    return {
        "source": public_source(row["source"]),
        "pieces": _pieces(row["chunks"], start, stop),
        "next_start": stop if row["has_more"] else None,
        "unplaced": row["unplaced"],
    }


def _pieces(chunks: list[Row], start: int, stop: int) -> list[Row]:
    """What of each chunk lies between ``start`` and ``stop``; where chunks overlap, once."""
    pieces: list[Row] = []
    at = start
    for chunk in chunks:
        begin, end = max(chunk["start"], at), min(chunk["start"] + len(chunk["text"]), stop)
        if begin < end:
            text = chunk["text"][begin - chunk["start"] : end - chunk["start"]]
            place = {"chunk_id": chunk["id"], "title": chunk["title"], "start": begin, "end": end}
            pieces.append({**place, "place": chunk["place"], "text": text})
            at = end
    return pieces
