"""Entries of literature: their full stops part author, title and publisher, and no sentences."""

from __future__ import annotations

import re

_MARK = re.compile(
    r"^[^\S\n]*(?:\[(?P<number>\d{1,4})\]"
    r"|(?:\A|(?<=[^\w,;–-]\n)|(?<=\d\n))\[(?P<key>[^\W\d_][^\[\]\s]{0,40}\d[^\[\]\s]{0,9})\])"
    r"[^\S\n]+[\"“„«(]?(?P<first>\w)",
    re.MULTILINE,
)
"""Of an entry of literature, or a note. A key stands in prose, too: "as is said in\\n[RFC2119]"."""

_LITERATURE = re.compile(
    r"\s*\[[^\[\]\s]{1,60}\]\s+[\"“„«(]?(?:(?=[^\n]{0,80}?(?:\b[A-Z]\.|\bet al\b))"
    r"|(?:(?:[A-Z][\w'’-]*,?|and|&|van|von|de|der|du|da)\s+){1,8}[A-Z][\w'’-]+\.\s)"
    r"(?=.{0,600}\b(?:1[5-9]|20)\d\d[a-z]?\b)",
    re.DOTALL,
)
"""[1] A. Berg, ... 2011; [Lund12] Ada Lund and Bo Lund. ... 2012."""
_LONGEST_REFERENCE = 600  # characters

_UPPER = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĘĚĞĪŁŃŇŌŐŘŚŞŠŤŪŮŰŹŻŽ"
_SURNAME = rf"(?:(?:van|von|de|der|den|du|da|di|la|le) ){{0,2}}[{_UPPER}][\w'’-]{{1,30}}"
SURNAMES = rf"{_SURNAME}(?:[ -][{_UPPER}][\w'’-]{{1,30}})?"
INITIALS = rf"(?:[{_UPPER}]\.(?:[ -]?[{_UPPER}]\.){{0,3}}|[{_UPPER}]{{1,3}}(?=[,.:;]))"
AUTHOR = rf"{SURNAMES},? {INITIALS}"
GIVEN = rf"{SURNAMES}, [{_UPPER}]\w{{1,30}}(?: [{_UPPER}]\.?)?(?=[.,] )"
YEAR = r"(?:1[5-9]|20)\d\d[a-z]?\b"
_ITEM = r"\s*(?:(?:[-*+•]|\(?\d{1,3}[.)])\s+)?"
_ANOTHER = rf"(?:{AUTHOR}|{INITIALS} ?{SURNAMES}|et al\.?)"
_MORE = rf"(?:(?:[,;] (?:and |& )?| (?:and|&|und|et|y) ){_ANOTHER}){{0,30}}"
_DATED = re.compile(rf"{_ITEM}{AUTHOR}{_MORE}(?: \(eds?\.\))?[,.]?\s?(?:\({YEAR}|{YEAR}[.,:] )")
"""Ansell, A. D. and Bowers, R. (1999). ...; Ansell A.D. 1999. ..."""
_AUTHORED = re.compile(rf"{_ITEM}(?:{AUTHOR}|{GIVEN})(?=.{{0,600}}\b{YEAR})", re.DOTALL)
_PUBLISHED = re.compile(
    rf"\bdoi\b|\bISBN\b|\b(?:pp?|vol|no|ed|eds)\. ?\d|\d ?\(\d{{1,4}}\)|\d[;,:] ?\d{{1,5}}[–-]\d"
    rf"|: [{_UPPER}][^.:;\d\n]{{2,60}}[,;] {YEAR}|\bIn: |\bProc\.|\b(?:Press|Verlag|Publishers)\b"
)
"""What is said of a work and of little else: its number, pages, publisher."""
_ENTRY_LINE = re.compile(
    rf"(?:\A|(?<=\n\n)|(?<=[.\d/)>]\n))[^\S\n]*(?:{AUTHOR}|{GIVEN})", re.MULTILINE
)
_FEWEST = 2


def reference_starts(text: str) -> frozenset[int]:
    """The starts of the lines that begin an entry of literature, "[2] A. Berg" or "[Berg12] A.
    Berg", where the number before or after, or another key, begins a line as well; and of those
    that begin with an author's name turned round, "Berg, A.", if several are entries."""
    found = [mark for mark in _MARK.finditer(text) if not mark["first"].islower()]
    numbers = {int(mark["number"]) for mark in found if mark["number"]}
    near = {n for n in numbers if {n - 1, n + 1} & numbers}
    keys = [mark.start() for mark in found if mark["key"]]
    numbered = [m.start() for m in found if m["number"] and int(m["number"]) in near]
    lines = [line.start() for line in _ENTRY_LINE.finditer(text)]
    ends = [*lines[1:], len(text)]
    entries = [at for at, end in zip(lines, ends, strict=False) if _is_entry(text[at:end])]
    return frozenset(
        [
            *numbered,
            *(keys if len(keys) > 1 else ()),
            *(entries if len(entries) >= _FEWEST else ()),
        ]
    )


def is_literature(entry: str, *, is_marked: bool) -> bool:
    """Whether an entry begins with who wrote it and has a year: its full stops part author, title
    and publisher, not sentences. A note is none. ``is_marked``: it has a number or a key; one that
    has not names the year behind the authors, or where it appeared."""
    if len(entry) > _LONGEST_REFERENCE:
        return False
    return (is_marked and _LITERATURE.match(entry) is not None) or _is_entry(entry)


def _is_entry(text: str) -> bool:
    """Whether a text begins with an entry that has no number."""
    entry = text[:_LONGEST_REFERENCE].partition("\n\n")[0]
    if _DATED.match(entry):
        return True
    return _AUTHORED.match(entry) is not None and _PUBLISHED.search(entry) is not None
