"""What was said wrongly, and what is right, as one statement.

"The Mercury reported that 38 people were aboard. The correct figure is 41.": who asks how many were
aboard must not be shown the first of these sentences alone, and the second one says of what it is
the figure only together with it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from graphrag_neo4j.model import Document
from graphrag_neo4j.text.sentences import Span

_CORRECTIONS = re.compile(
    r"\b(?:corrections?|clarifications?|errat(?:a|um)|corrigend(?:a|um)|berichtigung(?:en)?"
    r"|korrektur(?:en)?|richtigstellung(?:en)?|rectificatifs?|rectifications?|correcci[óo]n(?:es)?"
    r"|rectificaci[óo]n(?:es)?|fe de erratas)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    rf"[\s*_(\[]*(?:{_CORRECTIONS.pattern}|update|aktualisierung|mise à jour|actualización)"
    r"[*_]{0,2}(?:[^\S\n]?\([^()\n]{1,40}\)|,?[^\S\n]\d[^:.\n]{0,30})?[*_]{0,2}[^\S\n]?[:.—–]",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:said|reported|wrote|gave|stated|printed|published|described|named|listed|quoted|called"
    r"|misstated|misspel(?:t|led)|hieß es|hatten wir|schrieben|berichtete[nt]?|berichtet|gemeldet"
    r"|angegeben|genannt|gedruckt|avons (?:écrit|indiqué|dit|publié)|écrivions|indiquions|indiquait"
    r"|imprimée?|dijimos|escribimos|informamos|indicamos|publicamos|publicó|decía)\b",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\b(?:(?:earlier|previous|original) (?:version|edition)|früheren? (?:fassung|version|ausgabe)"
    r"|version (?:précédente|antérieure)|versión anterior"
    r"|(?:wrongly|incorrectly|mistakenly|erroneously|fälschlich(?:erweise)?|irrtümlich|par erreur"
    rf"|por error) (?:\w+ ){{0,2}}{_TOLD.pattern})",
    re.IGNORECASE,
)
_RIGHT = re.compile(
    r"[*_\s]*(?:the (?:correct|right|actual|true|real) \w+|correct(?:ly)? (?:is|are)\b"
    r"|it should (?:read|have (?:been|read|said))\b|(?:richtig|korrekt) (?:ist|sind|muss|heißt)\b"
    r"|(?:der|die|das) richtigen? \w+|(?:le|la|les) \w+ (?:exacte?s?|correcte?s?)\b"
    r"|il fallait lire\b|(?:el|la|los|las) \w+ (?:correct[oa]s?|exact[oa]s?)\b"
    r"|lo correcto\b|debe decir\b)",
    re.IGNORECASE,
)
_GAP = re.compile(r"[^\S\n]*(?:\n[^\S\n]*(?![-*+•|#]\s|\d{1,3}[.)]\s))?")
_LONGEST = 400  # characters


def names_what_is_right(said: str) -> bool:
    """Whether a sentence begins with what is right, as nothing but the one before it explains."""
    return _RIGHT.match(said) is not None


class Corrections:
    """The corrections of a document: what stands below such a heading or label, and sentences that
    say themselves that something was wrong."""

    def __init__(self, document: Document) -> None:
        self._headings = sorted(document.headings, key=lambda heading: heading.start)
        self._starts = [heading.start for heading in self._headings]
        self._is_of_title = _CORRECTIONS.search(document.title) is not None

    def united(self, text: str, start: int, spans: Sequence[Span]) -> Iterator[Span]:
        """The sentences of ``text``, which begins at ``start`` of its document, in order; what was
        wrong, and what is said to it in its paragraph, as one."""
        at = 0
        is_labelled = False
        while at < len(spans):
            begin, end = spans[at]
            said = text[begin:end]
            goes_on = at > 0 and self._goes_on(text, spans, at - 1)
            is_labelled = _LABEL.match(said) is not None or (is_labelled and goes_on)
            if self._is_wrong(text, spans, at, is_labelled or self._is_below(start + begin)):
                while self._goes_on(text, spans, at) and spans[at + 1][1] - begin <= _LONGEST:
                    if _TOLD.search(text[slice(*spans[at + 1])]):
                        break
                    at += 1
            yield begin, spans[at][1]
            at += 1

    def _is_wrong(self, text: str, spans: Sequence[Span], at: int, is_told: bool) -> bool:
        """Whether a sentence says what was told before. ``is_told``: it stands in a correction."""
        said = text[slice(*spans[at])]
        if _TOLD.search(said) is None:
            return False
        follows = self._goes_on(text, spans, at)
        is_righted = follows and names_what_is_right(text[slice(*spans[at + 1])])
        return is_told or is_righted or _EARLIER.search(said) is not None

    def _is_below(self, place: int) -> bool:
        """Whether a heading right above, or the title, is of corrections."""
        number = bisect_right(self._starts, place) - 1
        is_heading = number >= 0 and _CORRECTIONS.search(self._headings[number].title) is not None
        return is_heading or self._is_of_title

    def _goes_on(self, text: str, spans: Sequence[Span], at: int) -> bool:
        """Whether the paragraph of a sentence goes on with the next one."""
        if at + 1 >= len(spans):
            return False
        return _GAP.fullmatch(text, spans[at][1], spans[at + 1][0]) is not None
