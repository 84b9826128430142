"""Lines of a chat that WhatsApp exports."""

from __future__ import annotations

import pytest

from graphrag_neo4j.text.talk import turn_head

IPHONE = "[3/2/24, 9:14:07 PM] "


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Dr. Ada Tarn-Ost (Work)", "Dr. Ada Tarn-Ost"),
        ("Aunt Ilka from Velmar Town", "Aunt Ilka from Velmar Town"),
        ("~ Ilka", "Ilka"),
        ("~\u202fIlka", "Ilka"),
        ("Ilka 🌸", "Ilka"),
        ("🌸 Ilka P.", "Ilka P."),
        ("+44 7700 900123", "+44 7700 900123"),
    ],
)
def test_who_writes_is_called_as_among_contacts(name: str, label: str) -> None:
    head = turn_head(f"{IPHONE}{name}: note: I sold it")
    assert head["label"] == label
    assert head.string[head.end() :] == "note: I sold it"


@pytest.mark.parametrize(
    "stamp",
    [
        "[3/2/24, 9:14:07 PM] ",
        "[14.06.2024, 18:05:40] ",
        "\u200e[14.06.2024, 18:05:40] ",
        "[4/5/24, 8:15:03 p. m.] ",
        "4/5/24, 8:15 p. m. - ",
        "4/5/24, 8:15\u202fp.\xa0m. - ",
        "4/5/24, 8:15 AM - ",
        "[12/4/2024, 9:10:11 م] ",
        "12/4/2024، 9:10 ص - ",
    ],
)
def test_clocks_are_those_of_many_languages(stamp: str) -> None:
    head = turn_head(f"{stamp}Aunt Ilka from Velmar: I sold it")
    assert head["label"] == "Aunt Ilka from Velmar"
    assert head.string[head.end() :] == "I sold it"


@pytest.mark.parametrize(
    "line",
    [
        "[05/12/2024 10:31:00] Link to Velmar lost again: retry in 9",
        "2024-05-12 10:31:00 - link to Velmar lost again: retry in 9",
        "10:31 The ferry to Velmar left: nobody was on it",
        f"{IPHONE}Ilka changed the name to “Boats: summer: 2024”",
        f"{IPHONE}10:45: it is late",
    ],
)
def test_what_stands_before_a_colon_elsewhere_is_nobody(line: str) -> None:
    assert turn_head(line)["label"] is None


def test_the_first_letters_of_a_name_are_no_half_of_a_day() -> None:
    assert turn_head("10:31 Amber: I sold it")["label"] == "Amber"
    assert turn_head("10:31 AM Amber: I sold it")["label"] == "Amber"
