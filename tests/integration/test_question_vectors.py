"""A question's vector that cannot be compared with those of the graph."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from llama_index.core import QueryBundle

from graphrag_neo4j.errors import ModelError, UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES
from tests.support.documents import DOCUMENTS
from tests.support.hash_embedding import HashEmbedding

QUESTION = "Who manages the Port of Melby?"
FAULTS = pytest.mark.parametrize(
    ("vector", "fault"),
    [
        ([0.0] * 384, "of zeros"),
        ([float("nan")] * 384, "with NaN or infinity"),
        ([0.5] * 4, "of 4 numbers instead of 384"),
    ],
    ids=["zeros", "nan", "short"],
)


class OddForQuestions(HashEmbedding):
    """Gives texts good vectors, and ``odd`` to questions."""

    odd: list[float]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self.odd

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self.odd


@pytest.fixture
def odd_graph(
    fresh_graph: KnowledgeGraph, make_graph: Callable[..., KnowledgeGraph]
) -> Callable[[list[float]], KnowledgeGraph]:
    """The documents, asked with a model that gives this vector to questions."""
    fresh_graph.ingest(DOCUMENTS)
    return lambda vector: make_graph(embed_model=OddForQuestions(odd=vector))


def line(fault: str) -> str:
    return f"^The embedding model 'hash' gave a vector {fault} for a text that begins 'Who manages"


@FAULTS
def test_a_retriever_says_that_the_vector_of_the_question_is_no_good(
    odd_graph: Callable[[list[float]], KnowledgeGraph], vector: list[float], fault: str
) -> None:
    with odd_graph(vector) as graph:
        for mode in RETRIEVER_MODES:
            with pytest.raises(ModelError, match=line(fault)):
                graph.retrieve(QUESTION, mode)
        with pytest.raises(ModelError, match=line(fault)):
            asyncio.run(graph.aretrieve(QUESTION))


@FAULTS
def test_a_search_says_that_the_vector_of_the_question_is_no_good(
    odd_graph: Callable[[list[float]], KnowledgeGraph], vector: list[float], fault: str
) -> None:
    with odd_graph(vector) as graph:
        answer = graph.search(QUESTION, "basic", context_only=True)
    assert answer.error and fault in answer.error


@FAULTS
def test_a_vector_that_a_question_brings_along_is_looked_at(
    fresh_graph: KnowledgeGraph, vector: list[float], fault: str
) -> None:
    fresh_graph.ingest(DOCUMENTS)
    question = QueryBundle(QUESTION, embedding=vector)
    said = f"^The vector that the question brings along is one {fault}"
    for mode in RETRIEVER_MODES:
        retriever = fresh_graph.as_retriever(mode)
        with pytest.raises(UsageError, match=said):
            retriever.retrieve(question)
        with pytest.raises(UsageError, match=said):
            asyncio.run(retriever.aretrieve(question))
    with pytest.raises(UsageError, match=said):
        fresh_graph.as_search_engine("basic", context_only=True).query(question)
