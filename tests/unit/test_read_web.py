"""What of a page on a site is its text, and what stands around it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import read_path
from tests.support.web_pages import read_page

STORY = (
    "The harbour of Melby was closed on Monday after the storm tore two cranes from their rails.",
    "Anna Berg, who manages the port, said that the first ferry would leave again on Thursday.",
    "Repairs will cost nine million crowns, she said, and the insurance will not pay for the rails "
    "because nobody had looked at them since the spring of last year.",
    "The mayor has asked for a report, which the council will discuss in its next open meeting.",
)
PROSE = "".join(f"<p>{paragraph}</p>" for paragraph in STORY)
TITLE = "<h1>Storm closes harbour</h1>"


def links(*labels: str) -> str:
    return "<ul>" + "".join(f'<li><a href="/{n}">{n}</a></li>' for n in labels) + "</ul>"


def read(tmp_path: Path, body: str) -> str:
    return read_page(tmp_path, body).text


@pytest.mark.parametrize(
    "around",
    [
        f"<div class='site-menu'>{links('Local news', 'Weather', 'Sports', 'Jobs')}</div>",
        f"<header><div>{links('Local news', 'Weather')}</div></header>",
        f"<div id='pageFooter'>{links('Local news', 'Weather')}</div>",
        f"<div role='contentinfo'>{links('Local news', 'Weather')}</div>",
        f"<section class='relatedStories'><h4>More</h4>{links('Local news', 'Weather')}</section>",
    ],
)
def test_lists_of_links_that_are_called_what_surrounds_a_text_are_left_out(
    tmp_path: Path, around: str
) -> None:
    text = read(tmp_path, TITLE + around + PROSE)
    assert "Local news" not in text
    assert all(paragraph in text for paragraph in STORY)


def test_a_menu_without_a_name_above_the_title_is_left_out(tmp_path: Path) -> None:
    menu = links("Local news", "Weather", "Sports", "Jobs")
    text = read(tmp_path, f"<div>{menu}</div>{TITLE}{PROSE}")
    assert STORY[0] in text
    assert "Weather" not in text


def test_a_menu_above_a_text_without_a_title_is_left_out(tmp_path: Path) -> None:
    menu = links("Local news", "Weather", "Sports", "Jobs")
    text = read(tmp_path, f"<div>{menu}</div>{PROSE}")
    assert STORY[0] in text
    assert "Weather" not in text


def test_links_outside_what_is_marked_as_the_text_are_left_out(tmp_path: Path) -> None:
    body = f"<article>{TITLE}{PROSE}</article><div>{links('Most read', 'Bridge opens')}</div>"
    text = read(tmp_path, body)
    assert STORY[0] in text
    assert "Bridge opens" not in text


def test_a_list_of_links_within_the_text_stays(tmp_path: Path) -> None:
    members = links("Norway", "Sweden", "Denmark", "Iceland", "Finland")
    for body in (
        f"{TITLE}{PROSE}<p>Members are:</p>{members}<p>{STORY[0]}</p>",
        f"{TITLE}{PROSE}<h2>Members</h2>{members}",
        f"<article>{TITLE}{PROSE}<h2>Members</h2>{members}</article>",
    ):
        assert "Iceland" in read(tmp_path, body)


def test_a_page_that_is_a_list_of_links_stays_whole(tmp_path: Path) -> None:
    body = f"<div class='menu'>{links('Norway', 'Sweden', 'Denmark', 'Iceland')}</div>"
    assert "Iceland" in read(tmp_path, f"<h1>Countries</h1><p>Pages on each.</p>{body}")


def test_words_that_are_no_links_stay_wherever_they_stand(tmp_path: Path) -> None:
    footer = f"<footer><p>Harbour office: Quay 4, open from 8 to 16.</p>{links('Home')}</footer>"
    aside = "<aside><p>Crane: a machine that lifts and moves loads.</p></aside>"
    text = read(tmp_path, TITLE + PROSE + aside + footer)
    assert "Quay 4" in text
    assert "lifts and moves loads" in text


def test_a_menu_of_dishes_stays(tmp_path: Path) -> None:
    dishes = "".join(
        f"<li><a href='/{n}'>{n}</a> 8.50 with bread</li>" for n in ("Soup", "Cod", "Pancakes")
    )
    text = read(tmp_path, f"{TITLE}{PROSE}<ul class='menu-items'>{dishes}</ul>")
    assert "Cod 8.50" in text


def test_a_title_stays_whatever_stands_beside_it(tmp_path: Path) -> None:
    head = f"<header class='header'><h1><a href='/'>Storm</a></h1>{links('A', 'B', 'C')}</header>"
    assert "Storm" in read(tmp_path, head + PROSE)


def test_a_paragraph_full_of_links_stays(tmp_path: Path) -> None:
    body = "<p><a href='/a'>Anna Berg</a> manages <a href='/m'>Port of Melby</a></p>"
    assert "Anna Berg manages Port of Melby" in read(tmp_path, TITLE + body + PROSE)


def test_a_text_written_without_blanks_has_its_menu_left_out(tmp_path: Path) -> None:
    prose = (
        "<p>"
        + "港口因暴风雨于星期一关闭，两台起重机被吹离轨道，修理费用估计为九百万元。" * 12
        + "</p>"
    )
    menu = links("本地新闻", "天气", "体育", "招聘")
    text = read(tmp_path, menu + "<h1>港口</h1>" + prose)
    assert "两台起重机" in text
    assert "天气" not in text


@given(
    st.lists(st.sampled_from([PROSE, TITLE, "<div>", "</div>", links("A", "B", "C", "D"), "<a"]))
)
def test_prose_is_never_lost(tmp_path_factory: pytest.TempPathFactory, parts: list[str]) -> None:
    folder = tmp_path_factory.mktemp("pages")
    text = read(folder, "".join([*parts, ">", PROSE]))
    assert all(paragraph in text for paragraph in STORY)


def test_tags_that_nest_thousands_deep_are_read(tmp_path: Path) -> None:
    assert STORY[0] in read(tmp_path, "<div><a>" * 5000 + PROSE)


def test_the_foot_that_names_the_program_behind_a_page_is_left_out(tmp_path: Path) -> None:
    foot = "<div id='footer'><section class='footer-body'><p>{}</p></section></div>"
    made = foot.format("Document generated by Confluence on Oct 21, 2024 08:12")
    told = foot.format("The harbour office is open from nine to five.")
    text = read(tmp_path, TITLE + PROSE + made + told)
    assert "Confluence" not in text
    assert "harbour office" in text


def test_a_short_list_of_contents_by_a_macro_is_left_out(tmp_path: Path) -> None:
    contents = "<ul><li><a href='#a'>First day</a></li><li><a href='#b'>First week</a></li></ul>"
    text = read(tmp_path, f"{TITLE}<div class='toc-macro'>{contents}</div>{PROSE}")
    assert STORY[0] in text
    assert "First" not in text


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("It has 3&times;10<sup>8</sup> parts.", "It has 3×10^8 parts."),
        ("10<sup>&minus;6</sup> grams of CO<sub>2</sub>", "10^-6 grams of CO2"),
        ('It cost 45<sup><a href="#n">2</a></sup> crowns.', "It cost 45[2] crowns."),
        ('It cost 45<a href="#n"><sup>2</sup></a> crowns.', "It cost 45[2] crowns."),
        ('built in 1987<a epub:type="noteref" href="n.xhtml#n">3</a>', "built in 1987[3]"),
        ('built in 1987<span style="vertical-align: super">3</span>', "built in 1987[3]"),
        ('Berg<sup class="reference"><a href="#n">[4]</a></sup> left', "Berg[4] left"),
        ("the 1<sup>st</sup> of May, M<sup>me</sup> Berg", "the 1st of May, Mme Berg"),
        ("<table><tr><td>Mass</td><td>10<sup>6</sup> kg</td></tr></table>", "Mass, 10^6 kg"),
        (
            '<h2>Hull 10<sup>3</sup> <sup><a class="headerlink" href="#h">#</a></sup></h2>',
            "Hull 10^3",
        ),
        ("The 10<sup>6</sup> notes<sup>", "The 10^6 notes"),
    ],
)
def test_superscripts_are_no_digits_of_the_number_before_them(
    tmp_path: Path, source: str, written: str
) -> None:
    assert read(tmp_path, f"<p>{source}</p>") == written


def test_a_superscript_that_is_never_closed_costs_no_paragraph(tmp_path: Path) -> None:
    text = read(tmp_path, f"<p>It grew 10<sup>6 times.</p>{PROSE}")
    assert all(paragraph in text for paragraph in STORY)
    assert "\n\n" in text


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        ("<mrow><mi>E</mi><mo>=</mo><mn>7</mn><mtext> kJ</mtext></mrow>", "E=7 kJ"),
        ("<msup><mn>10</mn><mrow><mo>−</mo><mn>6</mn></mrow></msup>", "10^−6"),
        ("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>", "(a+b)/2"),
        ("<msqrt><mi>x</mi></msqrt>", "sqrt(x)"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "(x)^(1/3)"),
        ("<msub><mi>v</mi><mi>max</mi></msub>", "v_max"),
        (
            "<semantics><mrow><mi>f</mi><mo>\u2061</mo><mi>x</mi></mrow>"
            "<annotation encoding='application/x-tex'>\\f x</annotation></semantics>",
            "fx",
        ),
        ("<semantics><mrow></mrow><annotation>a^2</annotation></semantics>", "a^2"),
    ],
)
def test_formulas_are_read(tmp_path: Path, formula: str, written: str) -> None:
    text = read(tmp_path, f"<p>The pump has <math>{formula}</math> here.</p>")
    assert text == f"The pump has {written} here."


def test_a_formula_that_is_there_twice_is_read_once(tmp_path: Path) -> None:
    twice = (
        "<span><span class='katex-mathml'><math><msup><mi>x</mi><mn>2</mn></msup></math></span>"
        "<span class='katex-html' aria-hidden='true'>x2</span></span>"
    )
    assert read(tmp_path, f"<p>It is {twice}.</p>") == "It is x^2."


def test_formulas_that_nest_thousands_deep_are_read(tmp_path: Path) -> None:
    assert "deep" in read(tmp_path, f"<p>It is <math>{'<mrow>' * 5000}deep")


def test_only_what_a_page_begins_with_is_its_prolog(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    about = "Why <?xml version='1.0'?> comes first"
    page = f'<html><head><meta name="description" content="{about}"></head><body>{PROSE}</body>'
    for prolog in ("", "\n<?xml version='1.0' encoding='utf-8'?>\n"):
        path.write_text(prolog + page, "utf-8")
        [document] = read_path(path)
        assert isinstance(document, Document)
        assert document.metadata["description"] == about
        assert document.text.startswith(STORY[0])


def test_what_a_page_of_mediawiki_says_of_itself_is_left_out(tmp_path: Path) -> None:
    page = """<body class="mediawiki"><h1>Melby</h1><div id="siteSub">From Openpedia</div>
    <div id="contentSub">(Redirected from Melbey)</div>
    <div role="note" class="hatnote">For other uses, see Melby (disambiguation).</div>
    <table class="ambox"><tr><td>This article needs sources.</td></tr></table>
    <h2>History<span class="mw-editsection">[<a href="/e">edit</a>]</span></h2>
    <p>The charter was granted in 1284.</p><ol class="references"><li>
    <span class="mw-cite-backlink"><b><a href="#r">^</a></b></span> Orr, A. (1982).</li></ol>
    <div class="printfooter">Retrieved from https://o.example/Melby</div>
    <div id="catlinks" class="catlinks"><a href="/c">Categories</a>: <ul><li><a>Towns</a></li>
    <li><a>Ports</a></li></ul></div></body>"""
    path = tmp_path / "melby.html"
    path.write_text(page, "utf-8")
    (document,) = read_path(path)
    assert isinstance(document, Document)
    assert document.text.split("\n\n") == [
        "Melby", "History", "The charter was granted in 1284.", "- Orr, A. (1982)."
    ]  # fmt: skip
    assert document.metadata["categories"] == "Towns, Ports"


def test_a_bold_line_above_a_sentence_is_a_paragraph_of_its_own(tmp_path: Path) -> None:
    body = "<b>Grammar</b><br>Melbian has four cases. <p><B>Where</B><BR>It is spoken in Melby."
    assert read(tmp_path, body).split("\n\n") == [
        "Grammar", "Melbian has four cases.", "Where", "It is spoken in Melby."
    ]  # fmt: skip


@pytest.mark.parametrize(
    "paragraph",
    [
        "<b>Melbian</b> has four cases.",
        "The language of <b>Melby</b><br>has four cases today.",
        "<b>Note:</b><br>Do not open it.",
        "<b>Who speaks it?</b><br>Only they do today.",
        "<b>Harbour Office</b><br>Quay Street 4<br>Melby",
        "<b>Harbour Office</b><br>4 Quay St. Melby",
        "<b>Anna Berg</b><br>Melby",
    ],
)
def test_other_words_in_bold_stay_in_their_paragraph(tmp_path: Path, paragraph: str) -> None:
    assert "\n\n" not in read(tmp_path, f"<p>{paragraph}</p>")


def test_a_page_that_only_scripts_fill_says_so(tmp_path: Path) -> None:
    page = tmp_path / "app.html"
    page.write_text(
        "<title>Board</title><div id=root></div><script>run()</script>"
        "<noscript>You need to enable JavaScript to run this app.</noscript>"
    )
    (found,) = read_path(page)
    assert isinstance(found, Unreadable) and found.kind == "empty"
    assert "scripts" in found.reason


def test_what_stands_beside_the_text_of_a_short_page_is_left_out(tmp_path: Path) -> None:
    body = (
        "<article><h1>Mill</h1><p>The mill at Orran burnt down on Friday night and nobody was hurt "
        "in the fire.</p><footer>By Ann Bly</footer></article>"
        "<aside><h3>Most read</h3><ul><li>Dog found</li></ul></aside><footer>© 2025 Post</footer>"
    )
    text = read(tmp_path, body)
    assert "burnt down" in text
    assert "By Ann Bly" in text
    assert "Dog found" not in text
    assert "2025 Post" not in text


def test_an_aside_of_whole_sentences_stays(tmp_path: Path) -> None:
    told = "The old mill was built by Honor Hale in 1819, and it stood through eleven floods."
    body = f"<article><p>{told.replace('Honor', 'Ann')}</p></article><aside><p>{told}</p></aside>"
    assert told in read(tmp_path, body)


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("Library opens - The Mercury", "Library opens"),
        ("Bibliothek öffnet | THE MERCURY", "Bibliothek öffnet"),
        ("The Mercury: La bibliothèque ouvre", "The Mercury: La bibliothèque ouvre"),
        ("The Mercury – La bibliothèque ouvre", "La bibliothèque ouvre"),
        ("Ships - a history", "Ships - a history"),
        ("The Mercury", "The Mercury"),
    ],
)
def test_a_title_is_without_the_name_that_the_page_says_its_site_has(
    tmp_path: Path, title: str, named: str
) -> None:
    page = tmp_path / "a.html"
    page.write_text(
        f'<title>{title}</title><meta property="og:site_name" content="The Mercury">'
        "<p>The library opens on Friday.</p>"
    )
    [document] = read_path(page)
    assert isinstance(document, Document) and document.title == named


def test_a_title_stays_where_the_page_names_no_site(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text("<title>Library opens - The Mercury</title><p>It opens on Friday.</p>")
    [document] = read_path(page)
    assert isinstance(document, Document) and document.title == "Library opens - The Mercury"


ALONG = (
    "<link rel='prev' href='crane.html'><link rel='next' href='quay.html'>"
    "<link rel='home' href='index.html'>"
)


@pytest.mark.parametrize(
    "along",
    [
        "<ul><li><a href='crane.html'>Back</a></li><li>The Port Handbook</li>"
        "<li><a href='quay.html'>On</a></li></ul>",
        "<ul><li><a href='crane.html'><b>Back</b>1. Cranes</a></li><li><a href='#'>Up</a></li>"
        "<li><a href='index.html'>Start</a></li><li><a href='quay.html'>On</a></li></ul>",
        "<p><a href='quay.html'>On</a></p>",
        "<p>On: <a rel='next' href='x.html'>Quay</a>, up: <a rel='up' href='y.html'>Port</a></p>",
    ],
)
def test_what_leads_to_the_pages_before_and_behind_is_left_out(tmp_path: Path, along: str) -> None:
    text = read(tmp_path, ALONG + along + TITLE + PROSE + along)
    assert text.startswith("Storm closes harbour")
    assert text.endswith(STORY[-1])


@pytest.mark.parametrize(
    "paragraph",
    [
        "<p>For its depth see <a href='quay.html'>Quay</a>.</p>",
        "<ul><li><a href='quay.html'>Quay</a></li><li><a href='depth.html'>Depth</a></li></ul>",
    ],
)
def test_a_text_that_refers_to_the_page_behind_stays(tmp_path: Path, paragraph: str) -> None:
    assert "Quay" in read(tmp_path, ALONG + TITLE + PROSE + paragraph)


def test_a_banner_of_one_link_is_left_out_one_with_words_of_its_own_is_not(tmp_path: Path) -> None:
    link = "<div id='banner'><a href='/get'>Get the book</a></div>"
    told = "<div id='banner'>Closed on Monday: <a href='/open'>hours</a></div>"
    text = read(tmp_path, link + told + TITLE + PROSE)
    assert "Get the book" not in text
    assert "Closed on Monday" in text
