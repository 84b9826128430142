"""What is known of a document before its chunks are read: its headings, blocks, clauses, days, who
speaks and who signs."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from graphrag_neo4j.extract.rules.context import Contexts
from graphrag_neo4j.extract.rules.corrections import Corrections
from graphrag_neo4j.extract.rules.head_fields import HeadFields
from graphrag_neo4j.extract.rules.literature_fields import literature_fields
from graphrag_neo4j.extract.rules.record_parts import record_subject
from graphrag_neo4j.extract.rules.row_cells import About, Field
from graphrag_neo4j.extract.rules.row_fields import titled_rows
from graphrag_neo4j.model import Block, Chunk, Document, Heading
from graphrag_neo4j.text.contents import Contents
from graphrag_neo4j.text.day_marks import DayMarks
from graphrag_neo4j.text.entry_days import EntryDays
from graphrag_neo4j.text.leads import Leads
from graphrag_neo4j.text.line_breaks import clause_starts, width_of_wrapped
from graphrag_neo4j.text.signatures import Signatures
from graphrag_neo4j.text.speakers import Speakers, document_turns
from graphrag_neo4j.text.talk_heads import talk_heads

_KEY = re.compile(r"\"([^\"\n]{1,100})\":")
_NOT_WORD = re.compile(r"\W+")
_WORDS = re.compile(r"[^\W\d_]+")
_HAS_WORD = re.compile(r"\w")
_WIDEST_INDENT = 100
_FEWEST_OF_HEADING = 3  # words
ASKS = ("?", "？")


class DocumentLayout:
    """What is known of a document before its chunks are read."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.labels = field_labels(document)
        turns = document_turns(document)
        self.leads = Leads(document.text, turns)
        self.contents = Contents(document.text)
        self.contexts = Contexts(document.text, self.leads)
        self.corrections = Corrections(document)
        self.titles = {heading.title for heading in document.headings}
        self.titled_rows = titled_rows(document)
        self.record = record_subject(document)
        self._head_fields = HeadFields(document)
        self.width = max(map(len, document.text.split("\n")))
        self.wrapped = width_of_wrapped(document.text)
        self.speakers = Speakers(document.text, turns)
        self._clauses = clause_starts(document.text)
        self.signatures = Signatures(document.text)
        self._marked_days = DayMarks(document.text)
        starts = {heading.start for heading in document.headings}
        self.entries = EntryDays(document.text, document.title, starts)
        self._headings = [heading.start for heading in _silent_headings(document)]
        self._blocks = [block.start for block in document.blocks]

    def fields(self, start: int, reading: str) -> tuple[tuple[Field, ...], About | None]:
        """The fields of an entry of literature, or of a line right below a heading."""
        if entry := literature_fields(reading):
            return entry, None
        return self._head_fields.read(start, reading)

    def day(self, place: int) -> str:
        """The day of the entry of a diary or a notebook that ``place`` is in."""
        return self._marked_days.day(place) or self.entries.day(place)

    def headings(self, chunk: Chunk) -> set[int]:
        """Where headings stand in a chunk that state nothing."""
        first = bisect_left(self._headings, chunk.start)
        last = bisect_left(self._headings, chunk.end)
        return {start - chunk.start for start in self._headings[first:last]}

    def begins_clause(self, place: int) -> bool:
        """Whether a piece at ``place`` begins a line with the number of a clause."""
        indent = self.document.text[max(0, place - _WIDEST_INDENT) : place].rpartition("\n")[2]
        return place - len(indent) in self._clauses and not indent.strip()

    def end_of_head(self, place: int) -> int:
        """Where the line ends that says who speaks, if a piece at ``place`` begins with it; else
        ``place``."""
        line = self.document.text.rfind("\n", 0, place) + 1
        head = self.leads.head(line)
        return head.end if head and not self.document.text[line:place].strip() else place

    def blocks(self, chunk: Chunk) -> Sequence[Block]:
        """The blocks that a chunk has a part of."""
        first = bisect_right(self._blocks, chunk.start)
        return self.document.blocks[max(first - 1, 0) : bisect_left(self._blocks, chunk.end)]


def _silent_headings(document: Document) -> list[Heading]:
    """The headings of a document but those that are all that is said, three words in an outline,
    with nothing below, and questions, which what is below answers. A title, and what was laid out
    as a page, may have nothing below as well."""
    headings = sorted(document.headings, key=lambda heading: heading.start)
    turns = {head.start for head in talk_heads(document.text)}
    headings = [h for h in headings if not h.title.endswith(ASKS) and h.start not in turns]
    if not headings or not document.has_lines:
        return headings
    ends = [*(heading.start for heading in headings[1:]), len(document.text)]
    levels = [*(heading.level for heading in headings[1:]), 0]
    return [
        heading
        for heading, end, level in zip(headings, ends, levels, strict=True)
        if heading.title == document.title
        or level > heading.level
        or len(_WORDS.findall(heading.title)) < _FEWEST_OF_HEADING
        or _HAS_WORD.search(document.text, _line_end(document.text, heading.start), end)
    ]


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return end if end >= 0 else len(text)


def field_labels(document: Document) -> frozenset[str]:
    """The names of fields that a record's text may give before its values ("price: 5")."""
    names = {*document.metadata, "title", "name"}
    names |= {name for block in document.blocks for name in block.columns}
    if document.text.lstrip()[:1] in ("{", "["):  # JSON, laid out
        names |= set(_KEY.findall(document.text))
    return frozenset(map(field_label, names))


def field_label(name: str) -> str:
    """A field's name as it compares: "Contract End" and "contract_end" are one."""
    return _NOT_WORD.sub("_", name).strip("_").casefold()
