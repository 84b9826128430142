"""Markdown without its inline marks, as the rules read it; Obsidian's are among them."""

from __future__ import annotations

import re

from graphrag_neo4j.extract.rules.tasks import CHECK_BOX
from graphrag_neo4j.text.quotations import MARKS

_CODE = re.compile(r"(`+[^`]+`+)")
"""Nothing in it is a mark."""
_LINK = re.compile(r"!?\[([^\[\]\n]{1,300})\]\((?:[^()\s]{0,500})(?:\s\"[^\"\n]{0,200}\")?\)")
_BADGE = re.compile(
    r"\[!\[[^\[\]\n]{0,300}\](?:\([^()\s]{0,500}\)|\[[^\[\]\n]{0,300}\])\]"
    r"(?:\([^()\s]{0,500}\)|\[[^\[\]\n]{0,300}\])"
)
_LINK_TARGET = re.compile(
    r"^[^\S\n]{0,3}\[(?!\^)[^\[\]\n]{1,300}\]:[^\S\n]+"
    r"(?:<[^<>\n]{0,500}>|(?=\#|\S{0,500}?(?:/|[#.:?=]\S))\S+(?!\S))"
    r"(?:[^\S\n]+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[^\S\n]*$",
    re.MULTILINE,
)
"""A place and at most a title: "[^1]: Taken at noon." is a note, "[Ann]: I will." is said."""
_NOTE_MARK = re.compile(r"^\[\^[^\[\]\s]{1,60}\]:(?=\s)|(?:(?<=\S)|(?=\[\^\d))\[\^[\w.-]{1,60}\]")
"""Of a footnote; "[^a-z]" after a blank is a pattern."""
_EMPHASIS = re.compile(
    r"(?<![\w*~])(\*{1,3}|__|~~)(?=\S)([^*~\n]{1,400}?)(?<=\S)\1(?![\w*~])"  # not 2*3*4
)
_HALF_EMPHASIS = re.compile(r"(\*{1,3})(?=[^\W\d_])[^*]*\Z|[^*]*[^\W\d_][.!?…]?(\*{1,3})\Z")
"""Of more than a sentence, whose other mark stands in another one."""
_IDENTIFIER = re.compile(r"[a-z0-9]+\Z")  # in __init__, which is no emphasis
_TAG = re.compile(
    r"</?(?:a|abbr|b|big|blockquote|br|center|cite|code|del|details|div|dd|dl|dt|em|font|h[1-6]|hr"
    r"|i|img|ins|kbd|li|mark|ol|p|pre|q|s|small|span|strong|sub|summary|sup|table|tbody|td|th"
    r"|thead|tr|u|ul)(?:\s+[\w-]+=[^<>\n]{0,200})?\s*/?>|<!--[^<>]{0,400}-->",
    re.IGNORECASE,
)
_WIKI_LINK = re.compile(
    r"\[\[(?P<page>[^\[\]|#^\n]{0,200})(?:[#^][^\[\]|\n]{0,200})?(?:\|(?P<label>[^\[\]\n]{1,200}))?\]\]"
)
_SHORT_NAME = re.compile(r"(?:[^\W\d_]{1,4}\. )?[A-ZÀ-ÖØ-Þ][\w'’-]*")
_FULL_NAME = re.compile(r"[A-ZÀ-ÖØ-Þ][\w'’.-]*(?: [A-ZÀ-ÖØ-Þ][\w'’.-]*){1,3}")
_UNSEEN = re.compile(
    r"!\[\[[^\[\]\n]{1,300}\]\]|(?<!\S)%%[^%]{0,2000}%%(?!\S)|(?<=\s)\^[\w-]+(?=\s*$)|\[!\w+\][+-]?"
)
"""Obsidian's embedded files, comments, names of blocks and kinds of notes."""
_CALLOUT = re.compile(r"\[!\w{1,40}\][+-]?[^\S\n]*(?P<title>[^\n]{0,200}\w)[^\S\n]*\n(?=\s*\S)")
"""The first line of a note of Obsidian, with its kind and what it is called."""
_INLINE_FIELD = re.compile(r"(?<=\w)::(?=\s)")

_ROLE = re.compile(r"(?<![\w`:]):[a-z][\w.+-]{0,40}(?::[a-z][\w.+-]{0,40})?:(?=`[^`\s])")


def _without_roles(text: str) -> str:
    """``text`` without what reStructuredText says of words in backticks: ":func:`read`"."""
    return _ROLE.sub("", text) if ":`" in text else text


def without_signs(text: str) -> str:
    """``text`` without what says nothing: pictures that are links, lines that say where links lead,
    embedded files, comments."""
    if "[" in text:
        text = _CALLOUT.sub(r"\g<title>: ", _LINK_TARGET.sub("", _BADGE.sub("", text)))
    return _UNSEEN.sub("", text) if "%%" in text or "[" in text or "^" in text else text


def without_links(text: str) -> str:
    """``text`` with what links say in their place."""
    return _WIKI_LINK.sub(_linked, _LINK.sub(r"\1", text)) if "[" in text else text


def without_marks(text: str) -> str:
    """``text``, which is no code, without marks of links, notes, emphasis and HTML."""
    if "[^" in text:
        text = _NOTE_MARK.sub("", text)
    text = without_links(text)
    text = _EMPHASIS.sub(lambda m: m[0] if _IDENTIFIER.match(m[2]) and m[1] == "__" else m[2], text)
    return _INLINE_FIELD.sub(":", without_html(text))


def without_html(text: str) -> str:
    """``text`` without tags of HTML, such as may stand in Markdown and in comments."""
    return _TAG.sub(" ", text)


def _linked(link: re.Match[str]) -> str:
    """The name of a page that a link leads to where its label is a part of it ("Odile" of "Odile
    Varga"), or a name, too ("Odi"), else the label."""
    page, label = link["page"].rpartition("/")[2].strip(), (link["label"] or "").strip()
    if not label or set(label.split()) <= set(page.split()):
        return page
    return page if _FULL_NAME.fullmatch(page) and _SHORT_NAME.fullmatch(label) else label


def as_read(text: str, is_row: bool, is_markdown: bool) -> str:
    """``text`` as the rules read it: on one line, cells of a row parted by commas."""
    text = text[box.end() :] if (box := CHECK_BOX.match(text)) else text
    if is_markdown:
        parts = _CODE.split(_one_line(without_signs(MARKS.sub("", text))))
        text = "".join(p if n % 2 else without_marks(p) for n, p in enumerate(parts))
        if half := _HALF_EMPHASIS.match(text):
            text = text[half.end(1) :] if half[1] else text[: half.start(2)]
    if is_row:
        text = ", ".join(cell for cell in map(str.strip, text.split("|")) if cell)
    return _one_line(_without_roles(text))


def _one_line(text: str) -> str:
    return " ".join(text.split())
