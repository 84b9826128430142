"""Mail as Outlook keeps it in a file (.msg), made into what any other mail is.

A message is an OLE file with a stream for each property ([MS-OXMSG]); a mail attached to it is a
storage of the same form. ``python-oxmsg`` reads no attached mails and few encodings.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from email.message import EmailMessage
from email.parser import HeaderParser
from email.utils import format_datetime, formataddr, quote
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.content import clean_text, decode
from graphrag_neo4j.readers.mail import HEADERS, read_message
from graphrag_neo4j.readers.office.ole import open_ole
from graphrag_neo4j.readers.options import DEFAULT, ReadOptions
from graphrag_neo4j.readers.records import Item

if TYPE_CHECKING:
    from olefile import OleFileIO

_SUBJECT, _BODY, _HTML, _TRANSPORT = 0x0037, 0x1000, 0x1013, 0x007D
_SENDER_NAME, _SENDER_ADDRESS, _SENDER_SMTP = 0x0C1A, 0x0C1F, 0x5D01
_SENT, _RECEIVED, _CODE_PAGE, _INTERNET_CODE_PAGE = 0x0039, 0x0E06, 0x3FFD, 0x3FDE
_NAME, _ADDRESS, _SMTP, _RECIPIENT_KIND = 0x3001, 0x3003, 0x39FE, 0x0C15
_DATA, _FILE_NAME, _SHORT_NAME, _MEDIA_TYPE = 0x3701, 0x3707, 0x3704, 0x370E
_TEXT, _BYTE_TEXT, _BINARY, _OBJECT, _TIME = 0x001F, 0x001E, 0x0102, 0x000D, 0x0040
_PROPERTIES = "__properties_version1.0"
_TOP, _WITHIN, _PART = 32, 24, 8  # bytes before the properties of fixed size
_KINDS = {1: "To", 2: "Cc"}
_EPOCH = datetime(1601, 1, 1, tzinfo=timezone.utc)
_UTF_8 = 65001
_DEEPEST = 10

Place = tuple[str, ...]


def read_msg(
    path: Path, uri: str, options: ReadOptions = DEFAULT, depth: int = 0
) -> Iterator[Item]:
    """The mail, titled by its subject, then its attachments: ``uri#name``."""
    with open_ole(path, "Outlook message", ".eml") as file:
        message = _Messages(file).message((), 0)
    yield from read_message(message, uri, path.stem, options, depth)


class _Messages:
    """The messages in an OLE file, each at its place."""

    def __init__(self, file: OleFileIO) -> None:
        self._file = file
        self._names = [tuple(path) for path in file.listdir(storages=True)]

    def message(self, place: Place, depth: int) -> EmailMessage:
        message = EmailMessage()
        numbers = self._numbers(place, _WITHIN if place else _TOP)
        encoding = _encoding(numbers.get(_CODE_PAGE) or numbers.get(_INTERNET_CODE_PAGE))
        for name, value in self._headers(place, numbers, encoding).items():
            if value := " ".join(clean_text(value).split()):
                message[name] = value
        text = clean_text(self._text(place, _BODY, encoding))
        message.set_content(text)
        if page := self._page(place, numbers, encoding):
            if text.strip():
                message.add_alternative(clean_text(page), subtype="html")
            else:
                message.set_content(clean_text(page), subtype="html")
        for part in self._parts(place, "__attach"):
            self._attach(message, part, encoding, depth)
        return message

    def _headers(self, place: Place, numbers: dict[int, int], encoding: str) -> dict[str, str]:
        """Those that it came with; else what Outlook keeps of them."""
        came = HeaderParser().parsestr(self._text(place, _TRANSPORT, encoding))
        found = {name: str(came[name] or "") for name in HEADERS}
        found["Subject"] = self._text(place, _SUBJECT, encoding) or found["Subject"]
        found["From"] = found["From"] or self._person(
            place, _SENDER_NAME, (_SENDER_SMTP, _SENDER_ADDRESS), encoding
        )
        found["Date"] = found["Date"] or _date(numbers.get(_SENT) or numbers.get(_RECEIVED))
        people: dict[str, list[str]] = {"To": [], "Cc": []}
        for part in self._parts(place, "__recip"):
            kind = _KINDS.get(self._numbers(part, _PART).get(_RECIPIENT_KIND, 1))
            if kind:
                people[kind].append(self._person(part, _NAME, (_SMTP, _ADDRESS), encoding))
        for kind, persons in people.items():
            found[kind] = found[kind] or ", ".join(filter(None, persons))
        return found

    def _person(self, place: Place, name: int, addresses: tuple[int, ...], encoding: str) -> str:
        """Name and address; within a company Outlook keeps another kind of address."""
        called = self._text(place, name, encoding).strip(" '\0")
        found = (self._text(place, address, encoding).strip(" '\0") for address in addresses)
        address = next((one for one in found if "@" in one), "")
        if not address:
            return f'"{quote(called)}"' if called else ""
        return formataddr((called if called != address else "", address))

    def _page(self, place: Place, numbers: dict[int, int], encoding: str) -> str:
        if data := self._stream(place, _HTML, _BINARY):
            page = numbers.get(_INTERNET_CODE_PAGE)
            return data.decode(_encoding(page), "replace") if page else decode(data)
        return self._text(place, _HTML, encoding)

    def _attach(self, message: EmailMessage, part: Place, encoding: str, depth: int) -> None:
        name = self._text(part, _FILE_NAME, encoding) or self._text(part, _SHORT_NAME, encoding)
        name = " ".join(clean_text(name.strip("\0")).split())
        inner = (*part, f"__substg1.0_{_DATA:04X}{_OBJECT:04X}")
        if (*inner, _PROPERTIES) in self._names:
            if depth < _DEEPEST:
                message.add_attachment(self.message(inner, depth + 1))
        elif data := self._stream(part, _DATA, _BINARY):
            main, _, sub = self._text(part, _MEDIA_TYPE, encoding).partition("/")
            kinds = (main, sub) if main.isalnum() and sub else ("application", "octet-stream")
            if main in ("message", "multipart", "text"):  # kept as it is, whatever it says
                kinds = ("application", "octet-stream")
            message.add_attachment(data, *kinds, filename=name or None)

    def _parts(self, place: Place, kind: str) -> Iterator[Place]:
        for name in self._names:
            if name[:-1] == place and name[-1].startswith(kind):
                yield name

    def _text(self, place: Place, property_: int, encoding: str) -> str:
        if data := self._stream(place, property_, _TEXT):
            return data.decode("utf-16-le", "replace")
        return self._stream(place, property_, _BYTE_TEXT).decode(encoding, "replace")

    def _stream(self, place: Place, property_: int, kind: int) -> bytes:
        name = (*place, f"__substg1.0_{property_:04X}{kind:04X}")
        if name not in self._names:
            return b""
        data = self._file.openstream(list(name)).read()
        return bytes(data)

    def _numbers(self, place: Place, before: int) -> dict[int, int]:
        """The properties of fixed size: numbers and times, not sign and kind."""
        name = (*place, _PROPERTIES)
        if name not in self._names:
            return {}
        data = self._file.openstream(list(name)).read()[before:]
        whole = data[: len(data) // 16 * 16]
        return {
            property_: value if kind == _TIME else value & 0xFFFFFFFF
            for kind, property_, _, value in struct.iter_unpack("<HHIQ", whole)
        }


def _date(ticks: int | None) -> str:
    """Tenths of a microsecond since 1601, as in a mail."""
    if not ticks:
        return ""
    try:
        return format_datetime(_EPOCH + timedelta(microseconds=ticks // 10))
    except OverflowError:
        return ""


def _encoding(page: int | None) -> str:
    name = "utf-8" if page == _UTF_8 else f"cp{page or 1252}"
    try:
        "".encode(name)
    except LookupError:
        return "cp1252"
    return name
