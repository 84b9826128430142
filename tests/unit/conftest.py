"""What several unit tests start from."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.parse.pipeline import ENGLISH, Pipeline, find_pipeline


@pytest.fixture(scope="module")
def parser() -> Pipeline:
    """The English pipeline, which the tests' environment has."""
    pipeline = find_pipeline(ENGLISH)
    assert pipeline is not None
    return pipeline
