"""Files whose suffix is that of an Office file, and which are of another kind.

Programs call a page or a table of text ".doc" or ".xls" so that Office opens it; people rename a
file to the suffix of a later version.
"""

from __future__ import annotations

from pathlib import Path

from graphrag_neo4j.readers.content import looks_binary
from graphrag_neo4j.readers.office.package import is_encrypted

_NEW = {
    ".doc": ".docx",
    ".dot": ".dotx",
    ".xls": ".xlsx",
    ".xlt": ".xltx",
    ".ppt": ".pptx",
    ".pps": ".ppsx",
    ".pot": ".potx",
}
_OLD = {new: old for old, new in _NEW.items()}
_OLE, _ZIP = bytes.fromhex("d0cf11e0a1b11ae1"), b"PK\x03\x04"
_PAGE = (b"<html", b"<!doctype html", b"<table", b"<body", b"<div")
_TABLES = (".xls", ".xlt")
_HEAD = 4_096


def actual_suffix(path: Path) -> str:
    """The suffix that the file should have: its own, unless its first bytes tell another kind."""
    suffix = path.suffix.lower()
    if suffix not in _NEW and suffix not in _OLD:
        return suffix
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if head.startswith(_OLE):
        return suffix if suffix in _NEW or is_encrypted(path) else _OLD[suffix]
    if head.startswith(_ZIP):
        return _NEW.get(suffix, suffix)
    return _suffix_of_text(suffix, head) if suffix in _NEW else suffix


def _suffix_of_text(suffix: str, head: bytes) -> str:
    begin = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if begin.startswith(b"{\\rtf"):
        return ".rtf"
    if b"mime-version:" in begin:  # a page in one file, as wikis export it for Word
        return ".mht"
    if begin.startswith(b"<"):
        return ".html" if any(mark in begin for mark in _PAGE) else ".xml"
    if not begin or looks_binary(head):
        return suffix
    return ".csv" if suffix in _TABLES else ".txt"
