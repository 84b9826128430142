"""Which reader a file has, by its suffix, and which files have none."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers import code
from graphrag_neo4j.readers.apart import FROM_BYTES
from graphrag_neo4j.readers.archive import read_zip
from graphrag_neo4j.readers.bibtex import read_bibtex
from graphrag_neo4j.readers.cards import read_calendar, read_contacts
from graphrag_neo4j.readers.citations import read_nbib, read_ris
from graphrag_neo4j.readers.config.files import settings_of
from graphrag_neo4j.readers.content import looks_binary, words
from graphrag_neo4j.readers.csv_tables import read_csv
from graphrag_neo4j.readers.epub import read_epub
from graphrag_neo4j.readers.exports.chat_files import read_saved_chat
from graphrag_neo4j.readers.exports.kindle import read_clippings
from graphrag_neo4j.readers.exports.telegram_pages import is_telegram_page, read_telegram_page
from graphrag_neo4j.readers.exports.twitter import is_archive, read_archive
from graphrag_neo4j.readers.gedcom import read_gedcom
from graphrag_neo4j.readers.large import LARGE, read_large_text
from graphrag_neo4j.readers.mail import mail_suffix, read_eml, read_mbox
from graphrag_neo4j.readers.mail_thread import thread_or
from graphrag_neo4j.readers.markup.fountain import read_screenplay
from graphrag_neo4j.readers.markup.latex import read_latex
from graphrag_neo4j.readers.markup.manual import is_manual, read_manual
from graphrag_neo4j.readers.markup.wiki import read_wiki
from graphrag_neo4j.readers.notebook import read_notebook
from graphrag_neo4j.readers.objects import read_json, read_yaml
from graphrag_neo4j.readers.ocr import INSTALL, is_installed, read_picture
from graphrag_neo4j.readers.office.disguise import actual_suffix
from graphrag_neo4j.readers.office.old_slides import read_ppt
from graphrag_neo4j.readers.office.old_word import read_doc
from graphrag_neo4j.readers.office.slides import read_pptx
from graphrag_neo4j.readers.office.word import read_docx
from graphrag_neo4j.readers.old_sheets import read_xls
from graphrag_neo4j.readers.open_sheets import read_ods
from graphrag_neo4j.readers.opendocument import read_opendocument
from graphrag_neo4j.readers.options import ReadOptions
from graphrag_neo4j.readers.outlook import read_msg
from graphrag_neo4j.readers.pdf.document import read_pdf
from graphrag_neo4j.readers.prose import (
    read_asciidoc,
    read_info,
    read_markdown,
    read_org,
    read_plain,
    read_rst,
)
from graphrag_neo4j.readers.records import Item, read_jsonl
from graphrag_neo4j.readers.rtf import read_rtf
from graphrag_neo4j.readers.spreadsheets import read_xlsx
from graphrag_neo4j.readers.sql import read_sql
from graphrag_neo4j.readers.subtitles import read_subtitles
from graphrag_neo4j.readers.tar import read_packed, read_tar
from graphrag_neo4j.readers.web.page import read_html
from graphrag_neo4j.readers.web.saved import read_mhtml, read_webarchive
from graphrag_neo4j.readers.xml import read_xml

_ONE: Mapping[str, Callable[[Path, str], Document]] = {
    ".txt": read_plain,
    ".text": read_plain,
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".rst": read_rst,
    ".info": read_info,
    ".org": read_org,
    ".adoc": read_asciidoc,
    ".asciidoc": read_asciidoc,
    ".html": read_html,
    ".htm": read_html,
    ".mht": read_mhtml,
    ".mhtml": read_mhtml,
    ".webarchive": read_webarchive,
    ".xhtml": read_html,
    **dict.fromkeys((".doc", ".dot"), read_doc),
    **dict.fromkeys((".ppt", ".pps", ".pot"), read_ppt),
    **dict.fromkeys((".odt", ".ott", ".fodt", ".odp", ".otp", ".fodp"), read_opendocument),
    ".epub": read_epub,
    ".rtf": read_rtf,
    ".tex": read_latex,
    ".fountain": read_screenplay,
    ".srt": read_subtitles,
    ".vtt": read_subtitles,
    ".ipynb": read_notebook,
    **dict.fromkeys((".wiki", ".mediawiki", ".wikitext"), read_wiki),
    **dict.fromkeys(code.LEXERS, code.read_code),
    ".sql": read_sql,
}
_RECORDS: Mapping[str, Callable[[Path, str, str], Iterator[Item]]] = {
    ".csv": read_csv,
    ".tsv": read_csv,
    ".json": read_json,
    ".jsonc": read_json,
    ".geojson": read_json,
    ".jsonl": read_jsonl,
    ".ndjson": read_jsonl,
    ".xlsx": read_xlsx,
    **dict.fromkeys((".xlsm", ".xltx", ".xltm"), read_xlsx),
    ".xls": read_xls,
    ".xlt": read_xls,
    **dict.fromkeys((".ods", ".ots", ".fods"), read_ods),
    ".bib": read_bibtex,
    ".ris": read_ris,
    ".nbib": read_nbib,
    ".ged": read_gedcom,
    ".ics": read_calendar,
    ".vcf": read_contacts,
    ".yaml": read_yaml,
    ".yml": read_yaml,
    ".xml": read_xml,
    ".rss": read_xml,
    ".atom": read_xml,
    ".opml": read_xml,
    ".enex": read_xml,
    ".gpx": read_xml,
    ".kml": read_xml,
}
_WITH_PARTS: Mapping[str, Callable[[Path, str, ReadOptions, int], Iterator[Item]]] = {
    ".eml": read_eml,
    ".mbox": read_mbox,
    ".msg": read_msg,
    ".zip": read_zip,
    ".tar": read_tar,
    ".tgz": read_tar,
    ".gz": read_packed,
    ".bz2": read_packed,
    ".xz": read_packed,
    **dict.fromkeys((".docx", ".docm", ".dotx", ".dotm"), read_docx),
    **dict.fromkeys((".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm"), read_pptx),
}
_ARCHIVES = words(".zip .tar .tgz .gz .bz2 .xz")
_HEAD = 4_096
"""Bytes that tell text and mail from binary data."""
SUFFIXES = frozenset({*_RECORDS, *_WITH_PARTS, *_ONE, ".pdf"})
"""The suffixes with a reader of their own, in lower case; other text is read as it is."""

_OUR_OWN = words(".txt .text .csv .tsv .json .jsonc .geojson .jsonl .ndjson .srt .vtt")
"""Those that are read in one pass, by us or by Python."""
_MOST_AT_ONCE = 4 * LARGE
"""Bytes; a longer plain text is read piece by piece."""

_INSTEAD = {
    ".xlsb": "Save it as .xlsx.",
    ".pages": "Export it as .docx or PDF.",
    ".numbers": "Export it as .xlsx.",
    ".key": "Export it as .pptx.",
    ".mobi": "Convert it to EPUB.",
    ".azw3": "Convert it to EPUB.",
}
_PICTURES = words(".bmp .gif .jpeg .jpg .png .tif .tiff .webp")
_FOREIGN_ARCHIVES = words(".7z .jar .rar .whl .zst")
_NOT_TEXT = words(
    """
    .avi .bin .db .dll .dylib .flac .heic .ico .m4a .mkv .mov .mp3 .mp4 .npy .npz .ogg .onnx
    .parquet .pkl .psd .pyc .so .sqlite .wav .webm .woff .woff2
    """
)


def reader_of(
    path: Path, options: ReadOptions, depth: int = 0
) -> Callable[[Path, str], Iterator[Item]]:
    """What reads a file, by its suffix; with one that nobody knows it is XML, a mail or a
    manual page if it begins so, or tried as text.

    Raises :class:`ReadError` for a file that is not read: of a kind that is not supported, or too
    large.
    """
    check_format(path, options)
    suffix = actual_suffix(path)
    if code.is_code(path, SUFFIXES | _PICTURES) and path.stat().st_size <= _MOST_AT_ONCE:
        return partial(_single, code.read_code)
    if suffix not in SUFFIXES | _PICTURES:
        head = _head(path)
        suffix = ".xml" if head.removeprefix(BOM_UTF8).startswith(b"<?xml") else suffix
        suffix = mail_suffix(head) or suffix
        if is_manual(head):
            return partial(_single, read_manual)
    if suffix in _RECORDS:
        return partial(_keyed, _RECORDS[suffix], options.record_key)
    if suffix == ".js" and is_archive(_head(path)):
        return partial(_keyed, read_archive, options.record_key)
    if suffix in (".html", ".htm") and is_telegram_page(_head(path)):
        return read_telegram_page
    if suffix in _WITH_PARTS:
        return partial(_deep, _WITH_PARTS[suffix], options, depth)
    if suffix == ".pdf":
        return partial(_single, partial(read_pdf, with_ocr=options.ocr != "off"))
    if suffix in _PICTURES:
        return partial(_single, read_picture)
    reader = _ONE.get(suffix, read_plain)
    if reader in (read_plain, read_sql, code.read_code) and path.stat().st_size > _MOST_AT_ONCE:
        return read_large_text
    single = partial(_single, partial(_settings_or, reader))
    if reader in (read_plain, read_html):
        single = partial(thread_or, single, options, depth, reader is read_html)
    return partial(_chat_or, single) if reader is read_plain else single


def holds_files(name: str) -> bool:
    """Whether a file called ``name`` has others in it."""
    return name.lower().endswith(tuple(_WITH_PARTS))


def is_risky(path: Path) -> bool:
    """Whether it is read by a library that can hang, and large enough for that to hurt."""
    if path.suffix.lower() not in SUFFIXES - _OUR_OWN:
        return False
    try:
        return path.stat().st_size > FROM_BYTES
    except OSError:
        return False  # the reader says what is wrong


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


def _chat_or(reader: Callable[[Path, str], Iterator[Item]], path: Path, uri: str) -> Iterator[Item]:
    """The days of the chat that a messenger wrote into a file, the books that a Kindle kept in it,
    or what ``reader`` makes of it."""
    found = list(read_saved_chat(path, uri)) or list(read_clippings(path, uri))
    return iter(found) if found else reader(path, uri)


def _settings_or(reader: Callable[[Path, str], Document], path: Path, uri: str) -> Document:
    """The settings in a file, or what ``reader`` makes of it if it holds none."""
    return settings_of(path, uri) or reader(path, uri)


def _single(reader: Callable[[Path, str], Document], path: Path, uri: str) -> Iterator[Item]:
    yield replace(reader(path, uri), share=1.0)


def check_format(path: Path, options: ReadOptions) -> None:
    """Raises :class:`ReadError` for a file of no kind that is read, or too large."""
    suffix = path.suffix.lower()
    if suffix in _ARCHIVES and not options.archives:
        hint = "Unpack it, or use --archives."
        raise ReadError(f"{suffix} files are not read unless asked for.", hint, "unsupported")
    if suffix in _PICTURES and (hint := _picture_hint(options)):
        raise ReadError(f"{suffix} files are not read unless asked for.", hint, "unsupported")
    if hint := _hint(suffix):
        raise ReadError(f"{suffix} files are not supported.", hint, "unsupported")
    size = path.stat().st_size
    if size > options.max_bytes:
        reason = (
            f"it has {size / 1e6:,.0f} MB, more than the limit of {options.max_bytes / 1e6:,.0f}."
        )
        raise ReadError(reason, "Split it, or raise GRAPHRAG_MAX_FILE_SIZE.", "too large")
    if suffix not in SUFFIXES | _PICTURES and looks_binary(_head(path)):
        hint = "Give it its proper file suffix, or convert it to text or PDF."
        raise ReadError("it holds binary data, not text.", hint, "unsupported")


def _head(path: Path) -> bytes:
    """The beginning of a file, without a line that is cut."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    return head if len(head) < _HEAD else head.rpartition(b"\n")[0] or head


def _picture_hint(options: ReadOptions) -> str:
    """What has to be done for a picture to be read; empty if it can be."""
    if not is_installed():
        return f"{INSTALL} and --ocr all read the words on it."
    return "" if options.ocr == "all" else "--ocr all reads the words on it."


def _hint(suffix: str) -> str:
    """What to do with a file of this suffix instead; empty if it may be read."""
    if suffix in _FOREIGN_ARCHIVES:
        return "Unpack it."
    if suffix in _NOT_TEXT:
        return "Convert it to text or PDF."
    return _INSTEAD.get(suffix, "")
