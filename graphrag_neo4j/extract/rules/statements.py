"""From a chunk to its sentences: spans of the document, and how the rules read them.

What a sentence *is* stands in the document, character for character (white space aside, and the
marks before each line of a quotation in a mail). What is *read* of it may
differ: Markdown's inline marks are left out, in Markdown alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from graphrag_neo4j.extract.rules.code_comments import comment_sentences
from graphrag_neo4j.extract.rules.code_parts import code_parts
from graphrag_neo4j.extract.rules.document_layout import (
    ASKS,
    DocumentLayout,
    field_label,
)
from graphrag_neo4j.extract.rules.entries import entries
from graphrag_neo4j.extract.rules.joined import (
    LIST_MARK,
    is_numbered_list,
    items_in_line,
    joined,
)
from graphrag_neo4j.extract.rules.line_parts import line_parts
from graphrag_neo4j.extract.rules.markdown_marks import as_read, without_signs
from graphrag_neo4j.extract.rules.repeated import owners
from graphrag_neo4j.extract.rules.row_cells import About, Field
from graphrag_neo4j.extract.rules.row_fields import row_fields
from graphrag_neo4j.extract.rules.substance import is_row_of_numbers, says_something
from graphrag_neo4j.extract.rules.tasks import is_task, task_state
from graphrag_neo4j.extract.rules.tokens import Token, tokenise
from graphrag_neo4j.model import Block, Chunk, Document
from graphrag_neo4j.text.line_breaks import (
    ends_line,
    is_address,
    is_jotted,
)
from graphrag_neo4j.text.named_cells import named_cells
from graphrag_neo4j.text.quotations import MARKS, QUOTE, unmarked
from graphrag_neo4j.text.sentences import sentence_spans

_HEADING_MARK = re.compile(r"\#{1,6}[^\S\n]+")
_OUTLINE_MARK = re.compile(r"\*{2,}[^\S\n]+|={2,6}[^\S\n]+")
_HAS_WORD = re.compile(r"\w")
_COLON = r"\.?[ \xa0\u202f]?::?"  # French has a blank before it
_LABEL = rf"(?:\*\*|__)?[^\W\d_a-z][^\W_]*(?: [^\W_]+){{0,2}}{_COLON}(?:\*\*|__)?\s+\S"
_FIELD = re.compile(rf"\s*{_LABEL}")
_HAS_FIELD = re.compile(rf"\w{_COLON}(?:\*\*|__)?\s")
_FIELD_APART = re.compile(rf"(?<![.,;:!?\s])[^\S\n]{{2,}}(?={_LABEL})")
_WIDE_GAP = re.compile(r"(?<![.,;:!?|\s])(?:[^\S\n]{4,}|[^\S\n]*\t[^\S\n]*)(?=[^\W\d_a-z])")
"""Blanks that part a name from what stands beside it: "ANN BERG          Claimant"."""
_CELL_GAP = re.compile(r"\S;?[^\S\n]{4,}\S")
"""Within a line of cells, of which none goes on below."""
_CLAUSE_NUMBER = re.compile(  # not of a quarter or a half year: Q1, H2
    r"(?:\d{1,3}(?:\.\d{1,3}){1,5}|[A-GI-PR-Z]\d{1,2}(?=[^.;]*[.;]))[.)]?\s+"
)
_STOPS = (".", ",", ";", ":", "!", "?")
_CUT_ANYWHERE = ("code", "comment", "quote", "copy")
_BOILERPLATE = 4  # chunks


@dataclass(slots=True)
class Sentence:
    """A sentence. ``start``/``end`` are places in the document, ``text`` what stands there on
    one line, or, in code, on its own; ``reading`` is what the rules read, and ``tokens`` are
    places in it."""

    text: str
    start: int
    end: int
    reading: str
    tokens: list[Token] = field(default_factory=list)
    context: str = ""
    """What it belongs to, and is embedded with: what announces a list, what a turn answers."""
    fields: tuple[Field, ...] = ()
    """The cells of a row whose columns have names."""
    about: About | None = None
    """What they are fields of, if none of them says so."""
    begins_turn: bool = False
    """Whether it begins a turn of a talk, with who speaks."""
    head: int = 0
    """How much of ``reading`` is the line above what is said, which says who speaks."""

    @property
    def resolved(self) -> str:
        """What is embedded: what is read, below what it belongs to."""
        return f"{self.context} {self.reading}" if self.context else self.reading

    def reread(self, reading: str) -> None:
        """Replaces what is read, not what is stated."""
        self.reading = reading
        self.tokens = tokenise(reading)


def chunk_sentences(document: Document, chunks: Sequence[Chunk]) -> list[list[Sentence]]:
    """The sentences of each chunk that say something.

    A heading alone says nothing, unless it gives a value ("Price target: $180") or is all there is
    of its section; nor does a single word, the row with the names of a table's columns, or a line
    of a table of contents. A row of a table and a block of code are one sentence each; in code
    nothing is read.
    """
    layout = DocumentLayout(document)
    prose: list[Sentence] = []
    found = [_sentences(layout, chunk, prose) for chunk in chunks]
    _tell_apart(document, prose)
    return found


def _tell_apart(document: Document, prose: Sequence[Sentence]) -> None:
    """Read sentences whose words come back with what each belongs to."""
    said = [((sentence.start, sentence.end), sentence.text) for sentence in prose]
    headings = sorted(heading.start for heading in document.headings)
    for sentence, owner in zip(prose, owners(document.text, said, headings), strict=True):
        sentence.context = " ".join(filter(None, (owner, sentence.context)))
    for sentence, name in zip(prose, entries(document.text, said), strict=True):
        if name and name not in sentence.resolved and not sentence.fields:
            sentence.context = " ".join(filter(None, (f"{name}:", sentence.context)))


def _sentences(known: DocumentLayout, chunk: Chunk, prose: list[Sentence]) -> list[Sentence]:
    """The sentences of a chunk; those of running text come to ``prose``, too."""
    found: list[Sentence] = []
    for begin, stop, block in _stretches(known.blocks(chunk), chunk):
        if block is None:
            said = list(_prose(known, chunk, (begin, stop)))
            found += said
            prose += said
        elif block.kind == "code":
            for start, end in code_parts(chunk.text, begin, stop):
                text = chunk.text[start:end]
                place = chunk.start + start, chunk.start + end
                if says_something(text):
                    found.append(Sentence(text, *place, one_line(text)))
        elif block.kind == "comment":
            found += _commented(chunk, begin, stop)
        elif block.kind == "quote":
            found += _quoted(chunk, begin, stop)
        elif block.kind == "row":
            text = one_line(chunk.text[begin:stop])
            reading = named_cells(block.columns, block.cells)
            place = chunk.start + begin, chunk.start + stop
            is_told = says_something(text) or _is_below_others(block)
            if is_told or sum(map(_is_number, block.cells)) > 1:
                title = known.titled_rows.get(block.start, "")
                reading, fields, about = row_fields(block, text, reading, title)
                words = tokenise(reading)
                found.append(Sentence(text, *place, reading, words, fields=fields, about=about))
    return found


def opening_of_mail(sentences: Sequence[Sentence], headers: str) -> Sentence | None:
    """The first of ``sentences`` that a mail says itself, which is read below its ``headers`` if
    none of these is a statement."""
    if not headers or not sentences or sentences[0].start < len(headers):
        return None
    opening = next((one for one in sentences if not one.text.startswith(QUOTE)), None)
    if opening is not None:
        head = "; ".join(filter(None, headers.split("\n")))
        opening.context = " ".join(filter(None, (head, opening.context)))
    return opening


def without_boilerplate(chunks: Sequence[list[Sentence]]) -> list[list[Sentence]]:
    """What stands word for word in many chunks is kept in the first of them only."""
    spread = Counter(text for chunk in chunks for text in {sentence.text for sentence in chunk})
    seen: set[str] = set()
    kept = []
    for chunk in chunks:
        kept.append([s for s in chunk if spread[s.text] < _BOILERPLATE or s.text not in seen])
        seen.update(sentence.text for sentence in chunk)
    return kept


def _stretches(blocks: Sequence[Block], chunk: Chunk) -> Iterator[tuple[int, int, Block | None]]:
    """The chunk from left to right: prose, and what is none. A row that is cut is prose."""
    at = 0
    for block in blocks:
        begin, stop = max(block.start - chunk.start, 0), min(block.end, chunk.end) - chunk.start
        is_whole = block.start >= chunk.start and block.end <= chunk.end
        if begin >= stop or not (is_whole or block.kind in _CUT_ANYWHERE):
            continue
        yield at, begin, None
        yield begin, stop, block
        at = stop
    yield at, len(chunk.text), None


def _prose(known: DocumentLayout, chunk: Chunk, stretch: tuple[int, int]) -> Iterator[Sentence]:
    begin, stop = stretch
    document, headings = known.document, known.headings(chunk)
    pieces = [
        part
        for first, last in sentence_spans(chunk.text[begin:stop])
        for part in line_parts(
            chunk.text, begin + first, begin + last, headings, document.is_markdown
        )
    ]
    together = list(joined(chunk.text, chunk.start, pieces, known.titles, known.leads))
    for part in known.corrections.united(chunk.text, chunk.start, together):
        context = known.contexts.before(chunk.start + part[0], chunk.start + part[1])
        start, end = _without_line_marks(chunk.text, *part, document.is_markdown)
        text = one_line(chunk.text[start:end])
        says = says_something(text) or is_task(text)
        if not (says or is_row_of_numbers(chunk.text, start, end)):
            continue
        if known.entries.is_date(chunk.start + start, chunk.start + end):
            continue
        if known.contents.has(text) or (text in known.titles and text.endswith(ASKS)):
            continue
        if document.is_markdown and not _HAS_WORD.search(without_signs(chunk.text[start:end])):
            continue
        head_end = known.end_of_head(chunk.start + part[0]) - chunk.start
        if head_end >= end:
            continue
        is_row = chunk.text.startswith("|", part[0]) and start > part[0]
        is_clause = known.begins_clause(chunk.start + start)
        number = _number_before(chunk.text, start, end, is_clause=is_clause)
        first = chunk.start + part[0]
        speaker = known.speakers.of(first)
        speaker = "" if speaker in context else speaker
        state = task_state(chunk.text[start + len(number) : end])
        signer = f"{name}:" if (name := known.signatures.signer(first)) else ""
        day = f"{day}:" if (day := known.day(first)) else ""
        before = (known.record, day, context, speaker or signer, state, number.strip())
        context = " ".join(filter(None, before))
        said = _parted(items_in_line(chunk.text[start + len(number) : end]), known)
        reading = as_read(said, is_row, document.is_markdown)
        head = as_read(chunk.text[start:head_end], False, document.is_markdown).rstrip(": ")
        reading, words = _parted_from_head(reading, head)
        reading, words = _with_full_name(reading, words, *known.speakers.label_at(first))
        place = chunk.start + start, chunk.start + end
        fields, about = known.fields(chunk.start + start, reading)
        words_read = tokenise(reading)
        sentence = Sentence(text, *place, reading, words_read, context, fields, about, head=words)
        sentence.begins_turn = known.leads.is_turn(first)
        yield sentence


def _parted_from_head(reading: str, head: str) -> tuple[str, int]:
    """What is read of a turn with a colon behind its ``head``, and where its words begin; without a
    head as it is."""
    if not head or not reading.startswith(head):
        return reading, 0
    said = f"{head}: "
    return said + reading.removeprefix(head).lstrip(":; "), len(said)


def _with_full_name(reading: str, words: int, label: str, name: str) -> tuple[str, int]:
    """What is read of a turn that begins with a ``label``, with the ``name`` that it stands for."""
    if not label or not reading.startswith(label):
        return reading, words
    return name + reading.removeprefix(label), words and words + len(name) - len(label)


def _commented(chunk: Chunk, begin: int, stop: int) -> Iterator[Sentence]:
    """What a comment says, sentence by sentence, read without its marks."""
    for start, end, said, reading in comment_sentences(chunk.text[begin:stop]):
        if says_something(said):
            place = chunk.start + begin + start, chunk.start + begin + end
            stated = chunk.text[begin + start : begin + end]
            text = said if one_line(stated) == said else stated  # marks stand between its lines
            yield Sentence(text, *place, reading, tokenise(reading))


def _quoted(chunk: Chunk, begin: int, stop: int) -> Iterator[Sentence]:
    """What is quoted, sentence by sentence, each with one mark, whatever its lines have."""
    text = unmarked(chunk.text[begin:stop])
    for start, end in sentence_spans(text):
        reading = one_line(text[start:end])
        if says_something(reading):
            place = chunk.start + begin + start, chunk.start + begin + end
            yield Sentence(QUOTE + reading, *place, reading, tokenise(reading))


def _is_below_others(block: Block) -> bool:
    """Whether a row is a line of a tree, which is read with what it hangs from."""
    return len(block.cells) == 1 and not any(block.columns) and says_something(block.cells[0])


def _is_number(cell: str) -> bool:
    return any(map(str.isdecimal, cell))


def one_line(text: str) -> str:
    """``text`` with each run of white space as one blank."""
    return " ".join(text.split())


def _without_line_marks(text: str, start: int, end: int, is_markdown: bool) -> tuple[int, int]:
    """The span without the mark of a quotation or heading before it, the bullet of an item, or a
    row's edges."""
    if is_markdown and (quote := MARKS.match(text, start, end)):
        start = quote.end()
    if is_markdown and (hashes := _HEADING_MARK.match(text, start, end)):
        start = hashes.end()
    if not is_markdown and (stars := _OUTLINE_MARK.match(text, start, end)):
        start = stars.end()
    mark = LIST_MARK.match(text, start, end)
    if mark and mark["bullet"]:
        start = mark.end()
    row = text[start:end]
    if row.endswith("|") and row.startswith("|" if is_markdown else "| "):
        cells = row.strip("| \t\n")
        start = text.find(cells, start)
        end = start + len(cells)
    return start, end


def _number_before(text: str, start: int, end: int, *, is_clause: bool) -> str:
    """The number before an item or a clause, which is not read; that of several items stays with
    theirs."""
    if is_clause and (clause := _CLAUSE_NUMBER.match(text, start, end)):
        return clause[0]
    mark = LIST_MARK.match(text, start, end)
    is_one = mark is not None and not is_numbered_list(text, start, end)
    return mark[0] if mark is not None and is_one else ""


def _parted(text: str, known: DocumentLayout) -> str:
    """Fields parted from the value before: known ones at the beginning of a line, others of a form
    below another, or apart from it on one line; the lines of an address, a signature or notes, and
    others that a program did not break; and what wide blanks part."""
    lines = _WIDE_GAP.sub(r";\g<0>", _FIELD_APART.sub(r";\g<0>", text)).split("\n")
    said = lines[0]
    is_apart = is_address(lines, known.width) or is_jotted(lines)
    for above, line in pairwise(lines):
        is_known = field_label(line.partition(":")[0]) in known.labels
        is_below = _HAS_FIELD.search(above) and not above.rstrip().endswith(_STOPS)
        is_form = is_below and _FIELD.match(line)
        is_part = is_apart or line.strip() in known.signatures.lines
        is_own = is_part and not above.rstrip().endswith(_STOPS)
        is_over = ends_line(above, line, known.wrapped)
        is_beside = _CELL_GAP.search(above) is not None and not above.rstrip().endswith(_STOPS)
        parts = is_known or is_form or is_own or is_over or is_beside
        said += f"{';' if parts else ''}\n{line}"
    return said
