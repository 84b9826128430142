"""Words and marks of a sentence, with their places."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ABBREVIATIONS = (
    "St|Dr|Mr|Mrs|Ms|Jr|Sr|Prof|Gen|Col|Capt|Lt|Sgt|Rev|Gov|Sen|Rep|Mt|Ft|Inc|Ltd|Corp|Co|Bros|vs"
)
_ATTRIBUTES = (
    "based|born|bred|led|owned|run|built|made|style|styled|type|like|compatible|compliant|specific|"
    "related|aware|free|native|friendly|ready|enabled|powered|driven|backed|hosted|accelerated|"
    "trained|educated|funded|sponsored|encoded|formatted|valued|bound|speaking|wide|themed|inspired"
)
"""What is said of something by a name before it: "Oslo-based", "Unix-style"."""
_TOKEN = re.compile(
    rf"""
    (?:https?://|www\.)[^\s<>"')\]]+
    | (?<!\w)[@\#]\w[\w-]*
    | (?<!\w)(?:\.{{0,2}}/)[\w.-]+(?:/[\w.-]+)+          # a file path
    | (?<!\w)(?:[^\W\d_]\.){{2,}}                        # U.S., J.R.R.
    | (?<!\w)(?:{_ABBREVIATIONS})\.
    | (?<!\w)No\.(?=\s*[\w-]*\d)                        # No. 7, not the answer
    | (?<!\w)[^\W\d_a-z]\.(?=\s?[^\W\d_a-z])             # an initial: J. Smith
    | ['’](?:s|re|ve|ll|d|m)\b
    | (?<!\w)\d{{4}}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d{{1,12}})?)?(?:Z|[+-]\d\d:?\d\d)?(?!\w)
    | (?<!\w)\d{{1,2}}:\d\d(?::\d\d)?[AaPp][Mm]\b
    | \d+(?:[.,:]\d+)*(?:st|nd|rd|th|s|%)?(?![\w])
    | \w+(?:[.](?=[a-z0-9])\w+|(?!-(?:{_ATTRIBUTES})\b)[-_/&+](?=\w)\w+
        |['’](?!(?:s|re|ve|ll|d|m)\b)(?=\w)\w+)*
    | \.\.\. | --+ | ==+ | [^\w\s]
    """,
    re.VERBOSE,
)


@dataclass(slots=True)
class Token:
    """A word or mark; ``start``/``end`` are places in the sentence's text."""

    text: str
    low: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        return self.text[0].isalnum()


def tokenise(text: str) -> list[Token]:
    """The words and marks of ``text``, in order. Takes time in proportion to its length."""
    return [
        Token(word := match.group(), word.lower(), match.start(), match.end())
        for match in _TOKEN.finditer(text)
    ]
