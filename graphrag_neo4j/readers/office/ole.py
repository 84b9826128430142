"""The files in which Office kept documents before 2007: a disk within a file (OLE)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.content import clean_text, with_words

if TYPE_CHECKING:
    from olefile import OleFileIO

_SUMMARY = "\x05SummaryInformation"
_TITLE, _AUTHOR, _CODE_PAGE = 2, 4, 1
_SHORT, _BYTE_TEXT = 2, 30
_MOST_PROPERTIES = 100
_ENCODINGS = {65001: "utf-8", 1200: "utf-16-le", 10000: "mac_roman"}


@contextmanager
def open_ole(path: Path, what: str, suffix: str) -> Iterator[OleFileIO]:
    """The file, opened. ``what`` it should be is said where it is not sound, and the ``suffix`` of
    the kind to save it as.

    Raises :class:`ReadError` if it is empty or damaged; also for what the caller meets inside.
    """
    import olefile

    if not path.stat().st_size:
        with_words("")
    try:
        with olefile.OleFileIO(path) as file:
            yield file
    except OSError as error:
        if error.errno is not None:
            raise
        raise _damaged(what, suffix) from error  # what olefile raises for damage, too
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
        struct.error,
    ) as error:
        raise _damaged(what, suffix) from error


def _damaged(what: str, suffix: str) -> ReadError:
    return ReadError(f"it is not a sound {what}.", f"Save it as {suffix}.", "corrupt")


def summary_of(file: OleFileIO) -> tuple[str, str]:
    """Title and author; "" where there is none, or none that can be read."""
    if not file.exists(_SUMMARY):
        return "", ""
    try:
        found = dict(_properties(file.openstream(_SUMMARY).read()))
        return _text(found, _TITLE), _text(found, _AUTHOR)
    except (OSError, struct.error):  # damage to what is no text shall not cost the text
        return "", ""


def _properties(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The texts and small numbers of a property set ([MS-OLEPS]), by their ids. ``olefile`` counts
    as far as a damaged file tells it to."""
    begin = struct.unpack_from("<I", data, 44)[0]
    count = struct.unpack_from("<I", data, begin + 4)[0]
    for number in range(min(count, _MOST_PROPERTIES)):
        id_, offset = struct.unpack_from("<II", data, begin + 8 + 8 * number)
        kind, size = struct.unpack_from("<II", data, begin + offset)
        at = begin + offset + 8
        if kind == _BYTE_TEXT:
            yield id_, data[at : at + size]
        elif kind == _SHORT:
            yield id_, data[at - 4 : at - 2]


def _text(properties: dict[int, bytes], id_: int) -> str:
    value = properties.get(id_, b"")
    page = int.from_bytes(properties.get(_CODE_PAGE, b""), "little")
    try:
        text = value.decode(_ENCODINGS.get(page, f"cp{page}"), "replace")
    except LookupError:
        text = value.decode("cp1252", "replace")
    return " ".join(clean_text(text.strip("\0")).split())
