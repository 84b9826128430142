"""Entries of a list that begin with a name and go on without it."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.rules.entries import entries
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.model import Chunk, Document
from graphrag_neo4j.readers.files import markdown_document
from tests.support.growth import check_linear


def _readings(text: str, *, markdown: bool = False) -> list[str]:
    """What is embedded of each statement."""
    document = markdown_document(text, "doc:1") if markdown else Document("doc:1", text, "")
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    topics = RulesExtractor().extract(document, [chunk])[0].topics
    return [s.resolved or s.text for topic in topics for s in topic.statements]


def test_what_an_entry_says_is_read_with_the_name_that_it_begins_with() -> None:
    text = (
        "MAUD FELLOWES, 51, of Lime Road. Kept geese in a flat. Banned for a year, fined £90.\n\n"
        "Owen Pratt, 33, of no fixed address. Stole a ladder on 3 May. Ten weeks, suspended.\n"
    )
    assert _readings(text) == [
        "MAUD FELLOWES, 51, of Lime Road.",
        "MAUD FELLOWES: Kept geese in a flat.",
        "MAUD FELLOWES: Banned for a year, fined £90.",
        "Owen Pratt, 33, of no fixed address.",
        "Owen Pratt: Stole a ladder on 3 May.",
        "Owen Pratt: Ten weeks, suspended.",
    ]


def test_a_surname_in_capitals_goes_with_the_given_name_behind_it() -> None:
    text = (
        "HOLM, Mrs Ada. On 2 June, aged 80. Funeral at Lund Chapel, 9 June, 11.20am.\n"
        "VANE, Otto. Suddenly at sea, aged 61. Dearly loved brother of Una.\n"
    )
    assert _readings(text)[1::3] == [
        "HOLM, Mrs Ada: On 2 June, aged 80.",
        "VANE, Otto: Suddenly at sea, aged 61.",
    ]
    assert _readings(text)[2::3] == [
        "HOLM, Mrs Ada: Funeral at Lund Chapel, 9 June, 11.20am.",
        "VANE, Otto: Dearly loved brother of Una.",
    ]


def test_an_entry_may_be_an_item_with_its_name_in_bold_type() -> None:
    text = (
        "# Staff\n\n- **Anna Holm**, head of sales. Joined in 2014. Speaks Dutch.\n"
        "- **Tom Vane**, driver. On leave until May. Two vans.\n"
    )
    assert "Anna Holm: Speaks Dutch." in _readings(text, markdown=True)
    assert "Tom Vane: On leave until May." in _readings(text, markdown=True)


def test_fragments_are_read_with_what_their_paragraph_sets_in_bold_and_tells_of() -> None:
    text = (
        "# Machines\n\n**loader** fills vans. Steel, 30 kg. It runs by day. Bay three.\n\n"
        "**Tide Press** is the oldest. Oak, 400 kg. Ann Berg had it mended.\n"
    )
    readings = _readings(text, markdown=True)
    assert "loader: Steel, 30 kg." in readings
    assert "loader: Bay three." in readings
    assert "Tide Press: Oak, 400 kg." in readings
    assert "Ann Berg had it mended." in readings


@pytest.mark.parametrize(
    "text",
    [
        "**loader** fills vans. Steel, 30 kg.\n\nThe press is old. Oak, 400 kg.\n",
        "**By hand** we fill vans. Thirty a day.\n\n**Until May** we rest. No vans.\n",
    ],
)
def test_one_paragraph_and_bold_words_that_are_no_subject_are_read_as_they_are(text: str) -> None:
    assert not any(":" in reading for reading in _readings(text, markdown=True))


@pytest.mark.parametrize(
    "text",
    [
        "Ada Holm, 51, of Lime Road. It rained all day. The police were called. A judge came.\n\n"
        "Bo Vane, 33, of Mill Lane. They went home. The van drove off. Neighbours called him.\n",
        "Ada Holm, 51, a baker, said so on Friday. Not a bad day.\n\n"
        "Bo Vane, 33, a cook, denied it. Quite a long speech.\n",
        "Ada Holm, 51, of Lime Road. Fined £90.\n\nThe court rose. Not a bad day.\n",
    ],
)
def test_sentences_with_a_subject_and_prose_are_read_as_they_are(text: str) -> None:
    assert not any(":" in reading for reading in _readings(text))


def test_another_name_at_the_beginning_of_a_line_ends_an_entry() -> None:
    text = "Ada Holm, a baker.\nBo, a cook.\nUna Vane, a pilot.\nMr. Orr, a man of means.\n"
    assert not any(":" in reading for reading in _readings(text))


@pytest.mark.parametrize(
    "word", ["Aa ", "AA", "Aa of ", "Aa, ", "AA, Aa ", "aa ", "- ", "**a", "\n"]
)
def test_entries_are_found_in_linear_time(word: str) -> None:
    def find(size: int) -> object:
        said = f"Ada Holm, {word * size}. Fined."
        text = f"{said}\n\n" * 2
        end = len(said)
        spans = [(0, end - 7), (end - 6, end), (end + 2, 2 * end - 5), (2 * end - 4, 2 * end + 2)]
        return list(entries(text, [(span, text[slice(*span)]) for span in spans]))

    check_linear(find, 400_000)
