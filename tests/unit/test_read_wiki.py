"""Pages and exports of MediaWiki become text without markup, with their facts and tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.formats import reader_of
from graphrag_neo4j.readers.markup.wiki import wiki_document
from graphrag_neo4j.readers.options import ReadOptions

PAGE = """{{Infobox settlement
| name = Melby
| population = 3,412
| mayor = [[Anna Berg]]
| motto =
}}
__NOTOC__
'''Melby''' is a [[harbour town|town]]<ref name="a">{{cite web|title=Z}}</ref> with
{{convert|12|km}} of beach &ndash; and a<!-- really --> ferry.

== History ==
See [http://melby.example the site].

* First ''item''
* Second, with a [[link]]
; Quay : where ships lie

{| class="wikitable"
|+ Ferries
! Line !! Time
|-
| North || 12:00
|-
| South
| 13:00
|}
[[File:melby.jpg|thumb|200px|The old harbour]] [[File:b.jpg|thumb]]
[[Category:Towns]]
<syntaxhighlight lang="py">
a = [[1]]
</syntaxhighlight>
"""


def read(path: Path) -> list[Document]:
    items = list(reader_of(path, ReadOptions())(path, path.name))
    assert all(isinstance(item, Document) for item in items)
    return items  # type: ignore[return-value]


def test_a_page_is_its_words_facts_and_rows(tmp_path: Path) -> None:
    path = tmp_path / "melby.wiki"
    path.write_text(PAGE)
    (page,) = read(path)
    assert page.title == "Melby"
    assert page.text.split("\n\n") == [
        "name: Melby",
        "population: 3,412",
        "mayor: Anna Berg",
        "Melby is a town with 12 km of beach – and a ferry.",
        "History",
        "See the site.",
        "- First item\n- Second, with a link",
        "Quay\nwhere ships lie",
        "Ferries",
        "Line, Time",
        "Line: North; Time: 12:00",
        "Line: South; Time: 13:00",
        "The old harbour",
        "a = [[1]]",
    ]
    assert [heading.title for heading in page.headings] == ["History"]
    assert page.metadata == {"categories": "Towns"}
    assert [block.kind for block in page.blocks].count("row") == 5


def test_an_export_gives_each_article_as_it_stands_last(tmp_path: Path) -> None:
    def page(title: str, ns: int, *texts: str) -> str:
        revisions = "".join(f"<revision><text>{text}</text></revision>" for text in texts)
        return f"<page><title>{title}</title><ns>{ns}</ns>{revisions}</page>"

    pages = page("Melby", 0, "Old.", "'''Melby''' is a town.") + page("Template:Box", 10, "{{{1}}}")
    pages += page("Talk:Melby", 1, ":: I doubt it. --~~~~") + page("Berg", 0, "A [[hill]].")
    pages += (
        '<page><title>Mel</title><ns>0</ns><redirect title="Melby"/>'
        "<revision><text>#REDIRECT [[Melby]]</text></revision></page>"
    )
    pages += page("Melbye", 0, "#REDIRECT [[Melby]]") + page("Ort", 0, "#WEITERLEITUNG: [[Melby]]")
    path = tmp_path / "export.xml"
    path.write_text(
        f'<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/">{pages}</mediawiki>'
    )
    found = read(path)
    assert [(one.title, one.text) for one in found] == [
        ("Melby", "Melby is a town."),
        ("Talk:Melby", "I doubt it."),
        ("Berg", "A hill."),
    ]
    assert len({one.uri for one in found}) == 3


def test_an_export_without_articles_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "export.xml"
    path.write_text("<mediawiki><siteinfo><sitename>Melby</sitename></siteinfo></mediawiki>")
    with pytest.raises(ReadError, match="empty"):
        read(path)


def test_an_empty_article_is_named(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="empty"):
        wiki_document("{{stub}} <!-- nothing yet -->", "x", "X")


@given(st.text(alphabet="[]{}|='*#;:!\n <>/abtrdp-&", max_size=60))
def test_no_markup_breaks_the_reader(markup: str) -> None:
    try:
        document = wiki_document(markup, "x", "X")
    except ReadError:
        return
    for heading in document.headings:
        assert document.text[heading.start :].split()
    assert all(0 <= b.start < b.end <= len(document.text) for b in document.blocks)


def test_superscripts_are_no_digits_of_the_number_before_them(tmp_path: Path) -> None:
    path = tmp_path / "Hull.wiki"
    path.write_text(
        "== Mass of 10<sup>6</sup> kg ==\nHull has '''10'''<sup>6</sup> kg of CO<sub>2</sub>,\n"
        "the 1<sup>st</sup>.\n\n* [[Area|20 m<sup>2</sup>]]\n",
        "utf-8",
    )
    (document,) = read(path)
    assert document.text == ("Mass of 10^6 kg\n\nHull has 10^6 kg of CO2, the 1st.\n\n- 20 m^2")
