"""The text of roff: its escapes as the characters they stand for, and mdoc's macros in a line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from graphrag_neo4j.readers.content import words

_ARGUMENT = re.compile(r"\"((?:[^\"]|\"\")*)\"?|((?:\\.|[^\s\\\"])(?:\\.|[^\s\\])*)")
_ESCAPE = re.compile(
    r"\\(?:"
    r"(?:f|F|m|M)(?:\[[^\]\n]{0,40}\]|\(..|.)"  # fonts, colours
    r"|s(?:\[[^\]\n]{0,9}\]|[+-]?\d)|[hvwlLXZbDoxA]'[^'\n]{0,200}'"  # sizes, motions
    r"|[nk](?:\[[^\]\n]{0,40}\]|\(..|.)"  # registers
    r"|\*?(?:\[(?P<long>[^\]\n]{1,40})\]|\((?P<two>..))|\*."
    r"|(?P<one>.))"
)
_SIGNS = dict(
    pair.split("=", 1)
    for pair in (
        "aq=' dq=\" cq=’ oq=‘ lq=“ rq=” em=— en=– hy=- bu=• co=© rg=® tm=™ ha=^ ti=~ bv=| ba=| "
        "ga=` rs=\\ at=@ sh=# Do=$ mc=µ mu=× +-=± "
        "->=→ <-=← <==≤ >==≥ !==≠ de=° sc=§ ss=ß AE=Æ ae=æ "
        "O/=Ø o/=ø oA=Å oa=å Po=£ Eu=€ fo=‹ fc=› Fo=« Fc=» sl=/ lB=[ rB=] lC={ rC=} la=⟨ ra=⟩ Tm=™ "
        'lt=< gt=> Aq=\' L"=“ R"=”'
    ).split()
)
_ACCENTS = dict(zip(":'`^~,", "\u0308\u0301\u0300\u0302\u0303\u0327", strict=True))
_ALONE = dict(zip("-eE ~0'`.t\\", "-\\\\   '`. \\", strict=True))
_UNICODE = re.compile(r"u([0-9A-F]{4,6})")

_AROUND = {
    "Op": "[]", "Pq": "()", "Dq": "“”", "Qq": '""', "Sq": "‘’", "Aq": "<>", "Bq": "[]", "Brq": "{}",
    "Ql": "‘’",
}  # fmt: skip
_MARKS = {"Oo": "[", "Oc": "]", "Po": "(", "Pc": ")", "Do": "“", "Dc": "”", "Ao": "<", "Ac": ">",
          "Bo": "[", "Bc": "]", "Qo": '"', "Qc": '"', "So": "‘", "Sc": "’"}  # fmt: skip
_PLAIN = words(
    "Ar Cm Ic Li Em Sy Pa Ev Va Vt Fn Fa Ft An Ad Lk Mt No Ns Ap Er Dv In Cd Ms Tn St Sx Rs "
    "Nm Nd Fl Xr Pf Bx Fx Nx Ox Dx Ux At"
)
_SYSTEMS = {"Bx": "BSD", "Fx": "FreeBSD", "Nx": "NetBSD", "Ox": "OpenBSD", "Dx": "DragonFly",
            "Ux": "UNIX", "At": "AT&T UNIX"}  # fmt: skip
_CLOSERS, _OPENERS = words(". , ; : ) ] ! ?"), words("( [")
_NO_BLANK = "\u0000"
_MOST_TOKENS = 200  # of a line that somebody wrote


def arguments(line: str) -> list[str]:
    """The name of a macro and its arguments, without the quotes around them."""
    found = _ARGUMENT.finditer(line)
    return [one[1].replace('""', '"') if one[2] is None else one[2] for one in found]


def plain(text: str) -> str:
    """``text`` with the characters that its escapes stand for, and without fonts."""
    return _ESCAPE.sub(_shown, text) if "\\" in text else text


def _shown(escape: re.Match[str]) -> str:
    if escape["one"]:
        return _ALONE.get(escape["one"], "")
    name = escape["long"] or escape["two"] or ""
    if code := _UNICODE.fullmatch(name):
        return chr(min(int(code[1], 16), 0x10FFFF))
    if len(name) == 2 and name[0] in _ACCENTS and name[1].isalpha():
        return unicodedata.normalize("NFC", name[1] + _ACCENTS[name[0]])
    return _SIGNS.get(name, "")


def in_line(tokens: Sequence[str], name: str) -> str:
    """What a line of mdoc's macros shows: "Fl a Ns Ar n" is "-an". ``name``: what Nm stands for;
    nothing if the line is of another macro."""
    if len(tokens) > _MOST_TOKENS:
        return " ".join(tokens[1:])
    return _spaced(_shown_tokens(list(tokens), name)) if _is_macro(tokens[0]) else ""


def _is_macro(word: str) -> bool:
    return word in _PLAIN or word in _AROUND or word in _MARKS


def _shown_tokens(tokens: list[str], name: str) -> list[str]:
    shown: list[str] = []
    at = 0
    while at < len(tokens):
        word, rest = tokens[at], tokens[at + 1 :]
        at += 1
        if word in _AROUND:
            tail = len(rest) - len(_without_closers(rest))
            inner = _spaced(_shown_tokens(rest[: len(rest) - tail], name))
            around = f"{_AROUND[word][0]}{inner}{_AROUND[word][1]}"
            return [*shown, around, *rest[len(rest) - tail :]]
        has_word = bool(rest) and not _is_macro(rest[0]) and rest[0] not in _CLOSERS
        if word == "Fl":
            shown.append("-")
            shown += [_NO_BLANK] if has_word or rest[:1] == ["Fl"] else []
        elif word in ("Ns", "Pf"):
            shown += [_NO_BLANK] if word == "Ns" else [*rest[:1], _NO_BLANK]
            at += word == "Pf"
        elif word == "Xr" and len(rest) > 1:
            shown.append(f"{rest[0]}({rest[1]})")
            at += 2
        elif word == "Nd":
            shown.append("–")
        elif word in _SYSTEMS or word in _MARKS:
            shown.append(_SYSTEMS.get(word) or _MARKS[word])
        elif word in ("Nm", "Ar"):
            shown += [] if has_word else [name if word == "Nm" else "file ..."]
        elif word not in _PLAIN:
            shown.append(word)
    return shown


def _without_closers(tokens: list[str]) -> list[str]:
    end = len(tokens)
    while end and tokens[end - 1] in _CLOSERS:
        end -= 1
    return tokens[:end]


def _spaced(shown: Sequence[str]) -> str:
    """The pieces with blanks between them, but before and after marks."""
    text, is_tight = "", True
    for piece in shown:
        if piece == _NO_BLANK:
            is_tight = True
            continue
        text += piece if is_tight or piece in _CLOSERS else f" {piece}"
        is_tight = piece in _OPENERS
    return text
