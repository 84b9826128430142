"""From files and LlamaIndex objects to documents.

What cannot be read is reported as :class:`Unreadable` among the documents, never raised: one
bad file or record must not cost the others.
"""

from __future__ import annotations

import os
import re
import uuid
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from graphrag_neo4j.errors import ReadError, UsageError
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.model import Document, Heading
from graphrag_neo4j.readers.content import (
    Unreadable,
    clean_text,
    looks_binary,
    safe_metadata,
    shorten,
    with_words,
    words,
)
from graphrag_neo4j.readers.office import read_docx
from graphrag_neo4j.readers.pdf import read_pdf
from graphrag_neo4j.readers.prose import (
    markdown_document,
    markdown_headings,
    read_markdown,
    read_plain,
)
from graphrag_neo4j.readers.records import read_csv, read_json, read_jsonl
from graphrag_neo4j.readers.web import read_html

__all__ = [
    "SUFFIXES",
    "Unreadable",
    "estimate_items",
    "file_of",
    "find_files",
    "from_llama",
    "markdown_document",
    "read_files",
    "read_path",
    "read_uris",
    "record_files",
]

Item = Document | Unreadable

_ONE: dict[str, Callable[[Path, str], Document]] = {
    ".txt": read_plain,
    ".text": read_plain,
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".html": read_html,
    ".htm": read_html,
    ".pdf": read_pdf,
    ".docx": read_docx,
}
_MANY: dict[str, Callable[[Path, str], Iterator[Item]]] = {
    ".csv": read_csv,
    ".tsv": read_csv,
    ".json": read_json,
    ".jsonl": read_jsonl,
    ".ndjson": read_jsonl,
}
_HEAD = 4_096
"""Bytes that tell text from binary data."""
_LINES = frozenset(_MANY) - {".json"}
SUFFIXES = frozenset({*_ONE, *_MANY})
"""The suffixes with a reader of their own, in lower case; other text is read as it is."""

_NOT_TEXT = words(
    """
    .7z .avi .bin .bmp .bz2 .db .dll .doc .dylib .epub .exe .flac .gif .gz .heic .ico .jar .jpeg
    .jpg .m4a .mkv .mov .mp3 .mp4 .npy .npz .odp .ods .odt .ogg .onnx .parquet .pkl .png .ppt
    .pptx .psd .pyc .rar .rtf .so .sqlite .tar .tgz .tif .tiff .wav .webm .webp .whl .woff
    .woff2 .xls .xlsx .xz .zip .zst
    """
)


def read_path(path: Path) -> Iterator[Item]:
    """The documents of one file, by its suffix; a suffix nobody knows is tried as text.

    Documents come as they are read, and an :class:`Unreadable` in place of each record (or the
    whole file) that cannot be. A file's uri is ``file://…``, a record's adds ``#`` and the
    record's id, or a hash of its content; of one that cannot be read, its number from 1.
    """
    uri = path.resolve().as_uri()
    suffix = path.suffix.lower()
    try:
        if suffix in _NOT_TEXT:
            raise ReadError(_unsupported(suffix), "Convert it to text or PDF.")
        if suffix in _MANY:
            yield from _MANY[suffix](path, uri)
        else:
            yield _ONE.get(suffix, read_plain)(path, uri)
    except ReadError as error:
        yield Unreadable(uri, error.message, error.hint, kind=error.kind)
    except OSError as error:
        reason = f"it cannot be opened: {error.strerror or error}."
        yield Unreadable(uri, reason, kind="unopened")


def read_uris(uris: Iterable[str]) -> Iterator[Item]:
    """Read again what :func:`read_path` gave these ``uris``: files, or records of them.

    Each file is read once. Nothing comes for a uri that is not a file's, or if the file holds no
    such record any more.
    """
    wanted: dict[Path, set[str]] = {}
    for uri in uris:
        if urlsplit(uri).scheme == "file":
            wanted.setdefault(file_of(uri), set()).add(uri)
    for path, named in wanted.items():
        yield from (item for item in read_path(path) if item.uri in named)


def file_of(uri: str) -> Path:
    """The path of a ``file://`` uri, that of a record, too."""
    return Path(url2pathname(urlsplit(uri).path))


def find_files(paths: Iterable[Path]) -> list[Path | Unreadable]:
    """The files given and those in the folders given, in the order of their names.

    In folders, hidden entries and files that are no text and of no known suffix are skipped:
    each comes as an :class:`Unreadable` that says so. No file is listed twice, by whatever way
    it is reached. Raises :class:`UsageError` for a path that does not exist.
    """
    given = [Path(path) for path in paths]
    for path in given:
        if not path.exists():
            raise UsageError(f"There is no file or folder {path}.", "Check the path.")
    seen: set[Path] = set()
    found: list[Path | Unreadable] = []
    for path in given:
        for file in _files(path, seen) if path.is_dir() else [path]:
            if isinstance(file, Unreadable):
                found.append(file)
            elif (real := file.resolve()) not in seen:
                seen.add(real)
                found.append(file)
    return found


def read_files(files: Iterable[Path | Unreadable]) -> Iterator[Item]:
    """The documents of the files that :func:`find_files` found."""
    for file in files:
        if isinstance(file, Unreadable):
            yield file
        else:
            yield from read_path(file)


def record_files(files: Iterable[Path | Unreadable]) -> list[Path]:
    """Those of the files that hold many documents: tables and lists of records."""
    return [file for file in files if isinstance(file, Path) and file.suffix.lower() in _MANY]


def estimate_items(files: Iterable[Path | Unreadable]) -> int:
    """About how many documents the files hold: one each, or one for each line of records."""
    return sum(
        _count_lines(file) if isinstance(file, Path) and file.suffix.lower() in _LINES else 1
        for file in files
    )


def _count_lines(path: Path) -> int:
    try:
        with path.open("rb") as file:
            return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b"")) or 1
    except OSError:
        return 1


def _files(folder: Path, seen: set[Path]) -> Iterator[Path | Unreadable]:
    real = folder.resolve()
    if real in seen:  # a link back up, or a folder given twice
        return
    seen.add(real)
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    except OSError as error:
        yield Unreadable(real.as_uri(), f"the folder cannot be opened: {error.strerror or error}.")
        return
    for entry in entries:
        if entry.name.startswith("."):
            yield _skipped(real / entry.name, "it is hidden.")
        elif entry.is_dir():
            yield from _files(entry, seen)
        elif not entry.is_file():
            yield _skipped(real / entry.name, "it is neither a file nor a folder.")
        elif reason := _not_text(entry):
            yield _skipped(real / entry.name, reason)
        else:
            yield entry


def _skipped(path: Path, reason: str) -> Unreadable:
    return Unreadable(path.as_uri(), reason, skipped=True)


def _not_text(path: Path) -> str:
    """Why a file is of no kind that is read; empty if it may be."""
    suffix = path.suffix.lower()
    if suffix in SUFFIXES:
        return ""
    if suffix in _NOT_TEXT:
        return _unsupported(suffix)
    try:
        with path.open("rb") as file:
            return "it holds binary data, not text." if looks_binary(file.read(_HEAD)) else ""
    except OSError:
        return ""  # the reader says what is wrong


def _unsupported(suffix: str) -> str:
    return f"{suffix} files are not supported."


# -- LlamaIndex ------------------------------------------------------------------------------

_URI_KEYS = ("file_path", "url", "source", "uri")
_TITLE_KEYS = ("title", "file_name")
_MARKDOWN_SUFFIXES = ("", ".md", ".markdown")


def from_llama(document: object) -> Document:
    """The document in a LlamaIndex ``Document`` or ``TextNode``.

    Its uri is where its metadata says it came from, plus the page or offset if it is only a
    part of that; else its id, unless that is a random one; else a hash of its text, so that the
    same input always meets itself. Raises :class:`ReadError` if it has no text.
    """
    raw = getattr(document, "text", None)
    text = with_words(clean_text(raw if isinstance(raw, str) else document.get_content()))  # type: ignore[attr-defined]
    metadata = dict(getattr(document, "metadata", None) or {})
    uri = _llama_uri(document, metadata, text)
    suffix = Path(str(metadata.get("file_name") or metadata.get("file_path") or "")).suffix.lower()
    headings = markdown_headings(text) if suffix in _MARKDOWN_SUFFIXES else ()
    title = _llama_title(metadata, headings, text)
    is_markdown = bool(headings) or suffix in _MARKDOWN_SUFFIXES[1:]
    return Document(uri, text, title, headings, safe_metadata(metadata.items()), is_markdown)


def _llama_uri(document: object, metadata: dict[str, object], text: str) -> str:
    for key in _URI_KEYS:
        value = metadata.get(key)
        if isinstance(value, (str, os.PathLike)) and str(value).strip():
            return _place(str(value).strip(), key == "file_path") + _part(document, metadata)
    own_id = getattr(document, "id_", None) or getattr(document, "doc_id", None)
    if isinstance(own_id, str) and own_id.strip() and not _is_random(own_id):
        return own_id.strip()
    return f"content:{content_hash(text)}"


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
