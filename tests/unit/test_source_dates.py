"""The day that a text is of, and days that it only tells of."""

from __future__ import annotations

import pytest

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
        "",
    ],
)
def test_a_day_that_is_only_told_of_is_none(head: str) -> None:
    assert source_day(head + TALK) == ""


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
    "part", ["held on ", "Minutes of ", "Date: 6 June ", "1/2/25 10:00 ", "on "]
)
def test_heads_are_read_in_linear_time(part: str) -> None:
    check_linear(lambda n: source_day(part * n), 20_000)
