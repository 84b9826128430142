"""Pages that a browser saved in one file, with all their pictures."""

from __future__ import annotations

import plistlib
from email import policy
from email.parser import BytesParser
from pathlib import Path
from xml.parsers.expat import ExpatError

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import title_from_name
from graphrag_neo4j.readers.web.page import decode_page, page_document

_PAGES = ("text/html", "application/xhtml+xml", "text/plain")


def read_mhtml(path: Path, uri: str) -> Document:
    """The page of an archive of MHTML, as Chrome and Edge save it. Raises :class:`ReadError` if it
    has none."""
    saved = BytesParser(policy=policy.default).parsebytes(path.read_bytes())
    for part in saved.walk():
        if part.get_content_type() == "text/html":
            data = part.get_payload(decode=True)
            source = decode_page(data) if isinstance(data, bytes) else ""
            title = str(saved["Subject"] or "").strip() or title_from_name(path)
            return page_document(source, uri, path.name, title)
    raise _no_page()


def read_webarchive(path: Path, uri: str) -> Document:
    """The page of a property list, as Safari saves it. Raises :class:`ReadError` if it has none,
    but a picture."""
    try:
        page = plistlib.loads(path.read_bytes())["WebMainResource"]
        data, kind = page["WebResourceData"], page.get("WebResourceMIMEType", _PAGES[0])
    except (plistlib.InvalidFileException, ExpatError, LookupError, TypeError, ValueError) as error:
        raise _no_page() from error
    if not isinstance(data, bytes) or kind not in _PAGES:
        raise _no_page()
    return page_document(decode_page(data), uri, path.name, title_from_name(path))


def _no_page() -> ReadError:
    return ReadError("it holds no page.", "Save the page again.", "corrupt")
