"""Heads and feet of the pages of a plain text."""

from __future__ import annotations

import pytest

from graphrag_neo4j.readers.page_marks import without_page_marks
from tests.support.growth import check_linear

FOOT = "Berg                      Informational                     [Page {}]"
HEAD = "RFC 12                  Webhooks with Back-off         December 2024"


def test_a_paragraph_goes_on_over_the_marks_of_pages() -> None:
    marks = f"{FOOT.format(1)}\n \n {HEAD}"
    text = f"   It calls a\n\n\n{marks}\n\n\n   server twice.\n\n{FOOT.format(2)}\n"
    assert without_page_marks(text) == "   It calls a\n   server twice.\n\n"


def test_paragraphs_on_two_pages_stay_two() -> None:
    text = f"It is over.\n\n{FOOT.format(1)}\n\n{HEAD}\n\nA new one.\n\n{FOOT.format(2)}\n\nEnd.\n"
    assert without_page_marks(text) == "It is over.\n\nA new one.\n\nEnd.\n"


def test_what_follows_the_foot_of_a_page_and_is_no_head_stays() -> None:
    text = f"It is over.\n\n{FOOT.format(1)}\n\n4. Signatures\n\nEach has one.\n{FOOT.format(2)}\n"
    assert "4. Signatures\n\nEach has one." in without_page_marks(text)


@pytest.mark.parametrize(
    "last",
    ["The harbour has two moles that were built by the town", "9. Signatures . . . . . . . .  12"],
)
def test_a_heading_at_the_top_of_a_page_stands_apart(last: str) -> None:
    text = f"{last}\n\n{FOOT.format(1)}\n{HEAD}\n\n4.  Pilots\n\nThey come.\n{FOOT.format(2)}\n"
    assert without_page_marks(text) == f"{last}\n\n4.  Pilots\n\nThey come.\n\n"


def test_the_last_line_of_a_paragraph_on_the_next_page_goes_on() -> None:
    last = "The harbour has two moles, of which the older one was built by"
    text = f"{last}\n\n{FOOT.format(1)}\n{HEAD}\n\nAnn Hale.\n\nEnd.\n{FOOT.format(2)}\n"
    assert f"{last}\nAnn Hale.\n\nEnd." in without_page_marks(text)


@pytest.mark.parametrize("text", ["See [Page 2].\n", f"One.\n{FOOT.format(1)}\nTwo.", "It [1]"])
def test_a_single_mark_and_other_brackets_stay(text: str) -> None:
    assert without_page_marks(text) == text


def test_the_foot_of_the_only_page_with_one_is_told_by_the_head_below_it() -> None:
    text = f"It is over.\n\n{FOOT.format(1)}\n\n{HEAD}\n\n\nA new one.\n"
    assert without_page_marks(text) == "It is over.\n\nA new one.\n"


@pytest.mark.parametrize("between", ["4. Signatures\n\n", f"{HEAD}\nAll of it.\n", ""])
def test_a_single_foot_without_a_head_below_it_stays(between: str) -> None:
    text = f"It is over.\n\n{FOOT.format(1)}\n\n{between}Each has one.\n"
    assert without_page_marks(text) == text


def test_lines_that_count_pages_are_left_out_and_a_title_beside_them_stays() -> None:
    text = (
        "LAMP 3 HANDBOOK\nFor keepers                      page 1 of 3\n\n1 LIGHT\nIt is lit by the"
        "\nLamp 3                           page 2 of 3\nkeeper at night.\n"
        "Lamp 3                           page 3 of 3\n2 OIL\nIt is filled.\n"
    )
    assert without_page_marks(text) == (
        "LAMP 3 HANDBOOK\nFor keepers\n\n1 LIGHT\nIt is lit by the\nkeeper at night.\n\n"
        "2 OIL\nIt is filled.\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "See the map on page 1 of 2\nIt is on\npage 3 of 9\n",
        "Lamp 3      page 2 of 3\nOil.\n",
        "Read page 1 of 3\nand then\nread page 2 of 3\n",
    ],
)
def test_pages_that_are_told_of_stay(text: str) -> None:
    assert without_page_marks(text) == text


@pytest.mark.parametrize(
    "part",
    [
        "[Page 1]\n",
        "a  [Page 1]\n\na  b",
        "a [Page 1] ",
        "\n  ",
        "a  b",
        "  page 1 of 2",
        "a  - page 1 of 2 ",
        " ",
    ],
)
def test_marks_of_pages_are_found_in_linear_time(part: str) -> None:
    head = "a [Page 1]\na [Page 2]\n"
    check_linear(lambda n: without_page_marks(head + part * n), 300_000 // len(part))


def test_the_foot_of_a_manual_page_is_left_out() -> None:
    page = "\nLAMP(1)      User Commands      LAMP(1)\n\nNAME\n       lamp - light it\n"
    assert without_page_marks(f"{page}\nlamp 2.1     May 2024     LAMP(1)\n") == f"{page}\n\n"
    assert without_page_marks(page) == page
    assert without_page_marks("NAME\n\nlamp 2.1     May 2024     LAMP(1)\n").endswith("LAMP(1)\n")
