"""Posts of a web page that begin with their time."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from tests.support.growth import check_linear
from tests.support.web_pages import read_page

SAID = "The sluice at Holm has been opened, and the water falls by a hand's breadth an hour."


def read(tmp_path: Path, body: str) -> Document:
    return read_page(tmp_path, f"<h1>Flood</h1>{body}")


def headings(document: Document) -> list[tuple[int, str]]:
    return [(heading.level, heading.title) for heading in document.headings[1:]]


def post(time: str, heading: str = "", tag: str = "div") -> str:
    return f"<{tag} class='post'>{time}{heading}<p>{SAID}</p></{tag}>"


@pytest.mark.parametrize("tag", ["div", "article", "li", "section"])
def test_times_are_in_the_headings_of_their_posts_or_are_one(tmp_path: Path, tag: str) -> None:
    times = ("<time>15:40</time>", "<span>3.05 pm</span>", "<p>14:25 Uhr</p>")
    posts = [post(times[0], "<h3>Sluice</h3>", tag), post(times[1], "", tag)]
    document = read(tmp_path, "".join([*posts, post(times[2], "<h3>Cows</h3>", tag)]))
    found = [title for _, title in headings(document)]
    assert found[0] == "15:40 – Sluice" and found[-1] == "14:25 Uhr – Cows"
    assert document.text.count("15:40") == 1


def test_a_post_without_a_heading_is_no_part_of_the_post_above(tmp_path: Path) -> None:
    body = post("<time>15:40</time>", "<h3>Sluice</h3>") + post("<time>15:05</time>")
    assert headings(read(tmp_path, body)) == [(3, "15:40 – Sluice"), (3, "15:05")]


def test_days_and_times_of_posts_without_any_heading_stand_below_the_one_above(
    tmp_path: Path,
) -> None:
    body = post("<time>6 June 2024, 15:40</time>") + post("<time>6 June 2024, 15:05</time>")
    found = headings(read(tmp_path, f"<h2>Live</h2>{body}"))
    assert found == [(2, "Live"), (3, "6 June 2024, 15:40"), (3, "6 June 2024, 15:05")]


@pytest.mark.parametrize(
    "body",
    [
        "<div><time>09:00</time><p>Tea</p></div><div><time>10:00</time><p>Talk</p></div>",
        post("<time>15:40</time>"),
        f"<div><time>15:40</time> {SAID}</div><div><time>15:05</time> {SAID}</div>",
        post("<span>12.4 m</span>") + post("<span>11.2 m</span>"),
        f"<ul><li><time>1 May 1931</time> {SAID}</li><li><time>2 May 1931</time> {SAID}</li></ul>",
        post("<span>Ann, 15:40</span>") + post("<span>Bo, 15:05</span>"),
    ],
)
def test_lines_of_a_programme_and_times_within_sentences_are_no_headings(
    tmp_path: Path, body: str
) -> None:
    assert headings(read(tmp_path, body)) == []


def test_posts_that_are_never_closed_cost_no_more_than_their_length(tmp_path: Path) -> None:
    check_linear(lambda n: read(tmp_path, "<div><time>15:40</time><h3>a" * n), 400)
