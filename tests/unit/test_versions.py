"""Which of two versions of one text comes first: no server needed."""

from __future__ import annotations

from typing import Any

import pytest

from graphrag_neo4j.retrieve.ranking.versions import laid_aside, versions, wanted_first
from tests.support.ranking import rank

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
    new = wanted_first(versions(question, chunks, scores), scores)
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


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("a double room at the old mill", "new"),
        ("the old price of a double room", "old"),
        ("the old price of a double room at the old mill", "old"),
    ],
)
def test_a_place_called_old_does_not_ask_for_what_was(question: str, expected: str) -> None:
    old = chunk("old", *OLD[:1], "A double room at the Old Mill costs £80.")
    new = chunk("new", *NEW[:1], "A double room at the Old Mill costs £95.")
    assert first(question, old, new) == first(question, new, old) == expected


def test_the_name_of_a_file_tells_its_year() -> None:
    old, new = chunk("prices-2023", *OLD[1:]), chunk("prices-2024", *NEW[1:])
    assert first("what does a crown cost", old, new) == "prices-2024"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what does a crown cost", "prices-2024-11"),
        ("what does a crown cost in 2024", "prices-2024-11"),
        ("what did a crown cost in 2024-02", "prices-2024-02"),
    ],
)
def test_of_one_year_the_later_month_is_newer(question: str, expected: str) -> None:
    old = chunk("prices-2024-02", *OLD[1:], title="Prices, February 2024")
    new = chunk("prices-2024-11", *NEW[1:], title="Prices, November 2024")
    assert first(question, old, new) == first(question, new, old) == expected


def test_versions_are_compared_as_numbers_where_no_year_is_said() -> None:
    old, new = chunk("prices-v9", *OLD[1:]), chunk("prices-v10", *NEW[1:])
    assert first("what does a crown cost", old, new) == "prices-v10"
    assert first("what does a crown cost in version 9", new, old) == "prices-v9"


def test_a_version_is_not_compared_with_a_year() -> None:
    old, new = chunk("prices-v9", *OLD[1:]), chunk("prices-2024", *NEW[1:])
    assert first("what does a crown cost", old, new) == "prices-v9"
    assert first("what does a crown cost", new, old) == "prices-2024"


def test_the_year_that_a_version_replaces_is_not_its_own() -> None:
    new = chunk("new", "These prices replace those of 1998 and hold from 2025.", *NEW[1:])
    old = chunk("old", "These prices replace those of 1998 and hold from 2023.", *OLD[1:])
    assert first("what does a crown cost", old, new) == "new"


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
            found = wanted_first(versions(question, chunks, scores), scores)
            assert max(found, key=lambda name: found[name]) == expected["chunk"]
            assert len(set(found.values())) == 2


TUBES = ("Fill the tubes in this order: red, blue, grey.", "Wash your hands.")
TUBES_NOW = ("Fill the tubes in this order: blue, red, grey.", "Wash your hands.")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("order of the tubes", "sop"),
        ("order of the tubes under the new rules", "sop"),
        ("order of the tubes in the current version", "sop"),
        ("order of the tubes in version 3.1", "sop-v3.1-OLD"),
        ("order of the tubes in version 3.2", "sop"),
        ("order of the tubes under the old rules", "sop-v3.1-OLD"),
        ("how old are the tubes", "sop"),
    ],
)
def test_a_version_is_known_by_its_number_and_by_what_its_file_is_called(
    question: str, expected: str
) -> None:
    old = chunk("sop-v3.1-OLD", "Version 3.1, valid from May 2022.", *TUBES)
    new = chunk("sop", "Version 3.2, valid from May 2024.", *TUBES_NOW)
    assert first(question, old, new) == first(question, new, old) == expected


def test_a_chunk_is_of_the_year_that_another_one_of_its_source_says() -> None:
    old, new = chunk("sop-2022", *TUBES), chunk("sop", *TUBES_NOW)
    head = {**chunk("sop", "Valid from May 2024."), "chunk": "head"}
    scores = {"sop-2022": 1.0, "sop": 0.9, "head": 0.1}
    pairs = versions("order of the tubes", [old, new, head], scores)
    assert pairs == [("sop", "sop-2022")]


def test_files_of_one_name_but_for_numbers_are_versions_if_they_share_what_they_say() -> None:
    old = chunk("rules-2023", "Phones are off till noon.", "Nobody leaves the grounds.")
    new = chunk("rules-2024", "Phones stay in the locker all day.", "Nobody leaves the grounds.")
    assert first("rules on phones", old, new) == "rules-2024"


def test_a_line_that_names_somebody_else_is_the_same_line_of_another_year() -> None:
    old = chunk("board-2022", "Chair of the board: Ann Berg.", title="Board")
    new = chunk("board-2024", "Chair of the board: Cleo Dahl.", title="Board")
    assert first("who is the chair of the board", old, new) == "board-2024"


def test_minutes_of_two_meetings_are_no_versions() -> None:
    old = chunk("minutes-2023-05", "Berg reports on the roof.", "The fee stays.", "Tea is had.")
    new = chunk(
        "minutes-2024-05", "Berg reports on the boiler.", "The hall is let.", "All clapped."
    )
    assert first("what did Berg report", old, new) == "minutes-2023-05"


def test_what_the_wanted_version_says_is_shown_before_what_the_other_says() -> None:
    old = chunk("rules-2023", "Phones are off till noon.", "Nobody leaves the grounds.")
    new = chunk("rules-2024", "Phones stay in the locker all day.", "Nobody leaves the grounds.")
    for one, near in ((old, 0.9), (new, 0.7)):
        one |= {"section": "", "in_full": {}}
        for n, row in enumerate(one["statements"]):
            row |= {
                "id": f"{one['chunk']}{n}", "near": near - n / 10, "start": 40 * n, "facts": [],
                "end": 40 * n + 30, "place": None, "named": None, "topic_id": one["chunk"],
                "topic": "Rules", "is_repeated": False,
            }  # fmt: skip
    found = rank(
        "rules on phones", [old, new], {"rules-2023": 1.0, "rules-2024": 0.95}, by_words=True
    )
    assert found[0].chunk["chunk"] == "rules-2024"
    best = {item.chunk["chunk"]: item.alike for item in reversed(found)}
    assert best["rules-2024"] > best["rules-2023"]


@pytest.mark.parametrize(
    ("question", "path", "is_aside"),
    [
        ("what does a crown cost", "old/prices", True),
        ("what does a crown cost", "Archive 2021/prices", True),
        ("what does a crown cost", "prices_OLD", True),
        ("what does a crown cost", "Prices (superseded)", True),
        ("what did a crown cost in 2021", "Archive 2021/prices", False),
        ("what was the old price of a crown", "old/prices", False),
        ("what does a crown cost", "old-mill/prices", False),
        ("what does a crown cost", "the old crown", False),
    ],
)
def test_files_that_are_laid_aside_count_less_unless_they_are_asked_for(
    question: str, path: str, is_aside: bool
) -> None:
    old, new = chunk(path, "A crown costs £690."), chunk("new", "A crown costs £735.")
    scores = {path: 1.0, "new": 0.95}
    found = laid_aside(question, [old, new], scores)
    assert (found[path] < found["new"]) is is_aside
    assert found["new"] == 0.95


def test_what_a_file_laid_aside_says_counts_least_where_another_one_says_it_too() -> None:
    old, new = chunk("old/fares", "A return costs 30 crowns."), chunk("new", "Dogs go free.")
    scores = {"old/fares": 1.0, "new": 0.7}
    question = "what does a return cost"
    assert laid_aside(question, [old, new], scores)["old/fares"] > 0.7
    newer = chunk("new", "Dogs go free.", "A return costs 42 crowns.")
    assert laid_aside(question, [old, newer], scores)["old/fares"] < 0.7
