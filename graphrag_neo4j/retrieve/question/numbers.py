"""Codes and numbers by which a question tells one thing from others of its kind: "INC-2024-044",
"Heron H2", "matchday 21". Where none of what was found has them, it tells of another one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphrag_neo4j.retrieve.question.terms import COMMON, numbers_in_parts

_CODE = re.compile(
    r"(?<![\w.])(?=[\w.-]*[a-z])(?=[\w.-]*\d)[a-z0-9]+(?:[-.][a-z0-9]+)*(?!\w)", re.IGNORECASE
)
_NO_CODE = re.compile(
    r"\d+(?:\.\d+)?[a-z]{1,4}"  # 5km, 3rd, 4b
    r"|[a-z]\d{1,2}[a-z]"  # k8s, i18n: a word with its middle counted
    r"|\d+(?:-[a-z]{3,})+",  # 4-letter, 12-year-old
    re.IGNORECASE,
)
_NUMBER = r"\d{1,4}(?:\.\d{1,3})*"
_LABEL = re.compile(
    rf"\b([^\W\d_]{{3,}}|no\.?)[ -]#?({_NUMBER})(?![\w.,/:-]*\d)(?!\w)", re.IGNORECASE
)
_SERIAL = re.compile(r"(?<![\w./-])\d{2,6}[-/]\d{2,6}(?![\w/-]|[.,]\d)")  # 2023-145, 2021-22
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")  # a span of years has those within
_ASKED_YEAR = re.compile(rf"(?<![\w./-])(?:{_YEAR.pattern})(?![\w/-]|[.,]\d)")
_ANY_YEAR = re.compile(rf"(?<!\d)(?:{_YEAR.pattern})(?!\d)")
_LIST = r"(?:[\s\d.,:#(/&–-]|and|or|to)"
"""What may stand between a label and the last of its numbers: "units 7, 8 and 9"."""
_SHORT = {
    "article": ("art",), "chapter": ("ch", "chap"), "figure": ("fig",), "number": ("no", "nr"),
    "page": ("p", "pp"), "section": ("sec",), "table": ("tab",), "volume": ("vol",),
}  # fmt: skip
_FEWEST_YEARS = 2
_LISTED = frozenset(
    "answer article chapter claim clause exercise footnote item note paragraph part point question"
    " rule section step".split()
)
"""What is called so may stand with its number alone: "3. An electrode"."""
_JOINTS = re.compile(r"[\s_/-]+")
_DIGIT = re.compile(r"\d")


def lacks_number(question: str, text: str) -> bool:
    """Whether ``text`` lacks a code of the question, however it parts it; has other serial numbers
    and not its own, only years before or after its own, or another number behind a word of the
    question, and its own not in reach of that word."""
    if not _DIGIT.search(question):
        return False
    low = text.casefold()
    codes = _codes(question)
    bare = _JOINTS.sub("", low) if codes else ""
    if any(_JOINTS.sub("", code.casefold()) not in bare for code in codes):
        return True
    labels = _LABEL.findall(question)
    return (
        any(_has_another(low, *found) for found in labels if _tells(found[0]))
        or any(_has_another_serial(text, serial) for serial in _SERIAL.findall(question))
        or _has_other_years(text, _ASKED_YEAR.findall(question))
    )


def has_number(question: str, text: str) -> bool:
    """Whether ``text`` has all codes of the question, and behind its words their numbers; not where
    it has none of either."""
    codes = _codes(question)
    bare = _JOINTS.sub("", text.casefold()) if codes else ""
    labels = [found for found in _LABEL.findall(question) if _tells(found[0])]
    return bool(codes or labels) and (
        all(_JOINTS.sub("", code.casefold()) in bare for code in codes)
        and all(_has_own(text.casefold(), *found) for found in labels)
    )


def _codes(question: str) -> list[str]:
    """Words of letters and digits, and numbers of three parts and more, as of versions."""
    codes = [code for code in _CODE.findall(question) if not _NO_CODE.fullmatch(code)]
    return codes + [number for number in numbers_in_parts(question) if number.count(".") > 1]


def _tells(label: str) -> bool:
    return label.casefold() not in COMMON or label.casefold().startswith("no")


def _has_another(text: str, word: str, number: str) -> bool:
    if _YEAR.fullmatch(number):
        return False
    item = rf"|^\(?{_NUMBER}[.)]?\s" if word.casefold() in _LISTED else ""
    others = re.search(rf"\b{_label(word)}\.?[ \-#:|]{{1,2}}{_NUMBER}{item}", text, re.MULTILINE)
    return others is not None and not _has_own(text, word, number)


def _has_own(text: str, word: str, number: str) -> bool:
    label, own = _label(word), re.escape(number)
    if number.count(".") > 1 and re.search(rf"(?<![\d.]){own}(?!\.?\d)", text):
        return True  # of a version that is no measure or clause beside another word
    near = rf"\b{label}\w{{0,2}}\b{_LIST}{{0,12}}(?<![\d.]){own}(?!\d)"
    before = rf"(?<![\d.]){own}(?:st|nd|rd|th|[.)])?[ -]{label}"
    stop = "?" if "." in number else ""  # "9.3 If the lease ends"
    item = rf"|(?:\A|\s)\(?{own}[.)]{stop}\s" if word.casefold() in _LISTED else ""
    return re.search(f"{near}|{before}{item}", text) is not None


def _label(word: str) -> str:
    name = word.casefold().rstrip(".")
    return rf"(?:{'|'.join((re.escape(name), *_SHORT.get(name, ())))})"


def _has_another_serial(text: str, serial: str) -> bool:
    if re.search(rf"(?<!\d){re.escape(serial)}(?!\d)", text):
        return False
    shape = re.compile(rf"(?<![\w./-]){_DIGIT.sub('[0-9]', re.escape(serial))}(?![\w/-])")
    return shape.search(text) is not None


def _has_other_years(text: str, asked: Sequence[str]) -> bool:
    """Whether the only year asked for lies outside of all that the text speaks of: one between two
    of them may be within a span."""
    if len(asked) != 1 or asked[0] in text:
        return False
    years = set(_ANY_YEAR.findall(text))
    if len(years) < _FEWEST_YEARS:
        return False
    return not min(years) < asked[0] < max(years)
