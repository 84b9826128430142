"""Chats that Telegram exports as HTML."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.growth import check_linear

PAGE = """<!DOCTYPE html>
<html><head><meta charset="utf-8"/><title>Exported Data</title></head><body>
<div class="page_wrap"><div class="page_header"><div class="content">
<div class="text bold">Orchard crew</div></div></div>
<div class="page_body chat_page"><div class="history">{}</div></div></div></body></html>
"""


def day(said: str) -> str:
    return f'<div class="message service"><div class="body details">{said}</div></div>'


def message(time: str, name: str, inside: str, *, is_joined: bool = False) -> str:
    """A box as Telegram writes it; without a name if it follows on another of the same person."""
    by = "" if is_joined else f'<div class="from_name">\n{name}\n</div>'
    return (
        '<div class="message default clearfix">'
        f'<div class="pull_left userpic_wrap"><div class="initials">{name[:1]}</div></div>'
        f'<div class="body"><div class="pull_right date details" title="{time} UTC+01:00">'
        f"{time[11:16]}</div>{by}{inside}</div></div>"
    )


def text(said: str) -> str:
    return f'<div class="text">\n{said}\n</div>'


FORWARDED = (
    '<div class="pull_left forwarded userpic_wrap"></div><div class="forwarded body">'
    '<div class="from_name">Ines <span class="date details" title="01.04.2024 08:00:00">'
    f" 01.04.2024 08:00:00</span></div>{text('frost on Sunday')}</div>"
)
PICTURE = '<div class="media_wrap"><div class="media"><div class="body">Photo</div></div></div>'
POLL = (
    '<div class="media_wrap"><div class="media_poll"><div class="question bold">Prune when?</div>'
    '<div class="details">Poll</div><div class="answer">- May</div></div></div>'
)


def read(path: Path, *boxes: str) -> list[Document]:
    path.write_text(PAGE.format("\n".join(boxes)), encoding="utf-8")
    return [item for item in read_path(path) if isinstance(item, Document)]


def test_each_day_of_a_chat_is_a_talk_with_names_and_times(tmp_path: Path) -> None:
    first, second = read(
        tmp_path / "messages.html",
        day("5 April 2024"),
        message("05.04.2024 10:31:30", "Tove", text("the ladder<br/>is <b>broken</b>")),
        message("05.04.2024 10:32:01", "Tove", text("who has glue?"), is_joined=True),
        message("05.04.2024 10:33:59", "Arlo", PICTURE),
        day("6 April 2024"),
        message("06.04.2024 09:00:00", "Arlo", text("I do")),
    )
    assert first.text == "10:31 Tove: the ladder\nis broken\n\n10:32 Tove: who has glue?"
    assert second.text == "09:00 Arlo: I do"
    assert (first.title, second.title) == ("Orchard crew, 2024-04-05", "Orchard crew, 2024-04-06")
    assert second.metadata["date"] == "2024-04-06"
    assert [place.name for place in first.places] == ["2024-04-05 10:31", "2024-04-05 10:32"]


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        (FORWARDED, "08:15 Arlo (forwarded from Ines): frost on Sunday"),
        (POLL, "08:15 Arlo: Prune when?\n- May"),
        (
            '<div class="reply_to details">In reply to <a>this</a></div>' + text("yes"),
            "08:15 Arlo: yes",
        ),
    ],
)
def test_what_is_passed_on_asked_or_answered(tmp_path: Path, inside: str, said: str) -> None:
    (one,) = read(tmp_path / "messages2.html", message("07.04.2024 08:15:00", "Arlo", inside))
    assert one.text == said


def test_a_page_of_a_chat_without_messages_is_a_page(tmp_path: Path) -> None:
    (page,) = read(tmp_path / "messages.html", "<p>Nobody wrote yet.</p>")
    assert "Nobody wrote yet." in page.text


def test_messages_are_found_in_linear_time(tmp_path: Path) -> None:
    opened = '<div class="message"><div class="body"><div class="text">a<br>'
    check_linear(lambda size: read(tmp_path / "messages.html", opened * size), 30)
