"""Names in a question that was typed without capitals: no server needed."""

from __future__ import annotations

import pytest

from graphrag_neo4j.retrieve.candidates.pool import CandidatePool
from graphrag_neo4j.retrieve.question.names import with_capitals


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("who did mira holt marry", ["mira holt"], "who did Mira Holt marry"),
        ("salary of mira holt's aunt", ["mira holt"], "salary of Mira Holt's aunt"),
        ("is holton near holt", ["holt"], "is holton near Holt"),
        ("price (c++) in holt", ["c++", "holt"], "price (C++) in Holt"),
        ("Who did Mira Holt marry in varde", ["varde"], "Who did Mira Holt marry in varde"),
        ("what does a crown cost", [], "what does a crown cost"),
    ],
)
def test_names_get_their_capitals_where_a_question_has_none(
    question: str, names: list[str], expected: str
) -> None:
    assert with_capitals(question, names) == expected


def test_a_common_word_is_no_sure_name() -> None:
    pool = CandidatePool({}, {"1": "film", "2": "mira holt"}, [], 9, 1.0, common=frozenset({"1"}))
    assert pool.sure_names == ["mira holt"]
