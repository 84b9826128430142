"""Superscripts in plain text: a power is written "10^8", the mark of a note "1999[3]".

Glued to what stands before it, as it is in the file, a superscript would make another number of it.
Letters stay as they are ("1st", "Mme", "Ca2+"), and so do subscripts ("CO2").
"""

from __future__ import annotations

import re

_BEGIN, _END = "\x0e", "\x0f"  # "shift out" and "shift in": in no text that was read
_SUPERSCRIPT = re.compile(f"{_BEGIN}([^{_BEGIN}{_END}]*){_END}")
_LOOK_BACK = 24  # characters
_NUMBER = re.compile(r"(?P<sign>[+\-−–]?)(?P<digits>\d+(?:\.\d+)?)")
_CHARGE = re.compile(r"\d?[+\-−–]")
_MARK = re.compile(r"\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*")
_EXPONENT = re.compile(r"[nkx]")
_YEAR = re.compile(r"(?<![\d.,])(?:1[5-9]|20)\d\d$")
_NOTE_BEFORE = re.compile(r"\[\w{1,4}\]$")
_BASE = re.compile(
    r"(?:[\d)\]}]"
    r"|(?<![^\W\d_])(?:[^\W\d_]"
    r"|[fpnuμµmcdhk]?m|ms|[kMG]?Hz|km|in|ft|yd|mi|inch|foot|feet|yard|mile|met(?:er|re)s?)"
    r"|[=+*/·×(−-]\s?[a-z]{2})$"  # E = mc^2
)
"""What may have a power: a number, a bracket, one letter, a unit, two letters of a formula."""
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]$")


def superscript(text: str) -> str:
    """``text`` marked as raised, for :func:`with_superscripts`."""
    return f"{_BEGIN}{text}{_END}" if text else ""


def note_mark(text: str) -> str:
    """What refers to a note, in brackets: "3" is "[3]", "3, 4" is "[3][4]"; signs ("*", "†") and
    what has brackets stay."""
    mark = text.strip()
    if not re.fullmatch(r"[^\W_]{1,3}|" + _MARK.pattern, mark):
        return text
    return "".join(f"[{one.strip()}]" for one in re.split(r"[,;]", mark))


def with_superscripts(text: str, *, of_runs: bool = False) -> str:
    """``text`` with its marked superscripts as they are written in plain text. ``of_runs``: two
    without anything between them are one, as office programs split them."""
    if _BEGIN not in text:
        return text
    if of_runs:
        text = text.replace(f"{_END}{_BEGIN}", "")
    written = ""
    parts: list[str] = []
    at = 0
    for found in _SUPERSCRIPT.finditer(text):
        parts.append(text[at : found.start()])
        written = (written + parts[-1])[-_LOOK_BACK:]
        at = found.end()
        parts.append(_written(written, found[1], text[at : at + 1]))
        written += parts[-1]
    parts.append(text[at:])
    return "".join(parts).replace(_BEGIN, "").replace(_END, "")


def _written(before: str, raised: str, after: str) -> str:
    """How ``raised`` is written behind ``before``."""
    core = raised.strip()
    base = before.rstrip(" \t\u00a0")
    if not base or base.endswith("\n") or (base != before and after.isalpha()):
        return raised  # the number of a note that begins here, or of an isotope
    if after == "⁄" and core.isdecimal():
        return f" {core}" if base[-1].isdigit() else raised
    number = _NUMBER.fullmatch(core)
    has_base = _BASE.search(base) is not None and not _CJK.search(base)
    if number and number["sign"]:
        return f"^{'+' if number['sign'] == '+' else '-'}{number['digits']}"
    if number and has_base and not (_YEAR.search(base) or _NOTE_BEFORE.search(base)):
        return f"^{core}{_blanks_behind(raised)}"
    if _MARK.fullmatch(core):
        return f"{note_mark(core)}{_blanks_behind(raised)}"
    is_exponent = _EXPONENT.fullmatch(core) and base[-1] in "0123456789)]"
    if is_exponent or (_CHARGE.fullmatch(core) and base[-1].isdigit() and core[0].isdigit()):
        return f"^{raised}"
    return raised


def _blanks_behind(raised: str) -> str:
    return raised[len(raised.rstrip()) :]
