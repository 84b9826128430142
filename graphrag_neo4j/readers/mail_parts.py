"""What in a mail states nothing by itself: its headers, whom it greets, who is quoted below, and
copies of what an earlier mail of the same mailbox says.

Who wrote it, when and about what are metadata, and stay in the text; as statements such lines
would crowd out what the mail says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphrag_neo4j.model import Block
from graphrag_neo4j.text.quotations import MARKS, is_attribution
from graphrag_neo4j.text.salutations import is_salutation

_PARAGRAPH = re.compile(r"[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*")
_WORD = re.compile(r"\w+")
_FEWEST = 8
"""Words of a paragraph that is told again."""
_SAYS_WHO = re.compile(r"[^>\n][^\n]{2,200}:")
_HEADERS = re.compile(  # of a mail that is handed on
    r"(?:[-_*]{3,}[^\n]{0,60}\n)?(?:\*?(?:From|Sent|Date|To|Cc|Subject|Von|Gesendet|Datum|An|Betreff"
    r"|De|Envoyé|À|Objet|Para|Asunto|Fecha)\*?[^\S\n]?:[^\n]*(?:\n|\Z)){2,8}",
    re.IGNORECASE,
)
_RULE_SIGNS = "-_*"
_LONGEST_RULE = 120

Seen = set[str]
"""The paragraphs of the mails before, in small letters and without marks."""


def mail_blocks(text: str, start: int, quotes: Sequence[Block], seen: Seen) -> list[Block]:
    """``quotes`` and the other parts of a mail, whose body begins at ``start``, that state nothing,
    in order. What it says itself is added to ``seen``. Where that is all, nothing is left out."""
    own = list(_own_paragraphs(text, start, quotes))
    idle = [span for span in own if _is_idle(text, span, quotes)]
    said = [span for span in own if span not in idle]
    new = [span for span in said if _key(text, span) not in seen]
    if not any(_WORD.search(text, *span) for span in new):
        new = said
    told = [_as_copy(text, quote, seen) for quote in quotes]
    seen.update(key for span in said if (key := _key(text, span)))
    if not new:
        return list(quotes)
    heads = [(at.start(), at.end()) for at in _PARAGRAPH.finditer(text, 0, start)]
    silent = [*heads, *idle, *(span for span in said if span not in new)]
    found = [*told, *(Block(*span, "columns") for span in silent)]
    return sorted(found, key=lambda block: block.start)


def _own_paragraphs(text: str, start: int, quotes: Sequence[Block]) -> Iterator[tuple[int, int]]:
    """The paragraphs between ``quotes``."""
    ends = [*(quote.start for quote in quotes), len(text)]
    for begin, end in zip([start, *(quote.end for quote in quotes)], ends, strict=True):
        for found in _PARAGRAPH.finditer(text, begin, end):
            if _WORD.search(found[0]):
                yield found.span()


def _is_idle(text: str, span: tuple[int, int], quotes: Sequence[Block]) -> bool:
    """Whether a paragraph greets, has the headers of a mail that is handed on, or says who wrote
    what is quoted right below; where hardly more than that is said, nothing counts as quoted."""
    said = text[slice(*span)]
    if _is_empty(said) or is_rule(said.strip()):
        return True
    below = next((quote.start for quote in quotes if quote.start >= span[1]), None)
    is_above = below is not None and not text[span[1] : below].strip()
    return is_above and _says_who(said)


def is_rule(text: str) -> bool:
    """Whether it is a line of signs, perhaps with words between: "-----Original Message-----"."""
    ends = text[:3] + text[-3:]
    is_line = len(ends) > 3 and len(text) <= _LONGEST_RULE and "\n" not in text
    return is_line and not ends.strip(_RULE_SIGNS)


def _is_empty(said: str) -> bool:
    is_header = _HEADERS.fullmatch(said) is not None
    return is_header or is_salutation(said) or is_attribution(said)


def _says_who(said: str) -> bool:
    """Whether it may say who wrote what is below, and when."""
    return _SAYS_WHO.fullmatch(said.strip()) is not None and any(map(str.isdigit, said))


def _as_copy(text: str, quote: Block, seen: Seen) -> Block:
    key = _key(text, (quote.start, quote.end))
    words = MARKS.sub("", text[quote.start : quote.end])
    is_told = key in seen or _is_empty(words) or _says_who(words)
    return replace(quote, kind="copy") if is_told else quote


def _key(text: str, span: tuple[int, int]) -> str:
    """A paragraph as it compares; nothing of a short one, which may be meant anew."""
    words = _WORD.findall(MARKS.sub("", text[slice(*span)]))
    return " ".join(words).casefold() if len(words) >= _FEWEST else ""
