"""The lines of signatures: below a name that was said before or follows a greeting, short ones that
tell of it.

"Mona Keel\\nSales manager, Brandt Farm" is no sentence, and Brandt Farm manages nobody.
"""

from __future__ import annotations

import re

_WORD = r"[^\W\d_a-z][\w.'’-]*"
_NAME = rf"(?:{_WORD}[^\S\n]){{1,3}}(?:(?:de|der|den|la|van|von)[^\S\n]){{0,2}}{_WORD}"
_GREETING = (
    r"(?:[^\n]{0,40}\b(?i:cheers|faithfully|love|regards|respectfully|sincerely|thanks|truly"
    r"|wishes|yours|gr[uü](?:ß|ss)e?n?|cordialement|salutations|saludos|atentamente)[,.!]?|--)"
    r"[^\S\n]*\n"
)
_SIGNATURE = re.compile(
    rf"(?:^(?P<greeting>{_GREETING})(?:[^\S\n]*\n)?|\A|(?<=\n\n))"
    rf"[^\S\n]*(?P<name>{_NAME})[^\S\n]*\n"
    r"(?P<rest>(?:[^\S\n]*\S[^\n]{0,79}(?:\n|\Z)){1,6})(?=[^\S\n]*(?:\n|\Z))",
    re.MULTILINE,
)
_ADDRESS = re.compile(r"[@\d]|://|www\.")
_ENDS_SENTENCE = re.compile(r"(?:[!?:;…]|(?<!\bLtd)(?<!\bInc)(?<!\bCo)\.)\Z")
_MOST_WORDS = 8  # of a line
_LOOK_BACK = 4_000  # characters


def signature_lines(text: str) -> frozenset[str]:
    """The lines below the names that sign, of all signatures of a text."""
    lines: set[str] = set()
    for found in _SIGNATURE.finditer(text):
        below = [line.strip() for line in found["rest"].splitlines()]
        is_signed = found["greeting"] is not None or _is_said(text, found)
        if is_signed and not found["name"].isupper() and all(map(_may_sign, below)):
            lines.update(below)
    return frozenset(lines)


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
