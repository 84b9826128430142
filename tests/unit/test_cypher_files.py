"""Every statement says what it does."""

from __future__ import annotations

import pytest

from graphrag_neo4j.database import cypher


@pytest.mark.parametrize("name", cypher.names())
def test_statement_says_what_it_does_in_a_comment(name: str) -> None:
    lines = cypher.load(name).splitlines()
    assert any(line.startswith("// ") for line in lines[:2])
