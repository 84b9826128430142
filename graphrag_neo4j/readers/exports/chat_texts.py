"""Chats that a program exports as text or XML: Signal's conversations, and SMS Backup & Restore."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING
from urllib.parse import quote

from graphrag_neo4j.ids import IN_FRAGMENT
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import clean_text
from graphrag_neo4j.readers.exports.chats import Message, chat_document
from graphrag_neo4j.readers.exports.times import point_in_time

if TYPE_CHECKING:
    from lxml.etree import _Element

_HEADER = re.compile(
    r"^From: (?P<speaker>[^\n]+)\nType: [a-z-]+\nSent: (?P<time>[^\n]+)\n"
    r"(?:[A-Z][a-z]+: [^\n]*\n)*",
    re.MULTILINE,
)
_NUMBER = re.compile(r"\s*\(\+?[\d -]{5,}\)\Z")
_SENT = "2"  # the type of an SMS that the owner of the phone sent
_NOBODY = ("", "null", "(Unknown)")
_OWNER = "Me"
_READABLE = (  # "8 Mar 2024 00:30:00", "Mar 8, 2024 12:30:00 AM": the clock of the phone
    "%d %b %Y %H:%M:%S",
    "%d %b %Y %I:%M:%S %p",
    "%b %d, %Y %H:%M:%S",
    "%b %d, %Y %I:%M:%S %p",
)


def signal_messages(text: str) -> list[Message]:
    """The messages of a conversation that Signal's exporters write, From, Type and Sent above each;
    none if ``text`` is something else."""
    is_talk = text.lstrip().startswith(("Conversation:", "From:"))
    headers = list(_HEADER.finditer(text)) if is_talk else []
    if not headers:
        return []
    ends = [header.start() for header in headers[1:]] + [len(text)]
    return [
        Message(_NUMBER.sub("", header["speaker"].strip()), words, _date(header["time"]))
        for header, end in zip(headers, ends, strict=True)
        if (words := text[header.end() : end].strip())
    ]


def _date(text: str) -> str:
    try:
        return f"{parsedate_to_datetime(text):%Y-%m-%d %H:%M}"
    except ValueError:
        return ""


def read_sms(root: _Element, uri: str) -> Iterator[Document]:
    """The messages of a phone, a document for each day on which somebody was written to: by the
    phone's clock (``readable_date``) where it can be read, else in UTC."""
    talks: dict[tuple[str, str], list[Message]] = {}
    for element in root:
        if element.tag not in ("sms", "mms") or not (words := _words(element)):
            continue
        other = element.get("contact_name", "")
        other = element.get("address", "") if other in _NOBODY else other
        is_sent = element.get("type" if element.tag == "sms" else "msg_box") == _SENT
        time = _on_phone(element.get("readable_date", "")) or point_in_time(element.get("date"))
        message = Message(_OWNER if is_sent else other, words, time)
        talks.setdefault((other, time[:10]), []).append(message)
    for (other, day), messages in talks.items():
        messages.sort(key=lambda message: message.time)
        title = ", ".join(filter(None, (f"Messages with {other}", day)))
        own = quote(clean_text(" ".join(filter(None, (other, day)))), safe=IN_FRAGMENT)
        yield chat_document(f"{uri}#{own}", title, messages, {})


def _on_phone(told: str) -> str:
    """A time as the phone showed it, "" if it is in no known form."""
    plain = " ".join(told.split())
    for form in _READABLE:
        try:
            return f"{datetime.strptime(plain, form):%Y-%m-%d %H:%M}"
        except ValueError:
            continue
    return ""


def _words(element: _Element) -> str:
    """What an SMS says, or the text among the parts of an MMS."""
    parts = element.iter("part")
    texts = [part.get("text", "") for part in parts if part.get("ct") == "text/plain"]
    body = element.get("body", "")
    return "\n".join(text.strip() for text in (body, *texts) if text not in _NOBODY).strip()
