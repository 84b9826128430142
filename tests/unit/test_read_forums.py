"""Posts of forums and comments below pages: who writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.growth import check_linear

WORDS = ("The mast of our boat creaks. What can we do?", "Grease its foot.", "I greased ours, too.")
USERS = ("ilka77", "MastMax", "teo_o")
DAYS = ("8 Jan 2023, 9:14", "8 Jan 2023, 10:02", "9 Jan 2023, 7:40")
JOINED = [
    f"{user} wrote on {day}:\n{said}" for user, day, said in zip(USERS, DAYS, WORDS, strict=True)
]

PLAIN = (
    '<div class="post"><div class="author">{user}</div><div class="date">{day}</div>'
    "<div><p>{said}</p></div></div>"
)
TYPED = (
    '<div itemscope itemtype="https://schema.org/Comment"><div><span itemprop="author" itemscope>'
    '<a itemprop="url" href="/u/{user}"><span itemprop="name">{user}</span></a></span> '
    '<time>{day}</time></div><div class="post" itemprop="text"><p>{said}</p></div></div>'
)
BOARD = (
    '<div class="post"><h3><a href="#p">Re: Masts</a></h3><p class="author">by <strong>'
    '<a class="username">{user}</a></strong> &raquo; Sun {day}</p><div>{said}</div></div>'
)
BLOG = (
    '<li class="comment"><div class="comment-author"><cite>{user}</cite> <span>says:</span></div>'
    '<div><a href="#c"><time>{day}</time></a></div><p>{said}</p></li>'
)


def read(tmp_path: Path, body: str) -> list[str]:
    path = tmp_path / "page.html"
    path.write_text(f"<html><body><h1>Masts</h1>{body}</body></html>", encoding="utf-8")
    (document,) = read_path(path)
    assert isinstance(document, Document)
    return document.text.split("\n\n")


def thread(form: str) -> str:
    told = zip(USERS, DAYS, WORDS, strict=True)
    return "".join(form.format(user=user, day=day, said=said) for user, day, said in told)


@pytest.mark.parametrize("form", [PLAIN, TYPED, BLOG])
def test_who_writes_a_post_and_when_stands_above_its_words(tmp_path: Path, form: str) -> None:
    assert read(tmp_path, thread(form)) == ["Masts", *JOINED]


LINKS = '<ul><li><a href="/t/1">Tar: two coats</a></li><li><a href="/t/2">Oars</a></li></ul>'


def test_links_to_other_threads_are_said_by_nobody(tmp_path: Path) -> None:
    below = f"<div><h3>Similar threads</h3>{LINKS}</div>"
    assert read(tmp_path, thread(PLAIN) + below) == ["Masts", *JOINED]


def test_links_within_the_last_post_stay(tmp_path: Path) -> None:
    links = '<a href="/t/1">Tar: two coats</a> and <a href="/t/2">Oars</a>'
    found = read(tmp_path, thread(PLAIN).replace("I greased ours, too.", links))
    assert found[-1].endswith("Tar: two coats and Oars")


def test_the_title_of_a_post_stands_above_its_author(tmp_path: Path) -> None:
    assert read(tmp_path, thread(BOARD)) == [
        "Masts",
        *(paragraph for post in JOINED for paragraph in ("Re: Masts", post)),
    ]


def test_without_a_day_the_author_is_a_label(tmp_path: Path) -> None:
    form = '<div class="reply"><b class="username">{user}</b><p>{said}</p><p>Bye.</p></div>'
    assert read(tmp_path, thread(form)) == [
        "Masts",
        *(
            part
            for user, said in zip(USERS, WORDS, strict=True)
            for part in (f"{user}: {said}", "Bye.")
        ),
    ]


def test_what_a_post_quotes_is_not_said_by_its_author(tmp_path: Path) -> None:
    form = PLAIN.replace("<p>", "<blockquote>Masts creak.</blockquote><p>")
    text = read(tmp_path, thread(form))
    assert text == ["Masts", *(part for post in JOINED for part in ("Masts creak.", post))]


def test_an_answer_within_a_post_has_its_own_author(tmp_path: Path) -> None:
    form = '<div class="comment"><b class="author">{}</b>{}<p>{}</p>{}</div>'
    answer = form.format("teo_o", "", WORDS[1], "")
    dated = form.format("MastMax", f"<time>{DAYS[1]}</time>", WORDS[2], "")
    text = read(tmp_path, form.format("ilka77", "", WORDS[0], answer + dated))
    assert text == [
        "Masts",
        f"ilka77: {WORDS[0]}",
        f"teo_o: {WORDS[1]}",
        f"MastMax wrote on {DAYS[1]}:\n{WORDS[2]}",
    ]


DISCOURSE = (
    '<div class="topic-post"><div class="names"><span class="username"><a>{user}</a></span> '
    '<span class="user-title">Crew of {user}</span></div><a class="post-date">{day}</a>'
    "<div><p>{said}</p></div></div>"
)
PROSILVER = (
    '<div class="post"><dl class="postprofile"><dt><a class="username">{user}</a></dt>'
    "<dd>Crew of {user}</dd></dl><div><p class='author'><a>Post</a> by <strong>"
    '<a class="username">{user}</a></strong> &raquo; Sun {day}</p><div>{said}</div></div></div>'
)
REDDIT = (
    '<div class="comment"><p class="tagline"><a>[–]</a><a class="author">{user}</a> '
    '<span class="score">7 points</span> <time>2 years ago</time> <a>(0 children)</a></p>'
    "<div><p>{said}</p></div></div>"
)


@pytest.mark.parametrize("form", [DISCOURSE, PROSILVER])
def test_a_rank_beside_the_author_is_left_out(tmp_path: Path, form: str) -> None:
    again = form.format(user=USERS[0], day=DAYS[2], said="Thanks.")
    assert read(tmp_path, thread(form) + again) == [
        "Masts",
        *JOINED,
        f"{USERS[0]} wrote on {DAYS[2]}:\nThanks.",
    ]


@pytest.mark.parametrize(
    "form",
    [
        REDDIT,
        '<div class="reply"><b class="author">{user}</b> <time>1 day ago</time><p>{said}</p></div>',
        '<div class="reply"><p><b class="author">{user}</b> <a>3d</a></p><p>{said}</p></div>',
    ],
)
def test_how_long_ago_a_post_was_is_not_its_first_words(tmp_path: Path, form: str) -> None:
    text = read(tmp_path, thread(form))
    for user, said in zip(USERS, WORDS, strict=True):
        assert f"{user}: {said}" in text


def test_what_is_told_of_an_author_who_is_named_only_there_stays(tmp_path: Path) -> None:
    form = (
        '<div class="answer"><p>{said} ' + "It will be quiet for years then. " * 2 + "</p>"
        '<div class="userinfo"><b class="username">{user}</b> Crew</div></div>'
    )
    text = read(tmp_path, thread(form) + thread(form))
    assert sum(part == f"{USERS[0]} Crew" for part in text) == 2


@pytest.mark.parametrize(
    "form",
    [
        '<div class="book"><h3>Masts</h3><p class="author">{user}</p><p>{said}</p></div>',
        '<p class="reference"><span class="author">{user}</span> <i>{said}</i></p>',
        '<article class="post hentry"><p class="author">{user}</p><p>{said}</p></article>',
        '<div class="answer"><p>{said} ' + "It will be quiet for years then. " * 2 + "</p>"
        '<b class="username">{user}</b><p>Share</p></div>',
        '<p class="comment"><b class="author">{user}</b>: {said}</p>',
    ],
)
def test_what_names_an_author_otherwise_stays_as_it_is(tmp_path: Path, form: str) -> None:
    text = "\n".join(read(tmp_path, thread(form)))
    for user, said in zip(USERS, WORDS, strict=True):
        assert user in text
        assert f"{user}: {said}" in text if "</b>:" in form else f"{user}: " not in text


def test_a_page_with_one_author_stays_as_it_is(tmp_path: Path) -> None:
    one = PLAIN.format(user=USERS[0], day=DAYS[0], said=WORDS[0])
    assert read(tmp_path, one) == ["Masts", USERS[0], DAYS[0], WORDS[0]]


@pytest.mark.parametrize(
    "unit",
    [
        '<div class="comment"><b class="author">ann</b>',
        '<b class="author">ann</b>',
        "<div class=post>a",
    ],
)
def test_hostile_posts_take_linear_time(tmp_path: Path, unit: str) -> None:
    check_linear(lambda n: read(tmp_path, f'<div class="post">{unit * n}'), 6_000)
