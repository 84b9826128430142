"""Characters of TeX's bitmap fonts, which have no names: pdfium gives their codes, or dingbats.

The codes are those of TeX's encodings: OT1 (Knuth, 1986) and T1 (Cork, 1990).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphrag_neo4j.readers.pdf.characters import Segment

_JOINED = ("ff", "fi", "fl", "ffi", "ffl")
LIGATURES = {
    **dict(zip("\x0b\x0c\r\x0e\x0f", _JOINED, strict=True)),  # OT1
    **dict(zip("\x1b\x1c\x1d\x1e\x1f", _JOINED, strict=True)),  # T1
}
_CODES = "".join(LIGATURES)
_LIGATURE = re.compile(rf"(?<=[^\W\d_])[{_CODES}]|[{_CODES}](?=[^\W\d_])")
_SIGNS = (  # T1; in fonts for formulas the same codes are parts of large brackets
    (re.compile(r"(?<![^\s(\[])\x10(?=\w)"), "“"),
    (re.compile(r"(?<=[\w.,;:!?)])\x11(?!\w)"), "”"),
    (re.compile(r"(?<=[\w.)”])\x15(?=[\w(“.]|\Z)|(?<=\w )\x15(?= )"), "–"),
    (re.compile(r"(?<=[\w.)”])\x16(?=[\w(“]|\Z)|(?<=\w )\x16(?= |\Z)"), "—"),
    (re.compile(r"\A\x88(?=\s|\Z)"), "•"),
)

_DINGBATS = (
    "✁✂✄☎✆✝✞✟✠✡☛☞✌✍✎✏✑✒✓✔✕✖✗✘✙✚✛✜✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃"
    "❄❅❆❇❈❉❊❋●❍■❏❑▲▼◆❖ ◗❘❙❚❯❱❲❳❨❩❬❭❪❫❴❵❛❜❝❞❡❢❣❤✐❥❦❧♠♥♦♣    ✉✈✇①②③④⑤⑥⑦"
)
"""The glyphs "a1" to "a126" of ZapfDingbats. Old fonts name each character "a" and its code, so
that pdfium takes the letter e, "a101", for the dingbat of that name."""
_LEAST_DINGBATS = 20
_LEAST_SHARE = 0.2  # of a page's characters: fewer dingbats are meant


def with_signs(text: str) -> str:
    """``text`` with what TeX's codes stand for; those of formulas stay as they are."""
    if text.isprintable():
        return text
    text = _LIGATURE.sub(lambda code: LIGATURES[code.group()], text)
    for code, sign in _SIGNS:
        text = code.sub(sign, text)
    return text


def without_dingbats(segments: Sequence[Segment]) -> list[Segment]:
    """A page's segments with letters for dingbats, if so many are there that letters are meant."""
    chars = "".join(segment.text for segment in segments)
    count = sum(char in _LETTERS for char in chars)
    if count < max(_LEAST_DINGBATS, _LEAST_SHARE * len(chars)):
        return list(segments)
    return [replace(segment, text=segment.text.translate(_MEANT)) for segment in segments]


def _meant(code: int) -> str | None:
    """What a character of a text font is by its code in T1."""
    signs = {16: "“", 17: "”", 18: "„", 21: "–", 22: "—", 39: "’", 96: "‘"}
    return LIGATURES.get(chr(code)) or signs.get(code) or (chr(code) if code > 32 else None)


_MEANT = {
    ord(glyph): meant
    for code, glyph in enumerate(_DINGBATS, start=1)
    if glyph != " " and (meant := _meant(code))
}
_LETTERS = frozenset(chr(glyph) for glyph, meant in _MEANT.items() if meant.isalpha())
