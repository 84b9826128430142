"""Where an article comes from, before its first sentence: "OSLO, May 3 - Corvane sold a mill". The
place does not do what the sentence tells, and is not what "its" means.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

_MONTH = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_PLACES = r"[^\W\d_][^\d\n,:;.!?]{1,40}(?:, [^\d\n,:;!?]{2,30}){0,2}"
_LINE = (  # OSLO, May 3; Bergen, Norway, 3 May 2021 (AP)
    rf"\A(?P<line>{_PLACES}, (?:{_MONTH} \d{{1,2}}|\d{{1,2}} {_MONTH})(?:,? \d{{4}})?"
    r"(?: \([^()\n]{2,30}\))?)"
)
_JOINED = re.compile(rf"{_LINE} (?P<dash>[-–—]{{1,2}}) (?=[^\W\d_])")
_PARTED = re.compile(rf"{_LINE}\. {{2,3}}(?=[^\W\d_])")


def without_dash(reading: str) -> str:
    """A sentence with a full stop for the dash behind its dateline; each character keeps its
    place."""
    return _JOINED.sub(lambda found: f"{found['line']}. {' ' * len(found['dash'])}", reading)


def is_in_dateline(token: Token) -> bool:
    """Whether a word stands in the dateline that :func:`without_dash` parted."""
    found = _PARTED.match(token.doc.text)
    return found is not None and token.idx < found.end("line")
