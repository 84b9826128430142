"""A thread that a mail program saved as text or as a page is read as its mails."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.growth import check_linear

OWN = "Fine, the 9th it is."
FIRST = "We cannot come on the 2nd. Is Monday the 9th possible?"
ENGLISH = f"""From: Ada Holm
Sent: Tuesday, 09 April 2024 07:30
To: Bo Hill
Subject: Re: New roof

{OWN}

________________________________

From: Bo Hill <bo@firm.example>
Sent: Monday, 08 April 2024 16:55
To: Ada Holm
Cc: Ida Voss
Subject: New roof

{FIRST}
"""
GERMAN = f"""Von: Ada Holm
Gesendet: Dienstag, 9. April 2024 07:30
An: Bo Hill
Betreff: AW: New roof

{OWN}

-----Ursprüngliche Nachricht-----
Von: Bo Hill <bo@firm.example>
Gesendet: Montag, 8. April 2024 16:55
An: Ada Holm
Betreff: New roof

{FIRST}
"""
PAGE = f"""<html><body><p><b>From:</b> Ada Holm<br><b>Sent:</b> 09 April 2024 07:30<br>
<b>To:</b> Bo Hill<br><b>Subject:</b> Re: New roof</p><p>{OWN}</p>
<div><p><b>From:</b> Bo Hill &lt;bo@firm.example&gt;<br><b>Sent:</b> 08 April 2024 16:55<br>
<b>To:</b> Ada Holm<br><b>Subject:</b> New roof</p></div><p>{FIRST}</p></body></html>"""


def _read(path: Path, text: str) -> list[Document]:
    path.write_text(text, encoding="utf-8")
    return [item for item in read_path(path) if isinstance(item, Document)]


@pytest.mark.parametrize(
    ("name", "text"), [("a.txt", ENGLISH), ("a.txt", GERMAN), ("a.html", PAGE)]
)
def test_each_mail_of_a_thread_has_its_sender_day_and_subject(
    tmp_path: Path, name: str, text: str
) -> None:
    last, first = _read(tmp_path / name, text)
    assert last.metadata["from"] == "Ada Holm" and last.metadata["to"] == "Bo Hill"
    assert first.metadata["from"] == "Bo Hill <bo@firm.example>"
    assert str(last.metadata["date"]).startswith("2024-04-09T07:30")
    assert str(first.metadata["date"]).startswith("2024-04-08T16:55")
    assert first.title == "New roof" and last.title.endswith(": New roof")
    assert OWN in last.text and FIRST not in last.text and FIRST in first.text


def test_a_mail_more_changes_no_other_mail_of_a_thread(tmp_path: Path) -> None:
    before = _read(tmp_path / "a.txt", ENGLISH)
    newest = ENGLISH.split("\n___")[0].replace("09 April", "11 April").replace(OWN, "Thank you.")
    after = _read(tmp_path / "a.txt", f"{newest}\n\n{ENGLISH}")
    assert [one.uri for one in after][1:] == [one.uri for one in before]
    assert len({one.uri for one in after}) == 3


def test_a_mail_that_a_thread_repeats_is_read_once(tmp_path: Path) -> None:
    assert len(_read(tmp_path / "a.txt", f"{ENGLISH}\n\n{ENGLISH}")) == 2


@pytest.mark.parametrize(
    "text",
    [
        "MEMO\nFrom: Ada Holm\nTo: All\nDate: 9 April 2024\nSubject: Roof\n\nThe roof leaks.\n",
        "From: Ada Holm\nTo: All\nDate: 9 April 2024\nSubject: Roof\n\nThe roof leaks.\n",
        f"I send you what he wrote.\n\n{ENGLISH}",
        "From: here\n\nIt goes to the sea.\n",
    ],
)
def test_a_memo_or_a_text_that_only_has_a_mail_in_it_stays_a_text(
    tmp_path: Path, text: str
) -> None:
    [only] = _read(tmp_path / "a.txt", text)
    assert "#" not in only.uri and only.text.strip() == text.strip()


def test_hostile_threads_take_linear_time(tmp_path: Path) -> None:
    def read(text: str) -> None:
        _read(tmp_path / "a.txt", text)

    head = ENGLISH.split("\n\n")[0]
    check_linear(lambda n: read(f"{head}\n\n" * n), 200)
    check_linear(lambda n: read("From: a\n\n" * n), 2000)
    check_linear(lambda n: read(f"{head}\n\n{'-' * n}x\nFrom: a\n"), 20_000)
