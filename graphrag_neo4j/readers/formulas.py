"""Formulas in plain text: "(a+b)/2", "x^2", "v_max", "sqrt(2)"."""

from __future__ import annotations

import re

_SIMPLE = re.compile(r"[^\W_]*(?:[.,]\d+)?")
_EXPONENT = re.compile(r"[+−-]?[^\W_]*(?:[.,]\d+)?")
_BRACKETED = re.compile(r"\([^()]*\)")


def fraction(over: str, under: str) -> str:
    return f"{_one(over)}/{_one(under)}"


def scripts(base: str, below: str = "", above: str = "") -> str:
    """What stands at the lower and upper right of ``base``: "x_i^2". A number behind a letter is
    part of the name: "x1", "CO2"."""
    is_glued = base[-1:].isalpha() and below.isdecimal()
    whole = _one(base) if above and not below and len(base) > 1 else base
    if below:
        whole += below if is_glued else f"_{_one(below)}"
    return f"{whole}^{_one(above, _EXPONENT)}" if above else whole


def root(radicand: str, degree: str = "") -> str:
    return f"sqrt({radicand})" if degree in ("", "2") else f"({radicand})^(1/{degree})"


def matrix(rows: list[list[str]]) -> str:
    return "; ".join(", ".join(row) for row in rows)


def _one(text: str, simple: re.Pattern[str] = _SIMPLE) -> str:
    """In brackets, if it is more than one number or name."""
    text = text.strip()
    return text if simple.fullmatch(text) or _BRACKETED.fullmatch(text) else f"({text})"
