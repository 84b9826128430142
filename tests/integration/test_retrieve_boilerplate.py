"""What many documents say word for word is no evidence for any of them."""

from __future__ import annotations

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document

FOOTER = "Ask the harbour office for copies of this record before noon."
TOWNS = ("Melby", "Osterby", "Vargo", "Tarn", "Lisk")


def reports(n: int) -> list[Document]:
    return [
        Document(
            uri=f"doc:{town}",
            title=f"Report from {town}",
            text=f"The crane of {town} lifts {12 + i} tonnes. All {town} sleeps.\n\n{FOOTER}",
        )
        for i, town in enumerate(TOWNS[:n])
    ]


def shown(graph: KnowledgeGraph, question: str) -> list[str]:
    found = graph.retrieve(question, max_search_results=None, max_statements=None)
    return [
        text
        for result in found
        for statement in result.statements
        for text in (statement.text, statement.before, statement.after)
        if text
    ]


def test_a_footer_of_many_documents_is_shown_only_to_who_asks_for_it(
    fresh_graph: KnowledgeGraph,
) -> None:
    fresh_graph.ingest(reports(5))
    texts = shown(fresh_graph, "How many tonnes does the crane of Vargo lift?")
    assert "The crane of Vargo lifts 14 tonnes." in texts
    assert FOOTER not in texts
    assert FOOTER in shown(fresh_graph, "Who has copies of a record before noon?")


def test_what_few_documents_say_is_evidence_also_after_others_went(
    fresh_graph: KnowledgeGraph,
) -> None:
    fresh_graph.ingest(reports(5))
    for town in TOWNS[3:]:
        fresh_graph.sources.delete(f"doc:{town}")
    assert FOOTER in shown(fresh_graph, "How many tonnes does the crane of Vargo lift?")


def test_copies_of_a_document_are_evidence(fresh_graph: KnowledgeGraph) -> None:
    [report] = reports(1)
    versions = [
        Document(uri=f"doc:v{n}", title=report.title, text=f"{report.text}\n\nVersion {n} it is.")
        for n in range(5)
    ]
    fresh_graph.ingest(versions)
    texts = shown(fresh_graph, "How many tonnes does the crane of Melby lift?")
    assert "The crane of Melby lifts 12 tonnes." in texts
