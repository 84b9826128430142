"""The XML of OpenDocument: its parts, in a package or in one flat file, and the words in it."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.archive import open_zip, xml_root
from graphrag_neo4j.readers.content import clean_text, words
from graphrag_neo4j.readers.superscripts import superscript, with_superscripts

if TYPE_CHECKING:
    from lxml.etree import _Element

_NAMESPACES = "{urn:oasis:names:tc:opendocument:xmlns:"
DRAWING, STYLE, TEXT = (f"{_NAMESPACES}{of}:1.0}}" for of in ("drawing", "style", "text"))
_OFFICE, _PICTURE = (f"{_NAMESPACES}{of}:1.0}}" for of in ("office", "svg-compatible"))
NOT_TEXT = words(
    "annotation annotation-end tracked-changes forms sequence-decls notes settings binary-data"
    " document table-of-content table-index illustration-index"
)
"""Comments and changes; in a flat file also pictures and files within; lists of what stands where.
"""
_APART = NOT_TEXT | words("note p h list table")
"""Of what hangs on a paragraph: text of its own, in notes, comments, boxes and shapes."""
_RAISED = "raised"  # an attribute of spans that the reader adds
_MOST_REPEATS = 1_000  # of a cell, row or blank that says how often it stands there


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """A file's body, its superscripts marked, where its styles are, and who wrote it."""

    body: _Element
    styled: tuple[_Element, ...]
    title: str = ""
    author: str = ""

    def styles(self, tag: str) -> Iterator[_Element]:
        """The styles that are elements of ``tag``."""
        return (style for root in self.styled for style in root.iter(tag))


def open_opendocument(path: Path) -> OpenDocument:
    """An OpenDocument file, a package or flat XML.

    Raises :class:`ReadError` if it is damaged, encrypted or too large.
    """
    if _is_flat(path):
        root = xml_root(path.read_bytes())
        return _opened([root], root)
    with open_zip(path, "OpenDocument file") as archive:
        manifest = "META-INF/manifest.xml"
        if manifest in archive.namelist() and b"encryption-data" in archive.read(manifest):
            raise ReadError("the file is encrypted.", "Save it without a password.", "encrypted")
        parts = [xml_root(archive.read("content.xml"))]
        with suppress(ReadError):  # damage to formats shall not cost the text
            parts += _part(archive, "styles.xml")
        return _opened(parts, *_part(archive, "meta.xml"))


def _is_flat(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(64).removeprefix(BOM_UTF8).lstrip().startswith(b"<")


def _part(archive: ZipFile, name: str) -> list[_Element]:
    return [xml_root(archive.read(name))] if name in archive.namelist() else []


def _opened(parts: list[_Element], meta: _Element | None = None) -> OpenDocument:
    body = parts[0].find(f"{_OFFICE}body")
    if body is None:
        raise ReadError("it has no body.", "Save it anew.", "corrupt")
    raised = {name for root in parts for name in _raising_styles(root)}
    for span in body.iter(f"{TEXT}span") if raised else ():
        if attribute(span, "style-name") in raised:
            span.set(_RAISED, "true")
    return OpenDocument(body, tuple(parts), *_about(meta))


def _raising_styles(root: _Element) -> Iterator[str]:
    """The names of the styles of superscripts."""
    for style in root.iter(f"{STYLE}style"):
        for properties in style:
            position = attribute(properties, "text-position")
            if position.startswith("super") or (position[:1].isdigit() and position[0] != "0"):
                yield attribute(style, "name")


def _about(meta: _Element | None) -> tuple[str, str]:
    """Title and author, empty if not given."""
    if meta is not None and name_of(meta) == "document":
        meta = meta.find(f"{_OFFICE}meta")
    if meta is None:
        return "", ""
    found = {name_of(element): text_of(element) for element in meta.iter() if element.text}
    return found.get("title", ""), found.get("initial-creator") or found.get("creator", "")


def name_of(element: _Element) -> str:
    """An element's name without its namespace; empty for comments."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: _Element, name: str) -> str:
    """An attribute by its name without its namespace; empty if it is not there."""
    return next((v for k, v in element.attrib.items() if k.rpartition("}")[2] == name), "")


def repeats(element: _Element, name: str) -> int:
    """How often an element stands for itself, within limits."""
    number = attribute(element, name)
    return min(int(number), _MOST_REPEATS) if number.isdigit() else 1


def text_of(element: _Element) -> str:
    """The words of a paragraph."""
    return clean_text(with_superscripts("".join(_pieces(element)), of_runs=True))


def _pieces(element: _Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        name = name_of(child)
        if name == "s":
            yield " " * repeats(child, "c")
        elif name == "tab":
            yield "\t"
        elif name == "line-break":
            yield "\n"
        elif child.get(_RAISED):
            yield superscript("".join(_pieces(child)))
        elif name and name not in _APART and not _is_alternative(child):
            yield from _pieces(child)
        yield child.tail or ""


def _is_alternative(element: _Element) -> bool:
    """Whether it says what a picture shows, to those who do not see it."""
    return str(element.tag).startswith(_PICTURE)
