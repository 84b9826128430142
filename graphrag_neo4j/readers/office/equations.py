"""Equations of Office files, as plain text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.formulas import fraction, matrix, root, scripts

if TYPE_CHECKING:
    from lxml.etree import _Element

MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_UNREAD = ("Pr", "}del", "}moveFrom")


def equation(element: _Element) -> str:
    """What an equation, or a part of one, says."""
    return "".join(_said(child) for child in element)


def _said(element: _Element) -> str:
    if not isinstance(element.tag, str) or element.tag.endswith(_UNREAD):
        return ""
    if element.tag.endswith("}t"):
        return element.text or ""
    return _WRITTEN.get(element.tag.removeprefix(MATH), equation)(element)


def _part(element: _Element, name: str) -> str:
    part = element.find(f"{MATH}{name}")
    return "" if part is None else equation(part).strip()


def _sign(element: _Element, name: str, default: str) -> str:
    """A sign that the properties of a part name; ``default`` if they do not."""
    sign = element.find(f"{element.tag}Pr/{MATH}{name}")
    return default if sign is None else sign.get(f"{MATH}val") or ""


def _scripts(element: _Element) -> str:
    return scripts(*(_part(element, name) for name in ("e", "sub", "sup")))


def _limits(element: _Element) -> str:
    side = "below" if element.tag.endswith("}limLow") else "above"
    return scripts(_part(element, "e"), **{side: _part(element, "lim")})


def _nary(element: _Element) -> str:
    """A sum, a product or an integral."""
    sign = scripts(_sign(element, "chr", "∫"), _part(element, "sub"), _part(element, "sup"))
    return f"{sign} {_part(element, 'e')}"


def _function(element: _Element) -> str:
    name, of = _part(element, "fName"), _part(element, "e")
    return f"{name}{of}" if of.startswith("(") else f"{name} {of}"


def _delimited(element: _Element) -> str:
    parts = [equation(part) for part in element.iterfind(f"{MATH}e")]
    separated = _sign(element, "sepChr", "|").join(parts)
    return f"{_sign(element, 'begChr', '(')}{separated}{_sign(element, 'endChr', ')')}"


_WRITTEN: Mapping[str, Callable[[_Element], str]] = {
    "f": lambda e: fraction(_part(e, "num"), _part(e, "den")),
    "rad": lambda e: root(_part(e, "e"), _part(e, "deg")),
    "sSup": _scripts,
    "sSub": _scripts,
    "sSubSup": _scripts,
    "limLow": _limits,
    "limUpp": _limits,
    "nary": _nary,
    "func": _function,
    "d": _delimited,
    "m": lambda e: matrix([[equation(cell) for cell in row] for row in e.iterfind(f"{MATH}mr")]),
    "eqArr": lambda e: matrix([[equation(part)] for part in e.iterfind(f"{MATH}e")]),
}
