"""Which reader a file has, by its suffix, and which files have none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.archive import read_zip
from graphrag_neo4j.readers.content import looks_binary, words
from graphrag_neo4j.readers.epub import read_epub
from graphrag_neo4j.readers.mail import read_eml
from graphrag_neo4j.readers.notebook import read_notebook
from graphrag_neo4j.readers.office import read_docx, read_pptx
from graphrag_neo4j.readers.opendocument import read_opendocument
from graphrag_neo4j.readers.options import ReadOptions
from graphrag_neo4j.readers.pdf import read_pdf
from graphrag_neo4j.readers.prose import read_markdown, read_plain, read_rst
from graphrag_neo4j.readers.records import Item, read_csv, read_json, read_jsonl
from graphrag_neo4j.readers.rtf import read_rtf
from graphrag_neo4j.readers.spreadsheets import read_ods, read_xlsx
from graphrag_neo4j.readers.subtitles import read_subtitles
from graphrag_neo4j.readers.web import read_html

_ONE: Mapping[str, Callable[[Path, str], Document]] = {
    ".txt": read_plain,
    ".text": read_plain,
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".rst": read_rst,
    ".html": read_html,
    ".htm": read_html,
    ".xhtml": read_html,
    ".pdf": read_pdf,
    ".docx": read_docx,
    ".docm": read_docx,
    ".pptx": read_pptx,
    ".pptm": read_pptx,
    ".odt": read_opendocument,
    ".odp": read_opendocument,
    ".epub": read_epub,
    ".rtf": read_rtf,
    ".srt": read_subtitles,
    ".vtt": read_subtitles,
    ".ipynb": read_notebook,
}
_RECORDS: Mapping[str, Callable[[Path, str, str], Iterator[Item]]] = {
    ".csv": read_csv,
    ".tsv": read_csv,
    ".json": read_json,
    ".jsonl": read_jsonl,
    ".ndjson": read_jsonl,
    ".xlsx": read_xlsx,
    ".xlsm": read_xlsx,
    ".ods": read_ods,
}
_WITH_PARTS: Mapping[str, Callable[[Path, str, ReadOptions, int], Iterator[Item]]] = {
    ".eml": read_eml,
    ".zip": read_zip,
}
_HEAD = 4_096
"""Bytes that tell text from binary data."""
MANY = frozenset({*_RECORDS, *_WITH_PARTS})
"""The suffixes of files that may hold more than one document."""
SUFFIXES = MANY.union(_ONE)
"""The suffixes with a reader of their own, in lower case; other text is read as it is."""

_INSTEAD = {
    ".doc": "Save it as .docx.",
    ".dot": "Save it as .docx.",
    ".xls": "Save it as .xlsx.",
    ".xlsb": "Save it as .xlsx.",
    ".ppt": "Save it as .pptx.",
    ".msg": "Save it as .eml.",
    ".pages": "Export it as .docx or PDF.",
    ".numbers": "Export it as .xlsx.",
    ".key": "Export it as .pptx.",
    ".mobi": "Convert it to EPUB.",
    ".azw3": "Convert it to EPUB.",
}
_PICTURES = words(".bmp .gif .heic .ico .jpeg .jpg .png .psd .tif .tiff .webp")
_ARCHIVES = words(".7z .bz2 .gz .jar .rar .tar .tgz .whl .xz .zst")
_NOT_TEXT = words(
    """
    .avi .bin .db .dll .dylib .flac .m4a .mkv .mov .mp3 .mp4 .npy .npz .ogg .onnx .parquet .pkl
    .pyc .so .sqlite .wav .webm .woff .woff2
    """
)


def reader_of(
    path: Path, options: ReadOptions, depth: int = 0
) -> Callable[[Path, str], Iterator[Item]]:
    """What reads a file, by its suffix; a suffix nobody knows is tried as text.

    Raises :class:`ReadError` for a file that is not read: of a kind that is not supported, or too
    large.
    """
    check_format(path, options)
    suffix = path.suffix.lower()
    if suffix in _RECORDS:
        return partial(_keyed, _RECORDS[suffix], options.record_key)
    if suffix in _WITH_PARTS:
        return partial(_deep, _WITH_PARTS[suffix], options, depth)
    return partial(_single, _ONE.get(suffix, read_plain))


def _keyed(
    reader: Callable[[Path, str, str], Iterator[Item]], key: str, path: Path, uri: str
) -> Iterator[Item]:
    return reader(path, uri, key)


def _deep(
    reader: Callable[[Path, str, ReadOptions, int], Iterator[Item]],
    options: ReadOptions,
    depth: int,
    path: Path,
    uri: str,
) -> Iterator[Item]:
    return reader(path, uri, options, depth)


def _single(reader: Callable[[Path, str], Document], path: Path, uri: str) -> Iterator[Item]:
    yield reader(path, uri)


def check_format(path: Path, options: ReadOptions) -> None:
    """Raises :class:`ReadError` for a file of no kind that is read, or too large."""
    suffix = path.suffix.lower()
    if suffix == ".zip" and not options.archives:
        hint = "Unpack it, or use --archives."
        raise ReadError("archives are not read unless asked for.", hint, "unsupported")
    if hint := _hint(suffix):
        raise ReadError(f"{suffix} files are not supported.", hint, "unsupported")
    size = path.stat().st_size
    if size > options.max_bytes:
        reason = (
            f"it has {size / 1e6:,.0f} MB, more than the limit of {options.max_bytes / 1e6:,.0f}."
        )
        raise ReadError(reason, "Split it, or raise GRAPHRAG_MAX_FILE_SIZE.", "too large")
    if suffix not in SUFFIXES:
        with path.open("rb") as file:
            if looks_binary(file.read(_HEAD)):
                hint = "Give it its proper file suffix, or convert it to text or PDF."
                raise ReadError("it holds binary data, not text.", hint, "unsupported")


def _hint(suffix: str) -> str:
    """What to do with a file of this suffix instead; empty if it may be read."""
    if suffix in _PICTURES:
        return "Run it through OCR and ingest the text."
    if suffix in _ARCHIVES:
        return "Unpack it."
    if suffix in _NOT_TEXT:
        return "Convert it to text or PDF."
    return _INSTEAD.get(suffix, "")
