"""Headings of plain text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.readers.text_headings import text_headings
from tests.support.growth import check_linear

GUIDE = """\
WALKS ON THE ISLAND
===================

  Walk 4: Seven wells
  -------------------
Length: 11.5 km

-----------------
Walk 5: the moor
-----------------

Dogs must be on a lead, and the rest of this paragraph is wrapped as
Usual.
"""
LEAFLET = """\
Information for the user

1. What it is used for
It is used for hay fever in adults and in children of more than six.

2. How to take it

One tablet a day with a glass of water, which may be warm or cold, ok.
3. This is no heading, as no empty line stands above it
"""
BOOK = """\
Part I

CHAPTER ONE
In Which a Ladder Is Found Wanting

The fog had come up from the river before four o'clock, and by half past
chapter two of the day was over.

Chapter Two: The Board

Chapter Twenty One
The Tide

It rose.

Chapter 3 of the guide says so.
"""
LEASE = """\
§ 1 Mietsache

Die Wohnung im zweiten Stock.

§ 2 Mietzins

§ 3 Der Mieter zahlt die Miete bis zum dritten Werktag eines jeden Monats
im Voraus.
"""

_HEADED = "Harbour fees\n============\n\n"
_HEADS = [(1, "Harbour fees")]
"""A heading above whatever is none."""


def titles(text: str) -> list[tuple[int, str]]:
    found = text_headings(text)
    assert all(text[h.start :].startswith(h.title[:5]) for h in found)
    return [(heading.level, heading.title) for heading in found]


def test_underlined_lines_are_headings() -> None:
    assert titles(GUIDE) == [
        (1, "WALKS ON THE ISLAND"),
        (2, "Walk 4: Seven wells"),
        (2, "Walk 5: the moor"),
    ]


def test_lines_that_begin_a_part_are_headings_and_its_name_is_one_below() -> None:
    assert titles(BOOK) == [
        (1, "Part I"),
        (2, "CHAPTER ONE"),
        (3, "In Which a Ladder Is Found Wanting"),
        (2, "Chapter Two: The Board"),
        (2, "Chapter Twenty One"),
        (3, "The Tide"),
    ]
    assert titles(LEASE) == [(2, "§ 1 Mietsache"), (2, "§ 2 Mietzins")]


def test_one_line_that_begins_a_part_is_no_heading() -> None:
    assert titles(f"{_HEADED}Intro.\n\nAppendix B\n\nThe rest.\n") == _HEADS


def test_numbered_lines_are_headings_where_there_are_several() -> None:
    assert titles(LEAFLET) == [(2, "1. What it is used for"), (2, "2. How to take it")]
    assert not titles(LEAFLET.replace("2. How", "How"))


@pytest.mark.parametrize(
    "versions",
    [
        ("3.1.0 (2024-02-11)", "3.0.0 (2023-11-02)"),
        ("v2.4 (May 2024)", "v2.3"),
        ("[1.2.0] - 2024-02-11", "[1.1.9]"),
        ("Version 2.0:", "Version 1.0-rc1:"),
        ("10.0.0", "9.12.1"),
    ],
)
def test_versions_that_stand_alone_are_headings(versions: tuple[str, str]) -> None:
    text = "Changes\n\n" + "\n\n".join(f"{one}\n- Lamps are dimmed." for one in versions)
    assert titles(text) == [(2, one) for one in versions]


@pytest.mark.parametrize("lines", ["3.5 4.5", "03.02.24 04.02.24", "10.0.0.1 10.0.0.2", "1.2.3 1."])
def test_other_numbers_that_stand_alone_are_no_headings(lines: str) -> None:
    text = "\n\n".join(f"{line}\nThe lamp was lit." for line in lines.split())
    assert titles(_HEADED + text) == _HEADS


@pytest.mark.parametrize(
    "text",
    [
        "1. Mix flour and eggs\n2. Bake\n3. Eat\n",
        "To do:\n\n1. Mix the flour and the eggs until they are\nsmooth.\n\n2. Bake it.\nLong.\n",
        "\n1. The tenant pays the rent to the\nLandlord monthly\n\n2. He shall pay it all to\nBo\n",
        "Name    Fee    Role\n-------------------\nUna      24    Keeper\n",
        "It ended here.\nOr so it seemed\n---------------\n",
        "A very long line above a short rule\n---\n",
        "-----\n-----\n\n*****\n=====\n",
        "- one\n- two\n--\nAda Berg\n",
        "",
    ],
)
def test_items_rows_and_sentences_are_no_headings(text: str) -> None:
    assert titles(_HEADED + text) == _HEADS


@given(st.text(alphabet="aB1. -=\n", max_size=200))
def test_headings_stand_in_the_text_in_order(text: str) -> None:
    found = text_headings(text)
    assert [h.start for h in found] == sorted({h.start for h in found})
    assert all(text[h.start] == h.title[0] for h in found)


@pytest.mark.parametrize(
    "part",
    [
        " ",
        "-",
        "1. A\n\n",
        "Abc\n---\n\n",
        "- ",
        "\n",
        "1.2.3\n\n",
        "1.",
        "Ab\nCd ef g.\n\n",
        "A\n-\n\n1.1 B\n\nc\n\n1.2 D\n\n",
    ],
)
def test_long_texts_are_read_in_linear_time(part: str) -> None:
    check_linear(lambda n: text_headings(part * n), 500_000 // len(part))


def test_a_gap_may_part_the_number_of_a_heading_from_its_words() -> None:
    text = (
        "1.      DEFINITIONS\n1.1     Rent is paid.\n\n2.      DEMISE\n        The unit is let.\n"
    )
    assert [heading.title for heading in text_headings(text)] == ["1. DEFINITIONS", "2. DEMISE"]
    table = "1.  Rovers   42\n\n2.  Athletic   38\n"
    assert text_headings(table) == ()


def test_subsections_of_numbered_sections_are_headings() -> None:
    text = (
        "1. Scope\n\n   It is short.\n\n1.1.  Terms\n\n   A guest knocks.\n\n"
        "2. Messages\n\n2.1.  KNOCK\n\n   It is sent.\n\n2.1.1  Fields\n\n   None.\n\n"
        "2.2.  LEAVE\n\n   It is empty.\n\n2.4 Lost\n\n3.5 Litres\n\n3. Security\n\n   None.\n"
    )
    assert titles(text) == [
        (2, "1. Scope"),
        (3, "1.1. Terms"),
        (2, "2. Messages"),
        (3, "2.1. KNOCK"),
        (4, "2.1.1 Fields"),
        (3, "2.2. LEAVE"),
        (2, "3. Security"),
    ]


def test_a_numbered_clause_is_no_subsection() -> None:
    text = "1. Rent\n\n1.1 Rent is paid.\n\n1.1 The rent is for\nOne flat\n\n2. Repairs\n\nNone.\n"
    assert titles(text) == [(2, "1. Rent"), (2, "2. Repairs")]


SHEET = """\
SHEET FOR TARVOL
================

2 Dangers
---------

It burns.

{head}
{rule}

5.1 After a fall into it


Wash for ten minutes.

5.2 On the eyes

5.2.1 Of children

Wash for half an hour.

6 Spills
--------

Use sand.
"""


@pytest.mark.parametrize("head", ["5 First aid", "First aid", "Part 5: First aid"])
def test_numbered_lines_above_text_are_headings_below_underlined_ones(head: str) -> None:
    assert titles(SHEET.format(head=head, rule="-" * len(head))) == [
        (1, "SHEET FOR TARVOL"),
        (2, "2 Dangers"),
        (2, head),
        (3, "5.1 After a fall into it"),
        (3, "5.2 On the eyes"),
        (4, "5.2.1 Of children"),
        (2, "6 Spills"),
    ]


def test_numbered_lines_above_text_are_headings_below_chapters() -> None:
    text = "Chapter 3\n\n{}Chapter 5\n\nNone.\n"
    under = "3.1 Nets\n\nThey are tarred.\n\n3.2 Ropes\n\nThey are not.\n\n"
    chapters = [(2, "Chapter 3"), (2, "Chapter 5")]
    subsections = [(3, "3.1 Nets"), (3, "3.2 Ropes")]
    assert titles(text.format(under)) == [chapters[0], *subsections, chapters[1]]
    assert titles(text.format("")) == chapters


@pytest.mark.parametrize(
    "text",
    [
        "4.1 The tenant pays the rent\n\n4.2 The tenant mends the fence\n\n4.3 Hens\n",
        "4.1 The rent is paid monthly.\n\nElse none.\n\n4.2 Hens are kept.\n\nNo dogs.\n",
        "4.1 Hens\nThey are kept.\n\n4.2 Dogs\nThey are not.\n",
        "3.5 Litres\n\nAre left.\n\n7.2 Litres\n\nAre gone.\n",
        "4.1 Rovers   42\n\nIt rained.\n\n4.2 Athletic   38\n\nIt snowed.\n",
        "4.1 Hens\n\nThey are kept.\n",
    ],
)
def test_clauses_items_and_amounts_below_an_underlined_line_are_no_headings(text: str) -> None:
    assert titles(_HEADED + text) == _HEADS


@pytest.mark.parametrize("gap", ["  ", "\t", ":  ", ".     "])
def test_a_gap_may_part_a_part_and_its_number_from_its_words(gap: str) -> None:
    text = f"Section A{gap}What we pay\n\nHail.\n\nSection B{gap}What we do not pay\n\nFrost.\n"
    mark = gap.strip()
    expected = [f"Section A{mark} What we pay", f"Section B{mark} What we do not pay"]
    assert titles(text) == [(2, title) for title in expected]


@pytest.mark.parametrize("row", ["Part {}    12.50 EUR", "Part {}    Bolt    12.50", "Week {}\t7"])
def test_rows_about_parts_are_no_headings(row: str) -> None:
    assert titles(f"{_HEADED}{row.format(1)}\n\n{row.format(2)}\n\nNone.\n") == _HEADS


def test_chapters_and_sections_of_a_chinese_text_are_headings() -> None:
    text = (
        "船员守则\n\n第一章　值班\n第一条 每班四小时。\n\n第二章 信号\n\n第一节 灯光\n\n"
        "第二条 入夜点灯。\n\n第3章附则\n\n第四条 没有例外\n"
    )
    assert [(heading.level, heading.title) for heading in text_headings(text)] == [
        (2, "第一章 值班"),
        (2, "第二章 信号"),
        (3, "第一节 灯光"),
        (2, "第3章附则"),
    ]


def test_a_chinese_sentence_about_a_chapter_is_no_heading() -> None:
    text = "第一章规定的时间适用于全体船员和学员\n\n第二章 说的是灯光，不是旗。\n\n第三章没有。\n"
    assert titles(_HEADED + text) == _HEADS


LEAFLET_WITHOUT_NUMBERS = """\
1. What it is

Ostravil calms the ear.

2. Before you take it

Children
Ostravil must not be given to anyone under twelve.

If you forget a tablet
Skip it. Take the next one when it is due.

3. Storage

Keep it dry.

Once it was opened
It keeps for a month.
"""


def test_a_line_above_the_sentences_of_a_paragraph_is_a_heading() -> None:
    assert titles(LEAFLET_WITHOUT_NUMBERS) == [
        (2, "1. What it is"),
        (2, "2. Before you take it"),
        (3, "Children"),
        (3, "If you forget a tablet"),
        (2, "3. Storage"),
        (3, "Once it was opened"),
    ]


def test_a_line_above_sentences_that_are_wrapped_is_a_heading() -> None:
    text = (
        "Rope\nIt is kept dry, and never upon the\nBoards of the loft where\nthe rats are.\n\n"
        "Nets\nThey are tarred in March, and hung\nover the rail for two days\nbefore use.\n"
    )
    assert titles(text) == [(2, "Rope"), (2, "Nets")]


@pytest.mark.parametrize(
    "text",
    [
        "The boat went over to the island with\nUna Berg and a dog.\n\n"
        "They came back at night with\n"
        "Ole Vik, who had lost\nhis oars and the\nrudder at the pier.\n",  # wrapped
        "The lamp was lit at nine\nAnd nobody came.\n\n"
        "The tide went out at ten\nAnd took my name.\n",
        "Wet sand on the stair\nNo one has been there\nSince the ferry left us here.\n\n"
        "Salt upon the door\nTwo who were once four\nAnd the winter is so near.\n",
        "Una Berg\n12 Pier Road\nSaltholm\n\nOle Vik\n3 Mole Lane\nSaltholm\n",
        "Name: Una\nFee is paid in May. Then none.\n\nName: Ole\nFee is paid in June. Then none.\n",
        "Una\nI never lit it. Nobody did.\n\n"
        "Ole\nYou did light it.\n\nUna\nI never did, I tell you.\n",
        "Una: Is it lit?\nOle: No.\nUna: Why is it not lit then?\n\n"
        "Later\nOle lit it in the end.\n\n"
        "Much later\nIt went out by itself.\n",
    ],
)
def test_lines_of_prose_poems_addresses_and_talks_are_no_headings(text: str) -> None:
    assert titles(_HEADED + text) == _HEADS


def test_one_line_above_sentences_is_no_heading() -> None:
    assert titles(f"{_HEADED}Children\nThey pay half of it.\n\nDogs pay nothing.\n") == _HEADS


MANUAL = """\
LAMPCTL(8)              System Administration              LAMPCTL(8)

NAME
       lampctl - control the lamp

Options
       -q     Say nothing.

   When it is dark
       --wick=LENGTH
              Of the  wick.

          An example that stands right of the text

EXIT STATUS
       0      lit
       4      out

lampctl 2.1                  May 2024                      LAMPCTL(8)
"""


def test_what_stands_left_of_the_text_of_a_manual_page_is_a_heading() -> None:
    other = MANUAL.replace("LAMPCTL(8)", "wick(5)").replace("Options", "FORMAT")
    names = [(2, "NAME"), (2, "Options"), (3, "When it is dark"), (2, "EXIT STATUS")]
    others = [(2, "NAME"), (2, "FORMAT"), (3, "When it is dark"), (2, "EXIT STATUS")]
    expected = [(1, "LAMPCTL(8)"), *names, (1, "wick(5)"), *others]
    assert titles(f"\n{MANUAL}{other}") == expected
    assert titles(MANUAL.replace("   LAMPCTL(8)", "   LAMPCTL(7)")) == []


def found_in(*paragraphs: str) -> list[str]:
    return [heading.title for heading in text_headings("\n\n".join(paragraphs))]


BERTHS, FEES, PILOTS = "The berths are full.", "They are due in May.", "They come at noon."


def test_numbered_headings_go_on_behind_a_missing_number() -> None:
    found = found_in(
        "1. Berths", BERTHS, "2. Fees", FEES, "4. Pilots", PILOTS, "5. Lights", "None."
    )
    assert found == ["1. Berths", "2. Fees", "4. Pilots", "5. Lights"]
    assert found_in("Aims", BERTHS, "2. Fees", FEES, "3. Pilots", PILOTS) == [
        "2. Fees",
        "3. Pilots",
    ]


def test_a_number_that_no_other_follows_is_no_heading_behind_a_gap() -> None:
    assert found_in("1. Berths", BERTHS, "2. Fees", FEES, "4. Pilots", PILOTS) == [
        "1. Berths",
        "2. Fees",
    ]


@pytest.mark.parametrize("annex", ["SCHEDULE 1 - TOLLS", "Annex A: Tolls", "Appendix II"])
def test_a_single_annex_behind_numbered_headings_is_one(annex: str) -> None:
    assert found_in("1. Berths", BERTHS, "2. Fees", FEES, annex, "A boat pays 4.")[-1] == annex
    assert found_in("A harbour is full.", annex, "A boat pays 4.") == []


def test_a_line_that_tells_of_an_annex_is_none() -> None:
    text = ("1. Berths", BERTHS, "2. Fees", FEES, "Schedule 1 lists the tolls", "A boat pays 4.")
    assert found_in(*text) == ["1. Berths", "2. Fees"]


def test_a_heading_may_stand_above_a_word_with_its_capital_within() -> None:
    text = "SECTION 1: Use\nFor boats.\n\nSECTION 2: Water\npH 7 to 8, and not too warm.\n"
    assert [h.title for h in text_headings(text)] == ["SECTION 1: Use", "SECTION 2: Water"]


MINUTES = (
    "Minutes of 3 May\n\n24/017  FENCE\nThe fence is mended in June.\n\n"
    "24/018  ANY OTHER BUSINESS\n\nNone was raised.\n"
)


def test_items_of_minutes_that_are_counted_through_a_year_are_headings() -> None:
    titles = [heading.title for heading in text_headings(MINUTES)]
    assert titles == ["24/017 FENCE", "24/018 ANY OTHER BUSINESS"]


@pytest.mark.parametrize("other", ["24/016", "25/018"])
def test_numbers_that_do_not_go_up_within_a_year_head_nothing(other: str) -> None:
    assert text_headings(MINUTES.replace("24/018", other)) == ()
