"""The day that a text is of, and days that it only tells of."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.text.source_dates import source_day
from tests.support.growth import check_linear

TALK = "\n\nAda: Did you see it?\nBo: I did, it was on 1 May 1999.\nAda: Good.\n"


@pytest.mark.parametrize(
    "head",
    [
        "Date: 6 June 2024",
        "Ticket #77 – Pump works\nDate: 6 June 2024\nCustomer: Ada Moll",
        "Session 12 – 8:40 pm on 6 June 2024",
        "Call 3: Thursday, 6 June 2024, 14:05",
        "The pier hour\nRecorded on 6 June 2024\nHost: Ada",
        "Broadcast: June 6, 2024",
        "Minutes of the meeting held on 6 June 2024, 19:00, hall",
        "Ticket 77 / Pump works / chat of 6 June 2024",
        "**Date:** 2024-06-06",
        "Datum: 6. Juni 2024",
        "Protokoll der Sitzung vom 6. Juni 2024",
        "Aufgenommen am 6. Juni 2024",
        "Gespräch 4 – Donnerstag, 6. Juni 2024, 14:05 Uhr",
        "Team call 06/06/2024\nWith: Ada, Bo",
        "Standup, 2024-06-06",
        "2024-06-06",
        "Date of clinic: 6 June 2024      Date typed: 8 June 2024",
        "Minutes of the Pier, Rope and Gangway Committee, Thursday 6th June 2024, 7.30 p.m., hall",
        "The pier hour\nRecorded at 7 Mill Lane, Great Orme, June 6, 2024.",
        "The pier\nThu, Jun 6, 2024 10:01AM • 14:22",
        "The pier\nJune 6, 2024, 10:03AM\n38m 14s",
        "The pier\nThursday 6 June 2024, 9:00 to 11:20, big table. All were there.",
    ],
)
def test_the_day_at_the_head_of_a_text_is_its_own(head: str) -> None:
    assert source_day(head + TALK) == "2024-06-06"


@pytest.mark.parametrize(
    "head",
    [
        "Due date: 6 June 2024",
        "Deadline: 6 June 2024",
        "Born on 6 June 2024",
        "The minutes of 6 June 2024 were approved.",
        "Fair held on the green since 6 June 2024",
        "Ada: it was held on 6 June 2024 and I was there",
        "The lease of 6 June 2024",
        "Next meeting 6 June 2024",
        "which was told in the meeting of 6 June 2024",
        "Deadline 6 June 2024, 10:00",
        "Team call 05/06/2024",
        "Recorded in Great Orme, 6 June 2024, the song was his last.",
        "",
    ],
)
def test_a_day_that_is_only_told_of_is_none(head: str) -> None:
    assert source_day(head + TALK) == ""


@pytest.mark.parametrize(
    "head",
    [
        "New Quay, 6 June 2024\n\nDear Ann,",
        "4 Mill Lane\nGreat Orme\n6 June 2024\n\nMy dear Ann,",
        "In the field, the 6th of June 2024\n\nDear Mother, dear Father,",
        "Bad Elster, den 6. Juni 2024\n\nLieber Onkel Ole!",
        "Saint-Lys, le 6 juin 2024\n\nMa chère Anne,",
        "Great Orme\nWhit Thursday [6 June 2024]\n\nDear Ann,",
        "*Great Orme, 6 June 2024*\n\nHello all",
    ],
)
def test_a_letter_is_of_the_day_above_its_salutation(tmp_path: Path, head: str) -> None:
    text = f"{head}\n\nThe boat came in yesterday. Its mast broke long before 1 May 1999.\n\nOle\n"
    assert source_day(text) == "2024-06-06"
    (tmp_path / "letter.txt").write_text(text, encoding="utf-8")
    [letter] = read_path(tmp_path / "letter.txt")
    assert isinstance(letter, Document)
    assert letter.metadata["date"] == "2024-06-06"


@pytest.mark.parametrize(
    "text",
    [
        "Flood of New Quay, 6 June 2024\n\nThe water rose for two days, and the pier went.\n",
        "Your letter of 6 June 2024\n\nDear Ann,\n\nIt came.\n",
        "Dear Ann,\n\nNew Quay, 6 June 2024 was the day.\n",
    ],
)
def test_a_day_elsewhere_is_not_that_of_a_letter(text: str) -> None:
    assert source_day(text) == ""


def test_a_day_in_numbers_is_read_where_only_one_reading_is_a_day() -> None:
    assert source_day("Team call 13/05/2024" + TALK) == "2024-05-13"
    assert source_day("Team call 5/13/2024" + TALK) == "2024-05-13"
    assert source_day("Team call 13/13/2024" + TALK) == ""


def test_days_above_the_entries_of_a_talk_are_not_that_of_all() -> None:
    assert source_day("2024-06-06" + TALK) == "2024-06-06"
    assert source_day("2024-06-06" + TALK + "\n2024-06-07" + TALK) == ""


@pytest.mark.parametrize(
    ("name", "of_talk", "of_text"),
    [
        ("2024-06-06_call", "2024-06-06", "2024-06-06"),
        ("2024-06-06", "2024-06-06", "2024-06-06"),
        ("call 2024_06_06", "2024-06-06", ""),
        ("Call-20240606_100312-Recording", "2024-06-06", ""),
        ("call 20240606", "", ""),
        ("call 2024-13-06", "", ""),
        ("2024-06-06 to 2024-06-08", "", ""),
        ("call 06-06-2024", "", ""),
    ],
)
def test_the_name_of_a_file_tells_the_day_where_its_text_does_not(
    name: str, of_talk: str, of_text: str
) -> None:
    assert source_day(TALK, name) == of_talk
    assert source_day("The pier is old. It was mended.", name) == of_text
    assert source_day("Date: 1 May 1999" + TALK, name) == "1999-05-01"


@pytest.mark.parametrize(
    ("name", "head", "day"),
    [
        ("a.vtt", "WEBVTT - Pier, 6 Jun 2024\n\n", "2024-06-06"),
        ("a.vtt", "WEBVTT\n\nNOTE Recording of Thursday 6 June 2024\n\n", "2024-06-06"),
        ("a.vtt", "WEBVTT\n\nNOTE 6 June 2024, changed on 7 June 2024\n\n", "2024-06-06"),
        ("a.vtt", "WEBVTT\n\n", None),
        ("2024-06-06_pier.srt", "", "2024-06-06"),
        ("2024-06-06.md", "The pier is old.\n\n", "2024-06-06"),
        ("2024-06-06.md", "---\ndate: 1999-05-01\n---\n\n", "1999-05-01"),
    ],
)
def test_files_have_the_day_of_their_head_or_their_name(
    tmp_path: Path, name: str, head: str, day: str | None
) -> None:
    path = tmp_path / name
    path.write_text(f"{head}1\n00:00:01,000 --> 00:00:04,000\nIt broke yesterday.\n")
    [document] = read_path(path)
    assert isinstance(document, Document)
    assert document.metadata.get("date") == day


def test_a_word_file_has_the_day_that_it_says(tmp_path: Path) -> None:
    word = docx.Document()
    word.add_paragraph("Minutes of the meeting of 6 June 2024")
    word.add_paragraph("The pier broke yesterday.")
    word.save(str(tmp_path / "a.docx"))
    [document] = read_path(tmp_path / "a.docx")
    assert isinstance(document, Document)
    assert document.metadata["date"] == "2024-06-06"


@pytest.mark.parametrize(
    ("stamp", "day"),
    [
        ("03/05/2025, 08:12 - Ada: hi\n25/05/2025, 08:13 - Bo: hi\n26/05/2025, 08:13 - Bo: oh",
         "2025-05-03"),
        ("[5/3/25, 8:12] Ada: hi\n[5/25/25, 8:13] Bo: hi\n[5/26/25, 8:13] Bo: oh", "2025-05-03"),
        ("03.05.25, 08:12 - Ada: hi\n03.05.25, 08:13 - Bo: hi\n04.05.25, 08:13 - Bo: oh",
         "2025-05-03"),
        ("03/05/2025, 08:12 - Ada: hi\n03/05/2025, 08:13 - Bo: hi\n04/05/2025, 08:13 - Bo: oh", ""),
    ],
)  # fmt: skip
def test_a_chat_is_of_the_day_of_its_first_message(stamp: str, day: str) -> None:
    assert source_day(stamp) == day


@pytest.mark.parametrize(
    "part",
    ["held on ", "Minutes of ", "Date: 6 June ", "1/2/25 10:00 ", "on ", "call ", "1/2/2025 ",
     "6 June 2024\n", "a: b c d?\n", "Minutes, ", "a, 1 ", "[6 June 2024", "dear A, "],
)  # fmt: skip
def test_heads_are_read_in_linear_time(part: str) -> None:
    check_linear(lambda n: source_day(part * n, part * n), 20_000)


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("voice memo 2024-03-07 Ada", "2024-03-07"),
        ("Ada_diary_2024-03-07", "2024-03-07"),
        ("Sprachmemo 20240307_181500", "2024-03-07"),
        ("recall notice 2024-03-07", ""),
        ("law as of 2024-03-07", ""),
    ],
)
def test_a_memo_is_of_the_day_in_its_name(name: str, day: str) -> None:
    assert source_day("um the pump is back and i forgot the key yesterday", name) == day
