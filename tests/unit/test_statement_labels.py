"""Statements: the labels within a paragraph or an item, and what belongs to each."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.model import Chunk
from graphrag_neo4j.readers.files import markdown_document
from tests.support.growth import check_linear


def _readings(text: str) -> list[str]:
    """What the rules read of Markdown, and what is embedded."""
    document = markdown_document(text, "doc:1")
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    topics = RulesExtractor().extract(document, [chunk])[0].topics
    return [s.resolved or s.text for topic in topics for s in topic.statements]


@pytest.mark.parametrize("gap", [" ", "\n"])
def test_labels_of_an_abstract_open_what_follows_them(gap: str) -> None:
    text = (
        "Background. Few bees live in towns. Methods. We counted hives on the roofs of Melby. "
        f"Results.{gap}Of ninety roofs four had hives. Conclusion. Bees are rare."
    )
    assert _readings(text) == [
        "Background. Few bees live in towns.",
        "Methods. We counted hives on the roofs of Melby.",
        "Results. Of ninety roofs four had hives.",
        "Conclusion. Bees are rare.",
    ]


def test_a_word_behind_a_sentence_stays_with_it() -> None:
    text = "We asked for a boat. Rejected. The harbour stays as it is. Sadly. We left."
    assert _readings(text) == [
        "We asked for a boat. Rejected.",
        "The harbour stays as it is. Sadly.",
        "We left.",
    ]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("**Speed of the boat:** Six knots. Speed of the raft: two knots.", "two knots."),
        ("**Harbour:** Six berths. Day of the regatta: 3 May.", "Day of the regatta: 3 May."),
        ("**Second draft. Not yet read.** It gives six berths.", "It gives six berths."),
    ],
)
def test_what_has_a_label_of_its_own_or_none_has_no_other(text: str, last: str) -> None:
    before, reading = text.rpartition(last)[0], _readings(text)[-1]
    assert reading.endswith(last) and "**" in before
    assert reading in text


def test_a_label_of_a_word_or_two_says_more_of_the_term() -> None:
    text = "**Harbour office:** It has two rooms. Opening hours: 9 to 12."
    assert _readings(text)[-1] == "Harbour office: Opening hours: 9 to 12."


def test_many_words_alone_are_read_in_linear_time() -> None:
    check_linear(lambda n: _readings("Fog. It came in. " * n), 2_000)


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        (
            "**1. Owner.** The club owns each boat.\n\n**2. Use.** A boat is lent for a day.",
            ["1. Owner. The club owns each boat.", "2. Use. A boat is lent for a day."],
        ),
        (
            "**1.** Members row for nothing.\n\n**2.** Guests pay four pounds.",
            ["1. Members row for nothing.", "2. Guests pay four pounds."],
        ),
        (
            "**7. Boats of other clubs.** A boat of another club may lie at the pier for a night "
            "if its crew has told the harbour office before. It pays.",
            [
                "7. Boats of other clubs. A boat of another club may lie at the pier for a night "
                "if its crew has told the harbour office before.",
                "7. Boats of other clubs: It pays.",
            ],
        ),
        (
            "1. **Wet oars.** Hang them up at once.\n2. **Lost oars.** Tell the office.",
            ["1. Wet oars. Hang them up at once.", "2. Lost oars. Tell the office."],
        ),
        (
            "**6. Fees.** 6.1 The fee is due in May.\n\n**7. Keys.** (a) The office has one.",
            ["6. Fees.", "6. Fees: 6.1 The fee is due in May.", "7. Keys. (a) The office has one."],
        ),
    ],
    ids=["one word", "number alone", "long text", "bold term", "numbered parts"],
)
def test_the_number_and_head_of_a_clause_in_bold_type_stay_with_its_text(
    text: str, readings: list[str]
) -> None:
    assert _readings(text) == readings


@pytest.mark.parametrize("label", ["5.3 *Signs.*", "5.3 **Signs.**", "5.3 Signs."])
def test_a_heading_with_a_number_in_the_line_of_its_text_stays_with_it(label: str) -> None:
    text = f"{label} No sign is put up without consent. None is lit.\n\nThe rent is low."
    plain = label.replace("*", "").replace("_", "")
    assert _readings(text) == [
        f"{plain} No sign is put up without consent.",
        "Signs: None is lit.",
        "The rent is low.",
    ]


def test_a_sentence_with_the_number_of_a_clause_is_no_label() -> None:
    text = "2.1 Wicks pays the tenth. Una lights the lamp. It costs 5.4 Million. They sold it."
    assert len(_readings(text)) == 4


def test_numbered_labels_are_read_in_linear_time() -> None:
    check_linear(lambda n: _readings("5.3 Signs. 1.1.1.1 *a " * n), 500)


@pytest.mark.parametrize("mark", ["{}:", "{} ", "- **{}**", "- [{}]"])
def test_what_follows_in_an_entry_that_begins_with_a_key_is_of_the_key(mark: str) -> None:
    one, two = mark.format("KL-7"), mark.format("KL-12")
    text = f"{one} The lid sticks when warm. Lift it by the left grip. Seen since May.\n\n"
    text += f"{two} The lamp of the door blinks twice. Wipe its lens with a cloth.\n"
    found = _readings(text)
    assert found[1:3] == ["KL-7: Lift it by the left grip.", "KL-7: Seen since May."]
    assert found[-1] == "KL-12: Wipe its lens with a cloth."


@pytest.mark.parametrize(
    "text",
    [
        "KL-7 was the first kiln of Melby. It burns wood to this day.\n",
        "KL-7 was the first kiln.\n\nKL-7 burns wood in winter. It is lit at dawn.\n",
        "The first kiln of Melby was\nKL-7 in the yard. It burns wood.\n\nKL-8 is new.\n",
    ],
    ids=["one", "the same again", "within a paragraph"],
)
def test_a_code_that_a_sentence_begins_with_is_no_key_of_an_entry(text: str) -> None:
    assert not any(reading.startswith("KL-7:") for reading in _readings(text))


@pytest.mark.parametrize("unit", ["KL-7", "- **KL-7** a. b. ", "KL-7 a. B c.\n", "A" * 9 + "-"])
def test_keys_are_looked_for_in_linear_time(unit: str) -> None:
    check_linear(lambda n: _readings(unit * n), 1_500)
