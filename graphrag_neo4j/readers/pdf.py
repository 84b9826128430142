"""PDF files: the text of their pages, with wrapped lines joined to paragraphs again."""

from __future__ import annotations

import logging
import re
from pathlib import Path

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import clean_text, safe_metadata, title_from_name, with_words

_HYPHENATED = re.compile(r"(?<=[^\W\d_])[-\u2010\u00ad]\n[ \t]*(?=[^\W\d_])")
_ITEM = re.compile(r"[-+*•‣◦▪–][ \t]|\(?(?:\d{1,3}|[a-z])[.)][ \t]")
_STOP = re.compile(r"[.!?:…][\"'”’»)\]]*$")
_SHORT = 0.7  # of the usual line: a line shorter than that was not wrapped, it ended
_NO_TITLE = re.compile(r"untitled|microsoft word|.*\.(?:docx?|indd|qxd|tex|dvi|rtf|pdf)\Z", re.I)


def read_pdf(path: Path, uri: str) -> Document:
    """A PDF with a text layer; its pages parted by blank lines, their number in the metadata."""
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, PdfReadError

    # pypdf tells of each small flaw; whoever wants to hear it sets up logging.
    logging.getLogger("pypdf").addHandler(logging.NullHandler())
    if not path.stat().st_size:
        with_words("")
    try:
        reader = PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            raise _encrypted()
        pages = [page_text(clean_text(page.extract_text())) for page in reader.pages]
        info = reader.metadata
        named, author = (info.title, info.author) if info else (None, None)
    except (OSError, ReadError):
        raise
    except DependencyError:
        raise _encrypted() from None
    except Exception as error:  # a damaged file can fail anywhere in pypdf
        detail = f" ({error})" if isinstance(error, PdfReadError) and str(error) else ""
        raise ReadError(f"it is not a sound PDF{detail}.", "Print it to a new PDF.") from error
    if not pages:
        raise ReadError("the PDF has no pages.", "Leave it out.")
    text = "\n\n".join(page for page in pages if page)
    if not text:
        raise ReadError("the PDF has no text, only pictures.", "Run it through OCR first.")
    title = clean_text(str(named or "")).strip()
    if not title or _NO_TITLE.match(title):
        title = title_from_name(path)
    writer = clean_text(str(author or "")).strip() or None
    metadata = safe_metadata([("pages", len(pages)), ("author", writer)])
    return Document(uri, text, title, (), metadata)


def _encrypted() -> ReadError:
    return ReadError("the PDF is encrypted.", "Save it without a password.")


def page_text(raw: str) -> str:
    """The text of a page: words put together again, wrapped lines joined by spaces.

    A blank line parts paragraphs: at blank lines of the page, before list items, and after a
    line too short to have been wrapped, if it ends a sentence or a new one follows.
    """
    raw = _HYPHENATED.sub(_join_word, raw)
    lines = [" ".join(line.split()) for line in raw.split("\n")]
    widths = sorted(len(line) for line in lines if line)
    usual = widths[len(widths) * 3 // 4] if widths else 0
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        if not line:
            paragraphs.append([])
            continue
        current = paragraphs[-1]
        if current and _parts(current[-1], line, usual):
            paragraphs.append([line])
        else:
            current.append(line)
    return "\n\n".join(" ".join(lines) for lines in paragraphs if lines)


def _join_word(match: re.Match[str]) -> str:
    """Nothing before a small letter ("exam-/ple"), the hyphen before a capital ("Anglo-/Irish")."""
    following = match.string[match.end()]
    return "" if following.islower() else match.group()[0]


def _parts(line: str, following: str, usual: int) -> bool:
    if _ITEM.match(following):
        return True
    ended_early = len(line) < usual * _SHORT
    return ended_early and (bool(_STOP.search(line)) or not following[0].islower())
