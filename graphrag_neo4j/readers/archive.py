"""Zip files, and the formats that are zip files inside: opened within limits.

Nothing is ever unpacked to a path that an archive names. Sizes are those that the archive
declares; Python's zipfile gives no byte more than that.
"""

from __future__ import annotations

import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.ids import IN_FRAGMENT
from graphrag_neo4j.readers.content import Unreadable, clean_text, with_words
from graphrag_neo4j.readers.options import DEFAULT, ReadOptions
from graphrag_neo4j.readers.parts import NamedParts
from graphrag_neo4j.readers.records import Item

if TYPE_CHECKING:
    from lxml.etree import _Element

MOST_PARTS = 10_000
MOST_BYTES = 1 << 30
"""Of all parts together, unpacked."""
MOST_PART_BYTES = 256 << 20
"""Of one file in an archive that is read into memory."""
_MARKUP = re.compile("[<&]")
_MOST_ENTITIES = 10_000
_LONGEST_ENTITY = 1_000
_MOST_RATIO = 200
_RATIO_FROM = 10 << 20  # bytes; a small part may well shrink to nothing
_TOO_LARGE = "Unpack it and ingest what is needed."


@contextmanager
def open_zip(path: Path, what: str) -> Iterator[zipfile.ZipFile]:
    """A zip file that is no bomb. ``what`` it should be is said where it is not sound.

    Raises :class:`ReadError` if it is empty, damaged or encrypted, or would unpack to more than
    ``MOST_PARTS`` parts or ``MOST_BYTES``; also for what the caller meets inside.
    """
    if not path.stat().st_size:
        with_words("")
    try:
        with zipfile.ZipFile(path) as archive:
            _check(archive)
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError) as error:
        raise ReadError(f"it is not a sound {what}.", "Save it anew.", "corrupt") from error
    except RuntimeError as error:  # zipfile's word for "encrypted"
        hint = "Save it without a password."
        raise ReadError(f"the {what} is encrypted.", hint, "encrypted") from error


def _check(archive: zipfile.ZipFile) -> None:
    parts = archive.infolist()
    if len(parts) > MOST_PARTS:
        raise ReadError(f"it has {len(parts):,} parts.", _TOO_LARGE, "too large")
    total = sum(part.file_size for part in parts)
    packed = sum(part.compress_size for part in parts)
    is_bomb = total > _RATIO_FROM and total > _MOST_RATIO * max(packed, 1)
    if total > MOST_BYTES or is_bomb:
        megabytes = f"{total / 1e6:,.0f} MB"
        raise ReadError(f"it would unpack to {megabytes}.", _TOO_LARGE, "too large")


def xml_root(data: bytes) -> _Element:
    """The root of an XML part; entities that it says in plain words are put in, nothing is fetched.

    Raises :class:`ReadError` if it is not well formed or nested more than 256 deep.
    """
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise ReadError("its XML is damaged.", "Save it anew.", "corrupt") from error
    _put_entities_in(root)
    return root


def _put_entities_in(root: _Element) -> None:
    from lxml import etree

    nodes = list(islice(root.iter(etree.Entity), _MOST_ENTITIES + 1))
    if len(nodes) > _MOST_ENTITIES:
        raise ReadError("it has too many entities.", "Save it anew.", "corrupt")
    if not nodes:
        return
    dtd = root.getroottree().docinfo.internalDTD
    told = {one.name: one.content for one in (dtd.iterentities() if dtd is not None else ())}
    for node in nodes:
        text = told.get(node.name) or ""
        is_plain = text and not _MARKUP.search(text) and len(text) <= _LONGEST_ENTITY
        said = (text if is_plain else f"&{node.name};") + (node.tail or "")
        before, parent = node.getprevious(), node.getparent()
        if before is not None:
            before.tail = (before.tail or "") + said
        elif parent is not None:
            parent.text = (parent.text or "") + said
        if parent is not None:
            parent.remove(node)


def read_zip(
    path: Path, uri: str, options: ReadOptions = DEFAULT, depth: int = 0
) -> Iterator[Item]:
    """The files in an archive, each as ``uri#name``. Names are only names: one that is absolute
    or leads upwards leads nowhere. Links are not followed."""
    found = False
    parts = NamedParts(uri, options, depth)
    with open_zip(path, "zip file") as archive:
        for part in archive.infolist():
            mode = part.external_attr >> 16
            if part.is_dir():
                continue
            found = True
            own = f"{uri}#{quote(clean_text(part.filename), safe=IN_FRAGMENT)}"
            if stat.S_ISLNK(mode):
                yield Unreadable(own, "it is a link.", skipped=True, kind="unsupported")
            elif part.file_size > MOST_PART_BYTES:
                reason = f"it would unpack to {part.file_size / 1e6:,.0f} MB."
                yield Unreadable(own, reason, _TOO_LARGE, kind="too large")
            else:
                yield from parts.read(part.filename, archive.read(part))
    if not found:
        with_words("")
