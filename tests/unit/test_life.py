"""What is decided about a source before anything is read."""

from __future__ import annotations

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.model import (
    Chunk,
)
from tests.support.documents import TOWN


def test_rules_keep_their_answer_for_single_documents() -> None:
    document = TOWN
    chunk = Chunk("c", "s", "Osterby", "", document.text, 0, len(document.text), 0, 20)
    rules = RulesExtractor()
    assert rules.extract_many([(document, [chunk])]) == [rules.extract(document, [chunk])]
