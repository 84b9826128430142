"""Plain text, reStructuredText and Markdown: the document's text is the file's text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.model import Block, BlockKind, Document, Heading
from graphrag_neo4j.readers.aligned_tables import aligned_tables
from graphrag_neo4j.readers.chords import chord_lines
from graphrag_neo4j.readers.content import (
    dated,
    read_text_file,
    safe_metadata,
    scalar,
    shorten,
    title_from_name,
    words,
)
from graphrag_neo4j.readers.drawn_trees import drawn_trees
from graphrag_neo4j.readers.exports.chats import chat_document
from graphrag_neo4j.readers.exports.irc import irc_messages
from graphrag_neo4j.readers.line_numbers import without_line_numbers
from graphrag_neo4j.readers.lone_lines import lone_headings, text_head, text_title
from graphrag_neo4j.readers.markup.asciidoc import asciidoc_blocks
from graphrag_neo4j.readers.markup.joplin import metadata_of_note, parts_of_note
from graphrag_neo4j.readers.markup.logseq import own_fields
from graphrag_neo4j.readers.markup.rst_blocks import rst_blocks
from graphrag_neo4j.readers.page_marks import without_page_marks
from graphrag_neo4j.readers.stack_traces import stack_frames
from graphrag_neo4j.readers.stamped_turns import stamped_turns
from graphrag_neo4j.readers.subtitles import stamped_talk
from graphrag_neo4j.readers.text_columns import without_columns
from graphrag_neo4j.readers.text_headings import text_headings
from graphrag_neo4j.readers.yaml_text import yaml_fields
from graphrag_neo4j.text.source_dates import day_of_name, source_day
from graphrag_neo4j.text.talk import turn_starts
from graphrag_neo4j.text.whatsapp import without_notices
from graphrag_neo4j.text.wrapped_words import with_whole_words

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<body>(?:.*\n)*?)(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
_FRONT_MATTER_LINES = 200
_FRONT_FIELD = re.compile(
    r"^(?P<name>[^\W_][^:\n]{0,60}?)[ \t]*:(?=[ \t\n])[^\n]*(?:\n(?:[ \t]*-[ \t]|[ \t]+)[^\n]*)*",
    re.MULTILINE,
)
_SILENT_FIELDS = words(
    """
    title alias aliases banner cover cssclass cssclasses draft icon kanban-plugin layout pagination
    permalink position publish slug sidebar sidebar_label sidebar_position
    template theme toc weight
    """
)
"""Of front matter: what names the note, and how a program is to show it."""
_WIKI_LINK = re.compile(r"\[\[(?:[^\[\]|\n]*\|)?([^\[\]|\n]+)\]\]")
_LONGEST_TITLE = 200
_TITLE_WORD = re.compile(r"\w+")
_FEWEST_HEADINGS = 2
"""Of a text whose order they tell, so that no other lines need to."""
_NODE = re.compile(r"^File: \S+,  ?Node: (?P<name>[^,\n]+),.*$", re.MULTILINE)
_ADORNMENT = re.compile(r"([=\-~^\"'`#*+.:_<>$%&!?@/|\\])\1{2,}")
_ORG = re.compile(
    r"^(?:(?P<marks>\*+)[ \t]+(?P<words>\S.*)|#\+title:(?P<title>.*)"
    r"|[ \t]*(?:(?P<opens>#\+begin_(?:src|example)\b.*)|(?P<closes>#\+end_(?:src|example)\b.*)))$",
    re.MULTILINE | re.IGNORECASE,
)
_ORG_DRAWER = re.compile(
    r"^[ \t]*:(?:PROPERTIES|LOGBOOK|END):[ \t]*$", re.MULTILINE | re.IGNORECASE
)
_ASCIIDOC = re.compile(
    r"^(?:(?P<marks>={2,6})[ \t]+(?P<words>\S.*)|=[ \t]+(?P<title>\S.*)"
    r"|(?P<fence>-{4,}|\.{4,})[ \t]*)$",
    re.MULTILINE,
)


def read_plain(path: Path, uri: str) -> Document:
    """A text file or log, titled by its name and the short line that it begins with; a log of a
    chat as its messages, and what was recognised of speech as subtitles. Who wrote it
    and when, as lines at its head say, are metadata. Columns stand below one another, numbers of
    lines and marks of pages are left out, words that the ends of its lines part are whole, rows of
    its tables know their columns and lines of its trees those above, frames of stack traces are
    code, chords say nothing."""
    there = without_notices(read_text_file(path))
    if messages := irc_messages(there):
        return chat_document(uri, title_from_name(path), messages, {})
    if (talk := stamped_talk(there, path, uri)) is not None:
        return talk
    there, times = stamped_turns(there) or (there, ())
    parted = without_columns(without_page_marks(without_line_numbers(there)))
    text = with_whole_words(parted)
    blocks = _with_code(aligned_tables(text), tuple(stack_frames(text)))
    title, headings = title_from_name(path), text_headings(text)
    first = text_title(text, headings, title)
    if len(headings) < _FEWEST_HEADINGS:
        headings = _with(headings, lone_headings(text))
    if first is not None:
        title, headings = _titled(title, first.title), _with([first], headings)
    head = text_head(text, first)
    blocks = _with_code(blocks, (*head.lines, *drawn_trees(text), *chord_lines(text)))
    day = head.date or source_day(text, path.stem)
    metadata = safe_metadata((("author", head.author or None), ("date", day or None)))
    if times and text == there:
        return Document(uri, text, title, headings, metadata, places=times, blocks=blocks)
    has_lines = not times and parted.count("\n") == there.count("\n")
    return Document(uri, text, title, headings, metadata, has_lines=has_lines, blocks=blocks)


def _titled(name: str, line: str) -> str:
    """The title of a file, by its name and the line that it begins with: the one where it says all
    of the other. What people call a file says what it is ("Recipe bread"), which a headline does
    not ("As Mrs Orr told it"): of 227 questions 72 have the answer first with both, 65 without the
    name, 70 without the line; of 110 on other files 81, 79 and 77."""
    of_name, of_line = (set(_TITLE_WORD.findall(one.casefold())) for one in (name, line))
    if of_name <= of_line:
        return line
    return name if of_line <= of_name else shorten(f"{name}: {line}", _LONGEST_TITLE)


def _with(headings: Sequence[Heading], others: Sequence[Heading]) -> tuple[Heading, ...]:
    """``headings`` and those of ``others`` that start elsewhere, in order."""
    found = {heading.start: heading for heading in (*others, *headings)}
    return tuple(found[start] for start in sorted(found))


def read_rst(path: Path, uri: str) -> Document:
    """A reStructuredText file, its text raw. Title: the first heading, else the file's name."""
    text = read_text_file(path)
    headings = rst_headings(text)
    title = headings[0].title if headings else title_from_name(path)
    return Document(uri, text, title, headings, has_lines=True, blocks=rst_blocks(text))


def rst_headings(text: str) -> tuple[Heading, ...]:
    """Lines underlined, or over- and underlined, by one sign over their whole length.

    Levels come in the order in which styles are met, as reStructuredText has it. Each is one line
    of the text and starts where its words do.
    """
    lines = text.split("\n")
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    styles: list[tuple[str, bool]] = []
    headings = []
    for at in range(1, len(lines)):
        words, rule = lines[at - 1].strip(), lines[at].rstrip()
        if not words or not _ADORNMENT.fullmatch(rule) or len(rule) < len(words):
            continue
        above = lines[at - 2].rstrip() if at > 1 else ""
        if _ADORNMENT.fullmatch(words) or (above and above != rule):
            continue  # a rule, or the last line of a paragraph
        style = (rule[0], above == rule)
        if style not in styles:
            styles.append(style)
        start = starts[at - 1] + lines[at - 1].index(words[0])
        headings.append(Heading(start, styles.index(style) + 1, " ".join(words.split())))
    return tuple(headings)


def read_org(path: Path, uri: str) -> Document:
    """An Org file, its text raw but for the marks around properties: ``* Heading``. Title:
    ``#+TITLE:``, else the file's name."""
    return _read_outline(_ORG_DRAWER.sub("", read_text_file(path)), path, uri, _ORG)


def read_asciidoc(path: Path, uri: str) -> Document:
    """An AsciiDoc file, its text raw: ``== Heading``. Title: ``= Title``, else the file's name."""
    document = _read_outline(read_text_file(path), path, uri, _ASCIIDOC)
    return replace(document, blocks=_with_code(asciidoc_blocks(document.text), document.blocks))


def _with_code(blocks: Iterable[Block], code: Sequence[Block]) -> tuple[Block, ...]:
    """``blocks`` and those of ``code``, in order, without what overlaps code."""
    ends = [block.end for block in code]
    apart = []
    for block in blocks:
        at = bisect_right(ends, block.start)  # the first code that ends behind it begins
        if at == len(code) or code[at].start >= block.end:
            apart.append(block)
    return tuple(sorted((*code, *apart), key=lambda one: one.start))


def _read_outline(text: str, path: Path, uri: str, lines: re.Pattern[str]) -> Document:
    """A file whose headings begin with as many marks as they are deep. ``lines`` finds them, the
    title, and where code begins and ends."""
    title, code_start = "", -1
    headings: list[Heading] = []
    blocks: list[Block] = []
    for line in lines.finditer(text):
        kind = line.lastgroup
        if code_start >= 0:
            if kind in ("fence", "closes"):
                code = text[code_start : line.start()].rstrip()
                blocks.append(Block(code_start, code_start + len(code), "code"))
                code_start = -1
        elif kind in ("fence", "opens"):
            code_start = line.end() + 1
        elif kind == "title":
            title = title or line["title"].strip()
            headings.append(Heading(line.start(), 1, line["title"].strip()))
        elif kind == "words":
            words = " ".join(line["words"].split())
            headings.append(Heading(line.start(), len(line["marks"]), words))
    blocks = [block for block in blocks if block.start < block.end]
    title = title or title_from_name(path)
    return Document(uri, text, title, tuple(headings), has_lines=True, blocks=tuple(blocks))


def read_info(path: Path, uri: str) -> Document:
    """A GNU Info file, its text raw. The line that begins a node is its heading, and the one below
    it, underlined, too."""
    text = read_text_file(path)
    found = {h.start: replace(h, level=h.level + 1) for h in rst_headings(text)}
    for node in _NODE.finditer(text):
        found[node.start()] = Heading(node.start(), 1, node["name"].strip())
    headings = tuple(found[start] for start in sorted(found))
    return Document(uri, text, title_from_name(path), headings, has_lines=True)


def read_markdown(path: Path, uri: str) -> Document:
    """A Markdown file, its text raw, but for the times of a transcript and the fields that Joplin
    puts below a note. Title: front matter, else first h1, else the file's name."""
    text, fields = parts_of_note(read_text_file(path))
    if fields:
        document = replace(markdown_document(text, uri, title_from_name(path)), has_lines=True)
        title = text.strip().partition("\n")[0].strip("# ") or document.title
        metadata = {**document.metadata, **metadata_of_note(fields)}
        return replace(document, title=title, metadata=metadata)
    if (talk := stamped_turns(text)) is not None:
        said, times = talk
        return replace(_markdown_of_day(said, uri, path), places=times)
    return replace(_markdown_of_day(text, uri, path), has_lines=True)


def _markdown_of_day(text: str, uri: str, path: Path) -> Document:
    """Markdown with the day that its file's name has, if it says none itself."""
    document = markdown_document(text, uri, title_from_name(path))
    if "date" in document.metadata:
        return document
    day = day_of_name(path.stem, is_talk=bool(turn_starts(document.text)))
    return dated(document, day)


def markdown_document(text: str, uri: str, fallback_title: str = "") -> Document:
    """Markdown ``text`` as a document; titled by its first line if nothing else names it."""
    front, body_start = _front_matter(text)
    headings = markdown_headings(text, body_start)
    first = next((heading.title for heading in headings if heading.level == 1), None)
    title = str(front.get("title") or first or fallback_title or shorten(text))
    metadata = safe_metadata((key, value) for key, value in front.items() if key != "title")
    day = "" if "date" in front else source_day(text[body_start:])
    metadata |= {"date": day} if day else {}
    blocks = (*_front_fields(text, front, body_start), *markdown_blocks(text, body_start))
    blocks = _with_code(blocks, (*_trees_in_code(text, blocks), *own_fields(text)))
    return Document(uri, text, title, headings, metadata, is_markdown=True, blocks=blocks)


def _trees_in_code(text: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The rows of trees that blocks of code are."""
    found: list[Block] = []
    for block in blocks:
        code = text[block.start : block.end] if block.kind == "code" else ""
        rows = drawn_trees(code)
        if 2 * len(rows) > len(code.splitlines()):
            start = block.start
            found += [replace(row, start=start + row.start, end=start + row.end) for row in rows]
    return tuple(found)


def _front_fields(text: str, front: Mapping[object, object], body_start: int) -> Iterator[Block]:
    """The fields of front matter, each a row; what names the note or how it is to be shown states
    nothing."""
    for field in _FRONT_FIELD.finditer(text, 0, body_start):
        name, end = field["name"].strip("\"'"), field.start() + len(field[0].rstrip())
        said = "" if name.casefold() in _SILENT_FIELDS else _in_words(front.get(name))
        if said:
            yield Block(field.start(), end, "row", cells=(f"{name}: {said}",))
        else:
            yield Block(field.start(), end, "columns")


def _in_words(value: object) -> str:
    """A value of front matter as it is read: the parts of a list after one another, links by what
    they show."""
    if isinstance(value, list):
        return ", ".join(filter(None, map(_in_words, value)))
    if isinstance(value, dict):
        return ", ".join(
            f"{name} {said}" for name, one in value.items() if (said := _in_words(one))
        )
    if isinstance(value, bool):
        return str(value).lower()
    said = "" if value is None else str(scalar(value))
    return " ".join(_WIKI_LINK.sub(r"\1", said).split())


def markdown_headings(text: str, body_start: int = 0) -> tuple[Heading, ...]:
    """The headings of Markdown ``text`` after ``body_start``, as CommonMark sees them.

    Headings inside quotes, lists and code are not sections of the document and left out.
    """
    parser = _parser()
    body = text[body_start:]
    line_starts = list(accumulate((len(line) + 1 for line in body.split("\n")), initial=body_start))
    headings = []
    tokens = parser.parse(body)
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open" or opening.level or not opening.map:
            continue
        title = _plain(parser, inline.content)
        # A paragraph above a "---" line is a heading to CommonMark, seldom to its author.
        if title and "\n" not in inline.content and len(title) <= _LONGEST_TITLE:
            headings.append(Heading(line_starts[opening.map[0]], int(opening.tag[1]), title))
    return tuple(headings)


def markdown_blocks(text: str, body_start: int = 0) -> tuple[Block, ...]:
    """The code and the rows of tables in Markdown ``text`` after ``body_start``.

    A row's span is what stands between its outer bars; code's is without its fences.
    """
    body = text[body_start:]
    starts = list(accumulate((len(line) + 1 for line in body.split("\n")), initial=body_start))
    blocks: list[Block] = []
    columns: tuple[str, ...] = ()
    tokens = _parser().parse(body)
    for at, token in enumerate(tokens):
        if token.type in ("fence", "code_block") and token.map and token.content.strip():
            first, last = token.map
            is_fence = token.type == "fence"
            start = starts[first + is_fence]
            end = min(starts[last], len(text))
            code = text[start:end].rstrip()
            if is_fence and code.rpartition("\n")[2].lstrip("> \t")[:3] in ("```", "~~~"):
                code = code.rpartition("\n")[0].rstrip()
            blocks.append(Block(start, start + len(code), "code"))
        elif token.type == "tr_open" and token.map:
            cells = tuple(_cells(tokens, at))
            row = text[starts[token.map[0]] : starts[token.map[0] + 1]]
            bare = row.strip("| \t\n>")
            start = starts[token.map[0]] + row.find(bare)
            is_head = tokens[at - 1].type == "thead_open"
            if is_head:
                columns = cells if any(cells) else ()
            if bare:
                kind: BlockKind = "columns" if is_head else "row"
                blocks.append(Block(start, start + len(bare), kind, columns, cells))
    return tuple(blocks)


def _cells(tokens: list[Token], at: int) -> Iterator[str]:
    """The words of the cells of the row that begins with token ``at``."""
    for token in tokens[at:]:
        if token.type == "tr_close":
            return
        if token.type == "inline":
            yield _plain(_parser(), token.content)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return (
        MarkdownIt("commonmark").enable("table").disable("inline")
    )  # blocks only: several times faster


def _plain(parser: MarkdownIt, source: str) -> str:
    """The words of inline Markdown, without its marks."""
    tokens: list[Token] = []
    parser.inline.parse(source, parser, {}, tokens)
    return " ".join(
        "".join(token.content for token in tokens if token.type != "html_inline").split()
    )


def _front_matter(text: str) -> tuple[Mapping[object, object], int]:
    """The values of YAML front matter, and where the body starts."""
    found = _FRONT_MATTER.match(text)
    if found is None or found["body"].count("\n") > _FRONT_MATTER_LINES:
        return {}, 0
    values = yaml_fields(found["body"])
    if values is None:
        return {}, 0  # two rules with prose between them
    return values, found.end()
