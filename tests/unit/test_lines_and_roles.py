"""Names in texts whose lines no program broke, and beside roles, years and marks of notes."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.model import Chunk, Document, ExtractedChunk
from tests.support.rules import edges_in, names_in, types_in

_JUDGMENT = """\
Between:

                        MARTHA ORRELL                        Claimant
                             - and -
                     BRANDT JOINERY LIMITED                  Defendant

Mr Tobias Kerr (instructed by Lisle & Penrose) for the Claimant
Ms Ingrid Hale (instructed by Farrow Solicitors) for the Defendant
Hearing dates: 9 and 10 April 2025

The Defendant will pay the costs of the Claimant. The Claimant thanked Viktor Sandoz. \
Nobody else was heard.
"""


def _read(parser: Pipeline, text: str) -> list[ExtractedChunk]:
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    return RulesExtractor(parsers=[parser]).extract(Document("d:1", text, ""), [chunk])


def test_no_name_goes_over_the_end_of_a_line_or_wide_blanks(parser: Pipeline) -> None:
    names = names_in(_read(parser, _JUDGMENT))
    assert {"MARTHA ORRELL", "Tobias Kerr", "Ingrid Hale", "Lisle & Penrose"} <= names
    assert not {"MARTHA ORRELL Claimant", "Claimant Ms Ingrid Hale", "Defendant Hearing"} & names


def test_a_role_beside_a_party_stands_for_it(parser: Pipeline) -> None:
    found = _read(parser, _JUDGMENT)
    assert "Claimant" not in names_in(found)
    assert ("MARTHA ORRELL", "THANKS", "Viktor Sandoz") in edges_in(found)
    assert ("BRANDT JOINERY LIMITED", "PAYS_COSTS_OF", "MARTHA ORRELL") in edges_in(found)


def test_a_name_that_a_program_broke_at_the_end_of_a_line_is_whole(parser: Pipeline) -> None:
    text = (
        "The staircase was made in the old yard by the river and was then sold to Anna\n"
        "Berg, who had it fitted in her house, though the wood was still wet and the steps\n"
        "were too high for her. She says that she paid for it in May, and that Max Berg\n"
        "Joinery knew of it, too.\n"
    )
    assert "Anna Berg" in names_in(_read(parser, text))


def test_a_name_goes_on_where_a_part_of_a_text_is_wrapped_narrower(parser: Pipeline) -> None:
    text = (
        "The staircase was made in the old yard by the river and was then sold to somebody who\n"
        "had it fitted in her house.\n\n"
        "Nearly all of these works are in the public domain in the United\n"
        "States, and the rest of them is\nnot free.\n"
    )
    names = names_in(_read(parser, text))
    assert "United States" in names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Their son emigrated to Canada 2019.", "Canada"),
        ("She moved to Hobart in spring. He lived in Hobart 1961.", "Hobart"),
        ("Lunch with Ulla Frisk² and others.", "Ulla Frisk"),
    ],
)
def test_a_year_and_the_mark_of_a_note_end_a_name(parser: Pipeline, text: str, name: str) -> None:
    names = names_in(_read(parser, text))
    assert name in names
    assert not any(one.startswith(name) and one != name for one in names)


@pytest.mark.parametrize("name", ["Expo 2000", "Blade Runner 2049"])
def test_a_number_that_is_part_of_a_name_stays(parser: Pipeline, name: str) -> None:
    assert name in names_in(_read(parser, f"They spoke of {name} for hours."))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The tug Little Otto lay at the quay.", "Little Otto"),
        ("Max Orr slept aboard the Wilma Jansen.", "Wilma Jansen"),
        ("Aboard the Wilma Jansen there is no tea.", "Wilma Jansen"),
        ("It was cold on board the Lady Isolde.", "Lady Isolde"),
        ("Trawler Brave Anton came in with cod.", "Brave Anton"),
        ("William was lost in the Mary Tolliver, a schooner from Lynn.", "Mary Tolliver"),
    ],
)
def test_a_ship_is_no_person(parser: Pipeline, text: str, name: str) -> None:
    assert types_in(_read(parser, text))[name] == "PRODUCT"


@pytest.mark.parametrize("name", ["Boat Race", "Ferry Street"])
def test_what_is_called_for_ships_keeps_its_name(parser: Pipeline, name: str) -> None:
    assert name in names_in(_read(parser, f"We saw the {name} again. {name} was full."))


def test_a_nation_before_a_ship_is_none(parser: Pipeline) -> None:
    found = types_in(_read(parser, "He slept on board the Soviet ship."))
    assert found.get("Soviet") != "PRODUCT"


def test_a_ship_keeps_the_title_in_its_name(parser: Pipeline) -> None:
    names = names_in(_read(parser, "The Lady Isolde left early. Anna saw the Lady Isolde."))
    assert "Lady Isolde" in names
    assert "Isolde" not in names


def test_a_lady_is_known_without_her_title_as_well(parser: Pipeline) -> None:
    assert {"Lady Godiva", "Godiva"} <= names_in(_read(parser, "He was a son of Lady Godiva."))


@pytest.mark.parametrize(
    "text",
    ["Left for Harwick on the early train.", "Max sailed to Harwick. Ann met him in Harwick."],
)
def test_where_one_goes_is_a_place(parser: Pipeline, text: str) -> None:
    assert types_in(_read(parser, text))["Harwick"] == "LOCATION"
