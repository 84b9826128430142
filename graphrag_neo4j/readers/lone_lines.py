"""Short lines of plain text that stand alone: the title that a text begins with, and headings above
paragraphs or in capitals above what they head ("The facts", "EDUCATION").

Below a title may stand who wrote it and when; above it, the name of the paper and the day.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphrag_neo4j.model import Block, Heading
from graphrag_neo4j.text.bylines import author_of
from graphrag_neo4j.text.datelines import dateline
from graphrag_neo4j.text.dates import day_of
from graphrag_neo4j.text.entries import entry_heads
from graphrag_neo4j.text.talk import turn_starts

_LINE = re.compile(r"[^\n]+")
_GAP = re.compile(r"\S(?: {2}|\t)")
_NO_HEAD = re.compile(r"[^\w\"'“‘«¿¡]|\(?(?:\d{1,3}|[a-z])[.)]\s|https?:|\d{1,2}:\d\d|[-–—•*]")
_DAY = re.compile(
    r"\b\d{1,2}\b[^\n]{0,15}\b\d{4}\b|\b\d{4}-\d\d-\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b"
)
_ONLY_DAY = re.compile(
    r"(?:[^\W\d_]{2,10}[.,]{0,2}\s)?(?:\d{1,2}(?:\.|st|nd|rd|th)?\s[^\W\d_]{3,10}\.?"
    r"|[^\W\d_]{3,10}\.?\s\d{1,2}(?:st|nd|rd|th)?)(?:,?\s\d{4})?|[\d./-]{6,10}"
)
_ENDS = (".", ",", ";", ":", "!", "…", "-", "|")
_SENTENCE = re.compile(r"[.!?…][\"'”’»)]*\Z")
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST = 100  # characters
_MOST_WORDS = 12
_MOST_WORDS_OF_HEADING = 10
_FEWEST = 2
_FEWEST_WORDS = 8  # below a heading
_MOST_BELOW = 3  # lines between a title and the empty line
_MOST_OF_HEAD = 4  # paragraphs
_MOST_LINES_OF_HEAD = 8
_CAPITALS = 3  # letters
_LEVEL_OF_TITLE = 6
"""Each section has the title anyway, and is not below it as in one of its own."""


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    text: str

    @property
    def is_short(self) -> bool:
        """Whether it may be a heading: few words, a capital first, neither sentence nor field."""
        text = self.text
        if len(text) > _LONGEST or text.endswith(_ENDS) or ": " in text or _GAP.search(text):
            return False
        first = next(filter(str.isalpha, text), "")
        if not first or (first.islower() and text[0].isalpha()) or _NO_HEAD.match(text):
            return False
        is_told = _ONLY_DAY.fullmatch(text) or author_of(text)
        return not is_told and 0 < len(_WORD.findall(text)) <= _MOST_WORDS

    @property
    def is_capital(self) -> bool:
        return self.text.isupper() and sum(map(str.isalpha, self.text)) >= _CAPITALS

    @property
    def tells_of_text(self) -> bool:
        """Whether it says who wrote a text, when, or where to reach them."""
        if len(self.text) > _LONGEST or _SENTENCE.search(self.text):
            return False
        return bool(author_of(self.text)) or "@" in self.text or _DAY.search(self.text) is not None


_Paragraph = Sequence[_Line]


@dataclass(frozen=True, slots=True)
class TextHead:
    """Who wrote a text and when, as ISO 8601 has it, "" where its head does not say; and the lines
    that say so, which state nothing else."""

    author: str
    date: str
    lines: tuple[Block, ...]


def text_head(text: str, title: Heading | None) -> TextHead:
    """What the lines above the prose of a text say of it. ``title``: that which it begins with. The
    day at the head of a diary is that of its first entry."""
    author = date = ""
    found: list[_Line] = []
    is_diary = bool(entry_heads(text))
    above: _Line | None = None
    for line in _head(text):
        is_title = title is not None and line.start == title.start
        paper, day = ("", "") if is_diary or is_title else dateline(line.text)
        if name := author_of(line.text):
            author = author or name
            found.append(line)
        elif day and not (paper and title is None):
            date = date or day
            if above is not None and above.start == 0 and title and title.start > line.start:
                found.append(above)  # the name of the paper
            found.append(line)
        above = line
    lines = tuple(Block(line.start, line.start + len(line.text), "columns") for line in found)
    return TextHead(author, date, lines)


def _head(text: str) -> Iterator[_Line]:
    """The lines above the first one that is prose."""
    n = 0
    for paragraph in _paragraphs(text, _MOST_OF_HEAD):
        for above, line in zip([None, *paragraph], paragraph, strict=False):
            is_over = n >= _MOST_LINES_OF_HEAD or len(line.text) > _LONGEST
            if is_over or _ends_sentence(line, above):
                return
            yield line
            n += 1


def _ends_sentence(line: _Line, above: _Line | None) -> bool:
    """Whether a sentence ends with a line: with a day, too, where that is the rest of the line
    ``above`` in its paragraph ("It was sold" / "on 3 May 2019.")."""
    if not _SENTENCE.search(line.text):
        return False
    is_rest = above is not None and not above.tells_of_text
    return is_rest or not day_of(line.text)


def text_title(text: str, headings: Sequence[Heading], name: str = "") -> Heading | None:
    """The title that a text begins with, if it does. ``headings``: those that are known; a part
    ("Chapter 1") is no title of the whole. ``name``: what the file is called, which a title may be
    whatever stands below it."""
    if name and (line := next(_first_line(text), None)) and _is_called(line, name):
        return Heading(line.start, _LEVEL_OF_TITLE, " ".join(line.text.split()))
    paragraphs = list(_paragraphs(text, _MOST_BELOW))
    if len(paragraphs) < _FEWEST:
        return None
    first, second = paragraphs[0], paragraphs[1]
    is_masthead = len(first) == _FEWEST and _ONLY_DAY.fullmatch(first[1].text) is not None
    if is_masthead and _may_title(second, text):
        first = second
    elif not _may_title(first, text):
        return None
    line = first[0]
    known = next((heading for heading in headings if heading.start == line.start), None)
    if known is not None and sum(one.level <= known.level for one in headings) > 1:
        return None
    comes_back = text.count(f"\n{line.text}\n") > (line.start > 0)
    if comes_back or line.start in turn_starts(text):
        return None
    if not _has_sentence(text, line.start + len(line.text)):
        return None
    return Heading(line.start, _LEVEL_OF_TITLE, " ".join(line.text.split()))


def _first_line(text: str) -> Iterator[_Line]:
    return (paragraph[0] for paragraph in _paragraphs(text, 1) if len(paragraph) > 1)


def _is_called(line: _Line, name: str) -> bool:
    """Whether a line is what the file is called, word for word."""
    words, called = (_WORD.findall(one.casefold()) for one in (line.text, name))
    return len(words) > 1 and words == called and line.is_short


def _may_title(paragraph: _Paragraph, text: str) -> bool:
    line, *below = paragraph
    if not line.is_short or len(below) > _MOST_BELOW:
        return False
    is_name = line.is_capital and len(_WORD.findall(line.text)) > 1
    is_above_words = is_name and bool(below) and not turn_starts(text)
    return is_above_words or all(one.tells_of_text for one in below)


def _has_sentence(text: str, after: int) -> bool:
    return any(
        len(_WORD.findall(line[0])) >= _FEWEST_WORDS and not line[0].isupper()
        for line in _LINE.finditer(text, after)
    )


def lone_headings(text: str) -> list[Heading]:
    """Lines alone above a paragraph, and lines in capitals; none in talk and diaries."""
    if turn_starts(text) or entry_heads(text):
        return []
    paragraphs = list(_paragraphs(text))
    times = Counter(line.text for paragraph in paragraphs for line in paragraph)
    alone, above, capital = 0, [], []
    for paragraph, below in zip(paragraphs, [*paragraphs[1:], ()], strict=True):
        line = paragraph[0]
        if not _may_head(line) or times[line.text] > 1:
            continue
        under = [*paragraph[1:], *below]
        if line.is_capital and under and not under[0].is_capital:
            capital.append(line)
        if len(paragraph) == 1:
            alone += 1
            above += [line] if _is_prose(below) else []
    found = capital if len(capital) >= _FEWEST else []
    found += above if len(above) >= max(_FEWEST, alone / 2) else []
    lines = {line.start: line for line in found}
    return [Heading(start, 2, " ".join(line.text.split())) for start, line in sorted(lines.items())]


def _may_head(line: _Line) -> bool:
    return line.is_short and len(_WORD.findall(line.text)) <= _MOST_WORDS_OF_HEADING


def _is_prose(paragraph: _Paragraph) -> bool:
    """Whether it is sentences, not lines of a list or a poem."""
    words = sum(len(_WORD.findall(line.text)) for line in paragraph)
    return words >= _FEWEST_WORDS and _SENTENCE.search(paragraph[-1].text) is not None


def _paragraphs(text: str, most: int = 0) -> Iterator[_Paragraph]:
    """Runs of lines without an empty one between them, ``most`` at most."""
    paragraph: list[_Line] = []
    end, n = -1, 0
    for found in _LINE.finditer(text):
        bare = found[0].strip()
        if not bare:
            continue
        if paragraph and text[end : found.start()].count("\n") > 1:
            yield paragraph
            paragraph, n = [], n + 1
            if most and n >= most:
                return
        start = found.start() + len(found[0]) - len(found[0].lstrip())
        paragraph.append(_Line(start, bare))
        end = found.end()
    if paragraph:
        yield paragraph
