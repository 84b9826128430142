"""Boxes of a web page that are none of its text: other pages, letters to sign up for, authors."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.growth import check_linear
from tests.support.web_pages import read_page

TOLD = (
    "The weir at Holm was mended on Monday by four divers, who found a safe without a door in the "
    "mud below it, and a good many bicycles."
)
LONG = "The safe belonged to the old bank of Holm, which was robbed in the spring of 1931. " * 5
ARTICLE = f"<h1>Weir mended</h1><p>{TOLD}</p>"
CARD = "<article><h3><a href='/swan'>Swan moves in</a></h3></article>"


def read(tmp_path: Path, body: str) -> str:
    return read_page(tmp_path, body).text


@pytest.mark.parametrize("more", ["", f"<p>{LONG}</p>"])
@pytest.mark.parametrize(
    "box",
    [
        "<aside><h3>More on this</h3><ul><li><a href='/swan'>Swan moves in</a></li></ul></aside>",
        "<div class='related-links'><h4>See too</h4><p><a href='/s'>Swan moves in</a></p></div>",
        "<aside><h2>Popular</h2><a href='/swan'>Swan moves in</a><a href='/o'>Otter</a></aside>",
        "<div class='newsletter'><h3>Letters</h3><p>Swan moves in? <input></p></div>",
        "<form><p>Swan moves in, by mail.</p><input type='email'><button>Go</button></form>",
        "<div class='social'><span>Swan moves in</span><button>Post</button></div>",
    ],
)
def test_a_box_within_the_text_that_leads_elsewhere_is_left_out_with_its_heading(
    tmp_path: Path, box: str, more: str
) -> None:
    for body in (f"<main><article>{ARTICLE}{more}</article>{box}</main>", ARTICLE + box + more):
        text = read(tmp_path, body)
        assert TOLD in text
        assert all(one not in text for one in ("Swan", "More on", "See too", "Popular", "Letters"))


def test_cards_of_other_articles_beside_the_text_are_left_out(tmp_path: Path) -> None:
    box = (
        f"<section class='related'><h2>Read on</h2>{CARD}{CARD.replace('Swan', 'Otter')}</section>"
    )
    text = read(tmp_path, f"<article>{ARTICLE}<p>{LONG}</p></article>{box}")
    assert "Swan" not in text and "Read on" not in text


@pytest.mark.parametrize("name", ["author-box", "AuthorBio", "post-author-info", "about-author"])
def test_who_the_author_of_an_article_is_is_none_of_its_text(tmp_path: Path, name: str) -> None:
    box = (
        f"<div class='{name}'><h4>About</h4><p>Ida Voss keeps bees. <a href='#'>Mail</a></p></div>"
    )
    assert "bees" not in read(tmp_path, f"<article>{ARTICLE}{box}</article>")
    assert "bees" in read(tmp_path, f"{ARTICLE}{box}")  # the page of a book


def test_a_label_of_an_advertisement_is_left_out(tmp_path: Path) -> None:
    text = read(tmp_path, f"{ARTICLE}<div class='ad-slot'>Reklame</div><p>{LONG}</p>")
    assert "Reklame" not in text and "robbed" in text


@pytest.mark.parametrize(
    "box",
    [
        "<div class='ad'>Bike for sale</div>",
        "<div class='share-price'>Holm plc 4.31 <button>Buy</button></div>",
        "<div class='author-info'>By Ida Voss, 3 May</div>",
        "<aside><h3>Facts</h3><ul><li>Built: 1887</li><li><a href='/w'>Weirs</a></li></ul></aside>",
        "<header class='section'><h2>The safe</h2><a href='#safe'>link</a></header>",
        "<form><p>A cake is 4 pounds.</p><input name='cake'><input type='email'></form>",
        "<div class='newsletter-item'><p>Divers found it.</p><a href='/d'>More</a></div>",
        "<div class='author-box'>Ida Voss</div>",
    ],
)
def test_a_box_with_words_of_its_own_stays(tmp_path: Path, box: str) -> None:
    told = ("Bike", "4.31", "3 May", "1887", "The safe", "4 pounds", "Divers", "Ida Voss")
    text = read(tmp_path, f"<main><article>{ARTICLE}{box}</article></main>")
    assert any(one in text for one in told)


def test_a_page_that_is_such_a_box_stays_whole(tmp_path: Path) -> None:
    letter = f"<div class='newsletter'><p>{TOLD}</p><input><button>Sign up</button></div>"
    bio = f"<article><div class='author-bio'><p>{TOLD}</p></div></article>"
    for body in (letter, bio, f"<aside><h2>Weirs</h2>{CARD}</aside>"):
        assert len(read(tmp_path, body)) > 10


@pytest.mark.parametrize("opening", ["<div class='newsletter'>a", "<form>a", "<div class='ad'>a"])
def test_boxes_that_are_never_closed_cost_no_more_than_their_length(
    tmp_path: Path, opening: str
) -> None:
    check_linear(lambda n: read(tmp_path, opening * n + ARTICLE), 500)


@pytest.mark.parametrize(
    "bar",
    [
        "<div id='menu'>Swan | Otter | Log out</div>",
        "<div class='nav'><span>Swan</span> · <span>Otter</span> · <span>Weir</span></div>",
        "<div class='banner'>Swan takes cookies? <button>Yes</button></div>",
    ],
)
def test_a_menu_without_links_and_a_question_for_cookies_are_left_out(
    tmp_path: Path, bar: str
) -> None:
    text = read(tmp_path, bar + ARTICLE)
    assert TOLD in text
    assert "Swan" not in text


@pytest.mark.parametrize(
    "bar",
    [
        "<div id='menu'>Swan 12 | Otter 9 | Weir 4</div>",
        "<div id='menu'>Swan | Otter</div>",
        "<div id='list'>Swan | Otter | Weir</div>",
        "<div class='banner'>Swan bakes cookies.</div>",
    ],
)
def test_what_is_called_a_menu_or_a_banner_may_be_of_the_text(tmp_path: Path, bar: str) -> None:
    assert "Swan" in read(tmp_path, ARTICLE + bar)
