"""Plain searches over chunks, without the graph: what a retriever has to beat to be worth it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice

from llama_index.core.schema import QueryBundle

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.evaluate.evidence import Evidence, Piece, System
from graphrag_neo4j.retrieve.question.terms import search_words

PLAIN = ("fulltext", "dense", "rrf")
N_HITS = 100
"""Chunks asked of an index: the approximate vector search is the better the more it looks for."""
N_SOURCES = 20
"""Sources found at most, as many as a retriever finds by default."""
RRF_K = 60
"""The constant of reciprocal rank fusion (Cormack et al. 2009)."""


def plain_searches(database: Database) -> dict[str, System]:
    """``fulltext``: by words (BM25 of Lucene); ``dense``: by vectors; ``rrf``: both, fused by
    rank. Each source once, by its best chunk, whose text is the evidence."""
    words, vectors = partial(_by_words, database), partial(_by_vector, database)
    return {
        "fulltext": lambda question: _evidence(_sources(words(question))),
        "dense": lambda question: _evidence(_sources(vectors(question))),
        "rrf": lambda question: _evidence(_fused([words(question), vectors(question)])),
    }


def _by_words(database: Database, question: QueryBundle) -> list[Row]:
    words = search_words(question.query_str)
    return database.read("evaluate/chunks_by_words", words=words, limit=N_HITS)


def _by_vector(database: Database, question: QueryBundle) -> list[Row]:
    statement = database.for_server("search/chunks")
    return database.read(statement, vector=question.embedding, limit=N_HITS)


def _fused(rankings: Sequence[Sequence[Row]]) -> Iterator[Row]:
    scores: dict[str, float] = {}
    best: dict[str, Row] = {}
    for ranking in rankings:
        for rank, row in enumerate(_sources(ranking), start=1):
            uri = best.setdefault(row["uri"], row)["uri"]
            scores[uri] = scores.get(uri, 0.0) + 1 / (RRF_K + rank)
    yield from (best[uri] for uri in sorted(scores, key=lambda uri: (-scores[uri], uri)))


def _sources(rows: Iterable[Row]) -> Iterator[Row]:
    """The best row of each source; rows come best first."""
    seen: set[str] = set()
    for row in rows:
        if row["uri"] not in seen:
            seen.add(row["uri"])
            yield row


def _evidence(rows: Iterable[Row]) -> Evidence:
    return [
        Piece(row["uri"], row["title"] or "", (row["text"],), row["n_tokens"])
        for row in islice(rows, N_SOURCES)
    ]
