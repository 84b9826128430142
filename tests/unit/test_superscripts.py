"""How superscripts are written in plain text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.readers.superscripts import note_mark, superscript, with_superscripts


@pytest.mark.parametrize(
    ("before", "raised", "after", "written"),
    [
        ("3 x 10", "8", " m/s", "3 x 10^8 m/s"),
        ("10", "−6", " g", "10^-6 g"),
        ("5 s", "-1", "", "5 s^-1"),
        ("an area of 20 m", "2", ".", "an area of 20 m^2."),
        ("20 km", "2", "", "20 km^2"),
        ("E = mc", "2", ",", "E = mc^2,"),
        ("(1 + r)", "3", "", "(1 + r)^3"),
        ("2", "n", " steps", "2^n steps"),
        ("10", " 6 ", "units", "10^6 units"),
        ("5", "1", "⁄2 inches", "5 1⁄2 inches"),
    ],
)
def test_a_power_is_not_part_of_its_base(
    before: str, raised: str, after: str, written: str
) -> None:
    assert with_superscripts(f"{before}{superscript(raised)}{after}") == written


@pytest.mark.parametrize(
    ("before", "raised", "after", "written"),
    [
        ("The pier fell.", "3", " It", "The pier fell.[3] It"),
        ("built in 1987", "12", " by Berg", "built in 1987[12] by Berg"),
        ("sold 45%", "2", " of it", "sold 45%[2] of it"),
        ("as Berg", "1,2", " said", "as Berg[1][2] said"),
        ("in 東京", "4", "", "in 東京[4]"),
        ("The harbour", "3–5", "", "The harbour[3–5]"),
        ("in 1987 ", "3", ".", "in 1987 [3]."),
    ],
)
def test_a_note_is_not_part_of_a_number(before: str, raised: str, after: str, written: str) -> None:
    assert with_superscripts(f"{before}{superscript(raised)}{after}") == written


@pytest.mark.parametrize(
    ("before", "raised", "after"),
    [
        ("the 1", "st", " of May"),
        ("M", "me", " Berg"),
        ("n", "o", " 5"),
        ("Hull", "®", " pumps"),
        ("Ca", "2+", ""),
        ("", "3", " See the log."),
        ("from ", "14", "C"),
        ("Berg", "*", ""),
        ("Berg", "[3]", ""),
    ],
)
def test_other_superscripts_stay_as_they_are(before: str, raised: str, after: str) -> None:
    text = f"{before}{superscript(raised)}{after}"
    assert with_superscripts(text) == f"{before}{raised}{after}"


@pytest.mark.parametrize(
    ("mark", "written"),
    [("3", "[3]"), ("a", "[a]"), (" 3, 4", "[3][4]"), ("*", "*"), ("[3]", "[3]"), ("(3)", "(3)")],
)
def test_the_mark_of_a_note_has_brackets(mark: str, written: str) -> None:
    assert note_mark(mark) == written


@given(
    st.lists(st.tuples(st.text("1a. )−", max_size=4), st.text("2n,-+ ", max_size=3)), max_size=4)
)
def test_no_mark_of_a_superscript_is_left_and_no_digit_lost(pieces: list[tuple[str, str]]) -> None:
    text = with_superscripts("".join(before + superscript(raised) for before, raised in pieces))
    digits = [c for pair in pieces for part in pair for c in part if c.isdigit()]
    assert [c for c in text if c.isdigit()] == digits
    assert text.isprintable()


def test_runs_of_a_superscript_are_one() -> None:
    text = f"built in 1987{superscript('1')}{superscript('2')}"
    assert with_superscripts(text, of_runs=True) == "built in 1987[12]"
