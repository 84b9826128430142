"""When a web page was published, and by whom."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphrag_neo4j.model import Document, Scalar
from graphrag_neo4j.readers.files import read_path
from tests.support.growth import check_linear

TOLD = "The weir at Holm was mended on Monday by four divers, who found a safe without a door."
TEXT = f"<h1>Weir mended</h1><p>{TOLD}</p>"


def metadata(tmp_path: Path, page: str, name: str = "weir.html") -> dict[str, Scalar]:
    path = tmp_path / name
    path.write_text(page, "utf-8")
    document = next(iter(read_path(path)))
    assert isinstance(document, Document)
    return dict(document.metadata)


def linked_data(**told: object) -> str:
    work = {"@type": ["NewsArticle"], **told}
    return f'<script type="application/ld+json">{json.dumps({"@graph": [work]})}</script>'


@pytest.mark.parametrize(
    "head",
    [
        "<meta property='article:published_time' content='2024-06-06T08:00:00+02:00'>",
        "<meta name='DC.date.issued' content='2024-06-06'>",
        "<meta name='date' content='Thu, 06 Jun 2024 08:00:00 GMT'>",
        "<meta name='citation_publication_date' content='2024/06/06'>",
        "<meta name='pubdate' content='20240606'>",
        "<meta itemprop='datePublished' content='2024-06-06'>",
        "<meta name='date' content='1999-05-01'>" + linked_data(),
        linked_data(datePublished="2024-06-06T08:00:00Z"),
    ],
)
def test_the_day_of_a_page_is_the_one_its_metadata_say(tmp_path: Path, head: str) -> None:
    day = "1999-05-01" if "1999" in head else "2024-06-06"
    assert metadata(tmp_path, head + TEXT, "2001-01-01.html")["date"] == day


@pytest.mark.parametrize(
    "line",
    [
        "<div class='byline'>By <a href='/i'>Ida Voss</a> <time>6 June 2024, 06:50</time></div>",
        "<p>By Ida Voss, <time datetime='2024-06-06T08:00'>yesterday</time></p>",
        "<p>By Ida Voss on <time itemprop='datePublished' datetime='2024-06-06'>Monday</time></p>",
        "<p class='lead'>A summary stands here, and it has as many words as a paragraph has.</p>"
        "<p>Von Ida Voss <time pubdate>6. Juni 2024</time></p>",
    ],
)
def test_the_line_below_the_title_tells_the_day_and_the_author(tmp_path: Path, line: str) -> None:
    found = metadata(tmp_path, f"<article><h1>Weir mended</h1>{line}<p>{TOLD}</p></article>")
    assert (found["date"], found["author"]) == ("2024-06-06", "Ida Voss")


@pytest.mark.parametrize(
    "page",
    [
        "<h1>Fair</h1><p class='when'><time datetime='2024-06-06'>Thursday</time></p>",
        f"{TEXT}<p>{TOLD} <time class='published'>6 June 2024</time></p>",
        f"<h1>A</h1><time pubdate>6 June 2024</time><h1>B</h1><p>{TOLD}</p>",
        "<meta name='date' content='06/07/2024'>" + TEXT,
        '<script type="application/ld+json">{"@type": "Comment", "datePublished": "2024-06-06"}'
        "</script>" + TEXT,
        '<script type="application/ld+json">{"@type": </script>' + TEXT,
        f'<script type="application/ld+json">{"[" * 100_000}</script>' + TEXT,
        "<h1>Clock</h1><pre>" + "2024-06-06 12:00\n" * 3 + "</pre>",
        "<h1>Weirs</h1><p>By the river there stands a mill</p>",
    ],
)
def test_days_of_other_things_are_not_that_of_the_page(tmp_path: Path, page: str) -> None:
    assert metadata(tmp_path, page).keys().isdisjoint(["date", "author"])


def test_the_name_of_a_file_tells_the_day_where_the_page_does_not(tmp_path: Path) -> None:
    assert metadata(tmp_path, TEXT, "2024-06-06-weir.html")["date"] == "2024-06-06"


def test_authors_and_the_day_of_the_last_change_are_metadata(tmp_path: Path) -> None:
    people = [{"@type": "Person", "name": "Ida Voss"}, {"name": "Al Moe"}]
    head = linked_data(dateModified="2024-07-01", author=people)
    found = metadata(tmp_path, head + TEXT)
    assert found == {"author": "Ida Voss, Al Moe", "modified": "2024-07-01"}
    address = "<meta property='article:author' content='https://holm.example/ida'>"
    assert metadata(tmp_path, address + head + TEXT)["author"] == "Ida Voss, Al Moe"
    several = "<meta name='author' content='Ida Voss'><meta name='author' content='Al Moe'>"
    assert metadata(tmp_path, several + TEXT)["author"] == "Ida Voss, Al Moe"


def test_a_head_that_is_never_closed_costs_no_more_than_its_length(tmp_path: Path) -> None:
    check_linear(lambda n: metadata(tmp_path, "<h1>A</h1>" + "<div><time>By " * n), 500)
