"""The demonstration: a book into a local graph, three questions, and where to look next."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.content import ExtractedContent
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.llm.concurrency import Workers
from graphrag_neo4j.model import Document
from graphrag_neo4j.progress import Progress
from graphrag_neo4j.settings import Settings

if TYPE_CHECKING:
    from graphrag_neo4j.ingest.report import IngestReport
    from graphrag_neo4j.resources.stats import GraphStats
    from graphrag_neo4j.retrieve.results import RetrievalResult
    from graphrag_neo4j.server import ServerInfo

BOOK = "a_christmas_carol.md"
RESULTS_PER_QUESTION = 2
QUESTIONS = (
    "Who was Scrooge's partner, and what became of him?",
    "What did Bob Cratchit's family have for Christmas dinner?",
    "What is written on the neglected grave in the churchyard?",
)
BROWSER_QUERIES = (
    (
        "Who stands in which relation to Scrooge (directed, each with its type)",
        "MATCH p = (a:Entity)-[r:RELATED]-(:Entity) WHERE a.name CONTAINS 'Scrooge' "
        "RETURN p LIMIT 60",
    ),
    (
        "From the book down to its facts: source, chunk, topic, statement, fact",
        "MATCH p = (:Source)<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(s:Statement)"
        "<-[:SUPPORTS]-(:Fact) MATCH q = (s)-[:BELONGS_TO]->(:Topic) RETURN p, q LIMIT 25",
    ),
    (
        "The entities mentioned most",
        "MATCH (e:Entity) RETURN e.name, e.type, e.chunk_count AS chunks "
        "ORDER BY chunks DESC LIMIT 20",
    ),
)


@dataclass(frozen=True, slots=True)
class DemoResult:
    """What the demo did: where the server is, what went in, what came out."""

    server: ServerInfo
    report: IngestReport
    stats: GraphStats
    answers: tuple[tuple[str, list[RetrievalResult]], ...]

    def to_dict(self) -> dict[str, Any]:
        """As plain data, without the password."""
        return {
            "browser": self.server.browser_url,
            "bolt": self.server.bolt_uri,
            "report": self.report.to_dict(),
            "stats": self.stats.to_dict(),
            "answers": [
                {"question": question, "results": [r.to_dict() for r in results]}
                for question, results in self.answers
            ],
        }

    def render(self) -> str:
        """For people: the answers with their sources, then how to look at the graph."""
        from graphrag_neo4j.retrieve.shown import render

        nodes = ", ".join(f"{n:,} {label}" for label, n in self.stats.nodes.items())
        parts = [f"A Christmas Carol as a graph: {nodes}.", self.report.summary()]
        for question, results in self.answers:
            parts.append(f"\nQ: {question}\n\n{render(results)}")
        command = self.server.command
        parts.append(f"\nAsk, see and check it on a page: {command} serve")
        parts.append(
            f"\nLook at it in Neo4j Browser: {self.server.browser_url}\n"
            f"Connect to {self.server.bolt_uri} as {self.server.username!r} with the password in "
            f"{self.server.credentials_file}\n"
            f"(or: {command} server status --show-password).\n"
            "Queries worth pasting there:"
        )
        parts += [f"\n// {purpose}\n{query}" for purpose, query in BROWSER_QUERIES]
        parts.append(
            f'\nAsk more: {command} retrieve "your question". '
            f"Stop the server: {command} server stop"
        )
        return "\n".join(parts)


def run_demo(settings: Settings, progress: Progress) -> DemoResult:
    """Start the local server, ingest the book, ask. A second run reuses everything.

    The rules read the book, and what embeds is loaded, while the server starts.
    """
    book = the_book()
    graph = KnowledgeGraph.local(settings=settings, progress=progress)
    extractor = graph.context.extractor
    if graph.is_unused and isinstance(extractor, RulesExtractor):
        extractor.begin(book, ExtractedContent(extractor, settings).chunks(book))
    models = Workers(1).submit(lambda: graph.context.embed_model)
    info = graph.server.start(progress)
    models.result()
    with graph:
        report = graph.ingest(book)
        answers = tuple(
            (
                question,
                graph.retrieve(
                    question, max_search_results=RESULTS_PER_QUESTION, max_statements_per_topic=5
                ),
            )
            for question in QUESTIONS
        )
        return DemoResult(info, report, graph.stats(), answers)


def the_book() -> Document:
    """A Christmas Carol (1843, public domain), as it ships with the package."""
    from graphrag_neo4j.readers.files import markdown_document

    text = (files("graphrag_neo4j") / "data" / BOOK).read_text(encoding="utf-8")
    return markdown_document(text, uri=f"package:{BOOK}")
