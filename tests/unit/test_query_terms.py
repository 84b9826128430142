"""What of a question is searched for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.ids import entity_id
from graphrag_neo4j.retrieve.question.terms import (
    asked_stems,
    candidate_entities,
    coverage,
    exact_phrases,
    longest,
    missing_names,
    names_as_phrases,
    search_words,
    stems,
)
from graphrag_neo4j.retrieve.question.word_searches import word_searches
from graphrag_neo4j.retrieve.ranking.fit import is_shouted
from graphrag_neo4j.retrieve.ranking.similarity import tfidf_scores


def test_a_question_names_the_longest_entities_that_exist() -> None:
    found = candidate_entities("Was Anna Berg of the Port of Melby born in Osterby?")
    named = {name for name in found.values() if name in ("Anna Berg", "Berg", "Port of Melby")}
    assert named == {"Anna Berg", "Berg", "Port of Melby"}
    assert "Was" not in found.values()
    kept = longest({id_: name for id_, name in found.items() if name in named})
    assert set(kept.values()) == {"Anna Berg", "Port of Melby"}


def test_search_words_hold_no_operators() -> None:
    assert search_words('NOT (Melby AND "port")~2^4 *:*') == "melby port 2 4"


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("what does add_entry do", "add_entry addentry"),
        ("What calls addEntry()?", "calls addentry add_entry"),
        ("where is __init__", "__init__"),
    ],
)
def test_an_identifier_is_searched_in_both_conventions(question: str, words: str) -> None:
    assert search_words(question) == words


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What's Bertrand's postulate?", "bertrand postulate"),
        ("Why can’t pumps start, and who'd know?", "pumps start know"),
        ("whats the reason it doesnt start", "reason start"),
        ("Why won't it start?", "start"),
        ("Who is O'Brien?", "o brien"),
        ("Qu'est-ce que l'heure d'été ?", "heure"),
    ],
)
def test_contractions_and_possessives_are_no_words(question: str, words: str) -> None:
    found = search_words(question).split()
    assert {"s", "t", "d", "ca", "wo", "don"}.isdisjoint(found)
    assert set(words.split()) <= set(found)


def test_may_is_a_word_of_the_question_if_it_is_the_month() -> None:
    assert search_words("may I clean the window") == "clean window"
    assert search_words("when may they be worn") == "worn"
    assert search_words("windows sent in May").split() == ["windows", "sent", "may"]


def test_a_possessive_does_not_count_as_a_word_of_the_question() -> None:
    assert coverage("What is Bertrand's postulate?", "The postulate of Bertrand holds.") == 1.0
    assert coverage("Where does it end?", "Its end is near Hull.") == 1.0


def test_an_identifier_is_covered_by_the_other_convention() -> None:
    assert coverage("What does add_entry do?", "void addEntry(String key) {") == 1.0
    assert coverage("What does addEntry do?", "def add_entry(key):") == 1.0
    of_parts = coverage("What does add_entry do?", "def add_entries(key):")
    assert of_parts < coverage("What does add_entry do?", "def add_entry(key):")


@pytest.mark.parametrize("written", ["retention_days: 395", "retentionDays = 395"])
def test_the_parts_of_an_identifier_cover_words_of_the_question(written: str) -> None:
    assert coverage("retention days", written) == 1.0
    assert coverage("retention weeks", written) == 0.5


def test_two_neighbours_are_searched_as_one_identifier_too() -> None:
    [found, *_] = word_searches("Retention days of the gateway?")
    assert found["words"] == "retention days gateway retention_days retentiondays"


@pytest.mark.parametrize(
    ("question", "words"),
    [("status of order SO-26412", "status order so 26412"), ("who is so sure", "sure")],
)
def test_what_a_hyphen_joins_to_digits_is_no_function_word(question: str, words: str) -> None:
    assert search_words(question) == words
    assert ("so" in asked_stems(question)) == ("so" in words.split())


def test_signs_of_a_script_without_blanks_are_searched_two_by_two() -> None:
    assert search_words("图书馆在哪？") == '"图书" "书馆" "馆在" "在哪"'
    assert search_words("《A-7》在哪") == 'a 7 "在哪"'


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Who is the author of Die Hard?", "author die hard"),
        ("What did Le Monde say?", "le monde say"),
        ("Where is El Paso?", "el paso"),
        ("Who is she?", "who is she"),
    ],
)
def test_an_english_question_is_searched_without_function_words_if_it_has_others(
    question: str, words: str
) -> None:
    assert search_words(question) == words


def test_tfidf_prefers_the_text_that_shares_rare_words() -> None:
    texts = ["the harbour was closed", "the harbour was sold to Blue Lines", "nothing at all"]
    scores = tfidf_scores("Who bought the harbour, Blue Lines?", texts)
    assert scores.index(max(scores)) == 1
    assert all(0 <= score <= 1.0001 for score in scores)
    assert tfidf_scores("", texts) == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("question", "phrases"),
    [
        ("What does set -e do?", ['"set -e"']),
        ("what does -mmin do", ['"does -mmin"', '"-mmin"']),
        ("tar --exclude", ['"tar --exclude"', '"--exclude"']),
        ("What is error ERR-2041?", ['"ERR-2041"']),
        ("What does EO 14028 demand?", ['"EO 14028"']),
        ("How fast is Tern 3.11?", ['"Tern 3.11"']),
        ("Who said “the clock was off”?", ['"the clock was off"']),
        ("Where do Anna Berg's brother and Erik Holm live?", ['"Anna Berg"', '"Erik Holm"']),
        ("Who is Anna, and what does she sell?", ['"Anna"']),
        ("Which storms did the 2012 Atlantic season have?", ['"2012"', '"Atlantic"']),
        ("Who paid 1500 EUR?", ['"1500"', '"EUR"']),
        ("What happened in 2012?", ['"2012"']),
        ("Describe the harbour.", []),
        ("Melby?", []),
        ("from Melby?", ['"Melby"']),
        ("what is it", []),
        ('Is "a\ud800b" there?', ['"a b"']),
        ("", []),
    ],
)
def test_what_is_named_word_for_word_is_asked_as_a_phrase(
    question: str, phrases: list[str]
) -> None:
    assert exact_phrases(question) == phrases


@given(st.text(max_size=80))
def test_no_question_breaks_a_phrase(question: str) -> None:
    for phrase in exact_phrases(question):
        assert phrase[0] == phrase[-1] == '"'
        assert '"' not in phrase[1:-1]
        assert "\\" not in phrase


def test_in_lower_case_what_may_be_a_name_is_a_phrase() -> None:
    question = "who founded the port of osterby?"
    found = names_as_phrases(question, candidate_entities(question))
    assert {"id": entity_id("Port of Osterby"), "phrase": '"port of osterby"'} in found
    assert '"the port"' not in [one["phrase"] for one in found]
    cased = "Who founded the Port of Osterby?"
    assert names_as_phrases(cased, candidate_entities(cased)) == []


def test_names_are_found_by_their_initials_and_in_scripts_without_blanks() -> None:
    ids = candidate_entities("Who leads the Norland Maritime Bank of Osterby?")
    assert {entity_id("NMB"), entity_id("NMBO")} <= ids.keys()
    assert entity_id("WLT") not in ids
    assert entity_id("华为") in candidate_entities("华为的创始人是谁？")


@pytest.mark.parametrize(
    ("question", "text", "share"),
    [
        ("changes in quokka 3.1.0", "Quokka 2.3.1 has 3 changes, 1 fix and 0 bugs.", 1.0),
        ("changes in quokka 3.1.0", "Changes in Quokka v3.1.0.", 0.0),
        ("is it 12,5 percent", "It is 12.5 percent.", 0.0),
        ("course on 2.5.2025", "The course is on 2 May 2025.", 1 / 3),
    ],
)
def test_a_version_is_there_as_a_whole_or_not_at_all(
    question: str, text: str, share: float
) -> None:
    assert missing_names(question, text) == pytest.approx(share)


def test_it_in_capitals_is_a_name_and_no_pronoun() -> None:
    assert entity_id("IT") in candidate_entities("who runs IT")
    assert coverage("who runs IT", "Mira runs IT.") > coverage("who runs IT", "Mira runs it.")


@pytest.mark.parametrize("question", ["who runs it", "WHO RUNS IT", "who runs ITV"])
def test_it_is_a_pronoun_where_capitals_tell_nothing(question: str) -> None:
    assert entity_id("IT") not in candidate_entities(question)
    assert coverage(question, "Mira runs it.") == coverage(question, "Mira runs IT.")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Don't paint the O'Brien's boats", {"do", "paint", "the", "o", "brien", "boat"}),
        (
            "rock'n'roll and add_entry’s doors",
            {"rock", "n", "roll", "and", "addentry", "add", "entry", "door"},
        ),
        ("May I moor in may?", {"i", "moor", "in", "may"}),
        ("Straße am Wehr 港口", {"strass", "am", "wehr", "港", "口"}),
    ],
)
def test_stems_are_bare_words_without_contractions(text: str, found: set[str]) -> None:
    assert stems(text) == found


@given(st.lists(st.text(alphabet="aAbs'’_1é港 ", max_size=8), max_size=6))
def test_stems_of_a_text_are_those_of_its_parts(parts: list[str]) -> None:
    assert stems(" ".join(parts)) == frozenset().union(*map(stems, parts))


@given(st.text(alphabet="abCDEFGHIJKÉÖß1 .港", max_size=40))
def test_a_text_is_shouted_if_most_of_its_letters_are_capitals(text: str) -> None:
    n_letters, n_capitals = sum(map(str.isalpha, text)), sum(map(str.isupper, text))
    assert is_shouted(text) == (n_letters >= 5 and n_capitals > 0.8 * n_letters)


@pytest.mark.parametrize("question", ["How much money is asked for?", "how many boats lay there"])
def test_how_much_is_asked_is_no_word_that_a_text_lacks(question: str) -> None:
    assert asked_stems(question).isdisjoint({"much", "many"})
    assert {"much", "many"}.isdisjoint(search_words(question).split())
