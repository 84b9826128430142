"""Which of the forms of a mail is read."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.growth import check_linear

PAGE = "<p>The pool opens at seven in the morning.</p><p>A ticket is 4 pounds, 30 for a year.</p>"
WORDS = "The pool opens at seven in the morning.\n\nA ticket is 4 pounds, 30 for a year."
TABLE = """<p>Your boats:</p><table><tr><th>Boat</th><th>Berth</th></tr>
<tr><td>Una</td><td>14</td></tr><tr><td>Lark</td><td>15</td></tr></table>"""
INVITATION = """BEGIN:VCALENDAR\r
VERSION:2.0\r
BEGIN:VEVENT\r
UID:mast@x.example\r
SUMMARY:Mast talk\r
DTSTART:20240710T090000Z\r
LOCATION:Boat house\r
END:VEVENT\r
END:VCALENDAR\r
"""


def write(path: Path, plain: str, page: str, *, invitation: str = "") -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "Ann Berg <ann.berg@x.example>", "News"
    mail.set_content(plain)
    mail.add_alternative(page, subtype="html")
    if invitation:
        mail.add_alternative(invitation, subtype="calendar")
    path.write_bytes(mail.as_bytes())
    return mail


def read(path: Path) -> list[Document]:
    return [item for item in read_path(path) if isinstance(item, Document)]


@pytest.mark.parametrize(
    "plain", ["This mail is a page.", "See https://x.example/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r"]
)
def test_a_page_is_read_where_the_plain_text_has_far_fewer_words(
    tmp_path: Path, plain: str
) -> None:
    write(tmp_path / "a.eml", plain, PAGE)
    [mail] = read(tmp_path / "a.eml")
    assert mail.text.endswith(WORDS) and plain not in mail.text


def test_the_plain_text_is_read_where_it_says_as_much(tmp_path: Path) -> None:
    write(tmp_path / "a.eml", WORDS.replace("The pool", "Our pool"), PAGE)
    [mail] = read(tmp_path / "a.eml")
    assert "Our pool" in mail.text


def test_a_page_is_read_for_a_table_with_names_of_columns(tmp_path: Path) -> None:
    plain = "Your boats:\n\nBoat Berth\nUna 14\nLark 15\n"
    write(tmp_path / "a.eml", plain, TABLE)
    [mail] = read(tmp_path / "a.eml")
    assert "Boat: Una; Berth: 14" in mail.text
    write(tmp_path / "b.eml", plain, TABLE.replace("th>", "td>"))  # as pages are laid out
    [mail] = read(tmp_path / "b.eml")
    assert "Una 14\nLark 15" in mail.text


def test_an_answer_is_read_with_what_it_quotes_though_a_table_is_quoted(tmp_path: Path) -> None:
    plain = "Both are sold now, as far as I know.\n\n> Boat Berth\n> Una 14\n> Lark 15\n"
    page = f"<p>Both are sold now, as far as I know.</p><blockquote>{TABLE}</blockquote>"
    write(tmp_path / "a.eml", plain, page)
    [mail] = read(tmp_path / "a.eml")
    assert mail.text.endswith(plain.strip())


def test_an_invitation_among_the_forms_of_a_mail_is_read(tmp_path: Path) -> None:
    write(tmp_path / "a.eml", "Come.", "<p>Come.</p>", invitation=INVITATION)
    mail, talk = read(tmp_path / "a.eml")
    assert mail.text.endswith("Come.")
    assert "2024-07-10 09:00" in talk.text and "Boat house" in talk.text


def test_an_invitation_that_is_also_attached_is_read_once(tmp_path: Path) -> None:
    mail = write(tmp_path / "a.eml", "Come.", "<p>Come.</p>", invitation=INVITATION)
    data = list(mail.iter_parts())[-1].get_payload(decode=True)
    assert isinstance(data, bytes)
    mail.add_attachment(data, "application", "ics", filename="invite.ics")
    (tmp_path / "a.eml").write_bytes(mail.as_bytes())
    assert len(read(tmp_path / "a.eml")) == 2


def test_what_a_page_of_a_mail_does_not_display_is_not_read(tmp_path: Path) -> None:
    hidden = '<div style="color:red; display : none !important">Before all<p>Seen?</p></div>'
    shown = '<p style="display:block">The lock is shut.</p>'
    write(tmp_path / "a.eml", "A page.", f"{hidden}{shown}{PAGE}")
    [mail] = read(tmp_path / "a.eml")
    assert mail.text.endswith(f"Subject: News\n\nThe lock is shut.\n\n{WORDS}")


def test_signs_that_only_fill_a_line_are_not_read(tmp_path: Path) -> None:
    fill = "&nbsp;&zwnj;" * 20
    write(tmp_path / "a.eml", "A page.", f"<p>Open again{fill} &#847;&#8203;</p>{PAGE}")
    [mail] = read(tmp_path / "a.eml")
    assert "Open again\n\nThe pool" in mail.text
    write(tmp_path / "b.eml", "A page.", f"<p>&#1605;&#1740;&zwnj;&#1585;&#1608;&#1605;</p>{PAGE}")
    [mail] = read(tmp_path / "b.eml")
    assert "\u0645\u06cc\u200c\u0631\u0648\u0645" in mail.text  # Persian writes it within words


def test_hidden_parts_are_left_out_in_time_in_proportion_to_them(tmp_path: Path) -> None:
    def work(n: int) -> None:
        write(tmp_path / "a.eml", "A page.", '<b style="display:none">' * n + PAGE)
        read(tmp_path / "a.eml")

    write(tmp_path / "b.eml", "A page.", PAGE)
    check_linear(work, 8_000)
