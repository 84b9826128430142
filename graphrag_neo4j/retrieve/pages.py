"""A source's text, page by page, from the chunks that keep it."""

from __future__ import annotations

from graphrag_neo4j.errors import GraphRagError, UsageError
from graphrag_neo4j.graph.database import Database, Row
from graphrag_neo4j.ids import source_id
from graphrag_neo4j.retrieve.results import public_source

MAX_LENGTH = 100_000


def page_of(database: Database, id_or_uri: str, start: int, length: int) -> Row:
    """The page of :meth:`~graphrag_neo4j.KnowledgeGraph.source_text`."""
    if start < 0:
        raise UsageError(f"The start is {start}.", "Use 0 or more.")
    if not 1 <= length <= MAX_LENGTH:
        raise UsageError(f"The length is {length:,}.", f"Use 1 to {MAX_LENGTH:,} characters.")
    stop = start + length
    ids = [id_or_uri, source_id(id_or_uri)]
    found = database.read("read/source_text", ids=ids, name=id_or_uri, start=start, stop=stop)
    if not found:
        raise GraphRagError(
            f"There is no source {id_or_uri!r}.", "See graphrag-neo4j sources list."
        )
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
            pieces.append({**place, "text": text})
            at = end
    return pieces
