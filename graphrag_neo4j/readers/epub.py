"""E-books: the chapters of an EPUB in the order of its spine."""

from __future__ import annotations

import posixpath
import zipfile
from pathlib import Path
from urllib.parse import unquote

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.archive import open_zip, xml_root
from graphrag_neo4j.readers.content import Blocks, clean_text, safe_metadata, title_from_name
from graphrag_neo4j.readers.opendocument_xml import name_of
from graphrag_neo4j.readers.web.page import add_page, decode_page

_ADOBE_FONTS, _IDPF_FONTS = b"http://ns.adobe.com/pdf/enc#RC", b"http://www.idpf.org/2008/embedding"


def read_epub(path: Path, uri: str) -> Document:
    """An .epub file: one document, its chapters one after the other, its places their numbers."""
    blocks = Blocks()
    with open_zip(path, "EPUB") as archive:
        _refuse_encrypted(archive)
        package = _package_path(archive)
        root = xml_root(archive.read(package))
        about = {"title": "", "creator": ""}
        for element in root.iter():
            if (name := name_of(element)) in about and not about[name]:
                about[name] = " ".join(clean_text(element.text or "").split())
        items = [element for element in root.iter() if name_of(element) == "item"]
        hrefs = {item.get("id"): item.get("href", "") for item in items}
        navigation = {
            item.get("id") for item in items if "nav" in item.get("properties", "").split()
        }
        names = set(archive.namelist())
        chapters = [e.get("idref") for e in root.iter() if name_of(e) == "itemref"]
        for number, chapter in enumerate((c for c in chapters if c not in navigation), start=1):
            href = unquote(hrefs.get(chapter, "")).partition("#")[0]
            part = posixpath.normpath(posixpath.join(posixpath.dirname(package), href))
            if part in names:
                blocks.place("chapter", str(number))
                add_page(blocks, clean_text(decode_page(archive.read(part))))
    title = about["title"] or title_from_name(path)
    return blocks.document(uri, title, safe_metadata([("author", about["creator"] or None)]))


def _refuse_encrypted(archive: zipfile.ZipFile) -> None:
    """Books with digital rights management; scrambled fonts alone are no hindrance."""
    if "META-INF/encryption.xml" not in archive.namelist():
        return
    source = archive.read("META-INF/encryption.xml")
    scrambled = source.count(_ADOBE_FONTS) + source.count(_IDPF_FONTS)
    if source.count(b"EncryptedData>") > scrambled * 2 or b"rights.xml" in source:
        raise ReadError("the EPUB is encrypted.", "Save it without protection.", "encrypted")


def _package_path(archive: zipfile.ZipFile) -> str:
    for element in xml_root(archive.read("META-INF/container.xml")).iter():
        if name_of(element) == "rootfile":
            return str(element.get("full-path", ""))
    raise ReadError("it is not a sound EPUB.", "Save it anew.", "corrupt")
