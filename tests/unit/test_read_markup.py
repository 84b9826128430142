"""LaTeX, Org and AsciiDoc; literature, calendars and address cards."""

from __future__ import annotations

import plistlib
from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Block, Document
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import read_path

LATEX = r"""\documentclass{article}
\newcommand{\mine}[1]{\emph{#1}}
\title{Bats in \emph{Parks}}
\author{Ines Ferreira \and Jo\~ao Silva}
\begin{document}
\maketitle
\section{Method}\label{sec:m}
We placed 14~detectors \cite{diallo2018}, % not printed
see \texttt{a\_b}, \verb|x_1| and \href{https://a.example}{the site}.

\begin{itemize}
\item First of all
\item Cost was \$3 \& more
\end{itemize}
\subsection*{Caf\'e}
It fell by 37\% where $x < 2$. Made \today.
\begin{verbatim}
x <- 1
\end{verbatim}
\end{document}
"""
ORG = """#+TITLE: Minutes
* April meeting
Greta opens it.
** Water
The pump is broken.
#+BEGIN_SRC sh
* no heading
#+END_SRC
"""
ASCIIDOC = "= Minutes\n\n== Water\n\nThe pump is broken.\n\n----\n== no heading\n----\n"
BIBTEX = r"""@article{diallo2018,
  author = {Diallo, Amara and Gr{\"u}n, Jens},
  title = {Salt in the {Saloum} delta}, year = {2018}, abstract = {We drill wells.}
}
@book{bad, title = {Unfinished
"""
CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
UID:1@a.example
DTSTART:20241203T100000Z
SUMMARY:Budget review
LOCATION:Room Fjord
ATTENDEE;CN=Ole:mailto:ole@a.example
DESCRIPTION:Bring the numbers.\\nPaul presents.
END:VEVENT
BEGIN:VEVENT
DTSTART;VALUE=DATE:20241210
SUMMARY:Fire drill
END:VEVENT
END:VCALENDAR
"""
CARDS = """BEGIN:VCARD
VERSION:3.0
FN:Karin Holm
ORG:Nordlys Finance;Control
TEL:+47 22 33 44 55
EMAIL:karin@a.example
END:VCARD
BEGIN:VCARD
VERSION:4.0
FN:Rui Costa
NOTE:Knows the pumps.
END:VCARD
"""


def read(path: Path, text: str) -> list[Document]:
    path.write_text(text)
    return [item for item in read_path(path) if isinstance(item, Document)]


def statements(document: Document) -> list[str]:
    chunks = chunk_document(document, "s", size=64, overlap=0, strategy="sentence")
    found = RulesExtractor().extract(document, chunks)
    return [s.text for chunk in found for topic in chunk.topics for s in topic.statements]


def test_latex_is_what_it_prints(tmp_path: Path) -> None:
    (document,) = read(tmp_path / "a.tex", LATEX)
    assert document.title == "Bats in Parks"
    assert document.text == (
        "Ines Ferreira, João Silva\n\nMethod\n\n"
        "We placed 14 detectors [diallo2018],\nsee a_b, x_1 and the site.\n\n"
        "* First of all\n* Cost was $3 & more\n\nCafé\n\n"
        "It fell by 37% where x < 2. Made .\n\nx <- 1"
    )
    assert [(h.level, h.title) for h in document.headings] == [(2, "Method"), (3, "Café")]
    (code,) = document.blocks
    assert document.text[code.start : code.end] == "x <- 1"


def test_the_bibliography_of_latex_is_a_section_of_entries(tmp_path: Path) -> None:
    (document,) = read(
        tmp_path / "a.tex",
        r"""\begin{document}
\section{Funding}
Paid by the Oake Trust, see \cite{nye04}.
\begin{thebibliography}{99}
\bibitem{nye04} B. Nye. \newblock Tar on \emph{ropes}. 4 (2004) 7--9.
\bibitem[Oake(2012)]{oake} A. Oake. On tar.
\end{thebibliography}
\end{document}
""",
    )
    assert [heading.title for heading in document.headings] == ["Funding", "References"]
    assert document.text.split("\n\n")[2:] == [
        "References",
        "[nye04] B. Nye. Tar on ropes. 4 (2004) 7–9.",
        "[oake] A. Oake. On tar.",
    ]


@pytest.mark.parametrize("text", ["{" * 20_000, r"\emph{" * 5_000, "Just words", r"\section"])
def test_what_is_no_latex_is_read_as_text(tmp_path: Path, text: str) -> None:
    assert read(tmp_path / "a.tex", text)[0].text.strip("\n")


@pytest.mark.parametrize(("name", "text"), [("a.org", ORG), ("a.adoc", ASCIIDOC)])
def test_an_outline_has_headings_and_code(tmp_path: Path, name: str, text: str) -> None:
    (document,) = read(tmp_path / name, text)
    assert (document.title, document.text) == ("Minutes", text)
    assert document.headings[-1].title == "Water"
    (code,) = document.blocks
    assert text[code.start : code.end].endswith("no heading")
    assert "The pump is broken." in statements(document)


def test_an_entry_of_literature_says_who_wrote_what(tmp_path: Path) -> None:
    path = tmp_path / "a.bib"
    (document,) = read(path, BIBTEX)
    assert document.uri.endswith("a.bib#diallo2018")
    assert document.title == "Salt in the Saloum delta"
    assert document.text == (
        "Salt in the Saloum delta\nAuthor: Amara Diallo and Jens Grün\nYear: 2018\n"
        "Kind: article\n\nWe drill wells."
    )
    (bad,) = (item for item in read_path(path) if isinstance(item, Unreadable))
    assert "line 5" in bad.reason


RIS = """TY  - JOUR
ID  - hale2022
AU  - Hale, Ann
AU  - Orr, Max, Jr.
TI  - How slowly did it drown?
JO  - Estuary Review
VL  - 29
SP  - 201
EP  - 233
PY  - 2022
AB  - Accounts show payments
  until 1432.
N1  - See p. 143.
ER  -

TY  - THES
AU  - Norwegian Salt Council
TI  - Pans
ER  -
"""
NBIB = """PMID- 9917
OWN - NLM
DP  - 2021 May
TI  - Lesions in 64 handlers: a prospective
      cohort.
AB  - Orf is an infection. It heals.
FAU - Hale-Orr, Ann
AU  - Hale-Orr A
LID - 1-4 [pii]
LID - 10.1/x [doi]
JT  - Journal of Hills

PMID- 9918
TI  - Sheep.
"""


def test_an_entry_of_a_reference_manager_reads_as_one_of_bibtex(tmp_path: Path) -> None:
    article, thesis = read(tmp_path / "a.ris", RIS)
    assert article.uri.endswith("a.ris#hale2022")
    assert article.title == "How slowly did it drown?"
    assert article.text == (
        "How slowly did it drown?\nAuthor: Ann Hale and Max Orr Jr.\nYear: 2022\n"
        "Journal: Estuary Review\nVolume: 29\nPages: 201-233\nKind: article\n\n"
        "Accounts show payments until 1432.\n\nSee p. 143."
    )
    assert thesis.text == "Pans\nAuthor: Norwegian Salt Council\nKind: thesis"


def test_an_entry_of_pubmed_is_a_document(tmp_path: Path) -> None:
    cohort, sheep = read(tmp_path / "a.nbib", NBIB)
    assert cohort.uri.endswith("#9917")
    assert cohort.text == (
        "Lesions in 64 handlers: a prospective cohort\nAuthor: Ann Hale-Orr\nDate: 2021 May\n"
        "Journal: Journal of Hills\nDoi: 10.1/x\nPMID: 9917\n\nOrf is an infection. It heals."
    )
    assert sheep.title == "Sheep"


def test_each_event_of_a_calendar_is_a_document(tmp_path: Path) -> None:
    review, drill = read(tmp_path / "a.ics", CALENDAR)
    assert review.uri.endswith("a.ics#1@a.example")
    assert review.text == (
        "Budget review\nStart: 2024-12-03 10:00 UTC\nLocation: Room Fjord\n"
        "Attendees: Ole, ole@a.example\n\nBring the numbers.\nPaul presents."
    )
    assert (drill.title, drill.text) == ("Fire drill", "Fire drill\nStart: 2024-12-10")


def test_each_card_of_an_address_book_is_a_document(tmp_path: Path) -> None:
    karin, rui = read(tmp_path / "a.vcf", CARDS)
    assert karin.title == "Karin Holm"
    assert karin.text == (
        "Karin Holm\nOrganization: Nordlys Finance, Control\nPhone: +47 22 33 44 55\n"
        "Email: karin@a.example"
    )
    assert rui.text == "Knows the pumps."
    before = karin.uri
    assert read(tmp_path / "a.vcf", CARDS.replace("Rui", "Ana"))[0].uri == before


def test_a_comma_without_a_mark_ends_no_text_of_an_event(tmp_path: Path) -> None:
    more = (
        'LOCATION;ALTREP="http://a.example/1,2":Hall, room 2, Mel\n by\nRESOURCES:Chairs,Tables\n'
        "DESCRIPTION:Bring cups, plates; and tea\\, too. Path C:\\\\, no.\nCOMMENT:One, two\n"
        "CONTACT:Ann Hale, harbour office\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE\nCATEGORIES:A,B\n"
    )
    (document,) = read(tmp_path / "a.ics", calendar(event("Tea, cake and talk", more)))
    assert document.title == "Tea, cake and talk"
    assert document.text == (
        "Tea, cake and talk\nRepeats: weekly on Monday, Wednesday\nLocation: Hall, room 2, Melby\n"
        "Contact: Ann Hale, harbour office\nResources: Chairs, Tables\nCategories: A, B\n\n"
        "Bring cups, plates; and tea, too. Path C:\\, no.\n\nOne, two"
    )


def test_a_comma_without_a_mark_ends_no_text_of_a_card(tmp_path: Path) -> None:
    more = (
        "ORG:Firm One, Melby;Sales\r\nTITLE:Head of tea, cake and talk\r\nNICKNAME:Bo,Bobby\r\n"
        "TEL:+47 22 33, ext. 4\r\nURL:https://a.example/?at=1,2\r\n"
        "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Likes tea=2C cake, and =\r\nmilk.\r\n"
    )
    (document,) = read(tmp_path / "a.vcf", card("Bly, Ann", more))
    assert document.title == "Bly, Ann"
    assert document.metadata["URL"] == "https://a.example/?at=1,2"
    assert document.text == (
        "Bly, Ann\nNickname: Bo, Bobby\nOrganization: Firm One, Melby, Sales\n"
        "Title: Head of tea, cake and talk\nPhone: +47 22 33, ext. 4\n\n"
        "Likes tea, cake, and milk."
    )


def card(name: str, more: str = "") -> str:
    return f"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:{name}\r\n{more}END:VCARD\r\n"


def event(name: str, more: str = "DTSTART:20240105T100000Z\n") -> str:
    return f"BEGIN:VEVENT\nUID:{name}\nSUMMARY:{name}\n{more}END:VEVENT\n"


def calendar(*events: str) -> str:
    return f"BEGIN:VCALENDAR\nVERSION:2.0\n{''.join(events)}END:VCALENDAR\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.ics", calendar(event("Ada"), event("Bo", "DTSTART:20240231T100000Z\n"), event("Cy"))),
        ("a.ics", calendar(event("Ada"), event("Bo").replace("END:VEVENT\n", ""), event("Cy"))),
        ("a.vcf", card("Ada") + card("Bo", "TEL;ENCODING=b:abcde\r\n") + card("Cy")),
        ("a.vcf", card("Ada") + card("Bo").replace("END:VCARD", "") + card("Cy")),
    ],
)
def test_an_entry_that_is_not_sound_costs_no_other(
    tmp_path: Path, name: str, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / name
    path.write_text(text)
    ada, bo, cy = read_path(path)
    assert isinstance(ada, Document) and isinstance(cy, Document)
    assert isinstance(bo, Unreadable) and bo.uri.endswith("#2")
    assert bo.reason.startswith('"Bo" is not sound: ') and bo.reason.endswith(".")
    assert not caplog.records


def test_a_picture_of_a_card_costs_nothing(tmp_path: Path) -> None:
    pictures = ("PHOTO;ENCODING=b:abcde\n", "PHOTO;BASE64:\nAAAA\n BBBB\nCC==\n\n")
    cards = [card("Ada", f"{picture}NOTE:Sings.\n") for picture in pictures]
    assert [document.text for document in read(tmp_path / "a.vcf", "".join(cards))] == [
        "Sings."
    ] * 2


def test_a_name_in_quoted_printable_goes_on_below_a_soft_line_break(tmp_path: Path) -> None:
    name = "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4A=C3=B8=72=\r\n=6E=20=C3=98=72=6E"
    (document,) = read(
        tmp_path / "a.vcf", f"BEGIN:VCARD\r\nVERSION:2.1\r\nF{name}\r\nTEL:1\r\nEND:VCARD\r\n"
    )
    assert document.text == "Jørn Ørn\nPhone: 1"


def test_words_of_a_note_that_were_not_folded_are_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (document,) = read(tmp_path / "a.vcf", card("Ada", "NOTE:Sings\r\nin the harbour choir\r\n"))
    assert document.text == "Sings\n\nin the harbour choir"
    assert not caplog.records


@pytest.mark.parametrize("name", ["a.ics", "a.vcf", "a.bib"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "just words",
        "BEGIN:VCARD\nEND:VCALENDAR\n",
        "BEGIN:VCALENDAR\nEND:VCALENDAR\n",
        "@{{{,,=",
        "\n",
    ],
)
def test_what_is_not_sound_is_named_with_a_reason(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    (item,) = read_path(path)
    assert isinstance(item, Unreadable) and item.reason.endswith(".") and item.hint


FEED = """<?xml version="1.0"?>
<rss><channel><title>Harbour news</title>
<item><title>New crane</title><description><![CDATA[<p>The port buys a <b>crane</b> for
pier 4.</p>]]></description></item>
<item><title>Ferry &lt;3</title><description>&lt;p&gt;Late.&lt;p&gt;By 2 h.</description></item>
<item><title>Code</title><description>Use List&lt;String&gt;.</description></item>
</channel></rss>"""
DOCBOOK = """<!DOCTYPE book SYSTEM "http://a.example/none.dtd" [<!ENTITY name "Kari">]>
<book xmlns="http://docbook.org/ns/docbook"><title>Pumps</title><!-- not read -->
<chapter><title>Safety</title><para>Switch the <emphasis>pump</emphasis> off
first, &name;.</para><para>Wear gloves.</para></chapter>
<chapter><title>Care</title><para>Rinse it.</para><para>Dry it.</para></chapter></book>"""


def test_entries_of_a_feed_are_records(tmp_path: Path) -> None:
    crane, ferry, code = read(tmp_path / "a.xml", FEED)
    assert crane.title == "New crane"
    assert (
        crane.text
        == "title: New crane\nfeed: Harbour news\ndescription: The port buys a crane for pier 4."
    )
    assert ferry.text == "title: Ferry <3\nfeed: Harbour news\ndescription: Late.\n\nBy 2 h."
    assert code.text.endswith("description: Use List<String>.")


ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Port News</title>
<author><name>Ada Berg</name></author>
<entry><title>Dredging</title><updated>2025-02-18</updated>
<content>The dredger works until June.</content></entry>
<entry><title>Light out</title><updated>2025-03-01</updated><author><name>Ole Lind</name></author>
<content>The beacon is dark until May.</content></entry></feed>"""


def test_an_entry_says_which_feed_it_is_of_and_who_writes_that(tmp_path: Path) -> None:
    dredging, light = read(tmp_path / "a.atom", ATOM)
    assert dredging.text == (
        "Dredging\nfeed: Port News\nauthor: Ada Berg\nupdated: 2025-02-18\n\n"
        "The dredger works until June."
    )
    assert "author: Ole Lind" in light.text
    assert "Ada Berg" not in light.text


def test_a_box_to_tick_begins_a_point(tmp_path: Path) -> None:
    note = (
        "<en-export><note><title>Car</title><content><![CDATA[<en-note>Before May:"
        '<en-todo checked="true"/>wiper blade<br/><en-todo checked="false"/>the window sticks'
        "<div>Ask Ole.</div></en-note>]]></content></note><note><title>Hut</title>"
        "<content>It leaks.</content></note></en-export>"
    )
    car, _ = read(tmp_path / "a.enex", note)
    assert [line for line in car.text.split("\n") if line][-4:] == [
        "Before May:",
        "- [x] wiper blade",
        "- [ ] the window sticks",
        "Ask Ole.",
    ]


def test_a_table_of_docbook_has_its_names(tmp_path: Path) -> None:
    text = (
        "<article><para>Codes:</para><table><title>Lamps</title><tgroup><thead><row>"
        "<entry>Lamp</entry><entry>Meaning</entry></row></thead><tbody><row><entry>red</entry>"
        "<entry><para>jammed</para></entry></row></tbody></tgroup></table></article>"
    )
    (document,) = read(tmp_path / "a.xml", text)
    assert document.text.endswith("Lamps\n\nLamp, Meaning\n\nLamp: red; Meaning: jammed")


def test_elements_with_an_id_are_known_by_it(tmp_path: Path) -> None:
    orders = '<a><o id="17"><who>Ann</who></o><o id="18"><who>Ole</who><item sku="P4"/></o></a>'
    documents = read(tmp_path / "a.xml", orders)
    assert [d.uri.rpartition("#")[2] for d in documents] == ["17", "18"]
    assert documents[1].text == "id: 18\nwho: Ole\nitem: P4"


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("<line><cell>Lotte</cell><cell>12 m</cell></line>", "Lotte\n\n12 m"),
        ("<tr><td>Lotte</td><cell>12 m</cell></tr>", "Lotte, 12 m"),
        ("<caption>Ships</caption><tr><td>Lotte</td><td>12 m</td></tr>", "Ships\n\nLotte, 12 m"),
    ],
)
def test_no_word_of_a_table_in_xml_is_lost(tmp_path: Path, table: str, said: str) -> None:
    text = f"<book><para>They sail<br/>daily.</para><table>{table}</table></book>"
    (document,) = read(tmp_path / "a.xml", text)
    assert document.text == f"They sail daily.\n\n{said}"


def test_a_number_in_xml_has_its_currency_or_unit(tmp_path: Path) -> None:
    parts = (
        '<parts><part><name unit="mill">Hinge</name><price currency="EUR">9.90</price></part>'
        '<part><name>Plank</name><price currencyID="USD" old="no">7.50</price>'
        '<width unit_code="mm">120</width></part></parts>'
    )
    assert [document.text for document in read(tmp_path / "a.xml", parts)] == [
        "name: Hinge\nprice: 9.90 EUR",
        "name: Plank\nprice: 7.50 USD\nwidth: 120 mm",
    ]


MAP = """<?xml version="1.0"?>
<gpx xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>The pass</name></metadata>
<wpt lat="42.7" lon="0.6"><ele>1385</ele><name>The hut</name><desc>20 beds</desc></wpt>
<trk><name>Track 1</name><trkseg><trkpt lat="42.7" lon="0.6"><ele>1385</ele>
<time>2024-10-12T06:02Z</time></trkpt><trkpt lat="42.7" lon="0.7"><ele>1410.5</ele></trkpt>
<trkpt lat="42.7" lon="0.8"><ele>?</ele><time>2024-10-12T09:37Z</time></trkpt></trkseg></trk>
</gpx>"""
KML = """<?xml version="1.0"?><kml><Document><name>Map</name><Placemark><name>Hut</name>
<Point><coordinates>0.6,42.7</coordinates></Point></Placemark></Document></kml>"""


def test_places_of_a_map_are_records_without_its_thousand_points(tmp_path: Path) -> None:
    assert [document.text for document in read(tmp_path / "hike.gpx", MAP)] == [
        "name: The pass",
        "elevation: 1385\nname: The hut\ndescription: 20 beds\nlatitude: 42.7\nlongitude: 0.6\n"
        "map: The pass",
        "name: Track 1\nstart: 2024-10-12T06:02Z\nend: 2024-10-12T09:37Z\nhighest: 1410.5\n"
        "points: 3\nmap: The pass",
    ]
    texts = [document.text for document in read(tmp_path / "huts.kml", KML)]
    assert texts == ["name: Map", "name: Hut\ncoordinates: 0.6,42.7\nmap: Map"]


@pytest.mark.parametrize("name", ["a.dita", "a.xliff", "book"])
def test_xml_by_another_name_is_read_as_xml(tmp_path: Path, name: str) -> None:
    (document,) = read(tmp_path / name, f'\ufeff<?xml version="1.0"?>{DOCBOOK}')
    assert document.text.startswith("Pumps\n\nSafety\n\nSwitch the pump off first")


TREE = """0 HEAD
1 CHAR UTF-8
0 @I1@ INDI
1 NAME Thomas Henry /Lidgett/
1 NAME Tom
1 SEX M
1 BIRT
2 DATE ABT 3 MAR 1891
2 PLAC Wendlebury, Norfolk
1 DEAT Y
2 DATE BEF 1961
1 OCCU Coal merchant
1 FAMS @F1@
1 NOTE @N1@
0 @I2@ INDI
1 NAME Edith /Pask/
1 FAMS @F1@
0 @I3@ INDI
1 NAME Florence /Lidgett/
1 FAMC @F1@
1 NOTE Kept the scho
2 CONC ol.
2 CONT Never married.
1 EVEN
2 TYPE prize
2 DATE 1950
1 _UID 17
0 @F1@ FAM
1 HUSB @I1@
1 WIFE @I2@
1 CHIL @I3@
1 CHIL @I9@
1 MARR
2 DATE 26 DEC 1917
0 @N1@ NOTE Sold coal.
0 TRLR
"""


def test_persons_and_families_of_a_tree_are_records_with_names(tmp_path: Path) -> None:
    documents = read(tmp_path / "a.ged", TREE)
    assert [d.uri.rpartition("#")[2] for d in documents] == ["I1", "I2", "I3", "F1"]
    assert [d.text for d in documents] == [
        "Thomas Henry Lidgett\nAlso called: Tom\nSex: male\n"
        "Birth: about 3 March 1891, Wendlebury, Norfolk\nDeath: before 1961\n"
        "Occupation: Coal merchant\nMarried to: Edith Pask\nChildren: Florence Lidgett\n\n"
        "Sold coal.",
        "Edith Pask\nMarried to: Thomas Henry Lidgett\nChildren: Florence Lidgett",
        "Florence Lidgett\nPrize: 1950\nParents: Thomas Henry Lidgett, Edith Pask\n\n"
        "Kept the school.\nNever married.",
        "Thomas Henry Lidgett and Edith Pask\nHusband: Thomas Henry Lidgett\nWife: Edith Pask\n"
        "Marriage: 26 December 1917\nChildren: Florence Lidgett",
    ]


def test_what_else_a_person_of_a_tree_is_called_is_read(tmp_path: Path) -> None:
    names = "1 NAME Philippa Ann /Rudd/\n2 NICK Pip\n2 _MARNM /Harker/\n"
    (document,) = read(tmp_path / "a.ged", f"0 @I1@ INDI\n{names}0 TRLR\n")
    assert "\nNickname: Pip\nMarried name: Harker" in document.text


def test_much_that_is_known_of_a_person_is_all_kept(tmp_path: Path) -> None:
    homes = "".join(f"1 RESI\n2 PLAC The house number {n} in Long Street\n" for n in range(40))
    (document,) = read(tmp_path / "a.ged", f"0 @I1@ INDI\n1 NAME Ann /Lee/\n{homes}0 TRLR\n")
    assert "number 0 in Long Street; " in document.text and "number 39 in" in document.text


@pytest.mark.parametrize(
    "text", ["0 HEAD\n0 TRLR\n", "Dear Ann,\n\nnothing.\n", "99 X\n5 @a@ INDI"]
)
def test_a_tree_without_persons_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.ged").write_text(text)
    (item,) = read_path(tmp_path / "a.ged")
    assert isinstance(item, Unreadable)


def test_a_text_in_xml_has_paragraphs_and_headings(tmp_path: Path) -> None:
    (document,) = read(tmp_path / "a.xml", DOCBOOK)
    assert document.text == (
        "Pumps\n\nSafety\n\nSwitch the pump off first, Kari.\n\nWear gloves.\n\nCare\n\n"
        "Rinse it.\n\nDry it."
    )
    assert [(h.level, h.title) for h in document.headings] == [
        (1, "Pumps"),
        (2, "Safety"),
        (2, "Care"),
    ]


@pytest.mark.parametrize("text", ['<server port="8443"><a/></server>', "<a><b>", "no xml", "<a/>"])
def test_other_xml_stays_as_it_is_and_nothing_is_read_in_it(tmp_path: Path, text: str) -> None:
    (document,) = read(tmp_path / "a.xml", text)
    assert document.text == text
    assert [block.kind for block in document.blocks] == ["code"]


def test_a_saved_page_is_its_page(tmp_path: Path) -> None:
    (document,) = read(
        tmp_path / "a.mhtml",
        "From: <Saved by Blink>\nSubject: Roses\nMIME-Version: 1.0\n"
        'Content-Type: multipart/related; boundary="B"\n\n--B\n'
        "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n"
        "<p>Prune them in March =E2=80=94 not before.</p>\n--B--\n",
    )
    assert (document.title, document.text) == ("Roses", "Prune them in March — not before.")


@pytest.mark.parametrize("form", list(plistlib.PlistFormat))
def test_a_page_that_safari_saved_is_its_page(tmp_path: Path, form: plistlib.PlistFormat) -> None:
    page = "<head><title>Roses</title></head><p>Prune them in March — not before.</p>".encode()
    main = {"WebResourceData": page, "WebResourceMIMEType": "text/html"}
    path = tmp_path / "a.webarchive"
    path.write_bytes(plistlib.dumps({"WebMainResource": main}, fmt=form))
    (document,) = read_path(path)
    assert isinstance(document, Document)
    assert (document.title, document.text) == ("Roses", "Prune them in March — not before.")


@pytest.mark.parametrize(
    "saved",
    [
        {},
        {"WebMainResource": {}},
        {"WebMainResource": {"WebResourceData": b"GIF", "WebResourceMIMEType": "image/gif"}},
        None,
    ],
)
def test_a_webarchive_without_a_page_says_so(tmp_path: Path, saved: dict[str, object]) -> None:
    path = tmp_path / "a.webarchive"
    path.write_bytes(b"bplist00 cut" if saved is None else plistlib.dumps(saved))
    (found,) = read_path(path)
    assert isinstance(found, Unreadable)
    assert (found.kind, found.reason) == ("corrupt", "it holds no page.")


def test_units_signs_and_own_commands_of_latex_are_printed(tmp_path: Path) -> None:
    source = r"""\documentclass{article}
\newcommand{\lab}{Melby Laboratory}
\begin{document}
The rod in the \lab{} is \SI{2.45}{\metre} long, its bob \qty{350}{\gram}.
A bob costs \pounds 18 or \EUR{21}; it falls at \SI{9.81}{\metre\per\second\squared}, see \S 4.
\end{document}
"""
    (document,) = read(tmp_path / "a.tex", source)
    assert document.text == (
        "The rod in the Melby Laboratory is 2.45 m long, its bob 350 g.\n"
        "A bob costs £18 or €21; it falls at 9.81 m/s², see §4."
    )


def test_powers_before_a_unit_are_printed_behind_it(tmp_path: Path) -> None:
    units = r"\milli\watt\per\square\metre", r"\cubic\metre\per\second", r"\square\milli\metre"
    cells = "; ".join(rf"\SI{{5}}{{{unit}}}" for unit in units)
    source = rf"\documentclass{{article}}\begin{{document}}It gives {cells}.\end{{document}}"
    (document,) = read(tmp_path / "a.tex", source)
    assert document.text == "It gives 5 mW/m²; 5 m³/s; 5 mm²."


def test_an_event_says_who_answered_what_and_when_it_comes_again(tmp_path: Path) -> None:
    event = (
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Choir\nDTSTART:20250403T193000Z\n"
        "RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20250701T000000Z\n"
        "ORGANIZER;CN=Ada Berg:mailto:ada@a.example\n"
        "ATTENDEE;CN=Ole Dahl;PARTSTAT=DECLINED:mailto:ole@a.example\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    (document,) = read(tmp_path / "a.ics", event)
    assert document.text.splitlines()[2:] == [
        "Repeats: weekly on Tuesday, Thursday until 2025-07-01",
        "Organizer: Ada Berg, ada@a.example",
        "Attendees: Ole Dahl, ole@a.example (declined)",
    ]


def test_an_event_of_whole_days_ends_on_its_last_one(tmp_path: Path) -> None:
    days = "DTSTART;VALUE=DATE:20240430\nDTEND;VALUE=DATE:202405{}\n"
    events = (event(name, days.format(end)) for name, end in (("Fair", "03"), ("Feast", "01")))
    fair, feast = read(tmp_path / "a.ics", calendar(*events))
    assert fair.text == "Fair\nStart: 2024-04-30\nEnd: 2024-05-02"
    assert feast.text == "Feast\nStart: 2024-04-30\nEnd: 2024-04-30"


def test_a_whole_day_that_ends_on_itself_ends_not_before(tmp_path: Path) -> None:
    days = "DTSTART;VALUE=DATE:20240430\nDTEND;VALUE=DATE:20240430\n"
    (document,) = read(tmp_path / "a.ics", calendar(event("Fair", days)))
    assert document.text == "Fair\nStart: 2024-04-30\nEnd: 2024-04-30"


def test_an_event_that_repeats_leaves_out_what_is_cancelled_or_moved(tmp_path: Path) -> None:
    weekly = (
        "DTSTART:20240408T090000Z\nRRULE:FREQ=WEEKLY\nEXDATE:20240415T090000Z,20240429T090000Z\n"
    )
    moved = "RECURRENCE-ID:20240422T090000Z\nDTSTART:20240423T140000Z\n"
    gone = "RECURRENCE-ID:20240506T090000Z\nDTSTART:20240506T090000Z\nSTATUS:CANCELLED\n"
    events = [event("Crew", more) for more in (weekly, moved, gone)]
    all_, later, none = read(tmp_path / "a.ics", calendar(*events, event("Other")))[:3]
    assert all_.text.splitlines()[2:] == [
        "Repeats: weekly",
        "Except: 2024-04-15 09:00 UTC; 2024-04-29 09:00 UTC; 2024-04-22 09:00 UTC; "
        "2024-05-06 09:00 UTC",
    ]
    assert later.text == "Crew\nStart: 2024-04-23 14:00 UTC\nInstead of: 2024-04-22 09:00 UTC"
    assert none.text.endswith("\nInstead of: 2024-05-06 09:00 UTC\nStatus: CANCELLED")


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("FREQ=MONTHLY;BYDAY=-1FR", "monthly on the last Friday"),
        ("FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1", "monthly on the last Friday"),
        ("FREQ=MONTHLY;BYDAY=2TU,4TU", "monthly on the second Tuesday, the fourth Tuesday"),
        ("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1", "monthly on Monday, Tuesday BYSETPOS=-1"),
        ("FREQ=MONTHLY;BYMONTHDAY=15,-1", "monthly on day 15, the last day"),
        ("FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "yearly on the last Sunday in October"),
        ("FREQ=YEARLY;BYMONTH=13;BYDAY=20MO", "yearly on 20MO BYMONTH=13"),
        ("W1 MO", "W1 MO"),
    ],
)
def test_a_rule_of_a_calendar_is_told_in_words(tmp_path: Path, rule: str, words: str) -> None:
    (document,) = read(tmp_path / "a.ics", calendar(event("Crew", f"RRULE:{rule}\n")))
    assert document.text == f"Crew\nRepeats: {words}"


def test_a_local_time_of_a_calendar_has_its_zone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    times = 'DTSTART;TZID="Harbour Time":20240405T090000\nDTEND:20240405T100000\n'
    (document,) = read(tmp_path / "a.ics", calendar(event("Crew", times)))
    assert document.text == "Crew\nStart: 2024-04-05 09:00 Harbour Time\nEnd: 2024-04-05 10:00"
    assert not caplog.records


PAPER = r"""
\documentclass{article}
\newcommand{\nim}{\textsc{Nimbro}}
\title{Slow Drift}
\author{Kenji Morioka\thanks{Hokuto Institute} \and Ada Berg}
\begin{document}
The \nim{} hums. Let $d$ be the drift; then
\begin{equation}
d = \frac{1}{n} .
\end{equation}
\begin{table}\centering
\caption{Drift by room}
\begin{tabular}{lrr}
\hline
Room & Sensors & Drift \\ \hline
Map \emph{room} & 40 & 0.6 \\
\multicolumn{2}{l}{All} & 0.7 \\ \hline
\end{tabular}
\end{table}
\bibliographystyle{plain}
\end{document}
"""


RULED = r"""
\begin{tabular}{lrr}
\toprule
 & \multicolumn{2}{c}{Growth (mm)} \\
\cmidrule(lr){2-3}
Strain & day 1 & day 7 \\
\midrule
wt & 4.1 & 9.8 \\ \cmidrule(l){2-3} {\bf dn} & 2.0 & 3.3 \\ \cline{2-3} {\it up} & 1 & 2 \\
\bottomrule
\end{tabular}
"""


def test_how_far_a_rule_of_latex_goes_is_no_text_and_names_stand_in_two_rows(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.tex").write_text(RULED, encoding="utf-8")
    (document,) = read_path(tmp_path / "a.tex")
    assert isinstance(document, Document)
    rows = [block for block in document.blocks if block.kind == "row"]
    assert rows[0].columns == ("Strain", "Growth (mm) day 1", "Growth (mm) day 7")
    assert [row.cells for row in rows] == [
        ("wt", "4.1", "9.8"),
        ("dn", "2.0", "3.3"),
        ("up", "1", "2"),
    ]


def test_tables_formulas_and_styled_words_of_latex_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text(PAPER, encoding="utf-8")
    (document,) = read_path(tmp_path / "a.tex")
    assert isinstance(document, Document)
    assert "Kenji Morioka (Hokuto Institute), Ada Berg" in document.text
    assert "The Nimbro hums." in document.text and "plain" not in document.text
    rows = [block for block in document.blocks if block.kind == "row"]
    assert rows[0].columns == ("Room", "Sensors", "Drift")
    assert rows[0].cells == ("Map room", "40", "0.6")
    assert "All" in rows[1].cells[0] and rows[1].cells[-1] == "0.7"
    [formula] = [block for block in document.blocks if block.kind == "code"]
    assert document.text[formula.start : formula.end] == r"d = \frac{1}{n} ."


def latex_table(tmp_path: Path, rows: str) -> list[Block]:
    table = rf"\begin{{tabular}}{{lcc}}{rows}\end{{tabular}}"
    text = rf"\documentclass{{article}}\begin{{document}}{table}\end{{document}}"
    (tmp_path / "a.tex").write_text(text)
    (document,) = read_path(tmp_path / "a.tex")
    assert isinstance(document, Document)
    return [block for block in document.blocks if block.kind == "row"]


@pytest.mark.parametrize(
    "rule", [r"\cmidrule(lr){2-3}", r"\cmidrule[1pt]{2-3}", r"\cmidrule{2-3}", r"\cline{2-3}"]
)
def test_names_of_columns_in_latex_stand_in_two_rows(tmp_path: Path, rule: str) -> None:
    rows = rf"""\toprule & \multicolumn{{2}}{{c}}{{Weight}} \\ {rule}
    Breed & spring & autumn \\ \midrule[2pt]
    red & 41 & 98 \\ \rowcolor{{gray}}
    grey & 40 & 52 \\ \addlinespace[3pt] \bottomrule"""
    red, grey = latex_table(tmp_path, rows)
    assert red.columns == ("Breed", "Weight spring", "Weight autumn")
    assert red.cells == ("red", "41", "98")
    assert grey.cells == ("grey", "40", "52")


def test_a_group_of_rows_in_latex_does_not_name_the_columns(tmp_path: Path) -> None:
    rows = r"""\toprule \multicolumn{3}{l}{North} \\ red & 41 & 98 \\ \midrule
    \multicolumn{3}{l}{South} \\ grey & 40 & 52 \\ \bottomrule"""
    assert not any("North" in name for row in latex_table(tmp_path, rows) for name in row.columns)


OPML = """<?xml version="1.0"?>
<opml version="2.0"><head><title>My feeds</title></head><body>
<outline text="Water">
<outline text="Rivers" htmlUrl="https://rivers.example" _note="daily"/></outline>
<outline text="Bread"/></body></opml>
"""


def test_an_outline_in_opml_has_headings_and_points(tmp_path: Path) -> None:
    (document,) = read(tmp_path / "a.opml", OPML)
    assert document.title == "My feeds"
    assert document.text == "Water\n\nRivers, daily, https://rivers.example\n\nBread"
    assert [heading.title for heading in document.headings] == ["Water"]


def test_marks_around_properties_of_org_are_not_read(tmp_path: Path) -> None:
    text = "* Roof\n  :PROPERTIES:\n  :BUDGET: 340\n  :END:\n  Felt has gone.\n"
    (document,) = read(tmp_path / "a.org", text)
    assert statements(document) == [":BUDGET: 340", "Felt has gone."]
    assert document.text.count("\n") == text.count("\n")


def test_marks_and_short_names_tell_the_head_of_a_table_of_plain_text(tmp_path: Path) -> None:
    text = (
        "Subject      Effort   Target\nEnglish        B        A\nMusic          A        B+\n"
        "Science        C        A\n\nProgramme    Temp.   Water\nEco          50 C    9.5 l\n"
        "Auto         65 C    11 l\n"
    )
    (document,) = read(tmp_path / "a.txt", text)
    rows = [(block.columns, block.cells) for block in document.blocks if block.kind == "row"]
    assert rows[0] == (("Subject", "Effort", "Target"), ("English", "B", "A"))
    assert rows[-1] == (("Programme", "Temp.", "Water"), ("Auto", "65 C", "11 l"))


def test_an_event_with_a_short_note_begins_with_its_title_and_has_no_id(tmp_path: Path) -> None:
    event = (
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a5@calendar.example\nSUMMARY:Garage\n"
        "DTSTART:20250403T193000Z\nLOCATION:Brack Street\nDESCRIPTION:ask about the noise\n"
        "END:VEVENT\nEND:VCALENDAR\n"
    )
    (document,) = read(tmp_path / "a.ics", event)
    assert statements(document) == [
        "Garage Start: 2025-04-03 19:30 UTC Location: Brack Street ask about the noise"
    ]


def test_angles_notes_to_oneself_and_clever_references_of_latex(tmp_path: Path) -> None:
    text = (
        r"\documentclass{article}\begin{document}The reef at \ang{56;12;}N and \ang{3.5} is deep"
        r"\todo[inline]{check!}, see \cref{fig:map}.\end{document}"
    )
    (document,) = read(tmp_path / "a.tex", text)
    assert document.text == "The reef at 56°12′N and 3.5° is deep, see [fig:map]."
