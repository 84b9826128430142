"""The words of a mail: its plain text, or its page where that says more."""

from __future__ import annotations

import re
from email.message import EmailMessage, MIMEPart

from graphrag_neo4j.readers.content import Blocks, clean_text, decode
from graphrag_neo4j.readers.web.page import add_page
from graphrag_neo4j.text.quotations import marked, quotations

_WORD = re.compile(r"\w+")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+")
_SAYS_LESS = 2
"""The plain text has so many times fewer words than the page: it only says that there is one."""


def add_body(blocks: Blocks, message: EmailMessage) -> None:
    """Append what a mail says. Newsletters and shops often write a page with all of it beside a
    plain text with hardly anything."""
    text, source = _words_of(message, "plain"), _words_of(message, "html")
    page = Blocks()
    if source:
        add_page(page, source, marks_quotations=True, is_of_a_mail=True)
    said = marked(page.text)
    quotes = bool(quotations(said, 0))
    has_data = page.has_named_rows and not quotes
    if text and not has_data and not _says_less(text, said):
        _add_text(blocks, marked(text))
    elif quotes:  # its tables and lists are text, too
        _add_text(blocks, said)
    elif source:
        add_page(blocks, source, is_of_a_mail=True)


def _words_of(message: EmailMessage, kind: str) -> str:
    """The text of the body of a ``kind``, "plain" or "html"; "" without one."""
    body = message.get_body((kind,))
    return clean_text(_content(body)).strip() if body is not None else ""


def _content(part: MIMEPart) -> str:
    """The text of a part; guessed where its encoding is unknown or wrong."""
    if part.get_content_charset() is not None:
        try:
            return str(part.get_content())
        except (LookupError, ValueError, KeyError):
            pass
    data = part.get_payload(decode=True)
    return decode(data) if isinstance(data, bytes) else ""


def _says_less(text: str, page: str) -> bool:
    n_plain, n_page = (len(_WORD.findall(_ADDRESS.sub("", said))) for said in (text, page))
    return _SAYS_LESS * n_plain < n_page


def _add_text(blocks: Blocks, text: str) -> None:
    for paragraph in text.split("\n\n"):
        blocks.add(paragraph)
