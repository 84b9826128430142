"""The graph as tools of the Model Context Protocol: read only, no Cypher taken.

What an agent reads are the docstrings and annotations of :class:`GraphTools`. Every answer is
plain data with the ids and offsets that a citation needs; an error that we know comes back as
the tool's error, with what to do about it.
"""

from __future__ import annotations

import functools
import inspect
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from graphrag_neo4j.errors import GraphRagError, MissingExtraError, ServerError, UsageError
from graphrag_neo4j.server.ports import is_free
from graphrag_neo4j.tokens import first_tokens

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from graphrag_neo4j.knowledge_graph import KnowledgeGraph
    from graphrag_neo4j.search.result import Citation, Place, SearchAnswer

HOST = "127.0.0.1"
CONTEXT_TOKENS = 12_000
DATA_TOKENS = 8_000
LONGEST_DESCRIPTION = 1_000
MOST_TYPES = 50

INSTRUCTIONS = """
A knowledge graph made of documents. Sources are cut into chunks, chunks say statements, statements
mention entities, entities have typed, directed relations.

Use retrieve for a question about something in particular, search with mode "global" for one about
the whole, entity for what is known of one thing, schema for what there is at all. Read around a
statement with source_text, from its source's uri and its start. Cite a statement by its source's
uri and its characters start-end. A relation holds from "from" to "to", not the other way round.
Nothing can be written.
""".strip()

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
    Field(min_length=1, max_length=1_000, description="A name as documents write it, or an id."),
]
SourceName = Annotated[
    str,
    Field(min_length=1, max_length=10_000, description="The id or the uri of a source."),
]
SearchMode = Annotated[
    Literal["auto", "local", "global", "basic", "naive", "drift", "causal", "questions"],
    Field(description="How to look; see above."),
]
RetrieveMode = Annotated[
    Literal["traversal", "vector_guided", "hybrid"],
    Field(description="How far to walk; see above."),
]
Result = dict[str, Any]


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
            if not self._unopened.is_open:
                self._opened.enter_context(self._unopened)
        return self._unopened

    def retrieve(
        self,
        question: Question,
        mode: RetrieveMode = "traversal",
        top_k: Annotated[
            int, Field(ge=1, le=50, description="Results (topics of a source) at most.")
        ] = 5,
    ) -> Result:
        """Find the statements of the documents that bear on a question. No LLM is used; fast.

        Modes: "traversal" finds texts near the question and about the entities that it names, and
        goes one step along the graph; "vector_guided" looks wider, for questions that need several
        documents; "hybrid" only compares texts (vectors and words).

        Gives {results: [{topic_id, topic, source: {id, uri, title, metadata...}, score,
        statements: [{id, text, chunk_id, start, end, score, facts}]}]}, best first, empty if
        nothing was found. A result is a topic of one source. start and end are characters of the
        source's text (null: unknown): cite them, read around them with source_text. Scores compare
        within one call only.
        """
        found = self._graph.retrieve(question, mode, max_search_results=top_k)
        return {
            "results": [
                {name: value for name, value in result.to_dict().items() if name != "path"}
                for result in found
            ]
        }

    def search(
        self,
        question: Question,
        mode: SearchMode = "auto",
        context_only: Annotated[
            bool, Field(description="Give the context, ask no LLM, even if one is set.")
        ] = False,
        max_context_tokens: Annotated[
            int, Field(ge=300, le=32_000, description="Tokens that the context may take.")
        ] = CONTEXT_TOKENS,
    ) -> Result:
        """Answer a question by the graph's own LLM, with checked citations; without an LLM, give
        the context that an answer can be written from. With one it is slower and dearer than
        retrieve.

        Modes: "local": something in particular (entities, relations, claims, reports, texts);
        "global": the whole collection, from community reports; "basic", "naive": the nearest texts
        alone; "drift": step by step from reports to texts; "causal": chains of causes and effects;
        "questions": what could be asked next; "auto" chooses among them by rules.

        Gives {mode, answer, context, citations, sources, error, notes}. answer is null with
        context_only, without an LLM or if it failed (then error says why); context is null if there
        is an answer. context holds CSV tables whose rows have short ids; "[Data: Entities (5),
        Sources (1, 2)]" cites such rows. citations: what the answer cites: {dataset, id, known,
        name, places: [{chunk_id, uri, title, start, end}]}; known false: the answer was never shown
        it. sources: where the rows of table Sources stand: {id, chunk_id, uri, title, start, end}.
        """
        options: dict[str, Any] = {"max_context_tokens": max_context_tokens}
        if mode in ("causal", "auto"):  # its network data are a part of the context
            options["max_data_tokens"] = min(DATA_TOKENS, max_context_tokens)
        found = self._graph.search(mode, question, context_only=context_only, **options)
        return _answer(found, max_context_tokens)

    def entity(
        self,
        name: Name,
        max_relations: Annotated[
            int,
            Field(ge=1, le=100, description="Relations each way, and sources, at most."),
        ] = 20,
    ) -> Result:
        """Look up one entity (person, place, organisation, thing, idea): what it is, and how it is
        related to others. Other names of it will do; case, articles and punctuation do not matter.

        Gives {id, name, type, description, aliases, df (chunks that name it), relations,
        n_relations (all there are), sources: [{id, uri, title}]}. A relation is {from_id, from,
        type, to_id, to, weight, description, evidence: [{statement_id, chunk_id, uri, start,
        end}]}; it holds from "from" to "to" only. Outgoing ones come first, then incoming ones,
        each the strongest first. An unknown name is an error: try retrieve with it.
        """
        row = self._graph.entity(name, limit=max_relations)
        for told in (row, *row["relations"]):
            told["description"] = _cut(told["description"] or "")
        return row

    def source_text(
        self,
        source: SourceName,
        offset: Annotated[
            int, Field(ge=0, description="First character; the next_offset of the page before.")
        ] = 0,
        length: Annotated[int, Field(ge=1, le=20_000, description="Characters at most.")] = 4_000,
    ) -> Result:
        """Read a page of a source's text, by the id or uri that the other tools give.

        Gives {source: {id, uri, title, metadata...}, pieces: [{chunk_id, title, start, end, text}],
        next_offset, unplaced}. Pieces come in reading order, cut to the page; start and end are
        characters of the source; between two pieces stood white space. next_offset is where to go
        on, null at the end. unplaced: chunks whose place in the text is unknown; only retrieve
        finds them.
        """
        page = self._graph.source_text(source, start=offset, length=length)
        return {
            "source": page["source"],
            "pieces": page["pieces"],
            "next_offset": page["next_start"],
            "unplaced": page["unplaced"],
        }

    def schema(self) -> Result:
        """See what kinds of things are in the graph, and how many of each.

        Gives {labels: {label: nodes}, relationships: [{from, type, to, n}] (labels, in stored
        direction), entity_types: {type: n}, relation_types: {type: n}}; the last two are the 50
        most frequent types of entities, and of the relations between them.
        """
        return self._graph.describe_schema(limit=MOST_TYPES)


def make_server(tools: GraphTools) -> MCPServer[Any]:
    """An MCP server with these tools. Raises :class:`MissingExtraError` without the SDK."""
    try:
        from mcp.server import MCPServer
        from mcp_types import ToolAnnotations
    except ImportError:
        raise MissingExtraError("The MCP SDK", "mcp") from None
    try:
        ours = version("graphrag-neo4j")
    except PackageNotFoundError:  # a checkout that was never installed
        ours = ""
    server: MCPServer[Any] = MCPServer(
        "graphrag-neo4j", instructions=INSTRUCTIONS, version=ours, log_level="WARNING"
    )
    only_reads = ToolAnnotations(
        read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    for tool in (tools.retrieve, tools.search, tools.entity, tools.source_text, tools.schema):
        server.add_tool(
            _with_our_errors(tool), description=inspect.getdoc(tool), annotations=only_reads
        )
    return server


def serve(graph: KnowledgeGraph, transport: str, port: int) -> None:
    """Serve until the client goes (stdio) or Ctrl-C. Nothing but the protocol goes to stdout."""
    tools = GraphTools(graph)
    server = make_server(tools)
    try:
        if transport == "stdio":
            server.run("stdio")
        elif transport == "http":
            if not is_free(port):
                raise ServerError(
                    f"Port {port} is taken on this machine.", "Name a free one with --port."
                )
            print(f"MCP server at http://{HOST}:{port}/mcp. End with Ctrl-C.", file=sys.stderr)
            server.run("streamable-http", host=HOST, port=port, stateless_http=True)
        else:
            raise UsageError(f"Unknown transport {transport!r}.", "Use 'stdio' or 'http'.")
    except KeyboardInterrupt:
        print("Ended.", file=sys.stderr)
    finally:
        tools.close()


def _with_our_errors(tool: Callable[..., Result]) -> Callable[..., Result]:
    from mcp.server.mcpserver.exceptions import ToolError

    @functools.wraps(tool)
    def call(*args: Any, **kwargs: Any) -> Result:
        try:
            return tool(*args, **kwargs)
        except GraphRagError as error:
            raise ToolError(str(error)) from error

    return call


def _answer(found: SearchAnswer, max_tokens: int) -> Result:
    context = None
    if not found.answer:
        context = first_tokens(found.context.text, max_tokens)  # global shows several contexts
    return {
        "mode": found.mode,
        "answer": found.answer or None,
        "context": context,
        "citations": [_citation(one) for one in found.citations],
        "sources": [{"id": one.id, **_place(one.place)} for one in found.sources],
        "error": found.error,
        "notes": list(found.notes),
    }


def _citation(one: Citation) -> Result:
    places = [_place(place) for place in one.places]
    return {
        "dataset": one.dataset,
        "id": one.id,
        "known": one.known,
        "name": _cut(one.name),
        "places": places,
    }


def _place(place: Place) -> Result:
    return {
        "chunk_id": place.chunk,
        "uri": place.uri,
        "title": place.title,
        "start": place.start,
        "end": place.end,
    }


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_DESCRIPTION else text[: LONGEST_DESCRIPTION - 1] + "…"
