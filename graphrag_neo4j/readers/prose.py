"""Plain text and Markdown: the document's text is the file's text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.model import Document, Heading, Scalar
from graphrag_neo4j.readers.content import read_text_file, safe_metadata, shorten, title_from_name

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<body>(?:.*\n)*?)(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
_FRONT_MATTER_LINES = 200
_PAIR = re.compile(r"(?P<key>[^\s:#\-][^:\n]*):[ \t]+(?P<value>\S.*)")
_LONGEST_TITLE = 200


def read_plain(path: Path, uri: str) -> Document:
    """A text file: no headings, its name as title."""
    return Document(uri, read_text_file(path), title_from_name(path))


def read_markdown(path: Path, uri: str) -> Document:
    """A Markdown file, its text raw. Title: front matter, else first h1, else the file's name."""
    return markdown_document(read_text_file(path), uri, title_from_name(path))


def markdown_document(text: str, uri: str, fallback_title: str = "") -> Document:
    """Markdown ``text`` as a document; titled by its first line if nothing else names it."""
    front, body_start = _front_matter(text)
    headings = markdown_headings(text, body_start)
    first = next((heading.title for heading in headings if heading.level == 1), None)
    title = str(front.get("title") or first or fallback_title or shorten(text))
    metadata = {key: value for key, value in front.items() if key != "title"}
    return Document(uri, text, title, headings, metadata, is_markdown=True)


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


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").disable("inline")  # blocks only: several times faster


def _plain(parser: MarkdownIt, source: str) -> str:
    """The words of inline Markdown, without its marks."""
    tokens: list[Token] = []
    parser.inline.parse(source, parser, {}, tokens)
    return " ".join(
        "".join(token.content for token in tokens if token.type != "html_inline").split()
    )


def _front_matter(text: str) -> tuple[Mapping[str, Scalar], int]:
    """The simple scalars of YAML front matter, and where the body starts."""
    found = _FRONT_MATTER.match(text)
    if found is None or found["body"].count("\n") > _FRONT_MATTER_LINES:
        return {}, 0
    pairs = []
    for line in found["body"].splitlines():
        pair = _PAIR.fullmatch(line.rstrip())
        if pair and pair["value"][0] not in "[{|>&*!":
            pairs.append((pair["key"].strip(), _yaml_scalar(pair["value"])))
    return safe_metadata(pairs), found.end()


def _yaml_scalar(value: str) -> Scalar | None:
    if value[0] in "\"'" and value.endswith(value[0]) and len(value) > 1:
        return value[1:-1]
    value = re.sub(r"\s+#.*", "", value)
    if value.casefold() in ("true", "false"):
        return value.casefold() == "true"
    if value.casefold() in ("null", "~"):
        return None
    if re.fullmatch(r"-?(0|[1-9]\d*)", value):
        return int(value)
    return float(value) if re.fullmatch(r"-?\d+\.\d+", value) else value
