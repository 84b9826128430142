"""Short formulas of LaTeX within a line as they are printed: "ED50", "p < 0.001", "10^6 cells".

Fractions, sums and roots, and a letter alone, which might be read as a word, stay as typed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.formulas import scripts
from graphrag_neo4j.readers.superscripts import superscript

if TYPE_CHECKING:
    from pylatexenc.latex2text import LatexNodes2Text

_WORDS = r"\\(?:mathrm|mathit|mathbf|mathsf|text|textrm|textit|textbf|rm|operatorname|mbox)"
_GROUP = r"(?:[^{}]|\{[^{}]{0,30}\}){0,60}"
_TOKEN = re.compile(
    rf"[ ]?(?P<mark>[_^])\s?(?:\{{(?P<group>{_GROUP})\}}"
    rf"|(?P<one>{_WORDS}\{{[^{{}}]{{0,30}}\}}|\\[A-Za-z]+|[^\s{{}}\\_^]))"
    rf"|{_WORDS}\{{(?P<words>[^{{}}\\$]{{0,30}})\}}"
    r"|\\(?P<name>[A-Za-z]+)(?P<blank>[ ]?)"
    r"|\\(?P<escaped>[%,;:! ])|\{(?P<braced>[.,])\}|(?P<plain>[^\\{}_^&$\#]+)"
)
_DELIMITERS = (("$", "$"), (r"\(", r"\)"))
_LONGEST = 60  # characters
_DEEPEST = 2  # scripts within scripts
_BLANKS = {"%": "%", ",": "\u202f", "!": ""}
_NAMES = {"circ": "°", "degree": "°", "percent": "%", "mu": "µ", "sim": "~", "ne": "≠"}
_ALGEBRA = frozenset({"sum", "prod", "int", "oint", "frac", "sqrt"})
_RELATIONS = tuple("=<>+-/")
_CHARGE = re.compile(r"\d?[+−-]|[*′'°]")
_UPRIGHT = re.compile(_WORDS + r"\{[^{}]*\}")
_LETTER = re.compile(r"[A-Za-z]")


def printed(printer: LatexNodes2Text, typed: str) -> str:
    """A formula with its dollars as it is printed, if that is simple; else as typed."""
    for begin, end in _DELIMITERS:
        inner = typed.removeprefix(begin).removesuffix(end)
        if len(inner) == len(typed) - len(begin) - len(end):
            said = _said(printer, inner) if len(inner) <= _LONGEST else ""
            return said if said and not _LETTER.fullmatch(said) else typed
    return typed


def _said(printer: LatexNodes2Text, inner: str, depth: int = 0) -> str:
    """What a formula prints; nothing if that is not simple."""
    said, at, inner = "", 0, inner.replace("~", " ")
    while at < len(inner):
        token = _TOKEN.match(inner, at)
        longer = _with_token(printer, said, token, depth) if token else None
        if token is None or longer is None:
            return ""
        said, at = longer, token.end()
    return said.strip(" ") or said


def _with_token(
    printer: LatexNodes2Text, said: str, token: re.Match[str], depth: int
) -> str | None:
    """What is said so far with the next part of a formula; None if that is not simple."""
    if token["mark"]:
        raw = (token["group"] or token["one"] or "").strip()
        script = _said(printer, raw, depth + 1) if depth < _DEEPEST else ""
        is_word = _UPRIGHT.fullmatch(raw) is not None
        return _with_script(said, token["mark"], script, is_word=is_word) if script else None
    if name := token["name"]:
        sign = _sign(printer, name)
        is_apart = said[-1:].isspace() or token.string[token.end() :].startswith(_RELATIONS)
        return said + sign + (token["blank"] if is_apart else "") if sign else None
    return said + _plain(token)


def _plain(token: re.Match[str]) -> str:
    """Words, signs and blanks."""
    if escaped := token["escaped"]:
        return _BLANKS.get(escaped, " ")
    return token["words"] or token["braced"] or token["plain"] or ""


def _sign(printer: LatexNodes2Text, name: str) -> str:
    """The sign that a command prints, or the name of a function; nothing of other commands."""
    spec = printer.latex_context.get_macro_spec(name)
    known = getattr(spec, "simplify_repl", None)
    sign = _NAMES.get(name) or (known if isinstance(known, str) and "%" not in known else "")
    return "" if name in _ALGEBRA else sign


def _with_script(said: str, mark: str, script: str, *, is_word: bool) -> str:
    """Numbers and words below, charges and primes above are glued to what they belong to; what
    stands above the end of a word before the formula is raised there."""
    base = said.rstrip()
    if mark == "^" and not base:
        return script if script == "°" else superscript(script)
    is_glued = _CHARGE.fullmatch(script) if mark == "^" else is_word or not base
    if is_glued:
        return base + script
    below, above = (script, "") if mark == "_" else ("", script)
    return base[:-1] + scripts(base[-1:], below, above)
