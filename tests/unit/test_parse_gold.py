"""What the parser finds in 200 sentences of ten kinds of text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ids import normalise_name
from graphrag_neo4j.model import Chunk, Document, ExtractedChunk
from tests.support.gold import Gold, Pair, Score, gold_sentences


@pytest.fixture(scope="module")
def read(parser: Pipeline) -> list[tuple[Gold, ExtractedChunk]]:
    extractor = RulesExtractor(parsers=[parser])
    return [(gold, _read(extractor, gold.text)) for gold in gold_sentences()]


def _read(extractor: RulesExtractor, text: str) -> ExtractedChunk:
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    return extractor.extract(Document("doc:1", text, ""), [chunk])[0]


def _entities(found: ExtractedChunk) -> set[Pair]:
    return {(normalise_name(e.name), e.type) for e in found.entities if e.type != "CONCEPT"}


def _relations(found: ExtractedChunk) -> Iterator[Pair]:
    concepts = {e.name for e in found.entities if e.type == "CONCEPT"}
    for topic in found.topics:
        for statement in topic.statements:
            for fact in statement.facts:
                if fact.object_is_entity and fact.subject_is_entity:
                    ends = (fact.subject, fact.object)
                    if concepts.isdisjoint(ends):
                        yield normalise_name(fact.subject), normalise_name(fact.object)


def _normal(pairs: set[Pair]) -> set[Pair]:
    return {(normalise_name(one), normalise_name(other)) for one, other in pairs}


def test_the_table_has_200_sentences_of_ten_kinds() -> None:
    table = list(gold_sentences())
    assert len(table) == 200
    assert len({gold.kind for gold in table}) == 10
    for gold in table:
        names = {name for name, _ in gold.entities}
        assert {end for pair in gold.relations for end in pair} <= names, gold.text


def test_names_are_found_with_their_types(read: list[tuple[Gold, ExtractedChunk]]) -> None:
    score = Score()
    for gold, found in read:
        score.add(_entities(found), {(normalise_name(n), t) for n, t in gold.entities})
    assert score.f1 >= 0.85


def test_relations_are_found(read: list[tuple[Gold, ExtractedChunk]]) -> None:
    score = Score()
    for gold, found in read:
        score.add(set(_relations(found)), _normal(gold.relations))
    assert score.f1 >= 0.6


def test_no_relation_is_turned_round(read: list[tuple[Gold, ExtractedChunk]]) -> None:
    turned = [
        (gold.text, pair)
        for gold, found in read
        for pair in set(_relations(found))
        if pair[::-1] in _normal(gold.relations) and pair not in _normal(gold.relations)
    ]
    assert any(set(_relations(found)) for _, found in read)
    assert not turned
