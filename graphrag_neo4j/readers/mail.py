"""Mail (.eml, .mbox): headers, words, and each attachment as a document of its own."""

from __future__ import annotations

import mailbox
import re
import shutil
import tempfile
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from email import policy
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from hashlib import blake2b
from pathlib import Path
from urllib.parse import quote

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.ids import IN_FRAGMENT
from graphrag_neo4j.readers.content import (
    Blocks,
    Unreadable,
    clean_text,
    safe_metadata,
    title_from_name,
    with_words,
)
from graphrag_neo4j.readers.mail_body import add_body
from graphrag_neo4j.readers.mail_parts import Seen, mail_blocks
from graphrag_neo4j.readers.options import DEFAULT, ReadOptions
from graphrag_neo4j.readers.parts import NamedParts
from graphrag_neo4j.readers.records import Item
from graphrag_neo4j.text.quotations import quotations

HEADERS = ("From", "To", "Cc", "Date", "Subject")
_ANY_WORDS = "\n\nx"
"""In place of a body of tables."""
_MOST_PARTS = 1_000
_MOST_HEADERS = 65_536
_SIGNATURES = frozenset({"application/pgp-signature", "application/pkcs7-signature"})
"""Of a signed mail; they say nothing to a reader."""
_CALENDAR, _INVITATION = "text/calendar", "invite.ics"
"""An invitation, and what programs call its file: many attach it once more."""
_HEADER = re.compile(rb"([A-Za-z][A-Za-z0-9-]*):")
_QUOTED_FROM = re.compile(rb"^>From ", re.MULTILINE)
"""How a mailbox writes a line that begins as a mail does."""
_PATCH = re.compile(rb"From [0-9a-f]{40} ")
_SENT = frozenset({b"date", b"received", b"message-id"})
_MESSAGE_ID = re.compile(rb"^Message-ID:\s*<?([^<>\s]{1,300})", re.IGNORECASE | re.MULTILINE)


def mail_suffix(head: bytes) -> str:
    """The suffix that a file should have which begins with ``head``: ".eml" for a mail, as folders
    of mail programs have them without one, ".mbox" for many in one file, else "". A patch as git
    writes it looks like a mailbox and stays a text, with its lines."""
    head = head.removeprefix(BOM_UTF8)
    if _PATCH.match(head):
        return ""
    first, _, rest = head.partition(b"\n")
    is_box = first.startswith(b"From ")
    return (".mbox" if is_box else ".eml") if _has_headers(rest if is_box else head) else ""


def _has_headers(head: bytes) -> bool:
    """Whether a mail's headers come first: who wrote it, to whom or on what, and when."""
    names = set()
    for line in re.split(rb"\r?\n", head):
        if not line:
            break
        if found := _HEADER.match(line):
            names.add(found[1].lower())
        elif not line.startswith((b" ", b"\t")):
            return False
    return b"from" in names and bool(names & {b"to", b"subject"}) and bool(names & _SENT)


def read_eml(
    path: Path, uri: str, options: ReadOptions = DEFAULT, depth: int = 0
) -> Iterator[Item]:
    """The mail, titled by its subject, then its attachments: ``uri#name``."""
    data = path.read_bytes().removeprefix(BOM_UTF8)
    if not data.strip():
        with_words("")
    yield from _read_mail(data, uri, path.stem, options, depth)


def read_mbox(
    path: Path, uri: str, options: ReadOptions = DEFAULT, depth: int = 0
) -> Iterator[Item]:
    """Each mail of a mailbox as ``uri#`` and its Message-ID, or a hash of it; its attachments
    below that. Only one mail at a time is in memory."""
    if not path.stat().st_size:
        with_words("")
    seen: set[str] = set()
    told: set[str] = set()
    found = False
    with _without_mark(path) as plain, closing(mailbox.mbox(plain, create=False)) as box:
        for number, key in enumerate(box.iterkeys(), start=1):
            found = True
            data = _QUOTED_FROM.sub(b"From ", box.get_bytes(key))
            said = _MESSAGE_ID.search(data[:_MOST_HEADERS])
            name = clean_text(said[1].decode("utf-8", "replace")) if said else ""
            if not name or name in seen:
                name = f"mail-{blake2b(data, digest_size=8).hexdigest()}"
            if name in seen:
                continue  # the same mail twice
            seen.add(name)
            own = f"{uri}#{quote(name, safe=IN_FRAGMENT)}"
            try:
                yield from _read_mail(
                    data, own, f"{title_from_name(path)} {number}", options, depth, told
                )
            except ReadError as error:
                yield Unreadable(own, error.message, error.hint, kind=error.kind)
    if not found:
        raise ReadError("it is no mailbox: no line begins with From.", "Rename it.", "corrupt")


@contextmanager
def _without_mark(path: Path) -> Iterator[Path]:
    """The file, or a copy without the byte order mark, which would hide the first mail."""
    with path.open("rb") as file:
        if file.read(len(BOM_UTF8)) != BOM_UTF8:
            yield path
            return
        with tempfile.TemporaryDirectory(prefix="graphrag-") as folder:
            copy = Path(folder) / "mailbox"
            with copy.open("wb") as target:
                shutil.copyfileobj(file, target)
            yield copy


def _read_mail(
    data: bytes,
    uri: str,
    fallback_title: str,
    options: ReadOptions,
    depth: int,
    said: Seen | None = None,
) -> Iterator[Item]:
    message = BytesParser(policy=policy.default).parsebytes(data)
    assert isinstance(message, EmailMessage)
    return read_message(message, uri, fallback_title, options, depth, said)


def read_message(
    message: EmailMessage,
    uri: str,
    fallback_title: str,
    options: ReadOptions,
    depth: int,
    said: Seen | None = None,
) -> Iterator[Item]:
    """A mail, titled by its subject, then its attachments: ``uri#name``. ``said``: what the mails
    before it in a mailbox say, which it does not state again; its own is added."""
    headers = {name: _header(message, name) for name in HEADERS}
    if not any(headers.values()):
        raise ReadError("it is no mail: it has no headers.", "Rename it.", "corrupt")
    blocks = Blocks()
    for name, value in headers.items():
        if value:
            blocks.add(f"{name}: {value}")
    start = len(blocks.text)
    add_body(blocks, message)
    noted = {**headers, "Date": _point_in_time(headers["Date"])}
    metadata = safe_metadata((name.lower(), value or None) for name, value in noted.items())
    metadata.pop("subject", None)
    document = blocks.document(uri, headers["Subject"] or fallback_title, metadata)
    if document.blocks:  # of tables
        heads = mail_blocks(document.text[:start] + _ANY_WORDS, start, (), set())
        found = [*heads, *document.blocks]
    else:
        quotes = quotations(document.text, start)
        found = mail_blocks(document.text, start, quotes, set() if said is None else said)
    yield replace(document, blocks=tuple(found))
    yield from _attachments(message, uri, options, depth)


def _point_in_time(date: str) -> str:
    """A date as filters compare it, "1998-01-02T09:00:00+00:00"; a malformed one as it is."""
    try:
        return parsedate_to_datetime(date).isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return date


def _header(message: EmailMessage, name: str) -> str:
    """A header on one line; a malformed one as it stands there."""
    raw = next((v for k, v in message.raw_items() if k.casefold() == name.casefold()), "")
    try:
        value = raw if name == "Date" else message[name]  # the library writes dates its own way
    except Exception:  # its parsers fail on hostile headers in many ways
        value = raw
    told = " ".join(clean_text(str(value or "")).split())
    is_name = "@" not in told and "," not in told  # the library quotes one without an address
    return told.strip('"') if is_name else told


def _attachments(
    message: EmailMessage, uri: str, options: ReadOptions, depth: int
) -> Iterator[Item]:
    parts = NamedParts(uri, options, depth)
    for number, part in enumerate(_attached(message), start=1):
        if number > _MOST_PARTS:
            return
        name = part.get_filename() or ""
        if part.get_content_type() == "message/rfc822":
            inner = part.get_content()
            data, name = bytes(inner), name or f"mail-{number}.eml"
        else:
            payload = part.get_payload(decode=True)
            data = payload if isinstance(payload, bytes) else b""
            if part.get_content_type() == _CALENDAR:
                name = name or _INVITATION
        yield from parts.read(name or f"attachment-{number}", data)


def _attached(part: MIMEPart, *, is_inner: bool = False) -> Iterator[MIMEPart]:
    """What is attached, also within a signed mail, or beside one of several forms of the text; an
    invitation may be one of the forms. The pictures of a page that is only a part of the mail are
    none."""
    is_page = is_inner and part.get_content_subtype() == "related"
    own = set() if is_page else set(map(id, part.iter_attachments()))
    for child in part.iter_parts():
        if child.get_content_maintype() == "multipart":
            yield from _attached(child, is_inner=True)
        elif child.get_content_type() == _CALENDAR or (
            id(child) in own and child.get_content_type() not in _SIGNATURES
        ):
            yield child
