"""Packages of Office files, as the libraries for them can open them.

They know documents, but neither templates, shows and files with macros, which are the same inside,
nor the strict form of the standard (ISO/IEC 29500), which has other names for the same things; and
they give a file up for a picture that it names and does not have.
"""

from __future__ import annotations

import html
import io
import posixpath
import re
from collections.abc import Container, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote
from zipfile import ZIP_STORED, ZipFile

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Scalar
from graphrag_neo4j.readers.archive import open_zip, xml_root
from graphrag_neo4j.readers.content import safe_metadata

if TYPE_CHECKING:
    from lxml.etree import _Element

_LIBRARIES = ("python-docx", "python-pptx", "Steve Canny")
_TYPES = "[Content_Types].xml"
_STRICT = re.compile(
    rb"http://purl\.oclc\.org/ooxml/"
    rb"(wordprocessingml|spreadsheetml|presentationml|drawingml|officeDocument)/"
)
_LINK = re.compile(rb"<Relationship\s[^<>]*(?:/>|>\s*</Relationship>)")
_TARGET = re.compile(rb"\sTarget=\"([^\"]*)\"")
_LIKE_DOCUMENTS = re.compile(
    rb"application/vnd\.(?:ms-word\.document\.macroEnabled|ms-word\.template\.macroEnabledTemplate"
    rb"|openxmlformats-officedocument\.wordprocessingml\.template)\.main\+xml"
)
_LIKE_DECKS = re.compile(
    rb"application/vnd\.(?:ms-powerpoint\.(?:presentation|slideshow|template)\.macroEnabled"
    rb"|openxmlformats-officedocument\.presentationml\.(?:slideshow|template))\.main\+xml"
)
_MAIN = b"application/vnd.openxmlformats-officedocument.%s.main+xml"
_DOCUMENT = _MAIN % b"wordprocessingml.document"
_DECK = _MAIN % b"presentationml.presentation"


def open_package(path: Path, what: str) -> io.BytesIO | str:
    """What a library can open: the file itself, or, of a kind that it does not know, a copy.

    ``what`` it should be is said where it is not sound. Raises :class:`ReadError` if it is damaged,
    encrypted or too large.
    """
    if is_encrypted(path):
        raise ReadError(f"the {what} is encrypted.", "Save it without a password.", "encrypted")
    with open_zip(path, what) as archive:
        types = archive.read(_TYPES)
        known = _LIKE_DECKS.sub(_DECK, _LIKE_DOCUMENTS.sub(_DOCUMENT, types))
        links = dict(_sound_links(archive))
        if known == types and not links and not _is_strict(archive):
            return str(path)
        return _copy(archive, {_TYPES: known, **links})


def is_encrypted(path: Path) -> bool:
    """Whether it is an Office file with a password: a package within an OLE file."""
    import olefile

    if not olefile.isOleFile(path):
        return False
    with olefile.OleFileIO(path) as file:
        return bool(file.exists("EncryptedPackage"))


def linked(part: Any, *kinds: str) -> Iterator[_Element]:
    """The parts that a ``part`` of a package links to by a relation of one of ``kinds``."""
    for relation in part.rels.values():
        if not relation.is_external and relation.reltype.endswith(kinds):
            yield xml_root(relation.target_part.blob)


def author_of(name: str) -> dict[str, Scalar]:
    """Who wrote a file, as metadata. The libraries write their own names where nobody is named."""
    return safe_metadata([("author", name)]) if name not in ("", *_LIBRARIES) else {}


def _is_strict(archive: ZipFile) -> bool:
    return _STRICT.search(archive.read("_rels/.rels")) is not None


def _sound_links(archive: ZipFile) -> Iterator[tuple[str, bytes]]:
    """The lists of links that name parts which are not there, without these."""
    names = {name.casefold() for name in archive.namelist()}
    for name in archive.namelist():
        if not name.endswith(".rels"):
            continue
        folder = posixpath.dirname(posixpath.dirname(name))
        data = archive.read(name)
        sound = data
        for link in _LINK.findall(data):
            if not _leads(link, folder, names):
                sound = sound.replace(link, b"")
        if sound != data:
            yield name, sound


def _leads(link: bytes, folder: str, names: Container[str]) -> bool:
    target = _TARGET.search(link)
    if target is None or b'"External"' in link:
        return True
    path = unquote(html.unescape(target[1].decode("utf-8", "replace"))).partition("#")[0]
    whole = path[1:] if path.startswith("/") else posixpath.join(folder, path)
    return posixpath.normpath(whole).casefold() in names


def _copy(archive: ZipFile, changed: Mapping[str, bytes]) -> io.BytesIO:
    copy = io.BytesIO()
    with closing(ZipFile(copy, "w", ZIP_STORED)) as package:
        for part in archive.infolist():
            data = changed.get(part.filename) or archive.read(part)
            if part.filename.endswith((".xml", ".rels")):
                data = _STRICT.sub(rb"http://schemas.openxmlformats.org/\1/2006/", data)
            package.writestr(part.filename, data)
    copy.seek(0)
    return copy
