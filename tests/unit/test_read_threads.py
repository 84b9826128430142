"""Threads of forums of any make: who writes each post, told by how the posts are built."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.growth import check_linear
from tests.support.rules import read_by_rules, statements_in

SAID = (
    ("brass_olga", "The pump of our fountain hums and gives no water since the frost."),
    ("Tim Tern", "Is the inlet free of leaves? Ours was blocked by a whole nest."),
    ("brass_olga", "It is free, I looked twice with a lamp."),
    (
        "kees_v",
        "The frost has split the membrane of the old pump in two places or three. "
        "Order the part MB-7 and grease its rim with a little fat before you put it in.",
    ),
)
DAYS = ("3 May 2024, 9:14", "3 May 2024, 10:02", "4 May 2024, 7:40", "5 May 2024, 21:15")
JOINED = [f"{name} wrote on {day}:\n{said}" for (name, said), day in zip(SAID, DAYS, strict=True)]
BEST = JOINED[3].replace("\n", "\nAccepted answer: ")
MOTTOS = {"brass_olga": "Water finds its way", "Tim Tern": "Born by the sea", "kees_v": ""}
MARKS = ("", "", "", "✓ Solution")

STREAM = (
    '<li><header><a href="/people/{name}">{name}</a> · <span>{day}</span></header>'
    '<div><p>{said}</p></div><div class="row"><b>{mark}</b></div>'
    "<footer><a>Reply</a> <a>Share</a> <span>▲ 12</span></footer></li>"
)
TABLE = (
    "<tr><td><strong>{name}</strong><br>Member since 2019<br>Messages: 1,204</td><td>"
    "<small>Posted: {day}</small><div>{said}</div><div class='m'>{mark}</div>"
    "<div class='line'>{motto}</div><div><a>Quote</a></div></td></tr>"
)
BELOW = (
    '<section><div class="sum">7</div><p>{said}</p><div class="mk">{mark}</div>'
    '<div class="end">posted by <span>{name}</span> on {day} <em>3,912 points</em></div>'
    "<button>Thank</button></section>"
)
MINIFIED = (
    '<div class="zq7"><div class="zq1">{name}</div><div class="zq2">Old hand</div>'
    '<div class="zq3">{day}</div><div class="zq8">{mark}</div><div class="zq4">{said}</div>'
    '<div class="zq5">{motto}</div><div class="zq6">4 likes</div></div>'
)
LAYOUTS = pytest.mark.parametrize("form", [STREAM, TABLE, BELOW, MINIFIED])


def page(form: str) -> str:
    told = zip(SAID, DAYS, MARKS, strict=True)
    posts = "".join(
        form.format(name=name, day=day, said=said, mark=mark, motto=MOTTOS[name])
        for (name, said), day, mark in told
    )
    around = "table" if "<tr>" in form else "div"
    return f"<{around}>{posts}</{around}>"


def read(tmp_path: Path, body: str) -> list[str]:
    path = tmp_path / "page.html"
    path.write_text(f"<html><body><h1>Pump hums</h1>{body}</body></html>", encoding="utf-8")
    (document,) = read_path(path)
    assert isinstance(document, Document)
    return document.text.split("\n\n")


@LAYOUTS
def test_posts_of_any_make_have_their_author_and_day_above_and_nothing_beside(
    tmp_path: Path, form: str
) -> None:
    assert read(tmp_path, page(form)) == ["Pump hums", *JOINED[:3], BEST]


@LAYOUTS
def test_each_sentence_of_a_post_is_said_by_its_author(tmp_path: Path, form: str) -> None:
    read(tmp_path, page(form))
    (order,) = [s for s in statements_in(read_by_rules(tmp_path / "page.html")) if "MB-7" in s.text]
    assert order.text.startswith("Order the part MB-7")
    assert order.resolved == f"kees_v: {order.text}"


def test_what_a_post_quotes_of_another_is_not_told_twice(tmp_path: Path) -> None:
    quotation = "<blockquote>brass_olga said: It is free, I looked twice</blockquote>"
    form = page(MINIFIED).replace(
        '<div class="zq4">The frost', f"{quotation}<div class='zq4'>The frost"
    )
    assert read(tmp_path, form) == ["Pump hums", *JOINED[:3], BEST]


def test_comments_between_answers_have_their_authors(tmp_path: Path) -> None:
    comment = '<div class="note">Mine has no rim at all. – <a>{}</a></div>'
    both = comment.format("Tim Tern") + comment.format("kees_v")
    text = read(tmp_path, page(BELOW).replace("</section>", f"{both}</section>", 1))
    assert text[:4] == [
        "Pump hums",
        JOINED[0],
        "Tim Tern: Mine has no rim at all.",
        "kees_v: Mine has no rim at all.",
    ]


def test_feet_and_bars_beside_a_thread_are_left_out(tmp_path: Path) -> None:
    around = (
        '<div id="menu"><a>Shop</a> <a>Forum</a></div>'
        '<div class="cookie-note">We use cookies. <button>Fine</button></div>'
        f'{page(STREAM)}<div class="sidebar">Hot: <a>Is my heron real?</a></div>'
        '<div class="footer">Page 1 of 1</div>'
    )
    assert read(tmp_path, around) == ["Pump hums", *JOINED[:3], BEST]


@pytest.mark.parametrize(
    "form",
    [
        "<tr><td>{name}</td><td>{day}</td><td>{said}</td></tr>",
        '<div class="team"><h3>{name}</h3><p>{said}</p></div>',
        '<article><h2>On {day} {said}</h2><b class="author">{name}</b><p>{said}</p></article>',
        '<div class="row"><b>{name}</b>: <span>{said}</span></div>',
        '<div class="dish"><b>{name}</b><p>{said}</p></div>',
    ],
)
def test_lists_of_other_things_are_no_threads(tmp_path: Path, form: str) -> None:
    text = "\n".join(read(tmp_path, page(form)))
    assert " wrote on " not in text
    assert "Accepted answer" not in text
    assert all(name in text and said in text for name, said in SAID)


@pytest.mark.parametrize(
    "unit",
    [
        MINIFIED.format(name="ann_b", day=DAYS[0], said=SAID[0][1], mark="", motto="x")
        + MINIFIED.format(name="bo", day=DAYS[0], said=SAID[1][1], mark="", motto="y"),
        '<div class="zq7"><div class="zq1">ann</div><div class="zq7"><div class="zq1">bo</div>',
        "<div><blockquote>ann said: the pump hums and hums</blockquote><b>ann</b> 3 May 2024</div>",
    ],
)
def test_hostile_threads_take_linear_time(tmp_path: Path, unit: str) -> None:
    check_linear(lambda n: read(tmp_path, unit * n), 1_000)
