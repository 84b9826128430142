"""PowerPoint files of before 2007 (.ppt): the words on each slide, its notes and comments
([MS-PPT]; shapes: [MS-ODRAW]).

No library reads them that is free to use and needs no other program.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Blocks, clean_text, comment, title_from_name
from graphrag_neo4j.readers.office.old_slide_tables import PlacedCell, placed_rows
from graphrag_neo4j.readers.office.ole import open_ole, summary_of
from graphrag_neo4j.readers.office.package import author_of

_STREAM = "PowerPoint Document"
_EDIT_AT, _ENCRYPTED = 16, 0xF3D1C4DF  # in the stream "Current User"; a mark there
_USER_EDIT, _PERSIST = 0x0FF5, 0x1772
_LIST, _SLIDE_ATOM, _NOTES_ATOM = 0x0FF0, 0x03F3, 0x03F1
_HEADER, _WIDE, _NARROW, _OUTLINE_TEXT = 0x0F9F, 0x0FA0, 0x0FA8, 0x0F9E
_SLIDES, _NOTES = 0, 2  # of lists, by their instance
_CONTAINER = 0xF
_TITLES, _OTHER = (0, 6), 4  # kinds of text
_GROUP, _SHAPE, _PLACE = 0xF003, 0xF004, 0xF00F
_OPTIONS, _MORE_OPTIONS = 0xF00B, 0xF122
_IS_TABLE, _FILL, _IS_FILLED = 0x039F, 0x0181, 0x01BF  # options of shapes
_NAME = 0x3FFF  # bits of an option's name
_FILLED = 0x00100010  # bits that say that a filling is told, and that there is one
_TAG_DATA, _COMMENT, _STRING = 0x138B, 0x2EE0, 0x0FBA
_MOST_EDITS = 200
_DEEPEST = 50


@dataclass(slots=True)
class _Text:
    kind: int
    words: str
    cells: list[PlacedCell] = field(default_factory=list)  # of a table


@dataclass(slots=True)
class _Listed:
    """A slide in a list: where it is kept, and the text of its placeholders."""

    persist: int
    id: int
    texts: list[_Text] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Record:
    kind: int
    instance: int
    is_container: bool
    begin: int  # of what it holds
    end: int


def read_ppt(path: Path, uri: str) -> Document:
    """A .ppt file; its places are slides. Title: its properties, else the first slide's."""
    with open_ole(path, "PowerPoint file", ".pptx") as file:
        data = file.openstream(_STREAM).read()
        current = file.openstream("Current User").read()
        if struct.unpack_from("<I", current, 12)[0] == _ENCRYPTED:
            raise ReadError("it is encrypted.", "Save it without a password.", "encrypted")
        blocks = Blocks()
        _Deck(data, struct.unpack_from("<I", current, _EDIT_AT)[0]).add_to(blocks)
        named, author = summary_of(file)
    first = blocks.headings[0].title if blocks.headings else ""
    title = named if named and named != "PowerPoint Presentation" else first
    return blocks.document(uri, title or title_from_name(path), author_of(author))


class _Deck:
    """The slides as they stand after the last edit; a file may hold those of before, too."""

    def __init__(self, data: bytes, last_edit: int) -> None:
        self._data = data
        self._kept, document = self._directory(last_edit)
        self._lists = self._listed(self._kept[document])

    def add_to(self, blocks: Blocks) -> None:
        notes = {self._slide_of(note): note for note in self._lists.get(_NOTES, [])}
        for number, slide in enumerate(self._lists.get(_SLIDES, []), start=1):
            blocks.place("slide", str(number))
            texts = list(self._texts(slide))
            for title in (text for text in texts if text.kind in _TITLES):
                blocks.add(" ".join(title.words.split()), level=1)
            for text in texts:
                if text.cells:
                    blocks.add_table(placed_rows(text.cells))
                elif text.kind not in _TITLES:
                    _add(blocks, text.words)
            if slide.id in notes:
                for text in self._texts(notes[slide.id]):
                    _add(blocks, text.words)

    def _directory(self, at: int) -> tuple[dict[int, int], int]:
        """Where each object is kept, the last edit first; and which of them is the document."""
        kept: dict[int, int] = {}
        document = 0
        for _ in range(_MOST_EDITS):
            edit = self._record(at)
            if edit.kind != _USER_EDIT:
                raise ValueError("no edit there")
            _, _, before, directory, main = struct.unpack_from("<5I", self._data, edit.begin)
            document = document or main
            for persist, place in self._persists(self._record(directory)):
                kept.setdefault(persist, place)
            if not before:
                break
            at = before
        return kept, document

    def _persists(self, record: _Record) -> Iterator[tuple[int, int]]:
        at = record.begin
        while at + 4 <= record.end:
            run = struct.unpack_from("<I", self._data, at)[0]
            first, count = run & 0xFFFFF, run >> 20
            at += 4
            for number, place in enumerate(struct.unpack_from(f"<{count}I", self._data, at)):
                yield first + number, place
            at += 4 * count

    def _listed(self, document: int) -> dict[int, list[_Listed]]:
        """Slides and notes in their order, each with the text of its placeholders."""
        lists: dict[int, list[_Listed]] = {}
        seen = set()
        for record in self._children(self._record(document)):
            if record.kind != _LIST:
                continue
            found = lists.setdefault(record.instance, [])
            kind = 0
            for inner in self._children(record):
                if inner.kind == _SLIDE_ATOM:
                    persist, _, _, id_ = struct.unpack_from("<4I", self._data, inner.begin)
                    if (record.instance, persist) in seen:
                        raise ValueError("a slide twice")
                    seen.add((record.instance, persist))
                    found.append(_Listed(persist, id_))
                elif inner.kind == _HEADER:
                    kind = struct.unpack_from("<I", self._data, inner.begin)[0]
                elif found and (words := self._words(inner)) is not None:
                    found[-1].texts.append(_Text(kind, words))
        return lists

    def _texts(self, slide: _Listed) -> Iterator[_Text]:
        """The words of the shapes of a slide, in their order; then what no shape shows."""
        shown = set()
        kind = _OTHER
        for record in self._within(self._record(self._kept[slide.persist])):
            if record.kind == _GROUP:
                yield _Text(_OTHER, "", list(self._cells(record)))
            elif record.kind == _COMMENT:
                yield _Text(_OTHER, self._comment(record))
            elif record.kind == _HEADER:
                kind = struct.unpack_from("<I", self._data, record.begin)[0]
            elif record.kind == _OUTLINE_TEXT:
                number = struct.unpack_from("<I", self._data, record.begin)[0]
                if number < len(slide.texts):
                    shown.add(number)
                    yield slide.texts[number]
            elif (words := self._words(record)) is not None:
                yield _Text(kind, words)
        yield from (text for n, text in enumerate(slide.texts) if n not in shown)

    def _slide_of(self, note: _Listed) -> int:
        """The id of the slide that a page of notes belongs to."""
        for record in self._children(self._record(self._kept[note.persist])):
            if record.kind == _NOTES_ATOM:
                return int(struct.unpack_from("<I", self._data, record.begin)[0])
        return 0

    def _words(self, record: _Record) -> str | None:
        raw = self._data[record.begin : record.end]
        if record.kind == _WIDE:
            return raw.decode("utf-16-le", "replace")
        return raw.decode("latin-1") if record.kind == _NARROW else None

    def _comment(self, record: _Record) -> str:
        """What a reviewer wrote."""
        said = {
            part.instance: _line(self._data[part.begin : part.end].decode("utf-16-le", "replace"))
            for part in self._children(record)
            if part.kind == _STRING
        }
        return comment(said.get(1, ""), said.get(0, ""))

    def _cells(self, table: _Record) -> Iterator[PlacedCell]:
        """The cells of a table; its other shapes are lines, or nothing within."""
        for shape in self._children(table):
            place: tuple[int, ...] = ()
            said: list[str] = []
            for record in self._within(shape) if shape.kind == _SHAPE else ():
                if record.kind == _PLACE:
                    place = struct.unpack_from("<4i", self._data, record.begin)
                elif (words := self._words(record)) is not None:
                    said.append(words)
            if place and (said or (place[2] > place[0] and place[3] > place[1])):
                left, top, right, bottom = place
                text = _line(" ".join(said))
                yield PlacedCell(left, top, right, bottom, text, self._fill(shape))

    def _fill(self, shape: _Record) -> int:
        options = self._options(shape, _OPTIONS)
        is_filled = options.get(_IS_FILLED, 0) & _FILLED == _FILLED
        return options.get(_FILL, -1) if is_filled else -1

    def _is_table(self, group: _Record) -> bool:
        """Whether the first shape of a group, which stands for all of it, is that of a table."""
        first = next(self._children(group), None)
        return first is not None and bool(self._options(first, _MORE_OPTIONS).get(_IS_TABLE, 0) & 1)

    def _options(self, shape: _Record, kind: int) -> dict[int, int]:
        found: dict[int, int] = {}
        for record in self._children(shape):
            if record.kind == kind:
                end = min(record.begin + 6 * record.instance, record.end - 5)
                for at in range(record.begin, end, 6):
                    name, value = struct.unpack_from("<HI", self._data, at)
                    found[name & _NAME] = value
        return found

    def _within(self, record: _Record, depth: int = 0) -> Iterator[_Record]:
        """What a record holds, in its order; tables and comments as they are."""
        for child in self._children(record):
            is_whole = child.kind == _COMMENT or (child.kind == _GROUP and self._is_table(child))
            is_open = child.is_container or child.kind == _TAG_DATA
            if is_open and not is_whole and depth < _DEEPEST:
                yield from self._within(child, depth + 1)
            else:
                yield child

    def _children(self, record: _Record) -> Iterator[_Record]:
        at = record.begin
        while at + 8 <= record.end:
            child = self._record(at, record.end)
            yield child
            at = child.end

    def _record(self, at: int, most: int = sys.maxsize) -> _Record:
        """The record at a place, which ends at ``most`` there."""
        head, kind, size = struct.unpack_from("<HHI", self._data, at)
        begin = at + 8
        end = min(begin + size, most, len(self._data))
        return _Record(kind, head >> 4, head & 0xF == _CONTAINER, begin, end)


def _line(text: str) -> str:
    return " ".join(clean_text(text).split())


def _add(blocks: Blocks, text: str) -> None:
    """The paragraphs of a shape: several are items. A lone sign stands for the slide's number."""
    lines = [clean_text(line).strip() for line in text.replace("\x0b", "\n").split("\r")]
    lines = [line for line in lines if line not in ("", "*")]
    for line in lines:
        if len(lines) > 1:
            blocks.add(f"- {line}", kind="item")
        else:
            blocks.add(line)
