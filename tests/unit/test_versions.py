"""Which of two versions of one text comes first: no server needed."""

from __future__ import annotations

from typing import Any

import pytest

from graphrag_neo4j.retrieve.versions import newest_first

OLD = ("Prices valid from May 2023.", "A crown costs £690.", "A filling costs £110.")
NEW = ("Prices valid from May 2024.", "A crown costs £735.", "A filling costs £118.")


def chunk(name: str, *texts: str, title: str = "Prices") -> dict[str, Any]:
    uri = f"file:///docs/{name}" if "#" in name else f"file:///docs/{name}.md"
    source = {"id": name, "uri": uri, "title": title}
    statements = [{"text": text, "words": text} for text in texts]
    return {"chunk": name, "source": source, "statements": statements}


def first(question: str, *chunks: dict[str, Any], behind: float = 0.9) -> str:
    """The first of two chunks, of which the second one scored ``behind`` of the first."""
    scores = {chunks[0]["chunk"]: 1.0, chunks[1]["chunk"]: behind}
    new = newest_first(question, chunks, scores)
    assert sorted(new.values()) == sorted(scores.values())
    return max(new, key=lambda name: new[name])


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what does a crown cost", "new"),
        ("price of a crown in 2024", "new"),
        ("price of a crown in 2023", "old"),
        ("price of a crown in 1999", "new"),
    ],
)
def test_the_year_of_the_question_comes_first_or_else_the_newest(
    question: str, expected: str
) -> None:
    old, new = chunk("old", *OLD), chunk("new", *NEW)
    assert first(question, old, new) == first(question, new, old) == expected


def test_the_name_of_a_file_tells_its_year() -> None:
    old, new = chunk("prices-2023", *OLD[1:]), chunk("prices-2024", *NEW[1:])
    assert first("what does a crown cost", old, new) == "prices-2024"


def test_rows_of_two_tables_are_versions() -> None:
    old = chunk("prices_2023.csv#row-1", "Item: oak board; Price: 12.40", title="Oak board")
    new = chunk("prices_2024.csv#row-1", "Item: oak board; Price: 13.10", title="Oak board")
    assert first("oak board price", old, new) == new["chunk"]
    assert first("oak board price 2023", new, old) == old["chunk"]


def test_rows_of_one_ledger_are_no_versions() -> None:
    old = chunk("ledger.csv#row-1", "Date: 2023-03-02; Rent: 640", title="Rent")
    new = chunk("ledger.csv#row-2", "Date: 2024-03-02; Rent: 655", title="Rent")
    assert first("rent", old, new) == old["chunk"]


@pytest.mark.parametrize(
    "other",
    [
        chunk("new", "Opened in 2024.", "The cellar is dry.", "Bread costs £2."),
        chunk("new", NEW[0], OLD[1], OLD[2], "It has a crown."),
        chunk("new", *NEW[1:]),
    ],
    ids=["another text", "the same numbers", "no year"],
)
def test_what_is_no_version_stays_where_it_is(other: dict[str, Any]) -> None:
    assert first("what does a crown cost", chunk("old", *OLD), other) == "old"


def test_a_word_of_the_question_that_only_one_has_tells_them_apart() -> None:
    old, new = chunk("old", *OLD, title="Bill 4411"), chunk("new", *NEW, title="Bill 4502")
    assert first("crown on bill 4411", old, new) == "old"
    assert first("crown on the bill", old, new) == "new"


def test_a_version_that_scores_much_less_stays_behind() -> None:
    assert first("crown", chunk("old", *OLD), chunk("new", *NEW), behind=0.5) == "old"


@pytest.mark.parametrize("names", [("a", "b"), ("b", "a")])
def test_of_two_versions_that_score_alike_the_asked_one_is_first(names: tuple[str, str]) -> None:
    old, new = chunk(names[0], *OLD), chunk(names[1], *NEW)
    for chunks in ([old, new], [new, old]):
        scores = {one["chunk"]: 1.0 for one in chunks}
        for question, expected in (("what does a crown cost", new), ("a crown in 2023", old)):
            found = newest_first(question, chunks, scores)
            assert max(found, key=lambda name: found[name]) == expected["chunk"]
            assert len(set(found.values())) == 2
