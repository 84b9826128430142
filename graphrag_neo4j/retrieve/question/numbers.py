"""Codes and numbers by which a question tells one thing from others of its kind: "INC-2024-044",
"Heron H2", "matchday 21". Where none of what was found has them, it tells of another one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphrag_neo4j.retrieve.question.terms import COMMON, numbers_in_parts
from graphrag_neo4j.text.number_words import NUMBER_WORDS

_CODE = re.compile(
    r"(?<![\w.])(?=[\w.-]*[a-z])(?=[\w.-]*\d)[a-z0-9]+(?:[-.][a-z0-9]+)*(?!\w)", re.IGNORECASE
)
_NO_CODE = re.compile(
    r"\d+(?:\.\d+)?[a-z]{1,4}"  # 5km, 3rd, 4b
    r"|[a-z]\d{1,2}[a-z]"  # k8s, i18n: a word with its middle counted
    r"|\d+(?:-[a-z]{3,})+",  # 4-letter, 12-year-old
    re.IGNORECASE,
)
_NUMBER = r"(?:\d{5,12}|\d{1,4}(?:\.\d{1,3})*)"
_LABEL = re.compile(
    rf"\b([^\W\d_]{{3,}}|no\.?)[ -]#?({_NUMBER})(?![\w.,/:-]*\d)(?!\.?\w)", re.IGNORECASE
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
_IN_SERIES = r"[,;(/|]\s{0,2}(?:(?:and|at|in|on|or|to|und|et|y)\s)?"
"""What stands before a number that goes on from the one before it: "level 1: £3, 2: £5"."""
_MANY = 100  # of a series that one tells in a sentence
_SERIES = 160  # characters from one number to the next
_ID = 5
"""Digits from which on a number behind a word is none that one counts: "ticket 48561"."""
_FEWEST_YEARS = 2
_LISTED = frozenset(
    "answer article chapter claim clause exercise footnote item note paragraph part point question"
    " rule section step".split()
)
"""What is called so may stand with its number alone: "3. An electrode"."""
_JOINTS = re.compile(r"[\s_/-]+|(?<=\d),(?=\d{3}(?!\d))")
_DIGIT = re.compile(r"\d")
_LONG_NUMBER = re.compile(r"\d{5}")
_WORDS_BEFORE = re.compile(r"(?:[^\W\d_]{2,30}[ -]){1,2}\Z")
_REACH = 64  # characters
_DIGITS_OF = {word.title(): str(n) for word, n in NUMBER_WORDS.items()}
_NUMBER_IN_NAME = re.compile(rf"\b([^\W\d_a-z][^\W\d_]{{1,30}} )({'|'.join(_DIGITS_OF)})\b")


class _Label(NamedTuple):
    """A word of a question with the number behind it, and what both may be called in short: of
    "work package 5" the initials WP."""

    word: str
    number: str
    initials: tuple[str, ...]

    def is_short_in(self, text: str) -> bool:
        """Whether ``text`` has the short form: "WP5"."""
        own = rf"[ #-]{{0,2}}{re.escape(self.number)}(?!\d|\.\d)"
        return any(re.search(rf"(?<!\w){short}{own}", text) for short in self.initials)

    def is_another_in(self, text: str) -> bool:
        """Whether ``text`` has such a short form at all."""
        return any(re.search(rf"(?<!\w){short}-?\d", text) for short in self.initials)


def lacks_number(question: str, text: str) -> bool:
    """Whether ``text`` lacks a code of the question, however it parts it; has other serial numbers
    and not its own, only years before or after its own, or another number behind a word of the
    question, and its own not in reach of that word."""
    question = _with_digits(question)
    if not _DIGIT.search(question):
        return False
    text = _with_digits(text)
    low = text.casefold()
    codes = _codes(question)
    bare = _JOINTS.sub("", low) if codes else ""
    if any(_JOINTS.sub("", code.casefold()) not in bare for code in codes):
        return True
    return (
        any(_is_of_another(label, text, low) for label in _labels(question))
        or any(_has_another_serial(text, serial) for serial in _SERIAL.findall(question))
        or _has_other_years(text, _ASKED_YEAR.findall(question))
    )


def has_number(question: str, text: str) -> bool:
    """Whether ``text`` has all codes of the question, and behind its words their numbers; not where
    it has none of either."""
    question, text = _with_digits(question), _with_digits(text)
    codes, labels = _codes(question), list(_labels(question))
    bare = _JOINTS.sub("", text.casefold()) if codes else ""
    return bool(codes or labels) and (
        all(_JOINTS.sub("", code.casefold()) in bare for code in codes)
        and all(_has_own(text.casefold(), *one[:2]) or one.is_short_in(text) for one in labels)
    )


def short_forms(question: str) -> list[str]:
    """What a question's words with a number may be called in short, as the index has it: of "work
    package 5" "wp5"; of "WP-5" it has the 5, which is searched anyway."""
    labels = _labels(_with_digits(question))
    return [f"{one}{label.number}".casefold() for label in labels for one in label.initials]


def _with_digits(text: str) -> str:
    """``text`` with numbers in words behind names as digits: "Phase Two"."""
    return _NUMBER_IN_NAME.sub(lambda found: found[1] + _DIGITS_OF[found[2]], text)


def _labels(question: str) -> Iterator[_Label]:
    for found in _LABEL.finditer(question):
        if _tells(found[1]):
            before = question[max(0, found.start() - _REACH) : found.start()]
            yield _Label(found[1], found[2], tuple(_initials(before, found[1])))


def _initials(before: str, word: str) -> Iterator[str]:
    """Those of a word and of one or two before it, none of them a function word."""
    found, letters = _WORDS_BEFORE.search(before), word[0]
    for one in reversed(re.split("[ -]", found[0].rstrip(" -")) if found else []):
        if one.casefold() in COMMON:
            return
        letters = one[0] + letters
        yield letters.upper()


def _is_of_another(label: _Label, text: str, low: str) -> bool:
    if label.is_short_in(text) or _YEAR.fullmatch(label.number) or len(label.number) >= _ID:
        return False  # a long one is a code
    return _has_another(low, label.word, label.number) or (
        label.is_another_in(text) and not _has_own(low, label.word, label.number)
    )


def _codes(question: str) -> list[str]:
    """Words of letters and digits, numbers of three parts and more, as of versions, and long ones
    behind a word, as of tickets."""
    codes = [code for code in _CODE.findall(question) if not _NO_CODE.fullmatch(code)]
    codes += [number for number in numbers_in_parts(question) if number.count(".") > 1]
    labels = _LABEL.findall(question) if _LONG_NUMBER.search(question) else []
    return codes + [number for label, number in labels if len(number) >= _ID and _tells(label)]


def _tells(label: str) -> bool:
    return label.casefold() not in COMMON or label.casefold().startswith("no")


def _has_another(text: str, word: str, number: str) -> bool:
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
    return re.search(f"{near}|{before}{item}", text) is not None or _goes_on(text, label, number)


def _goes_on(text: str, label: str, number: str) -> bool:
    """Whether a number of one that stands behind the label: "at step 1 open it, at 2 turn it"."""
    if not number.isdecimal() or not 1 < int(number) < _MANY:
        return False
    before = int(number) - 1
    series = rf"(?<![\d.]){before}(?!\d).{{0,{_SERIES}}}?{_IN_SERIES}{number}(?![\d.]*\d)"
    return re.search(rf"\b{label}\W{{0,2}}\d", text) is not None and (
        re.search(series, text, re.DOTALL) is not None
    )


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
