"""Headings of a PDF: those of its outline, else lines in larger type, and in bold type apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.pdf.page import Line, with_kind

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_TITLE_LARGE = 1.3  # of the usual height: the first lines of a document are its title
_TITLE_FROM = 4  # lines; above it may stand where and when it was published
_LONGEST_TITLE = 200
_SAME_TYPE = 0.2  # points that lines in one type may differ
_NOT_WORD = re.compile(r"[\W_]+")
_LARGE = 1.18  # of the usual height: a heading, where there is no outline
_LONGEST_HEADING = 120
_MOST_BOLD = 0.2  # of the text: more of it in bold type marks no headings
_HEADING_GAP = 0.3  # lines of white space above a heading in bold type
_HEADING_INDENT = 2.0  # of its height, from the margin
_CONTENTS = re.compile(r"\A\d.*\s\d+\Z|(?:\.\s?){4}")  # an entry of a table of contents
_WORD = re.compile(r"[^\W\d_]{2,}")
_SENTENCE_END = re.compile(r"[.,;:!]$")
_FULL_STOP = re.compile(r"\w[)\"'”’]*\.$")
_FEWEST_OF_PROSE = 4  # lines
_OF_TABLES = ("row", "cells", "columns")

Outline = dict[int, list[tuple[str, int]]]  # by page from 0: titles and levels


def outline_of(pdf: PdfDocument) -> Outline:
    """The bookmarks of a PDF, by page."""
    from pypdfium2 import PdfiumError

    outline: Outline = {}
    try:
        for item in pdf.get_toc(max_depth=6):
            target = item.get_dest()
            page = target.get_index() if target else None
            title = _bare(item.get_title() or "")
            if page is not None and title:
                outline.setdefault(page, []).append((title, item.level + 1))
    except (PdfiumError, UnicodeDecodeError):
        pass  # a damaged outline costs the headings, not the text
    return outline


def _bare(text: str) -> str:
    return _NOT_WORD.sub("", text).casefold()


def title_of(pages: Sequence[list[Line]]) -> str | None:
    """What stands in the largest type at the top of the first page: two words or more."""
    first = pages[0] if pages else []
    least = max((line.height for line in first), default=0.0) - _SAME_TYPE
    above = list(takewhile(lambda line: line.height < least, first))
    if len(above) >= _TITLE_FROM or least < usual_height(pages) * _TITLE_LARGE - _SAME_TYPE:
        return None
    lines = takewhile(lambda line: line.height >= least, first[len(above) :])
    title = " ".join(line.text for line in lines).strip("*∗†‡ ")
    is_title = len(title) <= _LONGEST_TITLE and len(_WORD.findall(title)) > 1
    return title if is_title and not _CONTENTS.search(title) else None


def usual_height(pages: Sequence[list[Line]]) -> int:
    """That of most text that stands in no table, in points; without such text that of all."""
    lines = [line for page in pages for line in page]
    heights = Counter[int]()
    for line in [line for line in lines if line.kind not in _OF_TABLES] or lines:
        heights[round(line.height)] += len(line.text)
    return max(heights, key=lambda height: heights[height], default=0)


def with_headings(pages: Sequence[list[Line]], outline: Outline) -> list[list[Line]]:
    """The pages with their headings marked: those of the outline, else by type."""
    if outline:
        return [_outlined(lines, outline.get(at, [])) for at, lines in enumerate(pages)]
    sizes = _sizes_of_headings(pages)
    by_size = [[_by_size(line, sizes) for line in page] for page in pages]
    bold = sum(len(line.text) for page in by_size for line in page if line.is_bold)
    if bold > _MOST_BOLD * sum(len(line.text) for page in pages for line in page):
        return by_size
    level = min(len(sizes) + 1, 6)
    return list(_by_weight(by_size, level))


def _sizes_of_headings(pages: Sequence[list[Line]]) -> list[int]:
    """The heights, largest first, of type that is larger than usual and not set in sentences, as
    the body of a letter is above small print."""
    least = usual_height(pages) * _LARGE
    of_size: dict[int, list[str]] = {}
    for line in (line for page in pages for line in page if line.kind not in _OF_TABLES):
        of_size.setdefault(round(line.height), []).append(line.text)
    return sorted(
        (size for size, lines in of_size.items() if size >= least and not _are_prose(lines)),
        reverse=True,
    )


def _are_prose(lines: Sequence[str]) -> bool:
    """Whether half of them end a sentence, or go on in the middle of one."""
    parts = sum(line[:1].islower() or _FULL_STOP.search(line) is not None for line in lines)
    return len(lines) >= _FEWEST_OF_PROSE and 2 * parts >= len(lines)


def _outlined(lines: list[Line], titles: Sequence[tuple[str, int]]) -> list[Line]:
    """Lines that the outline names as headings marked so, also with a number before."""
    marked = list(lines)
    wanted = list(titles)
    for at, line in enumerate(lines):
        bare = _bare(line.text)
        for title, level in wanted:
            number = bare.removesuffix(title)
            if bare and len(number) < len(bare) and len(number) <= len("appendixa"):
                marked[at] = with_kind(line, "heading", level)
                wanted.remove((title, level))
                break
    return marked


def _by_size(line: Line, sizes: Sequence[int]) -> Line:
    height = round(line.height)
    is_title = height in sizes and not line.kind and 2 < len(line.text) <= _LONGEST_HEADING
    if not is_title or not any(map(str.isalpha, line.text)) or _CONTENTS.search(line.text):
        return line
    return with_kind(line, "heading", min(sizes.index(height) + 1, 6))


def _by_weight(pages: Sequence[list[Line]], level: int) -> Iterator[list[Line]]:
    """Lines in bold type that stand apart at the margin, marked as headings."""
    middle = max((line.right for page in pages for line in page), default=0) / 2
    for at, page in enumerate(pages):
        # A page may begin in an indented list; its neighbour across may have other margins.
        near = [line.left for page in pages[max(at % 2, at - 4) : at + 5 : 2] for line in page]
        margins = [min((e for e in near if (e > middle) == side), default=0.0) for side in (0, 1)]
        yield [
            with_kind(line, "heading", level)
            if _is_bold_title(line, margins[line.left > middle])
            else line
            for line in page
        ]


def _is_bold_title(line: Line, margin: float) -> bool:
    is_apart = not line.gap or line.gap >= _HEADING_GAP
    is_outdented = line.left - margin <= _HEADING_INDENT * max(line.height, 1.0)
    is_title = line.is_bold and not line.kind and is_apart and is_outdented
    return is_title and _reads_like_title(line.text)


def _reads_like_title(text: str) -> bool:
    return (
        2 < len(text) <= _LONGEST_HEADING
        and any(char.isalpha() for char in text)
        and text[0].isalnum()
        and not text[0].islower()
        and not _SENTENCE_END.search(text)
        and not _CONTENTS.search(text)
    )
