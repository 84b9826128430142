"""Ages that a text tells without the word: "Rosa Hill, 43, a baker", "Ken Mottle, aged 72", "a
54-year-old", and dates of birth. Of a question "How old is Rosa Hill?" such a statement lacks the
one word that says what is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.question.terms import (
    COMMON,
    asked_stems,
    is_cased,
    missing_names,
    stems,
)
from graphrag_neo4j.word_characters import WORD

_ASKED = re.compile(
    r"\bhow old\b|\b(?:what|which) age\b|\bthe age of\b|\bwie alt\b|\bquel âge\b|\bqué edad\b",
    re.IGNORECASE,
)
_YEARS = r"(?:1[01]\d|[1-9]?\d)(?![\w.]\d|\w|%)"
_AGE = re.compile(
    rf"""[^\W\d_]["'”’)]?,\ {_YEARS}(?=[,;.)]|\Z)      # Rosa Hill, 43,
    |\baged?:?\ {_YEARS} | \b{_YEARS}(?:\ |-)years?(?:\ |-)old\b
    |\b(?:is|was|am|are|turn(?:s|ed)?)\ {_YEARS}(?=[,;.)]|\Z|\ (?:and|but|now|when|years|on)\b)
    |[^\W\d_]\ \({_YEARS}\)                            # Rosa Hill (43)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_BIRTH = re.compile(
    r"""\b(?:born|birth|birthday|birthdate|geboren|geb|née?|nacid[oa]|nació)\b\.?
    (?:[^.;\n]|(?<=\d)\.){0,40}?\b(?:1[5-9]|20)\d\d\b""",
    re.IGNORECASE | re.VERBOSE,
)
_BETWEEN = ((_AGE, 1), (_BIRTH, 4))
"""Words that may stand between a name and the age of its bearer, "Rosa M. Hill, 43", or what says
when she was born."""
_BEFORE = 60  # characters


def asks_age(question: str) -> bool:
    """Whether a question is for the age of somebody or something."""
    return _ASKED.search(question) is not None


def without_age(question: str) -> str:
    """A question for an age without the words that ask for it."""
    return _ASKED.sub(" ", question, count=1)


def has_age(text: str) -> bool:
    """Whether a text tells an age, or when somebody was born."""
    return any(told.search(text) for told, _ in _BETWEEN)


def ages(question: str, said: Sequence[Row]) -> dict[str, float]:
    """1 for each statement that has an age right behind all words of a question for one, by id:
    "Rosa Hill, 43, a baker" where one asks how old Rosa Hill is; ``said``: rows of
    ``retrieve/statements``."""
    asked = {word.casefold() for word in WORD.findall(without_age(question))} - COMMON
    if not asked or not asks_age(question):
        return {}
    return {
        row["id"]: 1.0
        for chunk in said
        for row in chunk["statements"]
        if _is_age_of(asked, row["words"])
    }


def _is_age_of(asked: Set[str], text: str) -> bool:
    for told, between in _BETWEEN:
        for found in told.finditer(text):
            before = WORD.findall(text[max(0, found.start() - _BEFORE) : found.start() + 1])
            if asked <= {word.casefold() for word in before[-len(asked) - between :]}:
                return True
    return False


def is_age_told(question: str, texts: Iterable[str]) -> bool:
    """Whether one of ``texts`` has the names of a question for an age, and an age; of a question
    without names all that says whose."""
    asked = frozenset() if is_cased(question) else asked_stems(without_age(question))
    return any(
        has_age(text) and not missing_names(question, text) and asked <= stems(text)
        for text in texts
    )
