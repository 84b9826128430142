"""The modes that are measured, each as a system: a question in, evidence out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from llama_index.core.schema import QueryBundle

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.evaluate.evidence import Evidence, Piece, System
from graphrag_neo4j.evaluate.plain_search import PLAIN, plain_searches
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES, make_retriever
from graphrag_neo4j.retrieve.results import (
    RetrievalResult,
    source_title,
    to_node,
)
from graphrag_neo4j.retrieve.shown import SHOWN, most_relevant, path_reasons
from graphrag_neo4j.search.engine import Search
from graphrag_neo4j.search.modes import SearchMode
from graphrag_neo4j.text.tokens import count_tokens

if TYPE_CHECKING:
    from graphrag_neo4j.context import HasContext
    from graphrag_neo4j.retrieve.base import GraphRetriever
    from graphrag_neo4j.retrieve.modes import RetrieverMode

SEARCHES: tuple[SearchMode, ...] = ("local", "basic", "naive", "causal", "global", "drift")
"""Modes of search whose context can be looked at; "auto" is one of them, "questions" finds none."""


def mode_names() -> tuple[str, ...]:
    """All that :func:`systems_of` knows."""
    return (*RETRIEVER_MODES, *SEARCHES, *PLAIN)


def systems_of(
    graph: HasContext, modes: Sequence[str], options: Mapping[str, Any]
) -> dict[str, System]:
    """The retrievers and searches called ``modes``; ``options`` are those of the retrievers.

    Plain searches are there to compare with.

    Raises :class:`UsageError` for a mode or option that does not exist.
    """
    found: dict[str, System] = {}
    plain = plain_searches(graph.context.database)
    for mode in modes:
        if mode in RETRIEVER_MODES:
            retriever = make_retriever(graph, cast("RetrieverMode", mode), **options)
            found[mode] = partial(_retrieved, retriever)
        elif mode in SEARCHES:
            found[mode] = partial(_searched, graph, mode)
        elif mode in plain:
            found[mode] = plain[mode]
        else:
            raise UsageError(f"Unknown mode {mode!r}.", f"Use one of {', '.join(mode_names())}.")
    if not found:
        raise UsageError("There is no mode to evaluate.", "Name one.")
    return found


def _retrieved(retriever: GraphRetriever, question: QueryBundle) -> Evidence:
    results = retriever.search(question)
    relevant = most_relevant(results, SHOWN)
    places = {one.statement.id: place for place, one in enumerate(relevant)}
    return [_piece(result, places) for result in results]


def _piece(result: RetrievalResult, places: Mapping[str, int]) -> Piece:
    """A result with its statements as they are shown, at their ``places``, and then the others."""
    shown = sorted((s for s in result.statements if s.id in places), key=lambda s: places[s.id])
    hidden = (statement for statement in result.statements if statement.id not in places)
    return Piece(
        uri=str(result.source["uri"]),
        title=source_title(result.source),
        texts=tuple(statement.text for statement in (*shown, *hidden)),
        tokens=count_tokens(to_node(result).text),
        why=tuple(path_reasons(result.path)),
        shown=tuple(places[statement.id] for statement in shown),
    )


def _searched(graph: HasContext, mode: SearchMode, question: QueryBundle) -> Evidence:
    found = Search(graph.context, mode, context_only=True).run(question.query_str)
    pieces = [
        Piece(one.place.uri, one.place.title or one.place.uri, (one.text,), count_tokens(one.text))
        for one in found.sources
    ]
    rest = found.context.tokens - sum(piece.tokens for piece in pieces)
    if rest > 0 and (tables := [name for name in found.context.tables if name != "Sources"]):
        text = "\n".join(
            str(row.get(column))
            for name in tables
            for row in found.context.tables[name]
            for column in ("description", "text", "content")
            if row.get(column)
        )
        pieces.append(Piece("", "reports, entities and relations", (text,), rest))
    return pieces
