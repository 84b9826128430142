"""Pages of MediaWiki: their text without its markup; boxes of facts and tables as rows.

mwparserfromhell parses the markup. What a template would print is not known, so that its unnamed
values stand for it ("{{convert|12|km}}": "12 km"), and of one that is set out in lines, as an
infobox, each named value is a row. References are left out, categories are metadata.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.ids import IN_FRAGMENT
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import (
    Blocks,
    Unreadable,
    clean_text,
    read_text_file,
    title_from_name,
    with_words,
    words,
)
from graphrag_neo4j.readers.superscripts import superscript, with_superscripts
from graphrag_neo4j.readers.tables import Cell

if TYPE_CHECKING:
    from lxml.etree import _Element
    from mwparserfromhell.nodes import Tag, Template, Wikilink
    from mwparserfromhell.wikicode import Wikicode

_UNSEEN = words("gallery imagemap ref references templatestyles timeline")
_CODE = words("pre source syntaxhighlight")
_LISTED = words("dd dt li")
_LINE_END = re.compile(r"\n")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_SWITCH = re.compile(r"__[A-Z]+__")
_SIGNATURE = re.compile(r"(?:--|—)?~{3,5}(?!~)")
"""Who writes on a page of talk, where it is filled in when a page is saved."""
_PICTURE = re.compile(r"\s*(?:file|image|media)\s*:", re.IGNORECASE)
_CATEGORY = re.compile(r"\s*category\s*:\s*(?P<name>[^|]+)", re.IGNORECASE)
_LOOKS = re.compile(
    r"thumb|frame\w*|border|left|right|cent(?:er|re)|none|upright.*|\d*x?\d*px|\w+=.*"
)
"""Options of a picture that say how it looks."""
_REDIRECT = re.compile(r"\s*#\w+(?:\s*:)?\s*\[\[[^\[\]\n]+\]\]\s*$")
"""A page that is nothing else, in any language, where the export does not mark it."""
_NO_ARTICLES = words("6 8 10 14 828")
"""Namespaces of a dump: files, messages, templates, categories, modules."""


def read_wiki(path: Path, uri: str) -> Document:
    """A page in the markup of MediaWiki. Title: the file's name."""
    return wiki_document(read_text_file(path), uri, title_from_name(path))


def read_wiki_dump(root: _Element, uri: str) -> Iterator[Document | Unreadable]:
    """The articles of an export of MediaWiki (``root``: ``<mediawiki>``), each a document by its
    title, as its last revision has it, without those that only lead to another. Raises
    :class:`ReadError` if there is none."""
    is_empty = True
    for page in root.iterfind("{*}page"):
        title, revisions = page.findtext("{*}title") or "", page.findall("{*}revision")
        is_redirect = page.find("{*}redirect") is not None
        if not revisions or is_redirect or page.findtext("{*}ns") in _NO_ARTICLES:
            continue
        text = clean_text(revisions[-1].findtext("{*}text") or "")
        if _REDIRECT.match(text):
            continue
        is_empty = False
        own = f"{uri}#{quote(clean_text(title), safe=IN_FRAGMENT)}"
        try:
            yield wiki_document(text, own, title)
        except ReadError as error:
            yield Unreadable(own, error.message, error.hint, kind=error.kind)
    if is_empty:
        with_words("")


def wiki_document(markup: str, uri: str, title: str) -> Document:
    """The page ``markup`` as a document. Raises :class:`ReadError` if nothing is left of it."""
    import mwparserfromhell

    page = _Page()
    page.add(mwparserfromhell.parse(markup))
    page.end()
    told = {"categories": ", ".join(page.categories)} if page.categories else {}
    return page.blocks.document(uri, title, told)


class _Page:
    """Collects the blocks of a page, node by node."""

    def __init__(self) -> None:
        self.blocks = Blocks()
        self.categories: list[str] = []
        self._line = ""
        self._kind = ""

    def add(self, code: Wikicode) -> None:
        """What ``code`` says, as blocks."""
        from mwparserfromhell import nodes

        for node in code.nodes:
            if isinstance(node, nodes.Heading):
                self.end()
                self.blocks.add(_plain(node.title), level=node.level)
            elif isinstance(node, nodes.Template) and _is_set_out(node):
                self.end()
                self.blocks.add_table(_fields(node))
            elif not self._added(node):
                self._add_words(_inline(node))

    def end(self) -> None:
        """The paragraph or item is at its end."""
        line = _SIGNATURE.sub(" ", _SWITCH.sub(" ", with_superscripts(self._line)))
        text, kind = " ".join(line.split()), self._kind
        self._line = self._kind = ""
        if text:
            self.blocks.add(f"- {text}" if kind == "item" else text, kind=kind)

    def _add_words(self, text: str) -> None:
        """Text that goes on; a line break ends an item, a blank line a paragraph."""
        self._line += text
        while ended := (_LINE_END if self._kind else _BLANK_LINE).search(self._line):
            rest = self._line[ended.end() :]
            self._line = self._line[: ended.start()]
            self.end()
            self._line = rest

    def _added(self, node: object) -> bool:
        """Add a node that is none of the words of a line; whether it was one."""
        from mwparserfromhell import nodes

        if isinstance(node, nodes.Wikilink):
            return self._added_category(node) or self._added_picture(node)
        return isinstance(node, nodes.Tag) and self._added_block(node)

    def _added_category(self, link: Wikilink) -> bool:
        category = _CATEGORY.match(str(link.title))
        if category:
            self.categories.append(category["name"].strip())
        return category is not None

    def _added_picture(self, link: Wikilink) -> bool:
        """Add the words of a picture, as a paragraph; whether a link shows one."""
        if not _PICTURE.match(str(link.title)):
            return False
        options = _plain(link.text).split("|") if link.text is not None else [""]
        if not _LOOKS.fullmatch(options[-1].strip()):
            self.end()
            self.blocks.add(" ".join(options[-1].split()))
        return True

    def _added_block(self, tag: Tag) -> bool:
        """Add a block, or begin one; whether a tag does."""
        name = str(tag.tag).strip().casefold()
        if name in _CODE:
            self.end()
            self.blocks.add(str(tag.contents), kind="code")
        elif name == "table":
            self.end()
            self._add_table(tag)
        elif name in _LISTED and tag.wiki_markup:
            self.end()
            self._kind = {"li": "item", "dt": "term"}.get(name, "")
        elif name in ("blockquote", "div", "p", "center"):
            self.end()
            self.add(tag.contents)
            self.end()
        else:
            return False
        return True

    def _add_table(self, table: Tag) -> None:
        loose: list[Cell] = []
        rows: list[list[Cell]] = [loose]
        for tag in table.contents.filter_tags(recursive=False):
            name = str(tag.tag).strip().casefold()
            text = " ".join(_plain(tag.contents).split())
            if name == "caption" or (text.startswith("+ ") and tag.wiki_markup == "|"):
                self.blocks.add(text.removeprefix("+ "))
            elif name == "tr":
                rows.append([_cell(cell) for cell in tag.contents.filter_tags(recursive=False)])
            elif name in ("td", "th"):
                loose.append(_cell(tag))
        self.blocks.add_table(rows)


def _cell(tag: Tag) -> Cell:
    def size(name: str) -> int:
        value = str(tag.get(name).value).strip() if tag.has(name) else ""
        return max(1, int(value)) if value.isdecimal() else 1

    is_name = str(tag.tag).strip().casefold() == "th"
    text = " ".join(_plain(tag.contents).split())
    return Cell(text, size("colspan"), size("rowspan"), is_name)


def _is_set_out(template: Template) -> bool:
    """Whether a template has several named values, each on a line of its own."""
    named = [one for one in template.params if one.showkey]
    return len(named) > 1 and str(template).count("\n") >= len(named)


def _fields(template: Template) -> Iterator[list[Cell]]:
    """The named values of a template that say something, each with its name."""
    for one in template.params:
        value = " ".join(_plain(one.value).split())
        if one.showkey and value:
            yield [Cell(str(one.name).strip().replace("_", " "), is_name=True), Cell(value)]


def _plain(code: Wikicode | None) -> str:
    """The words of ``code`` without its markup."""
    return with_superscripts(_words(code))


def _words(code: Wikicode | None) -> str:
    """The words of ``code``, its superscripts marked."""
    return "".join(map(_inline, code.nodes)) if code is not None else ""


def _inline(node: object) -> str:
    """What a node says within a line."""
    from mwparserfromhell import nodes

    if isinstance(node, nodes.Text):
        return str(node.value)
    if isinstance(node, nodes.HTMLEntity):
        return str(node.normalize())
    if isinstance(node, nodes.Wikilink):
        return _words(node.text) if node.text is not None else _words(node.title).lstrip(":")
    if isinstance(node, nodes.ExternalLink):
        return _words(node.title) if node.title is not None else str(node.url)
    if isinstance(node, nodes.Template):
        values = (_words(one.value).strip() for one in node.params if not one.showkey)
        return " ".join(filter(None, values))
    if isinstance(node, nodes.Argument):
        return _words(node.default)
    if not isinstance(node, nodes.Tag):
        return ""
    name = str(node.tag).strip().casefold()
    if name == "br":
        return " "
    if name in _UNSEEN or node.contents is None:
        return ""
    return superscript(_words(node.contents)) if name == "sup" else _words(node.contents)
