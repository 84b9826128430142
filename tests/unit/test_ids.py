"""Identity: what is the same gets the same id, what is not does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.ids import content_hash, entity_id, make_id, normalise_name
from graphrag_neo4j.ingest.extractions_format import relation_type_of
from graphrag_neo4j.retrieve.question.terms import search_words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The Ghost of Marley", "ghost of  marley"),
        ("U.S.", "US"),
        ("Scrooge's", "Scrooge"),
        ("Scrooge’s", "SCROOGE"),
        ("ﬁle server", "file server"),
        ("Saint-Nicolas", "Saint Nicolas"),
        ("İzmir", "izmir"),
        ("علی\u200cرضا", "علیرضا"),
        ("Zo\u0308e", "Zöe"),
        ("har\u00adbour", "harbour"),
    ],
)
def test_spellings_of_one_name_meet(one: str, other: str) -> None:
    assert entity_id(one) == entity_id(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Apollo 11", "Apollo 12"),
        ("Malmö", "Malmo"),
        ("A", "B"),
        ("C", "C++"),
        ("राम", "रोम"),
        ("บิน", "บุน"),
        ("আমার", "আমির"),
    ],
)
def test_different_names_stay_apart(one: str, other: str) -> None:
    assert entity_id(one) != entity_id(other)


@given(st.text())
def test_normalising_a_name_twice_changes_nothing_more(name: str) -> None:
    once = normalise_name(name)
    assert normalise_name(once) == once


@given(st.lists(st.text(), min_size=2, max_size=4), st.lists(st.text(), min_size=2, max_size=4))
def test_ids_differ_unless_all_parts_are_equal(one: list[str], other: list[str]) -> None:
    assert (make_id("fact", *one) == make_id("fact", *other)) == (one == other)


@given(st.text())
def test_kinds_of_records_never_share_an_id(text: str) -> None:
    assert make_id("chunk", text) != make_id("topic", text)


@given(st.text(alphabet=st.characters(codec=None)))
def test_any_text_can_be_hashed(text: str) -> None:
    assert len(content_hash(text)) == 32


def test_words_keep_their_vowels() -> None:
    assert normalise_name("राम मोहन") == "राम मोहन"
    assert relation_type_of("राजधानी है") == "राजधानी_है"
    assert search_words("राम अयोध्या") == "राम अयोध्या"
