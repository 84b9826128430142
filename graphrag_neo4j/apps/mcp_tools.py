"""What an agent can ask of the graph: read only, no Cypher taken.

What agents read are the docstrings and annotations of :class:`GraphTools`. Every answer is short
text (:mod:`graphrag_neo4j.apps.mcp_text`), sent once, with the ids and characters that a citation
needs.
"""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from graphrag_neo4j.apps import mcp_text
from graphrag_neo4j.errors import EMPTY_GRAPH, DatabaseUnavailable
from graphrag_neo4j.options import Mode
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES, RetrieverMode
from graphrag_neo4j.search.modes import SEARCH_MODES, SearchMode

if TYPE_CHECKING:
    from llama_index.core.vector_stores.types import MetadataFilters

    from graphrag_neo4j.knowledge_graph import KnowledgeGraph
    from graphrag_neo4j.resources.entities import Entity

MAX_TYPES = 50
ENTITY_STATEMENTS = 10

Question = Annotated[
    str,
    Field(
        min_length=1,
        max_length=4_000,
        description="In words, one thing at a time, with full names.",
    ),
]
Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=1_000,
        description="A name as documents write it, or 8 digits of an id.",
    ),
]
SourceName = Annotated[
    str,
    Field(
        min_length=1,
        max_length=10_000,
        description="A source: its 8 digits, title, uri or path.",
    ),
]
Metadata = Annotated[
    dict[str, str | bool | int | float | list[str | bool | int | float]] | None,
    Field(description="Only sources that have these values; a list: one of them."),
]
Offset = Annotated[int, Field(ge=0, description="After how many.")]
ModeOfSearch = Annotated[SearchMode, Field(description="How to look; see above.")]
ModeOfRetrieval = Annotated[RetrieverMode, Field(description="How far to walk; see above.")]


class GraphTools:
    """What agents can ask of one graph, which the first question opens if nobody did."""

    def __init__(self, graph: KnowledgeGraph) -> None:
        self._unopened = graph
        self._lock = threading.Lock()
        self._opened = ExitStack()

    def close(self) -> None:
        """Close the graph if it was opened here."""
        self._opened.close()

    @property
    def _graph(self) -> KnowledgeGraph:
        with self._lock:  # tools run in threads of their own
            if self._unopened.is_unused:
                raise DatabaseUnavailable(*EMPTY_GRAPH)
            if not self._unopened.is_open:
                self._opened.enter_context(self._unopened)
        return self._unopened

    def retrieve(
        self,
        question: Question,
        mode: ModeOfRetrieval = "traversal",
        top_k: Annotated[
            int, Field(ge=1, le=50, description="Results (topics of a source) at most.")
        ] = 5,
        source: Annotated[
            str | None,
            Field(
                max_length=10_000,
                description="Look only there: a source, a folder or a glob of paths.",
            ),
        ] = None,
        metadata: Metadata = None,
        min_score: Annotated[
            float,
            Field(ge=0, le=1, description="Leave out what is less likely to hold an answer."),
        ] = 0,
    ) -> str:
        """Find the statements of the documents that bear on a question. No LLM is used; fast.

        {modes}

        Gives results, best first, each a line "[source] title | topic" and below it its statements
        as "start-end text": characters of the source's text (nothing: unknown). Read around them
        with source_text. The first line says so if nothing seems to answer. find_sources tells
        which metadata there are.
        """
        options = {"filters": self._filters(source, metadata), "min_score": min_score}
        return mcp_text.of_results(
            self._graph.retrieve(question, mode, max_search_results=top_k, **options)
        )

    def search(
        self,
        question: Question,
        mode: ModeOfSearch = "auto",
        context_only: Annotated[
            bool, Field(description="Give the context, ask no LLM, even if one is set.")
        ] = False,
        max_tokens: Annotated[
            int,
            Field(
                ge=300,
                le=32_000,
                description="Tokens of context at most; raise it if too little is said.",
            ),
        ] = 4_000,
    ) -> str:
        """Answer a question by the graph's own LLM, with checked citations; without an LLM, give
        the context that an answer can be written from. With one it is slower and dearer than
        retrieve.

        {modes}

        Gives the answer, then what it cites: "[Data: Entities (5), Sources (1, 2)]" is explained
        by lines "Sources 1: title ([source] start-end)". Without an answer: why, then the context,
        CSV tables whose rows have short ids, and where the rows of table Sources stand.
        """
        options: dict[str, Any] = {}
        if context_only or not self._graph.context.has_llm:
            options["max_context_tokens"] = max_tokens
            if mode in ("causal", "auto"):  # its network data are a part of the context
                options["max_data_tokens"] = max_tokens
        found = self._graph.search(question, mode, context_only=context_only, **options)
        return mcp_text.of_answer(found, max_tokens)

    def entity(
        self,
        name: Name,
        max_relations: Annotated[
            int,
            Field(ge=1, le=100, description="Relations each way, and sources, at most."),
        ] = 20,
    ) -> str:
        """Look up one entity (person, place, organisation, thing, idea): what it is, how it is
        related to others, and statements that mention it. Other names of it will do; case,
        articles and punctuation do not matter. find_entities finds it by a part of its name.

        Gives name, type, other names, description; relations "from -TYPE-> to" with the places
        that say so, outgoing ones first, the strongest first; up to 10 statements; sources.
        """
        row = self._graph.entities.get(name, limit=max_relations, statements=ENTITY_STATEMENTS)
        return mcp_text.of_entity(row)

    def find_entities(
        self,
        text: Annotated[
            str, Field(max_length=1_000, description="Part of a name; empty: all entities.")
        ] = "",
        type: Annotated[
            str | None, Field(max_length=200, description="Only of this type; see schema.")
        ] = None,
        limit: Annotated[int, Field(ge=1, le=100, description="Entities at most.")] = 20,
        offset: Offset = 0,
    ) -> str:
        """Find entities by a part of their names, in any case and even with a typo, the best
        first; without a text, list them by how often documents mention them.

        Gives a line each: "name [TYPE], in n chunks; also: other names". entity tells more.
        """
        page: dict[str, Any] = {"type": type, "skip": offset, "limit": limit}
        rows: Sequence[Entity]
        if text.strip():
            rows = self._graph.entities.find(text, **page)
        else:
            rows = self._graph.entities.list(**page)
        return mcp_text.of_entities(rows) or "None found. schema lists the types that there are."

    def find_sources(
        self,
        text: Annotated[
            str,
            Field(max_length=1_000, description="Part of a title or path, or a glob; empty: all."),
        ] = "",
        limit: Annotated[int, Field(ge=1, le=200, description="Sources at most.")] = 50,
        offset: Offset = 0,
    ) -> str:
        """List the documents of the graph, or find them by a part of their title or path.

        Gives a line each, by title: "[source] title <uri> metadata".
        """
        rows = self._graph.sources.list(text, skip=offset, limit=limit)
        return mcp_text.of_sources(rows) or "None found. Without a text all are listed."

    def source_text(
        self,
        source: SourceName,
        offset: Annotated[
            int, Field(ge=0, description="First character; the next offset of the page before.")
        ] = 0,
        length: Annotated[int, Field(ge=1, le=20_000, description="Characters at most.")] = 4_000,
    ) -> str:
        """Read a page of a source's text.

        Gives "[source] title <uri>", then pieces in reading order, each "[start-end]" and, on the
        next lines, the text between these characters; between two pieces stood white space. Last:
        "next offset: n" to go on from, or "end".
        """
        return mcp_text.of_page(self._graph.sources.text(source, start=offset, length=length))

    def schema(self) -> str:
        """See what kinds of things are in the graph, and how many of each.

        Gives labels, relationships in their stored direction, and the 50 most frequent types of
        entities and of the relations between them, with counts.
        """
        return mcp_text.of_schema(self._graph.schema.describe(limit=MAX_TYPES))

    def report(self, id_: str) -> str:
        """The report on a community, as Markdown; no tool, but a resource."""
        found = self._graph.communities.get(id_)
        return found.full_content or f"# {found.name}\n\nNo report is written yet."

    def _filters(self, source: str | None, metadata: Metadata) -> MetadataFilters | None:
        from llama_index.core.vector_stores.types import (
            FilterOperator,
            MetadataFilter,
            MetadataFilters,
        )

        from graphrag_neo4j.retrieve.filter_fields import check_fields

        wanted: list[tuple[str, Any]] = list((metadata or {}).items())
        if source is not None:
            wanted.append(("id", [one.id for one in self._graph.sources.find(source)]))
        if not wanted:
            return None
        check_fields(self._graph.database, metadata or {})
        parts = [
            MetadataFilter(
                key=key,
                value=value,
                operator=FilterOperator.IN if isinstance(value, list) else FilterOperator.EQ,
            )
            for key, value in wanted
        ]
        return MetadataFilters(filters=[*parts])


def described(tool: Callable[..., str]) -> str:
    """The docstring of a tool; ``{modes}`` in it is told from the registry of its modes."""
    kinds: Mapping[str, Mapping[Any, Mode[Any]]]
    kinds = {"retrieve": RETRIEVER_MODES, "search": SEARCH_MODES}
    modes = kinds.get(tool.__name__, {})
    told = [f'"{name}": {mode.meaning}' for name, mode in modes.items()]
    told += ['"auto" chooses among them by rules'] if modes is SEARCH_MODES else []
    return (inspect.getdoc(tool) or "").replace("{modes}", f"Modes: {'; '.join(told)}.")
