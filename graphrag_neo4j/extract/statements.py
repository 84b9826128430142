"""From a chunk to its sentences: spans, without markup, with offsets in the document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from graphrag_neo4j.extract.tokens import Token, tokenise
from graphrag_neo4j.model import Chunk
from graphrag_neo4j.sentences import sentence_spans

_HEADING = re.compile(r"#{1,6}(?:\s|$)")
_TABLE_RULE = re.compile(r"[\s|:+=_*~-]+$")
_LIST_MARK = re.compile(r"(?:[-*+•‣◦]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?:\[[ xX]\]\s+)?")
_LINK = re.compile(r"!?\[([^\[\]\n]{1,300})\]\((?:[^()\s]{0,500})(?:\s\"[^\"\n]{0,200}\")?\)")
_EMPHASIS = re.compile(r"(\*{1,3}|__|~~)(?=\S)([^*~\n]{1,400}?)(?<=\S)\1")
_TIME_STAMP = re.compile(r"(?:\[|\()?(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d\b")  # a line of chat
_HTML = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>|<!--[^<>]{0,400}-->")
_QUOTE_MARK = re.compile(r"(?:>\s?)+")
_HAS_WORD = re.compile(r"\w")


@dataclass(slots=True)
class Sentence:
    """A sentence as it will be stated. ``start``/``end`` are places in the document."""

    text: str
    start: int
    end: int
    tokens: list[Token] = field(default_factory=list)

    def retext(self, text: str) -> None:
        """Replaces the words and reads them again."""
        self.text = text
        self.tokens = tokenise(text)


def chunk_sentences(chunk: Chunk) -> list[Sentence]:
    """The sentences of a chunk that say something."""
    found: list[Sentence] = []
    for start, end in sentence_spans(chunk.text):
        for low, high in _without_markup_lines(chunk.text, start, end):
            text = plain_text(chunk.text[low:high])
            if _HAS_WORD.search(text):
                found.append(Sentence(text, chunk.start + low, chunk.start + high, tokenise(text)))
    return found


def _without_markup_lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a span between headings, rules and other lines of pure markup."""
    open_at = -1
    close_at = start
    place = start
    for line in text[start:end].splitlines(keepends=True):
        bare = line.strip()
        if open_at >= 0 and (_is_markup(bare) or _TIME_STAMP.match(bare)):
            yield open_at, close_at
            open_at = -1
        if not _is_markup(bare):
            if open_at < 0:
                open_at = place + len(line) - len(line.lstrip())
            close_at = place + len(line.rstrip())
        place += len(line)
    if open_at >= 0:
        yield open_at, close_at


def _is_markup(line: str) -> bool:
    return (
        not line
        or _HEADING.match(line) is not None
        or _TABLE_RULE.match(line) is not None
        or line.startswith("```")
    )


def plain_text(text: str) -> str:
    """``text`` on one line, without marks of lists, links, emphasis and tags."""
    line = " ".join(text.split())
    line = _QUOTE_MARK.sub("", line, count=1) if line.startswith(">") else line
    line = _LIST_MARK.sub("", line, count=1) if _LIST_MARK.match(line) else line
    if "[" in line:
        line = _LINK.sub(r"\1", line)
    if "*" in line or "__" in line or "~~" in line:
        line = _EMPHASIS.sub(r"\2", line)
    if "<" in line:
        line = _HTML.sub(" ", line)
    if line.startswith("|"):
        line = ", ".join(cell for cell in map(str.strip, line.split("|")) if cell)
    return " ".join(line.split())
