"""What a parser's label of a name is worth."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.extract.parse.pipeline import ENGLISH, find_pipeline
from graphrag_neo4j.extract.rules.entity_types import type_of
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.extract.rules.labels import (
    credible,
    is_person_by_form,
    may_be_person,
    parts_of_persons,
)
from graphrag_neo4j.model import Chunk, Document


@pytest.mark.parametrize(
    ("name", "label"),
    [("S87517", "PERSON"), ("A15", "ORGANIZATION"), ("Choir", "NATIONALITY"), ("Clerk", "WORK")],
)
def test_a_label_that_the_writing_belies_is_dropped(name: str, label: str) -> None:
    assert not credible(name, {label: 2})


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("R5", "PRODUCT"),
        ("Scottish", "NATIONALITY"),
        ("Tibetans", "NATIONALITY"),
        ("French-Canadian", "NATIONALITY"),
        ("Skelding", "ORGANIZATION"),
        ("Norma", "PERSON"),
    ],
)
def test_a_label_that_may_be_right_stays(name: str, label: str) -> None:
    assert credible(name, {label: 2}) == Counter({label: 2})


def test_a_plain_word_is_what_a_parser_says_again_and_again() -> None:
    assert credible("Black", {"PERSON": 6, "WORK": 2}) == Counter(PERSON=6)


@pytest.mark.parametrize(
    "name", ["S. Okafor", "J. R. Hartwell", "Umpleby, Desmond", "M. van Dale", "K.-H. Brandt"]
)
def test_initials_and_turned_names_are_persons(name: str) -> None:
    assert is_person_by_form(name)


@pytest.mark.parametrize("name", ["Grandma", "Uncle Per", "Auntie Jean Orr", "Sister Agnes"])
def test_who_is_called_by_kinship_is_a_person(name: str) -> None:
    assert is_person_by_form(name)


@pytest.mark.parametrize("name", ["Brother Industries", "Mother Earth", "DAD", "Sister", "Aunt 2"])
def test_what_has_a_word_of_kinship_in_its_name_is_none(name: str) -> None:
    assert not is_person_by_form(name)


@pytest.mark.parametrize(
    "name",
    [
        "U.S. Navy",
        "F.C. Famalicao",
        "A. Introduction",
        "V. PREPAREDNESS",
        "S. Africa",
        "Athens, Georgia",
        "Ann, Max",
        "Good to See You Again, Alice Cooper",
        ", Anna",
        "",
        "X",
    ],
)
def test_other_names_with_stops_and_commas_are_none(name: str) -> None:
    assert not is_person_by_form(name)


@given(st.text(max_size=30), st.dictionaries(st.text(max_size=8), st.integers(1, 9), max_size=4))
def test_labels_are_only_dropped(name: str, labels: dict[str, int]) -> None:
    kept = credible(name, labels)
    assert all(labels[label] == votes for label, votes in kept.items())
    assert not is_person_by_form(name) or "." in name or ", " in name
    more = {**labels, "PERSON": labels.get("PERSON", 0) + 1}
    assert may_be_person(more) or not may_be_person(labels)


def test_parts_of_persons_are_no_plain_words_and_no_places() -> None:
    parts = parts_of_persons(["yusuf demirel", "paris orr", "ann black"])
    assert parts == {"yusuf", "demirel", "orr", "ann"}


def test_who_has_a_full_name_is_a_person_by_one_of_its_words() -> None:
    parser = find_pipeline(ENGLISH)
    assert parser is not None
    text = (
        "Yusuf Netherby keeps the tuning forks. Ilse Netherby phoned him twice.\n\n"
        "Lot 4: the shed. Paid in full by Netherby."
    )
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    document = Document("notes", "", text)
    (found,) = RulesExtractor(parsers=[parser]).extract(document, [chunk])
    types = {entity.name: entity.type for entity in found.entities}
    assert types["Yusuf Netherby"] == types["Ilse Netherby"] == types["Netherby"] == "PERSON"


@pytest.mark.parametrize("name", ["K-407", "B4 Rowing", "Grade 4"])
def test_a_name_with_a_digit_is_no_person(name: str) -> None:
    assert credible(name, {"PERSON": 6}) == Counter()


def test_a_given_name_with_a_number_is_no_person() -> None:
    assert type_of("Frank", None) == "PERSON"
    assert type_of("Frank 4", None) == "UNKNOWN"


def test_a_code_with_a_hyphen_is_something_counted_whatever_a_parser_says() -> None:
    assert credible("K-407", {"ORGANIZATION": 2, "PRODUCT": 1}) == Counter(PRODUCT=1)
