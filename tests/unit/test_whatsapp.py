"""Lines of a chat that WhatsApp exports."""

from __future__ import annotations

import pytest

from graphrag_neo4j.text.talk import turn_head
from graphrag_neo4j.text.whatsapp import without_notices
from tests.support.growth import check_linear

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


def kept(chat: str) -> list[str]:
    return [line for line in without_notices(chat).split("\n") if line]


@pytest.mark.parametrize(
    "notice",
    [
        "Messages and calls are end-to-end encrypted. Tap to learn more.",
        "Ilka created group “Boats: summer: 2024”",
        "Ilka hat die Gruppe „Boote“ erstellt",
        "Vous avez été ajouté",
        "أنشأت إلكا هذه المجموعة",
    ],
)
def test_a_line_of_android_without_a_name_is_a_notice(notice: str) -> None:
    said = [
        "05.09.23, 18:22 - Ilka: who brings the oars",
        "05.09.23, 18:24 - Max Orr (Work): me",
        "they are mended - at last",
        "05.09.23, 18:30 - Ilka: good",
    ]
    chat = "\n".join([f"05.09.23, 18:20 - {notice}", *said])
    assert kept(chat) == said
    assert without_notices(chat).count("\n") == chat.count("\n")


@pytest.mark.parametrize(
    "log",
    [
        "05.09.23, 18:20 - The pump fails\n05.09.23, 18:24 - Valve: open\n"
        "05.09.23, 18:25 - It drips\n05.09.23, 18:27 - Valve: shut",
        "05.09.23, 18:20 - Pump: low\n05.09.23, 18:24 - Shift ends\n"
        "05.09.23, 18:25 - Valve: shut\n05.09.23, 18:27 - Pump: ok",
        "05.09.23, 18:20 - Left Velmar: rain\n05.09.23, 18:24 - Anchored\n"
        "05.09.23, 18:30 - Fog: none\n05.09.23, 18:40 - Asleep",
    ],
)
def test_lines_of_a_log_with_the_stamps_of_android_are_kept(log: str) -> None:
    assert without_notices(log) == log


@pytest.mark.parametrize(
    "words",
    [
        "This message was deleted",
        "Diese Nachricht wurde gelöscht",
        "You deleted this message.",
        "\u200e<attached: 0007-PHOTO.jpg>",
    ],
)
@pytest.mark.parametrize("stamp", ["5/9/23, 9:14 p. m. - ", "[05.09.23, 18:22:10] "])
def test_what_was_deleted_or_is_a_picture_says_nothing(stamp: str, words: str) -> None:
    chat = f"{stamp}Max Orr (Work): {words}\n{stamp}Ilka: who deleted this message"
    assert kept(chat) == [f"{stamp}Ilka: who deleted this message"]


@pytest.mark.parametrize(
    "mark", ["\u200e<Diese Nachricht wurde bearbeitet>", "<This message was edited>"]
)
def test_that_a_message_was_changed_is_no_part_of_it(mark: str) -> None:
    assert without_notices(f"{IPHONE}Ilka: at six {mark}") == f"{IPHONE}Ilka: at six"


def test_a_poll_is_who_asks_and_the_options() -> None:
    poll = f"{IPHONE}Ilka: \u200ePOLL:\nWhere do we row?\n\u200eOPTION: Velmar (3 votes)"
    assert kept(poll) == [f"{IPHONE}Ilka: POLL:", "Where do we row?", "- Velmar (3 votes)"]


@pytest.mark.parametrize("unit", [" ", "\u200e", "<a", "1:00 a", "1/1/24, 1:00 - a", "a: "])
def test_notices_are_found_in_linear_time(unit: str) -> None:
    check_linear(lambda n: without_notices(f"{unit * n}\u200e>"), 100_000)
