"""Which document takes the place of which."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.parse.pipeline import ENGLISH, find_pipeline
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Chunk, Document

TITLE = "4. Use Rabbit"


def _facts(text: str, title: str = TITLE, *, parsed: bool = False) -> set[tuple[str, str, str]]:
    pipeline = find_pipeline(ENGLISH) if parsed else None
    extractor = RulesExtractor(parsers=[pipeline] if pipeline is not None else [])
    document = Document("doc:1", text, title, is_markdown=True)
    chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
    return {
        (fact.subject, fact.relation_type, fact.object)
        for chunk in extractor.extract(document, chunks)
        for topic in chunk.topics
        for statement in topic.statements
        for fact in statement.facts
    }


@pytest.mark.parametrize(
    ("text", "new", "old"),
    [
        ("Superseded by ADR 9.", "ADR 9", TITLE),
        ("Status: superseded by ADR 9", "ADR 9", TITLE),
        ("Superseded by [9. Use Kafka and Flink](0009.md)", "9. Use Kafka and Flink", TITLE),
        ("Replaced by the Mobility policy on 4 May 2024.", "Mobility policy", TITLE),
        ("Accepted. Supersedes ADR 3.", TITLE, "ADR 3"),
        ("This document supersedes RFC 7.", TITLE, "RFC 7"),
        ("This policy has been superseded by RFC 7.", "RFC 7", TITLE),
    ],
)
@pytest.mark.parametrize("parsed", [False, True])
def test_of_two_documents_the_new_one_supersedes(
    text: str, new: str, old: str, parsed: bool
) -> None:
    assert _facts(text, parsed=parsed) == {(new, "SUPERSEDES", old)}


def test_a_document_may_take_the_place_of_several() -> None:
    found = _facts("Supersedes ADR 3 and ADR 5.")
    assert found == {(TITLE, "SUPERSEDES", "ADR 3"), (TITLE, "SUPERSEDES", "ADR 5")}


@pytest.mark.parametrize(
    "text",
    [
        "Superseded by events.",
        "The old ferry was replaced by Ann Berg.",
        "This engine replaces the V8.",
        "This document replaces the old one.",
        "Superseded",
    ],
)
def test_other_things_that_are_replaced_say_nothing_of_the_document(text: str) -> None:
    found = _facts(f"{text}\n\nThis document supersedes RFC 7.")
    assert found == {(TITLE, "SUPERSEDES", "RFC 7")}


def test_this_policy_is_the_document_if_its_title_says_so() -> None:
    text = "This policy applies to Kiel AG."
    assert ("Travel policy", "APPLIES_TO", "Kiel AG") in _facts(text, "Travel policy", parsed=True)
    assert all(one[0] != "Kiel votes" for one in _facts(text, "Kiel votes", parsed=True))


def test_this_document_is_the_one_that_says_so_at_the_beginning_of_a_sentence() -> None:
    found = _facts("This document binds Kiel AG.", parsed=True)
    assert (TITLE, "BINDS", "Kiel AG") in found
    found = _facts("Ann Berg sent this document to Kiel AG.", parsed=True)
    assert all(TITLE not in (one[0], one[2]) for one in found)


def test_a_keyword_in_capitals_is_a_name() -> None:
    text = "We met Ann Berg. The word REPLACE is a keyword, as we said."
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    found = RulesExtractor().extract(Document("doc:1", text, ""), [chunk])[0]
    assert "REPLACE" in {entity.name for entity in found.entities}
