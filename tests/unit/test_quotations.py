"""What a mail quotes is told from what it says."""

from __future__ import annotations

from email.message import EmailMessage
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.extract.rules.statements import chunk_sentences
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.text.quotations import (
    QUOTE,
    is_attribution,
    marked,
    quotations,
    unmarked,
    without,
)
from graphrag_neo4j.text.salutations import is_salutation
from tests.support.growth import check_linear

INLINE = """\
Hi Bob,

On Monday Bob wrote:
> > Does the warehouse move to
> > Tilburg?
> I do not know. Who
> decides that?

Carla Vos decides it.

> And when?

In June, as far as I know.
"""
OUTLOOK = """\
We move in June, as far as I know.

-----Original Message-----
From: Bob

When do we move?
"""
LINES = st.lists(
    st.sampled_from(["", "> ", "> a b", ">> c d e", "  > f", "g h", "i j k l m", "j > k"])
)


def one(path: Path) -> Document:
    [document] = read_path(path)
    assert isinstance(document, Document)
    return document


def read(folder: Path, body: str, kind: str = "plain") -> Document:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "Anna Berg", "Bob Dahl", "Re: The move"
    mail.set_content(body, subtype=kind)
    (folder / "a.eml").write_bytes(mail.as_bytes())
    return one(folder / "a.eml")


def said(document: Document) -> list[str]:
    (chunk,) = chunk_document(document, "s", size=500, overlap=0, strategy="sentence")
    [sentences] = chunk_sentences(document, [chunk])
    return [sentence.text for sentence in sentences]


def own(document: Document) -> str | None:
    (chunk,) = chunk_document(document, "s", size=500, overlap=0, strategy="sentence")
    assert chunk.text == document.text.strip()
    return chunk.own


def test_a_reply_and_what_it_quotes_are_statements_of_their_own(tmp_path: Path) -> None:
    document = read(tmp_path, INLINE)
    assert INLINE.strip() in document.text  # as it was written
    assert said(document)[-7:] == [
        "On Monday Bob wrote:",
        "> Does the warehouse move to Tilburg?",
        "> I do not know.",
        "> Who decides that?",
        "Carla Vos decides it.",
        "> And when?",
        "In June, as far as I know.",
    ]
    kept = own(document)
    assert kept is not None and kept.endswith(
        "Hi Bob,\n\nOn Monday Bob wrote:\n\nCarla Vos decides it.\n\nIn June, as far as I know."
    )


def test_what_outlook_quotes_has_marks_afterwards(tmp_path: Path) -> None:
    document = read(tmp_path, OUTLOOK)
    assert document.text.endswith("> From: Bob\n\n> When do we move?")
    assert said(document)[-1] == "> When do we move?"


@pytest.mark.parametrize(
    "headers",
    [
        "From: Bob <bob@x.example>\nSent: Monday\nTo: Anna\nSubject: RE: The move",
        "*Von:* Bob Dahl\n*Gesendet:* Montag\n*An:* Anna\n*Betreff:* Der Umzug",
    ],
)
def test_headers_of_a_mail_below_another_begin_what_is_quoted(tmp_path: Path, headers: str) -> None:
    document = read(tmp_path, f"We move in June, as I know.\n\n{headers}\n\nWhen do we move?\n")
    assert said(document)[-1] == "> When do we move?"
    assert (own(document) or "").endswith("We move in June, as I know.")


@pytest.mark.parametrize(
    "text",
    [
        "I booked this for you:\n\nFrom: Oslo\nTo: Bergen\nDate: Monday\n\nThe train is late.",
        "Mails of the list this week, in all one:\n\nMessage: 1\nDate: Monday\nFrom: Bob\n"
        "To: List\nSubject: Towns\n\nDo we move to Tilburg?",
    ],
    ids=["a journey", "a digest"],
)
def test_other_headers_than_of_a_mail_below_another_quote_nothing(
    tmp_path: Path, text: str
) -> None:
    assert own(read(tmp_path, text)) is None


GMAIL = """<div>In June, as far as I know.<ul><li>Carla Vos decides it.</li></ul></div>
<div class="gmail_quote"><div class="gmail_attr">On Monday Bob wrote:<br></div>
<blockquote class="gmail_quote"><p>Who decides that?<br>And when?</p>
<blockquote><div>Does the warehouse move?</div></blockquote>
<table><tr><th>Town</th><th>Date</th></tr><tr><td>Tilburg</td><td>June</td></tr></table>
</blockquote></div><p>Anna</p>
"""
WORD = """<div class="WordSection1"><p>We move in June, as far as I know.</p>
<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Bob Dahl<br>
<b>Sent:</b> Monday, 3 March<br><b>To:</b> Anna Berg<br><b>Subject:</b> The move</p></div>
<p>When do we move?</p></div>
"""


def test_what_a_mail_of_html_quotes_is_told_from_what_it_says(tmp_path: Path) -> None:
    document = read(tmp_path, GMAIL, "html")
    blocks = [block for block in document.blocks if block.kind == "quote"]
    quoted = [document.text[block.start : block.end] for block in blocks]
    assert quoted == [
        "> Who decides that?\n> And when?",
        "> > Does the warehouse move?",
        *("> Town", "> Date", "> Tilburg", "> June"),
    ]
    assert (own(document) or "").endswith(
        "In June, as far as I know.\n\n- Carla Vos decides it.\n\nOn Monday Bob wrote:\n\nAnna"
    )
    line = "<p>-----Original Message-----</p><p><b>From:</b> Bob Dahl<br>"
    for below in (WORD, WORD.replace("<p><b>From:</b> Bob Dahl<br>", line)):
        document = read(tmp_path, below, "html")
        assert document.text.endswith("\n\n> When do we move?")  # quoted once
        assert said(document)[-1] == "> When do we move?"


def test_a_mail_of_html_that_quotes_nothing_is_read_as_a_page(tmp_path: Path) -> None:
    indented = GMAIL.replace("<blockquote", '<blockquote style="margin: 0 40px; border: none"')
    document = read(tmp_path, indented, "html")
    assert {block.kind for block in document.blocks} == {"columns", "row"}
    assert own(document) is None
    assert (
        own(read(tmp_path, "<blockquote>The warehouse burned down.</blockquote>", "html")) is None
    )


def test_a_mail_that_hands_on_another_says_it(tmp_path: Path) -> None:
    document = read(tmp_path, "FYI\n\n-----Original Message-----\nThe warehouse burned down.\n")
    assert own(document) is None and said(document)[-1].endswith("The warehouse burned down.")
    assert not any(">" in one for one in said(document))  # no mark that it never had


def test_a_text_that_is_no_mail_quotes_nobody(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\n> The warehouse moves.\n\nIt moves to Tilburg.\n")
    document = one(tmp_path / "a.md")
    assert own(document) is None
    assert said(document) == ["The warehouse moves.", "It moves to Tilburg."]


@given(LINES)
def test_quotations_are_the_lines_with_marks(lines: list[str]) -> None:
    text = "Some five words before these\n" + "\n".join(lines)
    found = quotations(text, 0)
    quoted = [line for line in lines if line.lstrip().startswith(">") and line.strip("> ")]
    there = [line for block in found for line in text[block.start : block.end].split("\n")]
    assert [line.strip() for line in there] == [line.strip() for line in quoted]
    assert all(a.end <= b.start for a, b in pairwise(found))
    kept = [line for line in text.split("\n") if line not in quoted and line != "> "]
    assert without(text, found).split() == " ".join(kept).split()


@given(LINES)
def test_places_stay_without_marks(lines: list[str]) -> None:
    text = "\n".join(lines)
    plain = unmarked(text)
    assert len(plain) == len(text)
    assert all(a in (b, " ") for a, b in zip(plain, text, strict=True))
    assert not any(line.startswith(">") for line in plain.split("\n"))
    assert marked(text) == text  # nothing of Outlook in it


def test_the_mark_of_a_statement_is_one_that_is_read() -> None:
    assert unmarked(f"{QUOTE}a").strip() == "a"


BOX = """\
From - Mon May 4 09:00:00 2026
From: Ann Berg <ann.berg@x.example>
To: Ole Vik <ole.vik@x.example>
Subject: Mast
Date: Mon, 04 May 2026 09:00:00 +0000

Dear Ole,

the mast of the Una has a crack of two metres above the lower spreader.

From - Tue May 5 09:00:00 2026
From: Ole Vik <ole.vik@x.example>
To: Ann Berg <ann.berg@x.example>
Subject: Re: Mast
Date: Tue, 05 May 2026 09:00:00 +0000

We can glue it in June, which takes a week.

On 4 May 2026 Ann Berg wrote:
> Dear Ole,
>
> the mast of the Una has a crack of two metres above the
> lower spreader.

From - Wed May 6 09:00:00 2026
From: Ann Berg <ann.berg@x.example>
To: Kai Dahl <kai.dahl@x.example>
Subject: Fwd: Mast
Date: Wed, 06 May 2026 09:00:00 +0000

Kai, please take the rig down.

---------- Forwarded message ---------
From: Ole Vik <ole.vik@x.example>
Date: Tue, 5 May 2026
Subject: Re: Mast

We can glue it in June, which takes a week.
"""


def test_what_a_mailbox_says_once_is_stated_once(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    path.write_text(BOX)
    documents = [item for item in read_path(path) if isinstance(item, Document)]
    assert [said(document) for document in documents] == [
        ["the mast of the Una has a crack of two metres above the lower spreader."],
        ["We can glue it in June, which takes a week."],
        ["Kai, please take the rig down."],
    ]
    assert all("Subject: " in document.text for document in documents)  # kept, and cited
    assert (own(documents[1]) or "").endswith("On 4 May 2026 Ann Berg wrote:")


def test_what_only_a_quotation_says_is_stated(tmp_path: Path) -> None:
    document = read(tmp_path, "Yes, in June, if it is dry.\n\n> Can you glue the mast?\n")
    assert said(document) == [
        "Yes, in June, if it is dry.",
        "> Can you glue the mast?",
    ]


def test_a_mail_without_a_text_of_its_own_is_known_by_its_headers(tmp_path: Path) -> None:
    assert any(one.startswith("Subject: ") for one in said(read(tmp_path, "\n")))


@pytest.mark.parametrize(
    "above",
    [
        "On Mon, 4 May 2026 at 09:00, Ann Maria Berg <ann.berg@x.example>\nwrote:",
        "On Mon, 4 May 2026 at 09:00, Ann Maria Berg via Boats\n<boats@lists.x.example>\nwrote:",
        "Am Mo., 4. Mai 2026 um 09:00 Uhr schrieb Ann Maria Berg\n<ann.berg@x.example>:",
        "Le lun. 4 mai 2026 à 09:00, Ann Maria Berg <ann.berg@x.example> a\nécrit :",
        "El lun, 4 may 2026 a las 9:00, Ann Maria Berg (<ann.berg@x.example>)\nescribió:",
    ],
)
@pytest.mark.parametrize("times", [0, 1])
def test_a_broken_line_that_says_who_is_quoted_states_nothing(
    tmp_path: Path, above: str, times: int
) -> None:
    quoted = "\n".join(
        "> " * times + line for line in f"{above}\n> Is the mast cracked?".split("\n")
    )
    document = read(tmp_path, f"Yes, by two metres, as far as I saw.\n\n{quoted}\n")
    assert said(document) == ["Yes, by two metres, as far as I saw.", "> Is the mast cracked?"]
    assert above.split("\n")[0] in document.text


@pytest.mark.parametrize(
    "above",
    [
        "I looked on 4 May.\nThis is what you said then:",
        "In 1931 the poet\nwrote:",
        "On 4 May I wrote to ann@x.example.\nShe said it is glued.\nThe crack is gone.\nSee:",
    ],
)
def test_a_sentence_of_two_lines_above_a_quotation_is_stated(tmp_path: Path, above: str) -> None:
    found = said(read(tmp_path, f"Hello to all of you there.\n\n{above}\n\n> It is cracked.\n"))
    assert " ".join(above.split()).startswith(found[1])


def test_who_wrote_what_stands_below_without_marks_states_nothing(tmp_path: Path) -> None:
    above = "On Mon, 4 May 2026 at 09:00, Ann Berg <ann.berg@x.example> wrote:"
    document = read(tmp_path, f"Blue, please.\n\n{above}\n\nWhich colour?\n")
    assert said(document) == ["Blue, please.", "Which colour?"]


def test_who_is_quoted_is_looked_for_in_time_in_proportion_to_the_text() -> None:
    check_linear(lambda n: is_attribution("On 3 May wrote " * n + ":"), 100_000)
    check_linear(lambda n: is_attribution("wrote 9:30\n" * n + ":"), 100_000)


@pytest.mark.parametrize(
    ("line", "greets"),
    [
        ("Dear Ann,", True),
        ("Hello all", True),
        ("Sehr geehrte Frau Dr. Berg,", True),
        ("Dear Ann and Ole:", True),
        ("My dear Ann,", True),
        ("Lieber Ole, liebe Tante Ida!", True),
        ("Dear Ann, it broke,", False),
        ("Hi, the mast broke.", False),
        ("Hello operator wanted", False),
        ("Dear me, it broke", False),
    ],
)
def test_a_salutation_is_told_from_a_sentence(line: str, greets: bool) -> None:
    assert is_salutation(line) is greets
