"""References in answers, as models write them."""

from __future__ import annotations

import pytest

from graphrag_neo4j.text.citation_marks import groups, without
from tests.support.growth import check_linear


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "[Data: Entities (5, 7); Claims (2, +more)]",
            [("Entities", ["5", "7"]), ("Claims", ["2"])],
        ),
        ("[records: Relationships(3)]", [("Relationships", ["3"])]),
        ("[Data: Text Units (4)]", [("Text Units", ["4"])]),
        ("[Data: Sources\n(1;2)]", [("Sources", ["1", "2"])]),
        ("[Data: Statements (1-3)]", [("Statements", ["1", "2", "3"])]),
        ("[Data: Statements (9 \u2013 11, 4)]", [("Statements", ["9", "10", "11", "4"])]),
        ("[Data: Statements (3-1)]", [("Statements", ["3-1"])]),
        ("[Data: Statements (1-900)]", [("Statements", ["1-900"])]),
        ("[Data: Sources (ab-12)]", [("Sources", ["ab-12"])]),
        ("[Note: Sources (1)]", []),
    ],
)
def test_references_and_their_ids(text: str, found: list[tuple[str, list[str]]]) -> None:
    assert list(groups(text)) == found


def test_a_reference_goes_with_the_spaces_before_it() -> None:
    assert without("The ferry sails.  [Data: Sources (1)] Daily. ") == "The ferry sails. Daily. "


@pytest.mark.parametrize(
    ("head", "part", "end"),
    [
        ("[Data: ", "a", "]"),
        ("[Data: ", "a ", "]"),
        ("[Data: ", "a(", "]"),
        ("", "[Data:", ""),
        ("", " ", ""),
    ],
    ids=["word", "words", "brackets", "marks", "spaces"],
)
def test_a_long_text_without_references_is_searched_in_linear_time(
    head: str, part: str, end: str
) -> None:
    def search(n: int) -> None:
        text = head + part * n + end
        assert list(groups(text)) == []
        assert without(text).strip() in (text.strip(), "")

    check_linear(search, 50_000 // len(part))
