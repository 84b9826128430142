"""What a Kindle keeps of books in ``My Clippings.txt``: highlights and notes, with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from graphrag_neo4j.readers.content import Blocks, read_text_file, safe_metadata
from graphrag_neo4j.readers.records import Item
from graphrag_neo4j.text.dates import day_within

_END = "=========="
_BOOK = re.compile(r"(?P<title>.*\S)[ \t]+\((?P<author>[^()]*)\)")
_PLACE = re.compile(r"- [^|]*?(?P<number>\d+(?:-\d+)?)[^|]*(?:\|.*)?")
_IS_PAGE = re.compile(r"(?i)\b(?:page|seite|página|pagina|pág|sida|side)\b|第.*页|ページ")
_IS_NOTE = re.compile(r"(?i)\b(?:note|notiz|nota|notitie|anteckning)\b|笔记|メモ")


class _Clipping(NamedTuple):
    book: str
    place: str
    words: str


def read_clippings(path: Path, uri: str) -> Iterator[Item]:
    """A document for each book, with its author; nothing of a file that is none of a Kindle."""
    with path.open("rb") as file:
        if not (file.readline() and file.readline().startswith(b"- ")):
            return
    clippings = list(_clippings(read_text_file(path)))
    first: dict[str, int] = {}
    for one in clippings:
        first.setdefault(one.book, len(first))
    of_books = sorted(clippings, key=lambda one: first[one.book])
    for book, group in groupby(of_books, lambda one: one.book):
        if said := [one for one in group if one.words]:
            yield _of_book(book, said, uri)


def _of_book(book: str, clippings: list[_Clipping], uri: str) -> Item:
    blocks = Blocks()
    for one in clippings:
        number = _PLACE.fullmatch(one.place)
        kind = "page" if _IS_PAGE.search(one.place) else "location"
        if number is not None:
            blocks.place(kind, number["number"])
        is_note = _IS_NOTE.search(one.place.partition("|")[0])
        blocks.add(f"Note: {one.words}" if is_note else one.words)
    named = _BOOK.fullmatch(book)
    title, author = (named["title"], named["author"]) if named else (book, "")
    day = max(day_within(one.place) for one in clippings)
    name = blake2b(book.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    metadata = safe_metadata((("author", author or None), ("date", day or None)))
    return blocks.document(f"{uri}#book-{name}", title, metadata)


def _clippings(text: str) -> Iterator[_Clipping]:
    """All of a file, if each is a book, a place in it and perhaps words."""
    if f"\n{_END}" not in text:
        return
    records = [record.strip("\ufeff\n ") for record in re.split(rf"(?m)^{_END}[ \t]*$", text)]
    parted = [record.split("\n", 2) for record in records if record]
    if all(len(one) > 1 and _PLACE.fullmatch(one[1].strip()) for one in parted):
        for book, place, *words in parted:
            yield _Clipping(book.strip("\ufeff "), place.strip(), "".join(words).strip())
