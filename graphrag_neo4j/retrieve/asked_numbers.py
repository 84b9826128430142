"""Codes and numbers by which a question tells one thing from others of its kind: "INC-2024-044",
"Heron H2", "matchday 21". Where none of what was found has them, it tells of another one."""

from __future__ import annotations

import re

from graphrag_neo4j.retrieve.query_terms import COMMON

_CODE = re.compile(
    r"(?<![\w.])(?=[\w.-]*[a-z])(?=[\w.-]*\d)[a-z0-9]+(?:[-.][a-z0-9]+)*(?!\w)", re.IGNORECASE
)
_NO_CODE = re.compile(
    r"\d+(?:\.\d+)?[a-z]{1,4}"  # 5km, 3rd, 4b
    r"|[a-z]\d{1,2}[a-z]",  # k8s, i18n: a word with its middle counted
    re.IGNORECASE,
)
_NUMBER = r"\d{1,4}(?:\.\d{1,3})*"
_LABEL = re.compile(rf"\b([^\W\d_]{{3,}})[ -]({_NUMBER})(?![\w.,/:-]*\d)(?!\w)")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")  # a span of years has those within
_JOINTS = re.compile(r"[\s_/-]+")


def lacks_number(question: str, text: str) -> bool:
    """Whether ``text`` has not a code of the question, however it parts it; or another number
    behind a word of the question than that has there, and its own nowhere."""
    low = text.casefold()
    bare = _JOINTS.sub("", low)
    for code in _CODE.findall(question):
        if not _NO_CODE.fullmatch(code) and _JOINTS.sub("", code.casefold()) not in bare:
            return True
    labels = _LABEL.findall(question)
    return any(_has_another(low, *found) for found in labels if found[0].casefold() not in COMMON)


def _has_another(text: str, word: str, number: str) -> bool:
    if _YEAR.fullmatch(number):
        return False
    label = re.escape(word.casefold())
    others = re.search(rf"\b{label}[ \-#:|]{{1,2}}{_NUMBER}", text)
    return others is not None and not re.search(rf"(?<!\d){re.escape(number)}(?!\d)", text)
