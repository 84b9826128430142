"""From a chunk to its sentences: spans of the document, and how the rules read them.

What a sentence *is* stands in the document, character for character (white space aside). What is
*read* of it may differ: Markdown's inline marks are left out, in Markdown alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from graphrag_neo4j.extract.rules.tokens import Token, tokenise
from graphrag_neo4j.model import Chunk, Document
from graphrag_neo4j.text.sentences import sentence_spans

_RULE = re.compile(r"[\s|:+=_*~-]+$")
_LIST_MARK = re.compile(r"(?:[-*+•‣◦]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?:\[[ xX]\]\s+)?")
_QUOTE_MARK = re.compile(r"^[^\S\n]*(?:>[^\S\n]?)+", re.MULTILINE)
_TIME_STAMP = re.compile(r"(?:\[|\()?(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d\b")  # a line of chat
_KEY = re.compile(r"\"([^\"\n]{1,100})\":")
_NOT_WORD = re.compile(r"\W+")
_HAS_WORD = re.compile(r"\w")

# Marks of Markdown, each a capture of what stays. Code comes first: nothing in it is a mark.
_CODE = re.compile(r"(`+[^`]+`+)")
_LINK = re.compile(r"!?\[([^\[\]\n]{1,300})\]\((?:[^()\s]{0,500})(?:\s\"[^\"\n]{0,200}\")?\)")
_EMPHASIS = re.compile(
    r"(?<![\w*~])(\*{1,3}|__|~~)(?=\S)([^*~\n]{1,400}?)(?<=\S)\1(?![\w*~])"  # not 2*3*4
)
_IDENTIFIER = re.compile(r"[a-z0-9]+\Z")  # in __init__, which is no emphasis
_TAG = re.compile(
    r"</?(?:a|abbr|b|big|blockquote|br|center|cite|code|del|details|div|dd|dl|dt|em|font|h[1-6]|hr"
    r"|i|img|ins|kbd|li|mark|ol|p|pre|q|s|small|span|strong|sub|summary|sup|table|tbody|td|th"
    r"|thead|tr|u|ul)(?:\s+[\w-]+=[^<>\n]{0,200})?\s*/?>|<!--[^<>]{0,400}-->",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Sentence:
    """A sentence. ``start``/``end`` are places in the document, ``text`` what stands there on
    one line; ``reading`` is what the rules read, and ``tokens`` are places in it."""

    text: str
    start: int
    end: int
    reading: str
    tokens: list[Token] = field(default_factory=list)

    def reread(self, reading: str) -> None:
        """Replaces what is read, not what is stated."""
        self.reading = reading
        self.tokens = tokenise(reading)


def chunk_sentences(document: Document, chunk: Chunk) -> list[Sentence]:
    """The sentences of a chunk that say something. A heading alone says nothing."""
    headings = {heading.start - chunk.start for heading in document.headings}
    labels = field_labels(document)
    found: list[Sentence] = []
    for span in sentence_spans(chunk.text):
        for part in _parts(chunk.text, *span, headings, document.is_markdown):
            start, end = _without_line_marks(chunk.text, *part, document.is_markdown)
            text = one_line(chunk.text[start:end])
            if _HAS_WORD.search(text):
                is_row = chunk.text.startswith("|", part[0]) and start > part[0]
                said = _parted(chunk.text[start:end], labels)
                reading = _read(said, is_row, document.is_markdown)
                place = chunk.start + start, chunk.start + end
                found.append(Sentence(text, *place, reading, tokenise(reading)))
    return found


def field_labels(document: Document) -> frozenset[str]:
    """The names of fields that a record's text may give before its values ("price: 5")."""
    names = {*document.metadata, "title", "name"}
    if document.text.lstrip()[:1] in ("{", "["):  # JSON, laid out
        names |= set(_KEY.findall(document.text))
    return frozenset(map(field_label, names))


def field_label(name: str) -> str:
    """A field's name as it compares: "Contract End" and "contract_end" are one."""
    return _NOT_WORD.sub("_", name).strip("_").casefold()


def one_line(text: str) -> str:
    """``text`` with each run of white space as one blank."""
    return " ".join(text.split())


def _parts(
    text: str, start: int, end: int, headings: Collection[int], is_markdown: bool
) -> Iterator[tuple[int, int]]:
    """The parts of a span between headings, rules and other lines that state nothing."""
    open_at = -1
    close_at = start
    place = start
    for line in text[start:end].splitlines(keepends=True):
        bare = line.strip()
        line_start = text.rfind("\n", 0, place) + 1
        states = bool(bare) and not (
            line_start in headings
            or _RULE.match(bare)
            or (is_markdown and bare.startswith(("```", "~~~")))
        )
        if open_at >= 0 and (not states or _TIME_STAMP.match(bare)):
            yield open_at, close_at
            open_at = -1
        if states:
            if open_at < 0:
                open_at = place + len(line) - len(line.lstrip())
            close_at = place + len(line.rstrip())
        place += len(line)
    if open_at >= 0:
        yield open_at, close_at


def _without_line_marks(text: str, start: int, end: int, is_markdown: bool) -> tuple[int, int]:
    """The span without the mark of a quotation or list item before it, or a table row's edges."""
    if is_markdown and (quote := _QUOTE_MARK.match(text, start, end)):
        start = quote.end()
    if mark := _LIST_MARK.match(text, start, end):
        start = mark.end()
    row = text[start:end]
    if row.endswith("|") and row.startswith("|" if is_markdown else "| "):
        cells = row.strip("| \t\n")
        start = text.find(cells, start)
        end = start + len(cells)
    return start, end


def _parted(text: str, labels: Collection[str]) -> str:
    """Lines that begin with a field's name parted from the value before."""
    first, *others = text.split("\n")
    return first + "".join(
        f"{';' if field_label(line.partition(':')[0]) in labels else ''}\n{line}" for line in others
    )


def _read(text: str, is_row: bool, is_markdown: bool) -> str:
    """``text`` as the rules read it: on one line, cells of a row parted by commas."""
    if is_markdown:
        parts = _CODE.split(one_line(_QUOTE_MARK.sub("", text)))
        text = "".join(p if n % 2 else _without_marks(p) for n, p in enumerate(parts))
    if is_row:
        text = ", ".join(cell for cell in map(str.strip, text.split("|")) if cell)
    return one_line(text)


def _without_marks(text: str) -> str:
    text = _LINK.sub(r"\1", text)
    text = _EMPHASIS.sub(lambda m: m[0] if _IDENTIFIER.match(m[2]) and m[1] == "__" else m[2], text)
    return _TAG.sub(" ", text)
