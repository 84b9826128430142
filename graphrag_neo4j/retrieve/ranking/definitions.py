"""What a question asks the meaning of, and which statements define it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphrag_neo4j.database.connection import Row

DEFINITION = 0.5
"""What a definition counts beside a clause that is asked for by its number (1)."""
_MOST_WORDS = 4
_LONGEST = 200
"""Characters of a question that asks for a meaning; its forms are tried at many places."""
_TERM = r"""["'“”„«»*_`]*(?P<term>[^\n?"“”„«»]{2,40}?)["'“”„«»*_`]*"""
_ARTICLE = r"(?:(?:an?|the|eine?|der|die|das|une?|le|la|una?|el)\s+|l['’])?"
_ASKED = [
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\W*what(?: is| are|['’]?s)(?: meant by)? {_ARTICLE}{_TERM}\W*",
        rf"\W*what does {_ARTICLE}{_TERM} (?:mean|stand for)\b.*",
        rf"\W*(?:definition|meaning) of {_ARTICLE}{_TERM}\W*",
        rf"\W*(?:what|who) (?:counts|qualifies|is (?:classed|considered|defined|regarded)) as "
        rf"{_ARTICLE}{_TERM}\W*",
        rf"\W*define {_ARTICLE}{_TERM}\W*",
        rf"\W*{_TERM} (?:definition|meaning|defined)\W*",
        rf"\W*was (?:ist|sind|bedeutet|heißt) {_ARTICLE}{_TERM}\W*",
        rf"\W*qu['’]est-ce qu(?:e |['’]){_ARTICLE}{_TERM}\W*",
        rf"\W*qu[ée] (?:es|significa) {_ARTICLE}{_TERM}\W*",
    )
]
_SAYS = r"""["'“”„«»*_`)]*(?:\s*\([^)]{1,40}\))?\s*(?:
    :|[–—]\s|-\s|means?\b|refers?\ to\b|stands?\ for\b
    |(?:is|are)\ (?:an?|the|any|one|each|every|when|where)\b
    |(?:ist|sind)\ (?:eine?|der|die|das|jede[rs]?)\b|bedeutet\b|bezeichnet\b
    |est\ (?:une?|le|la)\b|désigne\b|signifie\b|es\ (?:una?|el|la)\b|significa\b)"""


def definitions(question: str, said: Sequence[Row]) -> dict[str, float]:
    """What statements of ``said``, rows of ``retrieve/statements``, count, 0 to 1 by id, that
    begin with what the question asks the meaning of, and say it: "Holiday means any day …"."""
    form = _definition(question)
    if form is None:
        return {}
    return {
        row["id"]: DEFINITION
        for chunk in said
        for row in chunk["statements"]
        if form.match(row["text"])
    }


def _definition(question: str) -> re.Pattern[str] | None:
    question = question.strip()
    if len(question) > _LONGEST:
        return None
    asked = (form.fullmatch(question) for form in _ASKED)
    terms = {match["term"].strip() for match in asked if match}
    short = [term for term in terms if term and len(term.split()) <= _MOST_WORDS]
    if not short:
        return None
    names = "|".join(sorted(map(re.escape, short), key=len, reverse=True))
    number = r"(?:\(?\w{1,3}[.)]\s+)?"
    head = rf"\W*{number}\W*{_ARTICLE}(?:{names})s?(?:{_SAYS})"
    return re.compile(head, re.IGNORECASE | re.VERBOSE)
