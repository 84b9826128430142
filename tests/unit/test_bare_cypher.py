"""A statement is read from an answer that has no object around it."""

from __future__ import annotations

import pytest

from graphrag_neo4j.serve.write_cypher import bare_statement

QUERY = "MATCH (s:Source)\nRETURN s.title"


@pytest.mark.parametrize(
    "text",
    [
        QUERY,
        f"```cypher\n{QUERY}\n```",
        f"```\r\n{QUERY}\n```",
        f"Titles of sources:\n```CYPHER\n{QUERY}\n```\nIt lists them all.",
        f"```text\nnone\n```\n```cypher\n{QUERY}\n```",
    ],
    ids=["alone", "fence", "bare fence", "among prose", "second fence"],
)
def test_a_statement_is_found_alone_or_in_a_fence(text: str) -> None:
    found = bare_statement(text)
    assert found is not None
    assert found.statement == QUERY


@pytest.mark.parametrize("text", ["", "I cannot help.", "```\nls -l\n```", "Matching is hard."])
def test_prose_is_no_statement(text: str) -> None:
    assert bare_statement(text) is None


@pytest.mark.parametrize("unit", ["```", "```\n", "``` ", "```cypher\n", " ", "\n"])
def test_a_hostile_answer_is_read_at_once(unit: str) -> None:
    assert bare_statement(unit * 100_000) is None
