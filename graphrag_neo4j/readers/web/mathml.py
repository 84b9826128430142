"""Formulas of web pages (MathML), as plain text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bs4.element import NavigableString, Tag

from graphrag_neo4j.readers.formulas import fraction, matrix, root, scripts

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

_UNREAD = ("annotation", "annotation-xml", "mphantom", "none", "mprescripts")
_INVISIBLE = re.compile("[\u2061-\u2064]")  # "times", "of" and the like, which nobody sees
_DEEPEST = 60


def put_formulas(soup: BeautifulSoup) -> None:
    """Put each formula as text in place of its tag; without words, by what describes it."""
    for math in soup.find_all(_is_formula):
        if math.parent is None:
            continue
        around = math.parent if math.parent.name == "span" else math
        for twin in around.find_next_siblings("span", attrs={"aria-hidden": "true"}):
            twin.decompose()  # the same once more, for those who see it
        math.replace_with(NavigableString(_formula(math)))


def _is_formula(tag: Tag) -> bool:
    return _name(tag) == "math"


def _name(tag: Tag) -> str:
    return tag.name.rpartition(":")[2]


def _formula(math: Tag) -> str:
    said = " ".join(_INVISIBLE.sub("", _said(math, 0)).split())
    if said:
        return said
    source = math.find(["annotation", "m:annotation"])
    return str(math.get("alttext") or (source.get_text() if source else "")).strip()


def _said(tag: Tag, depth: int) -> str:
    """What a part of a formula says."""
    name = _name(tag)
    if name in _UNREAD:
        return ""
    tags = [child for child in tag.children if isinstance(child, Tag)]
    if depth > _DEEPEST or not tags:
        text = re.sub(r"\s+", " ", tag.get_text())
        return text if name == "mtext" else text.strip()
    if name == "semantics":
        tags = tags[:1]
    if name == "mtable":
        return matrix(
            [
                [_said(cell, depth + 2) for cell in row.find_all(True, recursive=False)]
                for row in tags
            ]
        )
    return _written(name, [_said(child, depth + 1) for child in tags], tag)


def _written(name: str, parts: list[str], tag: Tag) -> str:
    match name, parts:
        case "mfrac", [over, under]:
            return fraction(over, under)
        case "msup" | "mover", [base, above]:
            return scripts(base, above=above)
        case "msub" | "munder", [base, below]:
            return scripts(base, below)
        case "msubsup" | "munderover", [base, below, above]:
            return scripts(base, below, above)
        case "mroot", [radicand, degree]:
            return root(radicand, degree)
        case "msqrt", _:
            return root("".join(parts))
        case "mfenced", _:
            separated = str(tag.get("separators") or ",")[:1].join(parts)
            return f"{tag.get('open', '(')}{separated}{tag.get('close', ')')}"
    return "".join(parts)
