"""Chats that Telegram exports as HTML: ``messages.html`` of a folder ``ChatExport_…``.

Each message is a box of its own, with its time in a tooltip; one that follows at once on another of
the same person has no name.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.content import clean_text, title_from_name
from graphrag_neo4j.readers.exports.chats import Message, days_of, forwarded
from graphrag_neo4j.readers.records import Item
from graphrag_neo4j.readers.web.page import decode_page, read_html

if TYPE_CHECKING:
    from bs4 import Tag

_SIGN = b'class="page_body chat_page"'
_TIME = "%d.%m.%Y %H:%M:%S"
_LONGEST_TIME = len("05.05.2024 10:31:30")


def is_telegram_page(head: bytes) -> bool:
    """Whether a page that begins with ``head`` is a chat of Telegram."""
    return _SIGN in head


def read_telegram_page(path: Path, uri: str) -> Iterator[Item]:
    """A document for each day of a chat, as of Telegram's JSON; what is no chat as a page."""
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(clean_text(decode_page(path.read_bytes())), "html.parser")
    history = soup.find("div", class_="history")
    messages = list(_messages(history)) if history else []
    if not messages:
        yield read_html(path, uri)
        return
    name = soup.select_one(".page_header .text")
    title = (_line(name) if name else "") or title_from_name(path)
    yield from days_of(uri, title, messages, {}, has_clock=True)


def _messages(history: Tag) -> Iterator[Message]:
    """Those that have words, in their order."""
    speaker = ""
    for box in history.find_all("div", class_="message", recursive=False):
        body = _part(box, "body")
        if body is None or "service" in box["class"]:
            continue
        speaker = _name(body) or speaker
        passed = _part(body, "forwarded body")
        by = forwarded(speaker, _name(passed)) if passed else speaker
        if words := _words(passed or body):
            yield Message(by, words, _time(body))


def _part(box: Tag, kind: str) -> Tag | None:
    """The part of a box that is of a ``kind``, not those of boxes within it."""
    return box.find("div", class_=kind, recursive=False)


def _name(box: Tag) -> str:
    """Who wrote it; of what is forwarded the day stands behind the name."""
    found = _part(box, "from_name")
    if found is None:
        return ""
    for day in found.find_all("span", class_="date"):
        day.decompose()
    return _line(found)


def _words(box: Tag) -> str:
    """What it says, and asks in a poll."""
    parts = [part for part in (_part(box, "text"), *_poll(box)) if part]
    return "\n".join(filter(None, map(_lines, parts)))


def _poll(box: Tag) -> Iterator[Tag]:
    media = _part(box, "media_wrap")
    poll = _part(media, "media_poll") if media else None
    if poll is not None:
        yield from poll.find_all("div", class_=["question", "answer"], recursive=False)


def _lines(part: Tag) -> str:
    for end in part.find_all("br"):
        end.replace_with("\n")
    lines = (" ".join(line.split()) for line in part.get_text().strip().split("\n"))
    return "\n".join(lines)


def _line(part: Tag) -> str:
    return " ".join(part.get_text().split())


def _time(body: Tag) -> str:
    """The time of a message by the clock of who exported it."""
    told = _part(body, "date")
    try:
        shown = str(told["title"])[:_LONGEST_TIME] if told else ""
        return f"{datetime.strptime(shown, _TIME):%Y-%m-%d %H:%M}"
    except (KeyError, ValueError):
        return ""
