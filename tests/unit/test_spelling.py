"""Words with a slip are read as what was meant; names are found in lower case."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.entities.lookup import MAX_LETTERS
from graphrag_neo4j.ids import entity_id
from graphrag_neo4j.retrieve.question.spelling import (
    N_NAMES,
    asked_words,
    bases,
    corrected,
    slips,
)
from graphrag_neo4j.retrieve.question.terms import candidate_entities, is_cased
from tests.support.noise import noise, with_typo


def hit(kind: str, word: str, text: str, score: float = 1.0) -> dict[str, object]:
    return {"kind": kind, "via": f"{word}\n{text}", "score": score}


def test_what_most_of_the_best_hits_have_was_meant() -> None:
    hits = [
        hit("like_name", "osterbi", "Osterbo", 2.0),
        hit("like_name", "osterbi", "Port of Osterby", 1.5),
        hit("like_text", "osterbi", "The port of Osterby is old.", 1.0),
    ]
    meant = slips("Where is Osterbi?", hits)
    assert meant == {"osterbi": "Osterby"}
    assert corrected("Where is Osterbi? osterbi!", meant) == "Where is Osterby? osterby!"


def test_a_name_that_the_question_says_but_for_the_slip_was_meant() -> None:
    hits = [
        hit("like_name", "mouns", "Osterby Mound A", 3.0),
        hit("like_name", "mouns", "Osterby Mound B", 3.0),
        hit("like_name", "mouns", "Osterby Mounds", 2.0),
    ]
    assert slips("Where are the Osterby Mouns?", hits) == {"mouns": "Mounds"}
    assert slips("Where are these Mouns?", hits) == {"mouns": "Mound"}


def test_a_common_word_is_meant_as_it_is() -> None:
    hits = [
        hit("like_text", "king", "There is another kind of it."),
        hit("like_name", "king", "Melby Kong", 2.0),
    ]
    assert slips("who is the king of spain", hits) == {"king": "Kong"}
    assert slips("who is the king of spain", hits, {"king"}.__contains__) == {}
    assert slips("where is melby king", hits, {"king"}.__contains__) == {"king": "Kong"}


def test_a_word_in_lower_case_is_no_part_of_a_name_where_names_have_capitals() -> None:
    hits = [hit("like_name", "happn", "Happy", 9.0), hit("like_text", "happn", "It may happen.")]
    assert slips("What did happn in Melby?", hits) == {"happn": "happen"}
    assert slips("what did happn in melby?", hits) == {"happn": "Happy"}


def test_a_name_is_no_slip_of_a_word_in_lower_case() -> None:
    hits = [hit("like_text", "moore", "There is more to say.")]
    assert slips("What did Anna Moore say?", hits) == {}
    assert slips("what did anna moore say?", hits) == {"moore": "more"}


@pytest.mark.parametrize(
    ("word", "text", "is_read"),
    [
        ("melyb", "Melby", True),
        ("mebly", "Melby", True),
        ("mellby", "Melby", True),
        ("meby", "Melby", True),
        ("melbo", "Melby", True),
        ("mlbys", "Melby", True),
        ("elby", "Melby", False),
        ("elbym", "Melby", False),
        ("mexico", "Melby", False),
    ],
)
def test_one_slip_is_read_and_two_are_not(word: str, text: str, is_read: bool) -> None:
    assert bool(slips(word, [hit("like_name", word, text)])) == is_read


def test_a_function_word_of_another_language_is_no_slip() -> None:
    rows = {row["word"]: row["like"] for row in asked_words("wann ist das sommerfest in melby")}
    assert not rows["wann"] and rows["sommerfest"] and rows["melby"]


def test_a_very_long_word_is_not_looked_up_for_slips() -> None:
    assert [row["like"] for row in asked_words("x" * (MAX_LETTERS + 1))] == [""]
    assert all(row["like"] for row in asked_words("x" * MAX_LETTERS))


def test_short_and_common_words_are_not_looked_up() -> None:
    asked = asked_words("Which is the old port that Anna Brg led in 1999?")
    words = [row["word"] for row in asked if row["n_names"]]
    assert words == ["port", "anna"]


def test_a_question_in_lower_case_names_entities() -> None:
    assert not is_cased("Who runs the port of melby?")
    assert entity_id("Port of Melby") in candidate_entities("who runs the port of melby?")
    assert entity_id("Scrooge") in candidate_entities("who was scrooges partner")
    assert "runs the" not in candidate_entities("who runs the port of melby?").values()


def test_a_question_with_capitals_names_no_entity_in_lower_case() -> None:
    assert entity_id("port") not in candidate_entities("Who runs the port of Melby?")


@given(st.text(max_size=60))
def test_no_question_breaks_the_reading(question: str) -> None:
    rows = asked_words(question)
    found = slips(question, [hit("like_text", row["word"], question) for row in rows])
    assert found == {} or set(found) <= {row["word"] for row in rows}
    assert corrected(question, {}) == question
    candidate_entities(question)


@given(st.lists(st.text("abcdefgh", min_size=5, max_size=9), min_size=1, max_size=6))
def test_noise_changes_one_word_and_always_in_the_same_way(words: list[str]) -> None:
    question = " ".join(words)
    counts = dict.fromkeys(words, 1)
    noisy = with_typo(question, counts)
    assert noisy == with_typo(question, counts)
    changed = [(a, b) for a, b in zip(words, noisy.split(), strict=True) if a != b]
    assert len(changed) == 1
    [(word, slip)] = changed
    assert slip[0] == word[0] and slip not in counts
    assert slips(slip, [hit("like_text", slip, word)]) == {slip: word}
    assert noise("lower", [])("Who?") == "who?" and noise(None, [])("Who?") == "Who?"


def test_an_acronym_means_the_name_with_these_initials() -> None:
    question = "Who leads the NMB? Is it near?"
    hits = [
        hit("like_name", "nmb", "New Mills Big Band", 3.0),
        hit("like_name", "nmb", "Norland Maritime Bank"),
    ]
    assert slips(question, hits) == {"nmb": "Norland Maritime Bank"}
    assert corrected(question, slips(question, hits)).startswith("Who leads the Norland Maritime")
    assert slips("WHO LEADS THE NMB", hits) == {}
    looked_up = {"like": "+n* +m* +b*", "n_names": N_NAMES, "n_texts": 0}
    looked_up["searches"] = [{"index": "chunk_text", "words": "nmb"}]
    assert {"word": "nmb", "entity": entity_id("NMB"), **looked_up} in asked_words(question)


def test_an_acronym_in_small_letters_means_the_name_with_these_initials() -> None:
    hits = [hit("like_name", "nmb", "Norland Maritime Bank")]
    assert slips("who leads the nmb", hits) == {"nmb": "Norland Maritime Bank"}
    (row,) = [row for row in asked_words("who leads the nmb") if row["word"] == "nmb"]
    assert (row["like"], row["n_names"]) == ("+n* +m* +b*", N_NAMES)


def test_a_common_word_of_three_letters_is_no_acronym() -> None:
    hits = [hit("like_name", "pie", "Port Insurance Exchange")]
    assert slips("who ate pie", hits, is_common={"pie"}.__contains__) == {}


def test_a_small_word_of_a_question_with_capitals_is_no_acronym() -> None:
    hits = [hit("like_name", "nmb", "Norland Maritime Bank")]
    assert slips("Who leads the nmb in Melby?", hits) == {}


@pytest.mark.parametrize(
    ("word", "base"),
    [("heater", "heat"), ("lodger", "lodge"), ("stinks", "stink"), ("useless", "use")],
)
def test_a_word_is_known_by_what_it_is_derived_from(word: str, base: str) -> None:
    is_long = len(base) > 3
    assert (base in bases(word)) is is_long
    assert bases(word)[0] == word
