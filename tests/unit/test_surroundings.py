"""What the words around a name tell of its kind."""

from __future__ import annotations

from collections import Counter

import pytest

from graphrag_neo4j.extract.rules.entity_types import may_be_place
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.extract.rules.name_spans import find_spans
from graphrag_neo4j.extract.rules.no_names import n_before_name, names_nothing
from graphrag_neo4j.extract.rules.surroundings import Surroundings, count_around
from graphrag_neo4j.extract.rules.tokens import tokenise
from graphrag_neo4j.model import Chunk, Document


def _around(text: str, name: str) -> Surroundings:
    found = Surroundings()
    for sentence in text.split(" / "):
        tokens = tokenise(sentence)
        for span in find_spans(tokens):
            if tokens[span.first].text == name.split()[0]:
                count_around(tokens, span, found)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "They elected the mayor of Wexcombe / Then Wexcombe slept",
        "She lives in Wexcombe / We met in Wexcombe",
        "We saw a museum in Wexcombe and a house near Wexcombe",
    ],
)
def test_who_lives_and_what_stands_there_make_a_place_whatever_a_parser_says(text: str) -> None:
    assert _around(text, "Wexcombe").is_place(Counter({"ORGANIZATION": 8}))


@pytest.mark.parametrize(
    "text",
    [
        "We wrote in Wexcombe / We read in Wexcombe / We met in Wexcombe",
        "An office in Wexcombe style",
        "He lives in the Wexcombe",
        "The head of Wexcombe laughed",
        "She lives in Wexcombe style / He lives in Wexcombe's head",
    ],
)
def test_what_one_reads_or_sits_in_is_no_place(text: str) -> None:
    assert not _around(text, "Wexcombe").is_place(Counter({"ORGANIZATION": 2}))


def test_what_a_parser_does_not_know_is_no_place_behind_in_alone() -> None:
    found = _around("We wrote it in Wexcombe / We read it in Wexcombe", "Wexcombe")
    assert not found.is_place(Counter())
    assert found.is_place(Counter({"LOCATION": 1, "ORGANIZATION": 2}))


def test_a_place_that_is_mostly_something_else_is_that() -> None:
    said = "She lives in Wexcombe / " + " / ".join(["We saw Wexcombe"] * 8)
    assert not _around(said, "Wexcombe").is_place(Counter())
    assert not _around("She lives in Wexcombe", "Wexcombe").is_place(Counter({"PERSON": 3}))


@pytest.mark.parametrize(
    "name",
    [
        "Congress",
        "CSV",
        "Ann Berg",
        "Java",
        "Corvane Ltd",
        "Leedham School",
        "English",
        "Python 3.13",
    ],
)
def test_what_is_written_as_something_else_is_no_place(name: str) -> None:
    assert not may_be_place(name)


@pytest.mark.parametrize("name", ["Wexcombe", "Upper Sedge", "Harrowgate Cross", "Oslo"])
def test_what_may_be_a_place(name: str) -> None:
    assert may_be_place(name)


def _types(text: str) -> dict[str, str]:
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    found = RulesExtractor().extract(Document("doc:1", text, ""), [chunk])[0]
    return {entity.name: entity.type for entity in found.entities}


def test_who_is_head_of_something_is_a_person_and_a_firm_is_not() -> None:
    text = (
        "We met Osier Vane, managing director of Corvane Ltd. We met Tarn Ltd, head of the market."
    )
    assert _types(text) == {
        "Osier Vane": "PERSON",
        "Corvane Ltd": "ORGANIZATION",
        "Tarn Ltd": "ORGANIZATION",
    }


def test_a_town_is_one_in_the_whole_document() -> None:
    text = "We asked the mayor of Wexcombe. Then we saw Wexcombe."
    assert _types(text) == {"Wexcombe": "LOCATION"}


@pytest.mark.parametrize("words", ["CSV", "EUR", "EUR 500", "Page 1", "Page 2 of 3", "Copyright"])
def test_formats_currencies_and_pages_name_nothing(words: str) -> None:
    assert names_nothing(words.split())


@pytest.mark.parametrize("words", ["Page", "Jimmy Page", "EUR Group", "INR", "PDF Tools AG", "WHO"])
def test_other_names_are_left(words: str) -> None:
    assert not names_nothing(words.split())


def test_a_right_to_copy_is_no_part_of_who_has_it() -> None:
    assert n_before_name("Copyright 2019 Ann Berg".split()) == 2
    assert n_before_name(["Copyright", "2019"]) == 0
    assert n_before_name(["Ann", "Berg"]) == 0


@pytest.mark.parametrize("town", ["Gdynia", "Poznań", "Tilburg"])
def test_a_large_town_that_is_no_word_is_a_place_wherever_it_stands(town: str) -> None:
    assert _types(f"They sent {town} a letter.")[town] == "LOCATION"


@pytest.mark.parametrize(
    ("text", "town"),
    [
        ("She opened a shop in Hull.", "Hull"),
        ("Then she moved to Delft.", "Delft"),
        ("He has a house in Penzance.", "Penzance"),
        ("The train from York was late.", "York"),
    ],
)
def test_a_small_town_and_one_that_is_a_word_are_places_where_one_speaks_of_them_so(
    text: str, town: str
) -> None:
    assert _types(text)[town] == "LOCATION"


@pytest.mark.parametrize("name", ["Reading", "Lancaster", "Bath", "Nelson", "Mobile"])
def test_a_town_that_is_a_word_or_a_person_too_is_no_place_by_its_name_alone(name: str) -> None:
    assert _types(f"They asked {name} again.").get(name) != "LOCATION"


def test_a_family_that_is_called_as_a_town_is_of_its_person() -> None:
    found = _around("A letter to Lancaster", "Lancaster")
    assert found.may_be_town(Counter())
    assert not found.may_be_town(Counter({"PERSON": 1}))
    assert not _around("Max Preston, head of sales, left", "Max").may_be_town(Counter())
