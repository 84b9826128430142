"""What all readers share: bytes to text, blocks to text with headings, safe metadata."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, time
from functools import partial
from math import isfinite
from numbers import Integral, Real
from pathlib import Path
from typing import BinaryIO, TextIO

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.ids import property_name
from graphrag_neo4j.model import Block, BlockKind, Document, Heading, Place, Scalar
from graphrag_neo4j.readers.tables import Cell, table_rows

AS_UTF8 = "Save it as UTF-8 text."

_BOMS = (  # UTF-32 first: its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MAGIC = (
    b"%PDF-", b"PK\x03\x04", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"\x7fELF", b"\x1f\x8b",
    b"\xd0\xcf\x11\xe0", b"SQLite format 3\0", b"MZ\x90", b"BZh", b"7z\xbc\xaf", b"\xfd7zXZ",
    b"PAR1",
)  # fmt: skip
_WORST_CHAOS = 0.2  # charset-normalizer's measure of mess, 0 to 1
_SAMPLE = 20_000
_WESTERN = frozenset(
    "äöüßÄÖÜéèêëÉÈÊËàâÀÂçÇîïÎÏôÔûùÛÙœŒæÆøØåÅñÑáíóúÁÍÓÚìòÌÒãõÃÕ¡¿«»‹›°§€£–—‘’‚“”„…·•²³½¼×©®™ \xa0"
)
_UTF8_CHARACTER = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_BEYOND_ASCII = bytes(range(0x80, 0x100))
_CHARACTERS_PER_STRAY = 4
_MENDED = "graphrag-mended"
_IN_WORDS = re.compile(
    r"[A-Za-z]{2}[²³½¼¿¡×©®°]|[²³½¼×©®°][a-z]{2}|õ(?!e)|[a-z][ÄÖÜÉÀÂÇÎÔÛŒÆØÅÑ‚„‹›][a-z]"
)
"""What stands within words only if their letters are those of another code page."""
_TELLING = 32  # bytes; fewer fit almost any encoding; with few accents they are Western
_UNLIKELY = ["utf_7", "utf_16", "utf_16_le", "utf_16_be", "utf_32", "utf_32_le", "utf_32_be"]
_CONTROLS = {code: " " for code in range(32) if code not in (9, 10)}
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
_CLEAN = {**_CONTROLS, **_SURROGATES}
_NOTION_ID = re.compile(r"(?<=\S) (?=[a-f]*\d)[0-9a-f]{32}(?=_all\Z|\Z)")
_DIRTY = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff]")
_INT64 = 2**63


def words(text: str) -> frozenset[str]:
    """The set of the words in ``text``."""
    return frozenset(text.split())


@dataclass(frozen=True)
class Unreadable:
    """A file or record that was not read: its uri, the reason, and what may help.

    ``skipped``: nobody asked for it by name, it only lies in a folder that is read, and it is of
    a kind that is never read, or empty. All others are failures. ``kind`` is the sort of the
    reason: one of :class:`~graphrag_neo4j.errors.ReadError`, "hidden", "ignored", "unopened" or
    "unsaved" (formulas without a value).
    """

    uri: str
    reason: str
    hint: str = ""
    skipped: bool = False
    kind: str = "corrupt"

    def __str__(self) -> str:
        """Why, and what to do."""
        return f"{self.reason} {self.hint}".strip()


@dataclass(frozen=True)
class Unchanged:
    """A document that was not read, as its file is what it was and a graph has it already."""

    uri: str


def decode(data: bytes) -> str:
    """The text in ``data``: by its byte order mark, else UTF-8, else by its statistics. A few bytes
    that are none in a text of UTF-8 are read as Western ones.

    Raises :class:`ReadError` for binary content and for an encoding that cannot be told.
    """
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _decode_as(data, encoding)
    if data.startswith(_MAGIC):
        raise ReadError("it holds binary data, not text.", "Give it its proper file suffix.")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        if not _is_mostly_utf8([data]):
            return _decode_by_guess(data)
        text = data.decode("utf-8", _MENDED)
    if len(_DIRTY.findall(text.replace("\r", ""))) > len(text) // 20:
        raise ReadError("it holds binary data, not text.", AS_UTF8)
    return text


_BLOCK = 1 << 20


def open_text(path: Path, newline: str | None = None) -> TextIO:
    """A text file to be read piece by piece, decoded as :func:`decode` would; of one that is
    neither marked nor UTF-8 the first megabyte tells the encoding. ``newline``: as in ``open``.

    Raises :class:`ReadError` where :func:`decode` does.
    """
    with path.open("rb") as file:
        head = file.read(_BLOCK)
        marked = next((encoding for bom, encoding in _BOMS if head.startswith(bom)), None)
        if marked is None:
            text = head.decode("utf-8", "replace")
            is_dirty = len(_DIRTY.findall(text.replace("\r", ""))) > len(text) // 20
            if is_dirty or head.startswith(_MAGIC):
                raise ReadError("it holds binary data, not text.", AS_UTF8)
        encoding = marked or ("utf-8" if _is_utf8(file, head) else _guessed(head)[1])
    errors = _MENDED if encoding == "utf-8" else "replace"
    return path.open(encoding=encoding, errors=errors, newline=newline)


def _is_utf8(file: BinaryIO, head: bytes) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        decoder.decode(head)
        while block := file.read(_BLOCK):
            decoder.decode(block)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        file.seek(0)
        return _is_mostly_utf8(iter(partial(file.read, _BLOCK), b""))
    return True


def _is_mostly_utf8(blocks: Iterable[bytes]) -> bool:
    """Whether hardly a byte beyond ASCII is no part of a character: one line of a log was written
    by another program, or a file was cut within its last character."""
    n_characters = n_stray = 0
    for block in blocks:
        characters = _UTF8_CHARACTER.findall(block)
        n_characters += len(characters)
        n_stray += len(block) - len(block.translate(None, _BEYOND_ASCII))
        n_stray -= sum(map(len, characters))
    return n_characters > _CHARACTERS_PER_STRAY * (n_stray - 1)


def _mend(error: UnicodeError) -> tuple[str, int]:
    """A byte that is no part of UTF-8 as Western text has it; a cut character is lost."""
    assert isinstance(error, UnicodeDecodeError)
    if error.reason == "unexpected end of data":
        return "\ufffd", error.end
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error(_MENDED, _mend)


def looks_binary(head: bytes) -> bool:
    """Whether a file that begins with ``head`` can be no text."""
    if any(head.startswith(bom) for bom, _ in _BOMS):
        return False
    return head.startswith(_MAGIC) or b"\0" in head


def _decode_as(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise ReadError(f"it is not the {encoding} text it says it is.", AS_UTF8) from None


def _decode_by_guess(data: bytes) -> str:
    return _guessed(data)[0]


def _guessed(data: bytes) -> tuple[str, str]:
    """The text in ``data``, and its likeliest encoding."""
    if b"\0" in data:
        raise ReadError("it holds binary data, not text.", AS_UTF8)
    from charset_normalizer import from_bytes

    western = "cp1252"
    marks = sum(byte >= 0x80 for byte in data[:_TELLING])
    if len(data) < _TELLING and marks <= max(1, len(data) // 3):
        return data.decode(western, "replace"), western
    if _reads_as_western(data[:_SAMPLE].decode(western, "replace")):
        return data.decode(western, "replace"), western
    matches = from_bytes(data, cp_exclusion=_UNLIKELY)
    best = matches.best()
    if best is None or best.chaos > _WORST_CHAOS:
        raise ReadError("its text encoding could not be told.", AS_UTF8)
    # Short texts fit many code pages equally well; Western is by far the most common one.
    for match in matches:
        if match.encoding in (western, "latin_1") and match.chaos <= best.chaos:
            return data.decode(western, "replace"), western
    return str(best), best.encoding


def _reads_as_western(text: str) -> bool:
    """Whether what is beyond ASCII is what Western languages have, where they have it: few letters
    among others, no fractions and powers within words, as other code pages would give."""
    beyond = [character for character in text if character > "\x7f"]
    letters = sum(character.isalpha() for character in text)
    return (
        all(character in _WESTERN for character in beyond)
        and 4 * len(beyond) <= letters
        and not _IN_WORDS.search(text)
    )


def clean_text(text: str) -> str:
    """``text`` as it is kept: line ends ``\\n``, no BOM, no control characters, no surrogates.

    What is not allowed is replaced one for one, so that offsets stay.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return text.translate(_CLEAN) if _DIRTY.search(text) else text


def read_text_file(path: Path) -> str:
    """The clean text of a file; raises :class:`ReadError` if there is none."""
    return with_words(clean_text(decode(path.read_bytes())))


def with_words(text: str) -> str:
    """``text`` itself; raises :class:`ReadError` if it is blank."""
    if not text or text.isspace():
        raise ReadError("it is empty.", "Leave it out.", "empty")
    return text


def title_from_name(path: Path) -> str:
    """A file's name as a title: "annual_report-2024.md" -> "Annual report 2024"; without the id
    that Notion puts behind it."""
    stem = _NOTION_ID.sub("", clean_text(path.stem))
    words = " ".join(re.sub(r"[_\-+]+", " ", stem).split()) or stem
    return words[:1].upper() + words[1:] if words.islower() else words


def shorten(text: str, limit: int = 80) -> str:
    """The first line of ``text``, cut between words at ``limit`` characters."""
    line = " ".join(text.strip().partition("\n")[0].split())
    if len(line) <= limit:
        return line
    return (line[:limit].rpartition(" ")[0] or line[:limit]) + "…"


def comment(said: str, author: str = "") -> str:
    """What a reader wrote onto a document, as a paragraph of its own; "" for nothing."""
    by = f" by {author}" if author else ""
    return f"Comment{by}: {said}" if said else ""


def safe_metadata(pairs: Iterable[tuple[object, object]]) -> dict[str, Scalar]:
    """Pairs as properties Neo4j can store.

    Keys keep letters, digits and underscores; a key that another one already became gets a
    number. None is left out; lists and maps, and integers beyond 64 bits, become text.
    """
    metadata: dict[str, Scalar] = {}
    for raw_key, value in pairs:
        if value is None:
            continue
        base = property_name(str(raw_key))
        key, n = base, 2
        while key in metadata:
            key, n = f"{base}_{n}", n + 1
        metadata[key] = scalar(value)
    return metadata


def dated(document: Document, day: str) -> Document:
    """``document`` as one of ``day``, if that is known."""
    return replace(document, metadata={**document.metadata, "date": day}) if day else document


def scalar(value: object) -> Scalar:
    """``value`` itself if Neo4j can store it and JSON say it, else as text: a date as ISO 8601 has
    it, lists and maps as JSON."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, bool):
        return value
    if isinstance(value, Integral):
        number = int(value)
        return number if -_INT64 <= number < _INT64 else str(number)
    if isinstance(value, Real):
        return float(value) if isfinite(value) else str(value)
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, (list, tuple, Mapping)):
        return clean_text(json.dumps(value, ensure_ascii=False, default=str))
    return clean_text(str(value))


def first_field(record: Mapping[str, object], names: tuple[str, ...]) -> str | None:
    """The key of ``record`` that is one of ``names``, whatever its case; the first name wins."""
    by_name = {key.strip().casefold(): key for key in reversed(list(record))}
    return next((by_name[name] for name in names if name in by_name), None)


class Blocks:
    """Collects blocks of text, where headings and places among them start, and what is no prose."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._last_kind = ""
        self._place: tuple[str, str] | None = None
        self._blocks: list[Block] = []
        self.headings: list[Heading] = []
        self.places: list[Place] = []

    def place(self, kind: str, name: str) -> None:
        """What comes next stands there ("slide", "3")."""
        self._place = (kind, name)
        self._last_kind = ""

    def add(self, text: str, *, level: int = 0, kind: str = "") -> None:
        """Append a block; ``level`` > 0 makes it a heading. Blank text is ignored.

        A blank line parts blocks, a line break those of ``kind`` "item", and a "term" from what
        is said of it. Of "code" and of an "item" the indentation stays.
        """
        text = text.strip("\n").rstrip() if kind in ("code", "item") else text.strip()
        if not text.strip():
            return
        if self._parts:
            joins = kind == "item" == self._last_kind or (
                self._last_kind == "term" and kind in ("", "term") and not level
            )
            self._append("\n" if joins else "\n\n")
        if self._place:
            self.places.append(Place(self._length, *self._place))
            self._place = None
        if level:
            self.headings.append(Heading(self._length, level, " ".join(text.split())))
        if kind == "code":
            self._blocks.append(Block(self._length, self._length + len(text), "code"))
        self._append(text)
        self._last_kind = kind

    def add_table(self, table: Iterable[Iterable[Cell]], about: str = "") -> None:
        """Append the rows of a table, each a block of its own
        (:mod:`graphrag_neo4j.readers.tables`). ``about``: what a row is about that gives but a name
        and its value, if that is known."""
        for row in table_rows(table):
            self.add(row.text)
            start = self._length - len(row.text)
            kind: BlockKind = "columns" if row.is_names else "row"
            columns, cells = row.columns, row.cells
            if about and kind == "row" and not any(columns) and len(cells) == 1:
                name, _, value = row.text.partition(": ")
                columns, cells = (("", name), (about, value)) if value else (columns, cells)
            self._blocks.append(Block(start, self._length, kind, columns, cells))

    @property
    def has_named_rows(self) -> bool:
        """Whether there is a table whose rows say the names of their columns, two at least."""
        text = self.text
        rows = (block for block in self._blocks if block.kind == "row")
        said = ((text[row.start : row.end], row.columns) for row in rows)
        return any(sum(f"{name}: " in row for name in names if name) > 1 for row, names in said)

    def document(
        self, uri: str, title: str, metadata: Mapping[str, Scalar] | None = None
    ) -> Document:
        """All of it as a document; raises :class:`ReadError` if it is blank."""
        blocks, alone = self._blocks, len(self._blocks) == 1
        if alone and blocks[0].kind == "columns":  # a table of one row has no names
            blocks = [replace(blocks[0], kind="row", columns=())]
        return Document(
            uri,
            with_words(self.text),
            title,
            tuple(self.headings),
            metadata or {},
            places=tuple(self.places),
            blocks=tuple(blocks),
        )

    def _append(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)

    @property
    def text(self) -> str:
        return "".join(self._parts)
