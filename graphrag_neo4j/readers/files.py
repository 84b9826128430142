"""From files and LlamaIndex objects to documents.

What cannot be read is reported as :class:`Unreadable` among the documents, never raised: one
bad file or record must not cost the others.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.model import Document, Heading
from graphrag_neo4j.readers.apart import read_apart
from graphrag_neo4j.readers.content import (
    Unchanged,
    Unreadable,
    clean_text,
    safe_metadata,
    shorten,
    with_words,
)
from graphrag_neo4j.readers.folders import find_files
from graphrag_neo4j.readers.formats import SUFFIXES, is_risky, reader_of
from graphrag_neo4j.readers.large import in_parts
from graphrag_neo4j.readers.options import DEFAULT, ReadOptions
from graphrag_neo4j.readers.prose import markdown_blocks, markdown_document, markdown_headings
from graphrag_neo4j.readers.record_language import with_shared_language

__all__ = [
    "SUFFIXES",
    "ReadOptions",
    "Unchanged",
    "Unreadable",
    "file_of",
    "find_files",
    "from_llama",
    "is_missing",
    "markdown_document",
    "part_of_file",
    "read_files",
    "read_path",
    "read_uris",
]

Item = Document | Unreadable


def read_path(path: Path, options: ReadOptions = DEFAULT, *, depth: int = 0) -> Iterator[Item]:
    """The documents of one file, by its suffix; a suffix nobody knows is tried as text.

    Documents come as they are read, and an :class:`Unreadable` in place of each record (or the
    whole file) that cannot be. A file's uri is ``file://…``, a record's adds ``#`` and the
    record's id, or a hash of its content; of one that cannot be read, its number from 1. A file
    inside the file (an attachment) adds ``#`` and its name; so does a part of a large text
    (:mod:`graphrag_neo4j.readers.large`). ``depth``: how many files it lies in.
    """
    if depth == 0 and is_risky(path) and sys.executable:
        yield from read_apart(path, options, depth)
    else:
        yield from read_here(path, options, depth)


def read_here(path: Path, options: ReadOptions, depth: int) -> Iterator[Item]:
    """:func:`read_path`, in this very process."""
    uri = path.resolve().as_uri()
    seen: dict[str, int] = {}  # hashes of texts
    try:
        for item in with_shared_language(reader_of(path, options, depth)(path, uri)):
            if isinstance(item, Document):
                if seen.setdefault(item.uri, hash(item.text)) != hash(item.text):
                    item = part_of_file(item)  # else it would take the place of the first
                yield from in_parts(item)
            else:
                yield item
    except ReadError as error:
        yield Unreadable(uri, error.message, error.hint, kind=error.kind)
    except OSError as error:
        reason = f"it cannot be opened: {error.strerror or error}."
        yield Unreadable(uri, reason, kind="unopened")
    except (MemoryError, RecursionError):
        yield Unreadable(uri, "it is nested too deep or too large.", "Split it.", kind="too large")
    except Exception as error:  # no list foresees what libraries raise on damaged files
        reason = f"its reader failed ({type(error).__name__}: {error})."
        yield Unreadable(uri, clean_text(reason), "Save it anew.", kind="corrupt")


def read_uris(uris: Iterable[str], options: ReadOptions = DEFAULT) -> Iterator[Item]:
    """Read again what :func:`read_path` gave these ``uris``: files, or records of them.

    Each file is read once. Nothing comes for a uri that is not a file's, or if the file holds no
    such record any more.
    """
    options = replace(options, archives=True)
    wanted: dict[Path, set[str]] = {}
    for uri in uris:
        if urlsplit(uri).scheme == "file":
            wanted.setdefault(file_of(uri), set()).add(uri)
    for path, named in wanted.items():
        yield from (item for item in read_path(path, options) if item.uri in named)


def file_of(uri: str) -> Path:
    """The path of a ``file://`` uri, that of a record, too."""
    return Path(url2pathname(urlsplit(uri).path))


def is_missing(uri: str) -> bool:
    """Whether a ``file://`` uri is of no file any more; what cannot be looked at is not missing."""
    try:
        return not stat.S_ISREG(file_of(uri).stat().st_mode)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return True
    except OSError:
        return False


def read_files(
    files: Iterable[Path | Unreadable], options: ReadOptions = DEFAULT
) -> Iterator[Item]:
    """The documents of the files that :func:`find_files` found."""
    for file in files:
        if isinstance(file, Unreadable):
            yield file
        else:
            yield from read_path(file, options)


# -- LlamaIndex ------------------------------------------------------------------------------

_URI_KEYS = ("file_path", "url", "source", "uri")
_TAG_KEYS = ("source", "uri")
"""Under these many keep what several documents share: the system they came from, a team."""
_LIKE_A_PLACE = re.compile(r"[/\\]|\.[a-zA-Z]\w{0,4}$")
"""A path or an address, or the name of a file."""
_TITLE_KEYS = ("title", "file_name")
_MARKDOWN_SUFFIXES = ("", ".md", ".markdown")


def from_llama(document: object) -> Document:
    """The document in a LlamaIndex ``Document`` or ``TextNode``.

    Its uri is where its metadata says it came from (``file_path``, ``url``, ``source``, ``uri``),
    plus the page or offset if it is only a part of that; else its id, unless that is a random one;
    else a hash of its text, so that the same input always meets itself. An id that is no random
    one goes before a ``source`` or ``uri`` that is neither path nor address ("crm"). Raises
    :class:`ReadError` if it has no text.
    """
    raw = getattr(document, "text", None)
    text = with_words(clean_text(raw if isinstance(raw, str) else document.get_content()))  # type: ignore[attr-defined]
    metadata = dict(getattr(document, "metadata", None) or {})
    uri = _llama_uri(document, metadata, text)
    suffix = Path(str(metadata.get("file_name") or metadata.get("file_path") or "")).suffix.lower()
    headings = markdown_headings(text) if suffix in _MARKDOWN_SUFFIXES else ()
    title = _llama_title(metadata, headings, text)
    is_markdown = bool(headings) or suffix in _MARKDOWN_SUFFIXES[1:]
    blocks = markdown_blocks(text) if is_markdown else ()
    about = safe_metadata(metadata.items())
    return Document(uri, text, title, headings, about, is_markdown, blocks=blocks)


def _llama_uri(document: object, metadata: dict[str, object], text: str) -> str:
    own_id = _own_id(document)
    for key in _URI_KEYS:
        value = metadata.get(key)
        said = str(value).strip() if isinstance(value, (str, os.PathLike)) else ""
        is_tag = key in _TAG_KEYS and not _LIKE_A_PLACE.search(said)
        if said and not (own_id and is_tag):
            return _place(said, key == "file_path") + _part(document, metadata)
    return own_id or f"content:{content_hash(text)}"


def part_of_file(document: Document) -> Document:
    """The document under a uri of its own, by its text: what comes of the same file as another one,
    and does not say where it stands there (JSON or Markdown in nodes, names that are there twice).
    """
    joint = "&" if "#" in document.uri else "#"
    return replace(document, uri=f"{document.uri}{joint}content={content_hash(document.text)}")


def _own_id(document: object) -> str:
    """Its id, unless that is a random one."""
    own_id = getattr(document, "id_", None) or getattr(document, "doc_id", None)
    return own_id.strip() if isinstance(own_id, str) and not _is_random(own_id) else ""


def _place(value: str, is_path: bool) -> str:
    """The uri of a path is the one :func:`read_path` gives it."""
    if is_path and not re.match(r"[a-zA-Z][\w+.-]+:", value):
        return Path(value).resolve().as_uri()
    return value


def _part(document: object, metadata: dict[str, object]) -> str:
    """Which part of its source it is: LlamaIndex makes one document of each page of a PDF."""
    page, start = metadata.get("page_label"), getattr(document, "start_char_idx", None)
    parts = [f"page={page}"] if page else []
    if start is not None:
        parts.append(f"char={start}")
    return f"#{'&'.join(parts)}" if parts else ""


def _is_random(identifier: str) -> bool:
    try:
        return uuid.UUID(identifier).version == 4
    except ValueError:
        return False


def _llama_title(metadata: dict[str, object], headings: tuple[Heading, ...], text: str) -> str:
    for key in _TITLE_KEYS:
        value = metadata.get(key)
        if isinstance(value, str) and value.strip():
            return " ".join(value.split())
    return shorten(headings[0].title if headings else text)
