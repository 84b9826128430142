"""Numbers with units in LaTeX, as the package siunitx prints them: "350 g", "3 to 5 m"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.markup.latex_formulas import printed

if TYPE_CHECKING:
    from pylatexenc.latex2text import LatexNodes2Text
    from pylatexenc.latexwalker import LatexNode

QUANTITIES: Mapping[str, str] = {
    "SI": "[{[{", "qty": "[{{", "num": "[{", "si": "[{", "unit": "[{", "ang": "[{",
    "SIrange": "[{{{", "qtyrange": "[{{{", "numrange": "[{{",
    "SIlist": "[{{", "qtylist": "[{{", "numlist": "[{",
}  # fmt: skip
"""The commands, with what they take, as pylatexenc has it."""
_PREFIXES: Mapping[str, str] = {
    "giga": "G", "mega": "M", "kilo": "k", "deci": "d", "centi": "c", "milli": "m", "micro": "µ",
    "nano": "n", "pico": "p", "femto": "f", "tera": "T", "peta": "P", "hecto": "h", "deca": "da",
    "per": "/", "square": "", "squared": "²", "cubic": "", "cubed": "³",
}  # fmt: skip
_UNITS: Mapping[str, str] = {
    "metre": "m", "meter": "m", "gram": "g", "kilogram": "kg", "second": "s", "minute": "min",
    "hour": "h", "day": "d", "ampere": "A", "kelvin": "K", "mole": "mol", "candela": "cd",
    "hertz": "Hz", "newton": "N", "pascal": "Pa", "joule": "J", "watt": "W", "volt": "V",
    "ohm": "Ω", "farad": "F", "coulomb": "C", "tesla": "T", "litre": "l", "liter": "l",
    "percent": "%", "celsius": "°C", "degreeCelsius": "°C", "tonne": "t", "hectare": "ha",
    "bar": "bar", "byte": "B", "bit": "bit", "electronvolt": "eV", "molar": "M",
    "becquerel": "Bq", "gray": "Gy", "henry": "H", "katal": "kat", "lumen": "lm", "lux": "lx",
    "radian": "rad", "siemens": "S", "sievert": "Sv", "steradian": "sr", "weber": "Wb",
    "dalton": "Da", "bel": "B", "decibel": "dB", "neper": "Np", "arcminute": "′", "arcsecond": "″",
    "astronomicalunit": "au",
}  # fmt: skip
UNITS: Mapping[str, str] = {**_PREFIXES, **_UNITS}
"""What stands for prefixes and units, by their commands."""
_ABBREVIATED: Mapping[str, str] = {
    "l": "l", "L": "L", "S": "S", "celsius": "°C", "um": "µm", "us": "µs", "ug": "µg", "uL": "µL",
    "ul": "µl", "umol": "µmol", "uM": "µM", "uA": "µA", "uV": "µV", "uW": "µW", "uF": "µF",
}  # fmt: skip
"""Units that are signs elsewhere, or whose names are not what is printed."""
_POWER = re.compile(
    rf"\\(?P<power>square|cubic)\s*"
    rf"(?P<unit>(?:\\(?:{'|'.join(_PREFIXES)})\s*)?\\(?:{'|'.join(_UNITS)})(?![A-Za-z]))"
)
"""Before a unit: ``\\square\\metre`` is printed as ``\\metre\\squared``."""
_POWERS = {"square": r"\squared", "cubic": r"\cubed"}


def with_powers_behind(source: str) -> str:
    """``source`` with the powers that stand before units behind them."""
    return _POWER.sub(lambda found: found["unit"] + _POWERS[found["power"]], source)


def quantity(node: LatexNode, l2tobj: LatexNodes2Text) -> str:
    """A number with its unit, or several: "350 g", "3 to 5 m", "1, 2 and 4 h"; what is in brackets
    is not printed. What lacks its number stays as it is typed."""
    given = node.nodeargd.argnlist if node.nodeargd else []
    parts = [arg for arg in given if arg is not None and not _is_optional(arg)]
    name = node.macroname
    if not any(part.latex_verbatim().strip() for part in parts):
        return str(node.latex_verbatim())
    if name == "ang":
        return _angle(_number(l2tobj, parts[0]))
    n_numbers = 0 if name in ("si", "unit") else 2 if name.endswith("range") else 1
    numbers = [_number(l2tobj, part) for part in parts[:n_numbers]]
    units = [_unit(l2tobj, part) for part in parts[n_numbers:]]
    if name.endswith("list"):
        numbers = [_listed(numbers[0].split(";"))]
    return " ".join([*filter(None, [" to ".join(numbers)]), *units])


def _is_optional(part: LatexNode) -> bool:
    """Whether it stands in brackets; what does not may lack its braces: ``\\num 3``."""
    return getattr(part, "delimiters", ("", ""))[0] == "["


def _number(printer: LatexNodes2Text, part: LatexNode) -> str:
    return "".join(printer.nodelist_to_text([part]).split())


def _unit(printer: LatexNodes2Text, part: LatexNode) -> str:
    """A unit; what is not known by its name."""
    said = (_unit_part(printer, node) for node in getattr(part, "nodelist", (part,)))
    return "".join("".join(said).split())


def _unit_part(printer: LatexNodes2Text, node: LatexNode) -> str:
    name = getattr(node, "macroname", "")
    if name in _ABBREVIATED:
        return _ABBREVIATED[name]
    return printer.nodelist_to_text([node]) or name


def _listed(numbers: Sequence[str]) -> str:
    *others, last = numbers
    return f"{', '.join(others)} and {last}" if others else last


def _angle(said: str) -> str:
    """Degrees, minutes and seconds between semicolons: "56;12;" is 56°12′."""
    parts = zip(said.split(";"), "°′″", strict=False)
    return "".join(f"{part}{sign}" for part, sign in parts if part)


_LABEL = "label"


def formula(printer: LatexNodes2Text, node: LatexNode) -> str:
    """A formula, or code, as it is typed, but for quantities in it, which are printed, and labels,
    which are not; a short formula within a line as it is printed."""
    typed, parts, end = node.latex_verbatim(), [], 0
    for found in _quantities_in(node):
        start = found.pos - node.pos
        parts.append(typed[end:start])
        end = start + found.len
        if found.macroname == _LABEL:
            end += typed[end : end + 1] == "\n"
        else:
            parts.append(quantity(found, printer))
    return printed(printer, "".join([*parts, typed[end:]]))


def _quantities_in(node: LatexNode) -> Iterator[LatexNode]:
    given = node.nodeargd.argnlist if getattr(node, "nodeargd", None) else None
    for inner in (*(given or ()), *(getattr(node, "nodelist", None) or ())):
        if getattr(inner, "macroname", "") in (*QUANTITIES, _LABEL):
            yield inner
        elif inner is not None:
            yield from _quantities_in(inner)
