"""The lines of signatures: below a name that was said before or follows a greeting, short ones that
tell of it.

"Mona Keel\\nSales manager, Brandt Farm" is no sentence, and Brandt Farm manages nobody.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import chain

_WORD = r"[^\W\d_a-z][\w.'’-]*"
_NAME = rf"(?:{_WORD}[^\S\n]){{1,3}}(?:(?:de|der|den|la|van|von)[^\S\n]){{0,2}}{_WORD}"
_GREETING = (
    r"(?:[^\n]{0,40}\b(?i:cheers|faithfully|love|regards|respectfully|sincerely|thanks|truly"
    r"|wishes|yours|gr[uü](?:ß|ss)e?n?|cordialement|salutations|saludos|atentamente)[,.!]?"
    r"|(?i:all the best|best)[,.!]?|--)[^\S\n]*\n"
)
_SIGNATURE = re.compile(
    rf"(?:^(?P<greeting>{_GREETING})(?:[^\S\n]*\n)?|\A|(?<=\n\n))"
    rf"[^\S\n]*(?P<name>{_NAME})[^\S\n]*\n"
    r"(?P<rest>(?:[^\S\n]*\S[^\n]{0,79}(?:\n|\Z)){1,6})(?=[^\S\n]*(?:\n|\Z))",
    re.MULTILINE,
)
_FIRST_NAME = re.compile(
    rf"^{_GREETING}(?:[^\S\n]*\n)?[^\S\n]*(?P<line>{_WORD})(?=[^\S\n]*(?:\n|\Z))", re.MULTILINE
)
_POSTSCRIPT = re.compile(
    rf"(?<=\n\n)[^\S\n]*{_WORD}(?:[^\S\n]{_WORD}){{0,2}}[^\S\n]*\n[^\S\n]*(?P<line>P\.?S\b[^\n]*)"
)
_ADDRESS = re.compile(r"[@\d]|://|www\.")
_ENDS_SENTENCE = re.compile(r"(?:[!?:;…]|(?<!\bLtd)(?<!\bInc)(?<!\bCo)\.)\Z")
_MOST_WORDS = 8  # of a line
_LOOK_BACK = 4_000  # characters


class Signatures:
    """The signatures of a text. ``lines``: all that stand below names, and first names that stand
    below a greeting, and what is added ("PS …") below a name."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._found: list[tuple[int, str]] = []
        short = chain(_FIRST_NAME.finditer(text), _POSTSCRIPT.finditer(text))
        lines = {found["line"].strip() for found in short}
        for found in _SIGNATURE.finditer(text):
            below = [line.strip() for line in found["rest"].splitlines()]
            is_signed = found["greeting"] is not None or _is_said(text, found)
            if is_signed and not found["name"].isupper() and all(map(_may_sign, below)):
                lines.update(below)
                self._starts.append(found.start("rest"))
                self._found.append((found.end("rest"), found["name"]))
        self.lines = frozenset(lines)

    def signer(self, place: int) -> str:
        """The name above the line at ``place``, if that is one of a signature; else ""."""
        at = bisect_right(self._starts, place) - 1
        end, name = self._found[at] if at >= 0 else (0, "")
        return name if place < end else ""


def _is_said(text: str, found: re.Match[str]) -> bool:
    """Whether the name stood within a longer line before, as the sender of a mail does; a name
    that had its line alone speaks in a play."""
    name, place = found["name"], found.start("name")
    above = text[max(0, place - _LOOK_BACK) : place]
    return name in above and any(
        name in line and name != line.strip() for line in above.splitlines()
    )


def _may_sign(line: str) -> bool:
    """Whether a line below a name is an office, a firm or an address, and no sentence."""
    is_headed = line[:1].isupper() or _ADDRESS.search(line) is not None
    is_short = len(line.split()) <= _MOST_WORDS
    return is_headed and is_short and _ENDS_SENTENCE.search(line) is None
