"""Running heads and page numbers of a PDF, which are left out; notes at the foot of a page and what
stands sideways on it, which come behind its text."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from graphrag_neo4j.readers.pdf.page import Line

_SMALL = 0.92  # of the usual height: the type of notes
_NOTE = re.compile(r"(?:\d{1,2}|[*∗†‡§])[ ]?[^\W\d_].*[^\W\d_]{3}")
_GLUED = re.compile(r"\A\d{1,2}(?=[^\W\d_a-z][^\W\d_])")  # a mark to the first word of its note
_NUMBER = re.compile(r"\d+|\b[ivxlcIVXLC]{1,7}\Z|\A[ivxlcIVXLC]{1,7}\b")
_MARGIN_LINES = 3  # at the top and at the bottom, where a running head can stand
_APART_PAGES = 5
_APART_SHARE = 0.8
_APART_GAP = 0.7  # lines of white space
_LEAF = 2  # pages
_DIGITS = re.compile(r"\d{1,6}")
_PAGE = re.compile(
    r"\b(?:page|seite|página|pagina|p\.|s\.)\s?\d|\d\s?(?:/|of|von|de|di|sur)\s?\d", re.IGNORECASE
)
_REPEATED = 3  # pages that a running head stands on

_Key = tuple[str, str]
"""An edge of a page, and a line there with a sign for its numbers."""
_Edge = tuple[int, _Key]
_Found = tuple[int, Line]


def without_furniture(pages: Sequence[list[Line]]) -> list[list[Line]]:
    """The pages without what repeats at their edges, and without what stands apart there."""
    kept = []
    both = zip(_without_running_heads(pages), _without_lines_apart(pages), strict=True)
    for unrepeated, others in both:
        stay = set(map(id, others))
        kept.append([line for line in unrepeated if id(line) in stay])
    return kept


def _without_running_heads(pages: Sequence[list[Line]]) -> list[list[Line]]:
    """The pages without lines that stand at the edge of several, but for their numbers."""
    edges = [_edges(lines) for lines in pages]
    seen = _seen(pages, edges)
    repeated = {key for key, found in seen.items() if _repeats(found, len(pages))}
    counting = {key for key, found in seen.items() if _counts_pages(key[0], found)}
    kept = []
    for number, (lines, page) in enumerate(zip(pages, edges, strict=True)):
        again = repeated if number else {key for key in repeated if key[1] == "#"}
        heads = {(at, key[0]) for at, key in page if key in counting or key in again}
        if len(pages) == _LEAF and 2 * len({at for at, _ in heads}) > len(lines):
            heads = set()  # a page of few lines, that both have, is no furniture
        kept.append([line for at, line in enumerate(lines) if not _is_outer(at, heads, page)])
    return kept


def _seen(pages: Sequence[list[Line]], edges: Sequence[list[_Edge]]) -> dict[_Key, list[_Found]]:
    """The lines at the edges by how they repeat: on which pages, one on each."""
    seen: defaultdict[_Key, list[_Found]] = defaultdict(list)
    for number, (lines, page) in enumerate(zip(pages, edges, strict=True)):
        for key, at in {key: at for at, key in page}.items():
            seen[key].append((number, lines[at]))
    return seen


def _repeats(found: Sequence[_Found], n_pages: int) -> bool:
    """Whether a line stands on several pages; of two on both, word for word at one height."""
    if len(found) >= _REPEATED or n_pages != _LEAF or len(found) < _LEAF:
        return len(found) >= _REPEATED
    (_, one), (_, other) = found
    is_row = bool(one.kind or other.kind)
    return not is_row and one.text == other.text and abs(one.top - other.top) <= 1


def _counts_pages(edge: str, found: Sequence[_Found]) -> bool:
    """Whether a number in a line grows as its pages do: "Page 1 of 2". At the top of a page it has
    to say so, as "Lesson 1" may begin one."""
    text = found[0][1].text
    is_foot = edge == "bottom" and not text.rstrip().endswith(".")
    if len(found) < _LEAF or not (is_foot or _PAGE.search(text)):
        return False
    offsets = [
        [int(digits) - number for digits in _DIGITS.findall(line.text)] for number, line in found
    ]
    if len({len(row) for row in offsets}) > 1:
        return False
    return any(len(set(column)) == 1 for column in zip(*offsets, strict=True))


def _without_lines_apart(pages: Sequence[list[Line]]) -> list[list[Line]]:
    """The pages without running heads that name their section, and so differ from page to page:
    small lines at one height on most pages, each with white space below it."""
    heights = Counter(round(line.height) for page in pages for line in page)
    usual = heights.most_common(1)[0][0] if heights else 0
    first = [max(page, key=lambda line: line.top, default=None) for page in pages]
    tops = Counter(round(line.top) for line in first if line)
    top, n = tops.most_common(1)[0] if tops else (0, 0)
    if n < max(_APART_PAGES, len(pages) / 2):
        return list(pages)
    apart = [
        number
        for number, (line, page) in enumerate(zip(first, pages, strict=True))
        if line and abs(line.top - top) <= 1 and _stands_apart(line, page, usual)
    ]
    if len(apart) < n * _APART_SHARE:
        return list(pages)
    kept = list(pages)
    for number in filter(None, apart):  # on the first page it may be the title
        kept[number] = [line for line in pages[number] if abs(line.top - top) > 1]
    return kept


def _stands_apart(head: Line, page: Sequence[Line], usual: int) -> bool:
    below = max((line.top for line in page if abs(line.top - head.top) > 1), default=None)
    if below is None or head.height > usual + 1:
        return False
    bottom = min(segment.bottom for segment in head.segments)
    return bottom - below > _APART_GAP * head.height


def _edges(lines: Sequence[Line]) -> list[_Edge]:
    """The lines nearest to the page's edges, outermost first: which, and how they repeat."""
    order = sorted(range(len(lines)), key=lambda at: -lines[at].top)
    found = []
    for edge, ats in (("top", order[:_MARGIN_LINES]), ("bottom", order[::-1][:_MARGIN_LINES])):
        for at in ats:
            key = _NUMBER.sub("#", " ".join(lines[at].text.split())).casefold()
            found.append((at, (edge, key)))
    return found


def _is_outer(at: int, heads: set[tuple[int, str]], page: Sequence[_Edge]) -> bool:
    """Whether line ``at`` repeats, and so does all between it and the page's edge."""
    for edge in ("top", "bottom"):
        for other, (its_edge, _) in page:
            if its_edge != edge:
                continue
            if (other, edge) not in heads:
                break
            if other == at:
                return True
    return False


def without_sideways(
    pages: Sequence[list[Line]],
) -> tuple[list[list[Line]], list[list[Line]]]:
    """The pages without what stands sideways on them, and that: what several pages have, but for
    rows of tables, only of the first one."""
    sideways = [[line for line in page if line.is_sideways] for page in pages]
    n_pages = Counter(text for page in sideways for text in {line.text for line in page})
    seen = set[str]()
    kept: list[list[Line]] = []
    for page in sideways:
        kept.append(
            [s for s in page if s.kind or s.text not in seen or n_pages[s.text] < _REPEATED]
        )
        seen.update(line.text for line in page)
    return [[line for line in page if not line.is_sideways] for page in pages], kept


def without_notes(lines: Sequence[Line], usual: float) -> tuple[list[Line], list[Line]]:
    """A page's lines, and its notes: lines in small type at its foot, from one with a mark on."""
    start = len(lines)
    while start and not lines[start - 1].kind and lines[start - 1].height <= _SMALL * usual:
        start -= 1
    marked = [at for at in range(start, len(lines)) if _NOTE.match(lines[at].text)]
    if not marked:
        return list(lines), []
    apart = list(lines)
    for at in marked:
        apart[at] = replace(lines[at], text=_GLUED.sub(r"\g<0> ", lines[at].text), gap=1.0)
    return apart[: marked[0]], apart[marked[0] :]
