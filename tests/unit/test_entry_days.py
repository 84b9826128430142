"""The days of a diary's entries, and what is said on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.text.entry_days import EntryDays
from tests.support.growth import check_linear


def _readings(folder: Path, name: str, text: str) -> list[str]:
    (folder / name).write_text(text, encoding="utf-8")
    [document] = read_path(folder / name)
    assert isinstance(document, Document)
    chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
    found = RulesExtractor().extract(document, chunks)
    return [s.resolved or s.text for one in found for topic in one.topics for s in topic.statements]


def test_what_an_entry_says_is_of_its_day_which_states_nothing(tmp_path: Path) -> None:
    text = (
        "Log of the pier, 1951\n\n"
        "Wed. 5 Dec. 1951. The rope of the gate froze. Ole mended it.\n\n"
        "Thurs. 3 Jan. The mast of the old boat went.\nNobody saw it go.\n"
    )
    assert _readings(tmp_path, "pier.txt", text) == [
        "Wed. 5 Dec. 1951: The rope of the gate froze.",
        "Wed. 5 Dec. 1951: Ole mended it.",
        "Thurs. 3 Jan 1952: The mast of the old boat went.",
        "Thurs. 3 Jan 1952: Nobody saw it go.",
    ]


def test_a_heading_that_is_a_day_is_told_with_the_year_that_it_lacks(tmp_path: Path) -> None:
    text = (
        "# Notebook 1951\n\n## Sat. 3 March\n\nThe pier of Orme is shut.\n\n"
        "## Monday, 5 March 1951\n\nThe pier of Orme is open.\n"
    )
    assert _readings(tmp_path, "pier.md", text) == [
        "Sat. 3 March 1951: The pier of Orme is shut.",
        "The pier of Orme is open.",
    ]


def test_days_without_a_year_anywhere_are_told_as_they_stand() -> None:
    text = "3 May\nThe mast went.\n\n4 May\nIt came back.\n"
    days = EntryDays(text, "Boats")
    assert days.day(text.index("The")) == "3 May"
    assert days.day(text.index("It")) == "4 May"
    assert days.day(0) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Closed on\n\n25 December\n\n26 December\n\nThe pier is open on all other days.\n",
        "3 May\nThe pier is open.\n",
        "The pier was shut on 3 May. Then 4 May. came.\n",
    ],
)
def test_a_list_of_days_is_no_diary(text: str) -> None:
    days = EntryDays(text, "Pier 1951")
    assert not any(days.day(place) for place in range(len(text)))
    assert not any(days.is_date(place, place + 5) for place in range(len(text)))


@pytest.mark.parametrize("where", ["far from its beginning", "with pages behind them"])
def test_a_report_with_dates_where_lines_begin_is_no_diary(where: str) -> None:
    pages = "The storm went on over the sea.\n\n" * 300
    above, behind = (pages, "") if where.startswith("far") else ("", pages)
    text = f"{above}3 May\nIt rose.\n\n4 May\nIt fell.\n{behind}"
    days = EntryDays(text, "Storms 1951")
    assert not any(days.day(place) for place in range(len(text)))


def test_an_entry_that_says_nothing_is_stated_as_its_date() -> None:
    text = "3 May\nThe mast went.\n\n4 May\n\n5 May\nIt came back.\n"
    days = EntryDays(text, "Boats")
    assert days.is_date(0, 5)
    assert not days.is_date(text.index("4"), text.index("4") + 5)


def test_days_of_entries_are_found_in_linear_time() -> None:
    def read(n: int) -> None:
        text = "3 May\nIt went.\n\n" * n
        days = EntryDays(text, "1951 " * n)
        for place in range(0, len(text), 16):
            days.day(place)

    check_linear(read, 5_000)
