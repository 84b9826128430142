"""PDF files by pdfium: pages, headings and tables; wrapped lines joined to paragraphs again.

Against the HTML of the same manuals, words measured on pdfium's character boxes
(:mod:`.pdf_page`) are as whole as those of pdfminer.six, in a fifth of its time; pypdf, pdfplumber
and pdfium's own text glue and tear more (``python -m benchmarks.readers``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document, Heading, Place
from graphrag_neo4j.readers import ocr
from graphrag_neo4j.readers.apart import tell_alive
from graphrag_neo4j.readers.content import clean_text, safe_metadata, title_from_name, with_words
from graphrag_neo4j.readers.pdf_page import Line, page_lines, scanned_lines, with_kind

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_HYPHENATED = re.compile(r"(?<=[^\W\d_])[-\u2010\u00ad]\n[ \t]*(?=[^\W\d_])")
_ITEM = re.compile(r"[-+*•‣◦▪–][ \t]|\(?(?:\d{1,3}|[a-z])[.)][ \t]")
_STOP = re.compile(r"[.!?:…][\"'”’»)\]]*$")
_SHORT = 0.7  # of the usual line: a line shorter than that was not wrapped, it ended
_NO_TITLE = re.compile(r"untitled|microsoft word|.*\.(?:docx?|indd|qxd|tex|dvi|rtf|pdf)\Z", re.I)
_NUMBER = re.compile(r"\d+|\b[ivxlcIVXLC]{1,7}\Z|\A[ivxlcIVXLC]{1,7}\b")
_NOT_WORD = re.compile(r"[\W_]+")
_MARGIN_LINES = 3  # at the top and at the bottom, where a running head can stand
_APART_PAGES = 5
_APART_SHARE = 0.8
_APART_GAP = 0.7  # lines of white space
_REPEATED = 3  # pages that a running head stands on
_PARAGRAPH_GAP = 0.6  # lines of white space
_LARGE = 1.18  # of the usual height: a heading, where there is no outline
_LONGEST_HEADING = 120
_MOST_BOLD = 0.2  # of the text: more of it in bold type marks no headings
_HEADING_GAP = 0.3  # lines of white space above a heading in bold type
_HEADING_INDENT = 2.0  # of its height, from the margin
_CONTENTS = re.compile(r"\A\d.*\s\d+\Z|(?:\.\s?){4}")  # an entry of a table of contents
_SENTENCE_END = re.compile(r"[.,;:!]$")
_PDFIUM = Lock()
"""pdfium serves one thread at a time."""


def read_pdf(path: Path, uri: str, *, with_ocr: bool = True) -> Document:
    """A PDF. Its places are pages; its headings those of its outline, else lines in larger type
    and lines in bold type that stand apart at the margin. Running heads and page numbers are left
    out. Pages of pictures without text are read by OCR if that is installed and wanted
    (``with_ocr``)."""
    if not path.stat().st_size:
        with_words("")
    may_look = with_ocr and ocr.is_installed()
    with _PDFIUM:
        pdf = _open(path)
        try:
            pages = [_lines_of(pdf, number, may_look) for number in range(len(pdf))]
            outline = _outline(pdf)
            named, author = (_info(pdf, key) for key in ("Title", "Author"))
        finally:
            pdf.close()
    if not any(pages):
        raise _without_text(with_ocr)
    marked = _with_headings(_without_furniture(pages), outline)
    text = _Text()
    for number, lines in enumerate(marked, start=1):
        text.add_page(number, lines)
    title = title_from_name(path) if not named or _NO_TITLE.match(named) else named
    metadata = safe_metadata([("pages", len(pages)), ("author", author or None)])
    body = with_words(text.text)
    return Document(uri, body, title, tuple(text.headings), metadata, places=tuple(text.places))


def _without_text(with_ocr: bool) -> ReadError:
    reason = "the PDF has no text, only pictures."
    if not ocr.is_installed():
        return ReadError(reason, f"{ocr.INSTALL} reads the words on them.", "scanned")
    if not with_ocr:
        return ReadError(reason, "--ocr pages reads the words on them.", "scanned")
    return ReadError("the PDF has no text, and no words on its pictures.", "", "scanned")


def _open(path: Path) -> PdfDocument:
    from pypdfium2 import PdfDocument, PdfiumError

    try:
        return PdfDocument(path)
    except PdfiumError as error:
        if b"/Encrypt" in path.read_bytes():
            hint = "Save it without a password."
            raise ReadError("the PDF is encrypted.", hint, "encrypted") from None
        hint = "Print it to a new PDF."
        raise ReadError("it is not a sound PDF.", hint, "corrupt") from error


def _lines_of(pdf: PdfDocument, number: int, with_ocr: bool) -> list[Line]:
    """A page's lines; none if the page is damaged, as its neighbours may be sound."""
    from pypdfium2 import PdfiumError

    tell_alive()
    try:
        page = pdf[number]
        text_page = page.get_textpage()
    except PdfiumError:
        return []
    try:
        lines = page_lines(text_page)
        return scanned_lines(page) if with_ocr and not lines else lines
    finally:
        text_page.close()
        page.close()


def _info(pdf: PdfDocument, key: str) -> str:
    return " ".join(clean_text(pdf.get_metadata_value(key) or "").split())


# -- running heads ---------------------------------------------------------------------------


def _without_furniture(pages: Sequence[list[Line]]) -> list[list[Line]]:
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
    seen = Counter(key for page in edges for key in {key for _, key in page})
    kept = []
    for number, (lines, page) in enumerate(zip(pages, edges, strict=True)):
        heads = {at for at, key in page if seen[key] >= _REPEATED and (number or key[1] == "#")}
        kept.append([line for at, line in enumerate(lines) if not _is_outer(at, heads, page)])
    return kept


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


def _edges(lines: Sequence[Line]) -> list[tuple[int, tuple[str, str]]]:
    """The lines nearest to the page's edges, outermost first: which, and how they repeat."""
    order = sorted(range(len(lines)), key=lambda at: -lines[at].top)
    found = []
    for edge, ats in (("top", order[:_MARGIN_LINES]), ("bottom", order[::-1][:_MARGIN_LINES])):
        for at in ats:
            key = _NUMBER.sub("#", " ".join(lines[at].text.split())).casefold()
            found.append((at, (edge, key)))
    return found


def _is_outer(at: int, heads: set[int], page: Sequence[tuple[int, tuple[str, str]]]) -> bool:
    """Whether line ``at`` repeats, and so does all between it and the page's edge."""
    for edge in ("top", "bottom"):
        for other, (its_edge, _) in page:
            if its_edge != edge:
                continue
            if other not in heads:
                break
            if other == at:
                return True
    return False


# -- headings --------------------------------------------------------------------------------

_Outline = dict[int, list[tuple[str, int]]]  # by page from 0: titles and levels


def _outline(pdf: PdfDocument) -> _Outline:
    from pypdfium2 import PdfiumError

    outline: _Outline = {}
    try:
        for item in pdf.get_toc(max_depth=6):
            target = item.get_dest()
            page = target.get_index() if target else None
            title = _bare(item.get_title() or "")
            if page is not None and title:
                outline.setdefault(page, []).append((title, item.level + 1))
    except PdfiumError:
        pass  # a damaged outline costs the headings, not the text
    return outline


def _bare(text: str) -> str:
    return _NOT_WORD.sub("", text).casefold()


def _with_headings(pages: Sequence[list[Line]], outline: _Outline) -> list[list[Line]]:
    if outline:
        return [_outlined(lines, outline.get(at, [])) for at, lines in enumerate(pages)]
    heights = Counter[int]()
    for line in (line for page in pages for line in page):
        heights[round(line.height)] += len(line.text)
    usual = max(heights, key=lambda height: heights[height])
    sizes = sorted((h for h in heights if h >= usual * _LARGE), reverse=True)
    by_size = [[_by_size(line, sizes) for line in page] for page in pages]
    bold = sum(len(line.text) for page in by_size for line in page if line.is_bold)
    if bold > _MOST_BOLD * heights.total():
        return by_size
    level = min(len(sizes) + 1, 6)
    return list(_by_weight(by_size, level))


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
    middle = max(line.right for page in pages for line in page) / 2
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


# -- text ------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Run:
    """Neighbouring lines of one kind; ``level`` for headings."""

    kind: str
    level: int
    lines: list[str]


class _Text:
    """Puts the pages one after the other."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._is_open = False  # the last block is prose that may go on
        self.headings: list[Heading] = []
        self.places: list[Place] = []

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def add_page(self, number: int, lines: Sequence[Line]) -> None:
        is_first = True
        for run in _runs(lines):
            raw = "\n".join(run.lines)
            text = (raw if run.kind == "code" else page_text(raw)).replace("\u00ad", "-")
            if not text.strip():
                continue
            self._part(text, joins=is_first and not run.kind)
            if is_first:
                self.places.append(Place(self._length, "page", str(number)))
            if run.kind == "heading":
                self.headings.append(Heading(self._length, run.level, " ".join(text.split())))
            self._append(text)
            self._is_open = not run.kind
            is_first = False

    def _part(self, text: str, *, joins: bool) -> None:
        """A blank line, or only a blank where a sentence goes on over the page."""
        if not self._parts:
            return
        before = self._parts[-1]
        if joins and self._is_open and text[0].islower() and not _STOP.search(before):
            if before.endswith("-") and before[-2:-1].isalpha():
                self._parts[-1] = before[:-1]
                self._length -= 1
            else:
                self._append(" ")
        else:
            self._append("\n\n")

    def _append(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)


def _runs(lines: Sequence[Line]) -> list[_Run]:
    runs: list[_Run] = []
    for line in lines:
        if runs and (runs[-1].kind, runs[-1].level) == (line.kind, line.level):
            wide = line.gap >= _PARAGRAPH_GAP and line.kind != "heading"
            runs[-1].lines += ["", line.text] if wide or line.kind == "row" else [line.text]
        else:
            runs.append(_Run(line.kind, line.level, [line.text]))
    return runs


def page_text(raw: str) -> str:
    """The text of a page: words put together again, wrapped lines joined by spaces.

    A blank line parts paragraphs: at blank lines of the page, before list items, and after a
    line too short to have been wrapped, if it ends a sentence or a new one follows.
    """
    raw = _HYPHENATED.sub(_join_word, raw)
    lines = [" ".join(line.split()) for line in raw.split("\n")]
    widths = sorted(len(line) for line in lines if line)
    usual = widths[len(widths) * 3 // 4] if widths else 0
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        if not line:
            paragraphs.append([])
            continue
        current = paragraphs[-1]
        if current and _parts(current[-1], line, usual):
            paragraphs.append([line])
        else:
            current.append(line)
    return "\n\n".join(" ".join(lines) for lines in paragraphs if lines)


def _join_word(match: re.Match[str]) -> str:
    """Nothing before a small letter ("exam-/ple"), the hyphen before a capital ("Anglo-/Irish")."""
    following = match.string[match.end()]
    return "" if following.islower() else match.group()[0].replace("\u00ad", "-")


def _parts(line: str, following: str, usual: int) -> bool:
    if _ITEM.match(following):
        return True
    ended_early = len(line) < usual * _SHORT
    return ended_early and (bool(_STOP.search(line)) or not following[0].islower())
