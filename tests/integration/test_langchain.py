"""The LangChain retriever, by LangChain's own standard tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from langchain_tests.integration_tests import RetrieversIntegrationTests

from graphrag_neo4j.apps.langchain import GraphRetriever
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, empty

QUESTION = "What does Anna Berg do?"


@pytest.fixture(scope="module")
def town(server: ServerInfo) -> Iterator[KnowledgeGraph]:
    with connect(server) as graph:
        empty(graph.database)
        graph.ingest(
            Document(f"doc:{n}", f"Anna Berg {does}.", f"Page {n}", metadata={"year": 1990 + n})
            for n, does in enumerate(["manages Melby", "met Carl Dahl", "owns a crane", "sails"])
        )
        yield graph


class TestStandard(RetrieversIntegrationTests):
    """Those of the package ``langchain-tests``."""

    @pytest.fixture(autouse=True)
    def _in(self, town: KnowledgeGraph) -> None:
        self.graph = town

    @property
    def retriever_constructor(self) -> type[GraphRetriever]:
        return GraphRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return {"graph": self.graph}

    @property
    def retriever_query_example(self) -> str:
        return QUESTION


def test_documents_say_where_they_come_from(town: KnowledgeGraph) -> None:
    retriever = GraphRetriever(graph=town, options={"filters": ["year=1991"]})
    [found] = retriever.invoke(QUESTION)
    assert found.page_content == "Anna Berg met Carl Dahl."
    assert (found.metadata["source"], found.metadata["title"]) == ("doc:1", "Page 1")
    said = found.metadata["statements"][0]
    assert (said["start"], said["end"]) == (0, len(found.page_content))
