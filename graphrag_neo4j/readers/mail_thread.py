"""Mails that Outlook saved as text or as a page: "From:", "Sent:", "To:" and "Subject:" above each.

A file that begins so is no text but a mailbox: each mail has a sender, a day and a subject of its
own. A memo has no time of day, and stays a text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from graphrag_neo4j.readers.content import Blocks, clean_text, read_text_file, title_from_name
from graphrag_neo4j.readers.mail import read_message
from graphrag_neo4j.readers.mail_parts import is_rule
from graphrag_neo4j.readers.options import ReadOptions
from graphrag_neo4j.readers.records import Item
from graphrag_neo4j.readers.web.page import add_page, decode_page
from graphrag_neo4j.text.dates import clock_within, day_within, with_clear_days

_LABELS = {
    "From": "From Von De Da Van Från Fra Od От 发件人 差出人",
    "Date": (
        "Sent Date Gesendet Datum Envoyé Enviado Enviada Fecha Inviato Data Verzonden Skickat"
        " Sendt Wysłano Отправлено Дата 发送时间 送信日時"
    ),
    "To": "To An À Para A Aan Till Til Do Кому 收件人 宛先",
    "Cc": "Cc CC Kopie Kopia DW Копия 抄送",
    "Subject": (
        "Subject Betreff Objet Asunto Assunto Oggetto Onderwerp Ämne Emne Temat Тема 主题 件名"
    ),
    "": "Importance Priority Attachments Wichtigkeit Anlagen Importância Importancia",
}
_NAMES = {label: name for name, labels in _LABELS.items() for label in labels.split()}
_NEEDED = frozenset({"From", "Date", "To", "Subject"})
_FIELD = re.compile(r"\*{0,2}(?P<label>[^\W\d_]{1,12})(?: el)?\*{0,2} ?[:：]\*{0,2}(?P<value>.*)")
_FIRST = re.compile(rf"\W*(?:{'|'.join(_LABELS['From'].split())})\*{{0,2}} ?[:：]")
_ON_PAGE = re.compile(rf">\s{{0,20}}(?:{'|'.join(_LABELS['From'].split())})(?:\xa0|&nbsp;| )?[:：]")
_MOST_FIELDS = 16  # lines, empty ones between them as well


class _Head(NamedTuple):
    """The headers of a mail, and the lines from which to which they stand."""

    start: int
    end: int
    fields: Mapping[str, str]


def read_thread(
    path: Path, uri: str, options: ReadOptions, depth: int, *, is_page: bool
) -> Iterator[Item]:
    """Each mail of a file that begins with the headers of one, as ``uri#mail-`` and a hash of it;
    nothing of another file."""
    text = _text_of_page(path) if is_page else read_text_file(path)
    seen: set[str] = set()
    told: set[str] = set()
    for fields, body in _mails(text):
        data = "\n".join((*fields.values(), body)).encode("utf-8", "surrogatepass")
        name = f"mail-{blake2b(data, digest_size=8).hexdigest()}"
        if name not in seen:
            seen.add(name)
            message = _message(fields, body)
            title = title_from_name(path)
            yield from read_message(message, f"{uri}#{name}", title, options, depth, told)


def thread_or(
    reader: Callable[[Path, str], Iterator[Item]],
    options: ReadOptions,
    depth: int,
    is_page: bool,
    path: Path,
    uri: str,
) -> Iterator[Item]:
    """The mails of a file, or what ``reader`` makes of it if it does not begin with one."""
    mails = list(read_thread(path, uri, options, depth, is_page=is_page))
    return iter(mails) if mails else reader(path, uri)


def _text_of_page(path: Path) -> str:
    source = clean_text(decode_page(path.read_bytes()))
    if _ON_PAGE.search(source) is None:
        return ""
    page = Blocks()
    add_page(page, source, marks_quotations=True, is_of_a_mail=True)
    return page.text


def _mails(text: str) -> Iterator[tuple[Mapping[str, str], str]]:
    """The headers and the body of each mail; nothing if ``text`` does not begin with one."""
    if _FIRST.match(text) is None:
        return
    lines = text.strip().split("\n")
    heads = list(_heads(lines))
    if not heads or heads[0].start:
        return
    for head, below in pairwise([*heads, _Head(len(lines), 0, {})]):
        yield head.fields, _body(lines[head.end : below.start])


def _heads(lines: Sequence[str]) -> Iterator[_Head]:
    end = 0
    for start, line in enumerate(lines):
        above = lines[start - 1].strip() if start else ""
        if start < end or _field(line)[0] != "From" or (above and not is_rule(above)):
            continue
        end, fields = _fields(lines, start)
        if fields.keys() >= _NEEDED and _has_time(fields["Date"]):
            yield _Head(start, end, fields)


def _fields(lines: Sequence[str], start: int) -> tuple[int, dict[str, str]]:
    """The fields from a line on, to another line that is none, and where they end."""
    found: dict[str, str] = {}
    end = start
    for at in range(start, min(start + _MOST_FIELDS, len(lines))):
        name, value = _field(lines[at])
        if (name is None and lines[at].strip()) or (name and name in found):
            break
        if name is not None:
            end = at + 1
        if name:
            found[name] = value
    return end, found


def _field(line: str) -> tuple[str | None, str]:
    found = _FIELD.fullmatch(line.strip())
    return (_NAMES.get(found["label"]), found["value"].strip()) if found else (None, "")


def _has_time(date: str) -> bool:
    return bool(clock_within(date)) and sum(map(str.isdigit, date)) > len("12:30")


def _body(lines: Sequence[str]) -> str:
    """What a mail says, without the line that parts it from the next one."""
    body = "\n".join(lines).strip()
    above, _, last = body.rpartition("\n")
    return above.strip() if is_rule(last.strip()) else body


def _message(fields: Mapping[str, str], body: str) -> EmailMessage:
    message = EmailMessage()
    for name, value in fields.items():
        if value:
            message.set_raw(name, _date(value) if name == "Date" else value)
    message.set_content(body)
    return message


def _date(told: str) -> str:
    """A date as mails have it; as it is told where its day is not clear."""
    day, clock = day_within(with_clear_days(told)), clock_within(told)
    return format_datetime(datetime.fromisoformat(f"{day}T{clock}")) if day and clock else told
