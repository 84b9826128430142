"""How the benchmark counts and hides."""

from __future__ import annotations

from benchmarks.retrieval import Tally, TitlesHidden
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.model import Chunk, Document


def test_recall_is_counted_against_gold() -> None:
    tally = Tally()
    tally.add([("a", 10), ("x", 10), ("b", 10)], {"a", "b"}, 0.010, 3)
    tally.add([("y", 4), ("x", 4), ("b", 4)], {"y"}, 0.030, 1)
    summary = tally.summary()
    assert (summary["recall@2"], summary["recall@5"]) == (75.0, 100.0)
    assert summary["cypher_calls"] == 2
    assert summary["p50_ms"] == 30.0


def test_hidden_titles_are_hidden_from_the_rules_only() -> None:
    document = Document("doc:1", "He leads the Port of Melby.", "Otto Berg")
    chunk = Chunk("c", "s", "Otto Berg", "", document.text, 0, len(document.text), 0, 6)
    rules = RulesExtractor()
    (hidden,) = TitlesHidden(rules).extract_many([(document, [chunk])])
    assert hidden == rules.extract(Document("doc:1", document.text, ""), [chunk])
    assert hidden != rules.extract(document, [chunk])
