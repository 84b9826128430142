"""HTML pages: their words in reading order, without scripts, styles and navigation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import (
    Blocks,
    clean_text,
    dated,
    decode,
    safe_metadata,
    title_from_name,
    with_words,
    words,
)
from graphrag_neo4j.readers.field_sheets import with_named_fields
from graphrag_neo4j.readers.superscripts import with_superscripts
from graphrag_neo4j.readers.tables import Cell
from graphrag_neo4j.readers.web.bold_lines import part_bold_lines
from graphrag_neo4j.readers.web.bookmarks import bookmarks_document, is_bookmarks
from graphrag_neo4j.readers.web.furniture import Furniture
from graphrag_neo4j.readers.web.hidden import remove_hidden, visible
from graphrag_neo4j.readers.web.infobox import PageSubject
from graphrag_neo4j.readers.web.list_marks import ListMarks
from graphrag_neo4j.readers.web.mathml import put_formulas
from graphrag_neo4j.readers.web.posts import join_authors
from graphrag_neo4j.readers.web.published import published
from graphrag_neo4j.readers.web.roles import mark_tables, name_panels
from graphrag_neo4j.readers.web.site_names import without_site_name
from graphrag_neo4j.readers.web.superscripts import mark_superscripts
from graphrag_neo4j.readers.web.threads import join_threads
from graphrag_neo4j.readers.web.timed_posts import head_timed_posts
from graphrag_neo4j.text.quotations import quoted
from graphrag_neo4j.text.source_dates import source_day

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_DROPPED = words(
    """
    script style nav noscript template svg head title iframe object canvas audio video map
    button select option input textarea
    """
)
_BLOCKS = words(
    """
    address article aside blockquote body caption center dd details dialog div dl dt fieldset
    figcaption figure footer form header hgroup hr li main ol p pre section summary table tbody
    td tfoot th thead tr ul
    """
).union(_HEADINGS)
_DEEP = 40  # unclosed tags nest so deep; looking through each would take the square of that
_LAYOUT = ("table", "ul", "ol", "pre", "blockquote", *_HEADINGS)  # in a cell: not a data table
_NAVIGATION_ROLES = words("navigation search menu menubar toolbar")
_NAVIGATION_CLASSES = words(
    """
    headerlink permalink navheader navfooter nav navbar navigation sphinxsidebar breadcrumb
    breadcrumbs toctree-wrapper skip-link skiplink site-footer site-header cookie-banner
    element-citation-link toc-title edit-link
    ambox catlinks contentsub hatnote mw-cite-backlink mw-editsection mw-jump-link
    navigation-not-searchable printfooter sitenotice sitesub
    """
)
"""The last two lines: of MediaWiki."""
_CONTENTS_CLASSES = words(
    """
    toc toc-macro contents shortcontents table-of-contents toc-list doc-toc list-of-tables
    list-of-figures list-of-examples
    """
)
"""Also of what is no table of contents: these go if they hold little but links."""
_PERMANENT_LINKS = ("¶", "§", "#", "🔗", "permalink", "[link]")
_AROUND = words("next prev previous up start")
_MAIN_SHARE = 0.4
_MOST_OWN_LINKS = 4  # to the page itself: more are a table of contents
_LINKED_SHARE, _CONTENTS_SHARE = 0.5, 0.8
_FEET = words("footer footer-body site-footer page-footer")
_LONGEST_IMPRINT = 160  # characters
_MADE_BY = re.compile(
    r"\b(?:generated|created|exported|powered|produced|built|made) (?:by|with|using|on|from)\b",
    re.I,
)
_BREAKS = re.compile(r"[^\S\xa0]+")
_FIELD_GAP = re.compile(
    r"(?<!\s)(?:[^\S\n]\xa0|\xa0[^\S\n])[^\S\n]{0,20}"
    r"(?=[^\W\d_a-z][^\W_]{0,30}(?: [^\W_]{1,30}){0,2}: )"
)
"""Blanks, a hard one among them, before the name of a field: "Form: 9K &nbsp; Tutor: Ann Hale"."""
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w\-]+)", re.IGNORECASE)
_XML_PROLOG = re.compile(r"\s*<\?xml\b[^>]*>")


def read_html(path: Path, uri: str) -> Document:
    """A page's main part, or a browser's bookmarks. Title: ``<title>``, else the first h1, else the
    file's name."""
    source = decode_page(path.read_bytes())
    if is_bookmarks(source):
        return bookmarks_document(source, uri, title_from_name(path))
    document = page_document(source, uri, path.name, title_from_name(path))
    if "date" in document.metadata:
        return document
    code = (block.start for block in document.blocks if block.kind == "code")  # it shows any days
    return dated(document, source_day(document.text[: next(code, None)], path.stem))


def page_document(source: str, uri: str, name: str, fallback_title: str) -> Document:
    """The main part of a page. ``name``: of its file; ``fallback_title``: if it has none. Raises
    :class:`ReadError` for one that is empty until its scripts fill it."""
    blocks = Blocks()
    soup = add_page(blocks, with_words(clean_text(source)), quote(name), is_of_a_site=True)
    if not blocks.text and soup.find("script"):
        hint = "Open it in a browser and save what is seen, or print it as a PDF."
        raise ReadError("it holds scripts that fill the page, and no text.", hint, "empty")
    first = next((heading.title for heading in blocks.headings if heading.level == 1), "")
    named = " ".join(soup.title.get_text().split()) if soup.title else ""
    told = [("description", _meta(soup, "description")), *published(soup).items()]
    metadata = safe_metadata([*told, ("categories", _categories(soup))])
    title = without_site_name(named, _site_name(soup))
    return blocks.document(uri, title or first or fallback_title, metadata)


def add_page(
    blocks: Blocks,
    source: str,
    name: str = "",
    *,
    marks_quotations: bool = False,
    is_of_a_site: bool = False,
    is_of_a_mail: bool = False,
) -> BeautifulSoup:
    """Append the main part of a page to ``blocks``; returns the whole page. ``name``: by which it
    links to itself. ``marks_quotations``: lines that are quoted get marks, as in a mail's text.

    Left out is what leads elsewhere: navigation, permanent links ("¶"), tables of contents; of a
    page ``is_of_a_site``, all its :class:`Furniture`, and of one ``is_of_a_mail`` what is not
    displayed, which no script will show.
    """
    from bs4 import BeautifulSoup

    prolog = _XML_PROLOG.match(source)
    # The leading tag keeps BeautifulSoup from warning about text that looks like a file name.
    soup = BeautifulSoup(f"<html>{source[prolog.end() if prolog else 0 :]}", "html.parser")
    put_formulas(soup)
    name_panels(soup)
    mark_tables(soup)
    mark_superscripts(soup)
    furniture = None
    if is_of_a_mail:
        remove_hidden(soup)
    if is_of_a_site:
        posts = join_threads(soup)
        join_authors(soup)
        part_bold_lines(soup)
        head_timed_posts(soup)
        furniture = Furniture(soup, posts)
    collector = _Collector(blocks, marks_quotations, PageSubject(soup))
    _collect(_main_part(soup), collector, name, furniture)
    return soup


def decode_page(data: bytes) -> str:
    """UTF-8 if it is, else as the page declares, else by its statistics."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        declared = _CHARSET.search(data[:4096])
    if declared:
        try:
            return data.decode(declared[1].decode("ascii"))
        except (LookupError, UnicodeDecodeError):
            pass  # a page that lies about itself
    return decode(data)


def _main_part(soup: BeautifulSoup) -> BeautifulSoup | Tag:
    """What the page says is its main part, if that is most of its words; else all of it."""
    marked = soup.find_all(_is_main)
    if len(marked) == 1 and len(marked[0].get_text()) > len(soup.get_text()) * _MAIN_SHARE:
        return marked[0]
    return soup


def _is_main(tag: Tag) -> bool:
    return tag.name == "main" or tag.get("role") == "main"


def _leads_elsewhere(tag: Tag, own_name: str) -> bool:
    """Whether an element is there to get around, not to be read."""
    if tag.name in ("html", "body", "main"):
        return False
    is_hidden = tag.get("hidden") is not None and tag.get("role") != "tabpanel"
    if is_hidden or tag.get("role") in _NAVIGATION_ROLES:
        return True
    classes = {str(name).casefold() for name in tag.get("class") or ()}
    if classes & _NAVIGATION_CLASSES or str(tag.get("id") or "").casefold() in _NAVIGATION_CLASSES:
        return True
    if _is_imprint(tag, classes):
        return True
    if tag.name == "a":
        return tag.get_text().strip() in _PERMANENT_LINKS
    is_contents = bool(_CONTENTS_CLASSES & {*classes, str(tag.get("role") or "")})
    return tag.name in ("ul", "ol", "div", "p", "table", "dl", "nav", "section") and (
        _is_list_of_links(tag, own_name, is_contents=is_contents)
    )


def _is_imprint(tag: Tag, classes: set[str]) -> bool:
    """Whether it is a foot that tells what program made the page, and no more."""
    named = {*classes, str(tag.get("id") or "").casefold()}
    if tag.name != "footer" and named.isdisjoint(_FEET):
        return False
    text = " ".join(tag.get_text(" ").split())
    return len(text) <= _LONGEST_IMPRINT and _MADE_BY.search(text) is not None


def _is_list_of_links(tag: Tag, own_name: str, *, is_contents: bool) -> bool:
    """Whether it is a table of contents, of its own page if it does not say so, or leads to the
    next one."""
    links = tag.find_all("a", href=True)
    around = sum(bool(_AROUND & {str(r) for r in a.get("rel") or ()}) for a in links)
    own = ("#", f"{own_name}#") if own_name else ("#",)
    inside = sum(is_contents or str(a["href"]).startswith(own) for a in links)
    if not links or (not around and not is_contents and inside < _MOST_OWN_LINKS):
        return False
    linked = sum(len(a.get_text().strip()) for a in links)
    words = len(" ".join(tag.get_text().split()))
    if around:
        return linked > words * _LINKED_SHARE and len(links) < 3 * _MOST_OWN_LINKS
    return inside == len(links) and linked > words * _CONTENTS_SHARE


def _meta(soup: BeautifulSoup, name: str) -> str | None:
    tag = soup.find("meta", attrs={"name": re.compile(f"^{name}$", re.IGNORECASE)})
    content = str(tag.get("content") or "") if tag else ""
    return " ".join(content.split()) or None


def _site_name(soup: BeautifulSoup) -> str:
    """What the page says that its site is called."""
    for attribute in ("property", "name"):
        if tag := soup.find("meta", attrs={attribute: ["og:site_name", "application-name"]}):
            return " ".join(str(tag.get("content") or "").split())
    return ""


def _categories(soup: BeautifulSoup) -> str | None:
    """Those of a page of MediaWiki, as they are read of its source."""
    return ", ".join(link.get_text() for link in soup.select(".catlinks li a")) or None


class _Collector:
    """Turns the opening and closing of tags into blocks."""

    def __init__(self, blocks: Blocks, marks_quotations: bool, subject: PageSubject) -> None:
        self.blocks = blocks
        self.subject = subject
        self.lists = ListMarks()
        self.quotations = 0  # open ones, if they are marked
        self._marks_quotations = marks_quotations
        self._words: list[str] = []
        self._level = 0
        self._bullet = False
        self._term = False
        self._pre = 0

    def text(self, text: str) -> None:
        self._words.append(text if self._pre else _BREAKS.sub(" ", text))

    def open(self, name: str) -> None:
        if name == "br":
            self._words.append("\n")
        elif name in _BLOCKS:
            self.flush()
            self.quotations += name == "blockquote" and self._marks_quotations
            self._pre += name == "pre"
            self._term = self._term or name == "dt"
            self._bullet = self._bullet or name == "li"
            if name in _HEADINGS:
                self._level = int(name[1])

    def close(self, name: str) -> None:
        if name in _BLOCKS:
            self.flush()
            self.quotations -= name == "blockquote" and self._marks_quotations
            self._pre -= name == "pre"
            if name in _HEADINGS:
                self._level = 0
            if name == "li":
                self._bullet = False
            if name == "dt":
                self._term = False

    def flush(self) -> None:
        text = with_superscripts("".join(self._words))
        self._words.clear()
        if not self._pre:
            text = "\n".join(map(_in_line, text.split("\n")))
        if self.quotations:
            self.blocks.add(quoted(text, self.quotations))
        elif self._pre:
            self.blocks.add(text, kind="code")
        elif self._bullet and text.strip() and not self._level:
            self.blocks.add(self.lists.marked(text.strip()), kind="item")
            self._bullet = False
        else:
            kind = "term" if self._term and not self._level else ""
            self.blocks.add(text, level=self._level, kind=kind)


def _in_line(said: str) -> str:
    """``said`` with single blanks; fields that hard ones part stay two apart."""
    return "  ".join(" ".join(visible(part.split())) for part in _FIELD_GAP.split(said))


def _collect(root: Tag, collector: _Collector, own_name: str, furniture: Furniture | None) -> None:
    from bs4.element import NavigableString, Tag

    # A stack, not recursion: unclosed tags nest thousands deep.
    stack: list[tuple[str, Iterator[object]]] = [("", iter(root.contents))]
    while stack:
        name, children = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
            collector.close(name)
            collector.lists.close(name)
        elif isinstance(child, Tag):
            if child.name in _DROPPED or (furniture and furniture.holds(child)):
                continue
            if len(stack) < _DEEP and _leads_elsewhere(child, own_name):
                continue
            is_quoted = collector.quotations > 0  # a table there is text
            if child.name == "table" and not is_quoted and child.find(_LAYOUT) is None:
                collector.flush()
                _add_table(collector.blocks, child, collector.subject.of_table(child))
                continue
            role = "div" if _only_indents(child) else child.name
            collector.open(role)
            collector.lists.open(child)
            stack.append((role, iter(child.contents)))
        elif type(child) is NavigableString:  # not its subclasses: comments, doctypes
            collector.text(child)
    collector.flush()


def _only_indents(tag: Tag) -> bool:
    """Whether it is a blockquote by which mail programs indent a paragraph, as Gmail's."""
    if tag.name != "blockquote":
        return False
    return "border:none" in str(tag.get("style") or "").replace(" ", "").casefold()


def _add_table(blocks: Blocks, table: Tag, about: str) -> None:
    if table.caption:
        blocks.add(with_superscripts(" ".join(table.caption.get_text(" ").split())))
    blocks.add_table(with_named_fields(_rows(table)), about)


def _rows(table: Tag) -> list[list[Cell]]:
    """The cells of each row; cells and rows end where the next one begins, closed or not."""
    from bs4.element import NavigableString, Tag

    rows: list[list[tuple[Tag, list[str]]]] = []
    for one in table.descendants:
        if isinstance(one, Tag) and one.name == "tr":
            rows.append([])
        elif isinstance(one, Tag) and one.name in ("td", "th"):
            rows = rows or [[]]
            rows[-1].append((one, []))
        elif not (rows and rows[-1]):
            continue
        elif type(one) is NavigableString:
            rows[-1][-1][1].append(one)
        elif isinstance(one, Tag) and (one.name == "br" or one.name in _BLOCKS):
            rows[-1][-1][1].append(" ")
    return [[_cell(tag, with_superscripts("".join(said))) for tag, said in row] for row in rows]


def _cell(tag: Tag, text: str) -> Cell:
    width, height = (_span(tag.get(name)) for name in ("colspan", "rowspan"))
    return Cell(text, width, height, is_name=tag.name == "th")


def _span(value: object) -> int:
    digits = str(value)
    return max(int(digits), 1) if digits.isdecimal() and len(digits) < 6 else 1
