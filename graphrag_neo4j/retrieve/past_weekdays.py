"""Days of the week on which something has happened: "they rang on Friday", said on a Sunday, was
two days before; "since Monday", too.

They are told only where the clause itself is in the past tense. "See you on Friday", "she said that
it was on Friday", "if they rang on Friday" and, on a Friday, "on Friday" do not say enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import pairwise

from graphrag_neo4j.extract.lexicon import BASE, PARTICIPLE, PAST, bag, verb_forms
from graphrag_neo4j.text.dates import STAMP
from graphrag_neo4j.text.months import MONTH_NUMBERS
from graphrag_neo4j.text.relative_days import ENGLISH_WEEKDAYS, WEEKDAYS, last_weekday

_SAID = re.compile(
    rf"\b(?P<word>on|since) (?P<day>{'|'.join(ENGLISH_WEEKDAYS.split())})\b(?!['’]s| week\b)",
    re.IGNORECASE,
)
_DATED = re.compile(
    rf"\b(?:(?:1\d|20)\d\d|ago|{'|'.join(map(re.escape, MONTH_NUMBERS))})\b", re.IGNORECASE
)
"""What tells another time than that of the message."""
_STAMP = re.compile(STAMP)
_OPEN = re.compile(r"\b(?:if|unless|whether|wish|suppose|imagine)\b", re.IGNORECASE)
_BOUNDARY = re.compile(
    r"[.!?;:,()\n–—]|\b(?:and|but|so|because|that|which|who|when|while|as|after|before|until|than|or)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.!?\n]")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NOT_PAST = bag(
    """
    will would shall should can could may might must going about due is are am isn't aren't ain't
    don't doesn't won't can't has have hasn't haven't supposed meant scheduled planned booked
    arranged moved set fixed postponed expected hoped wanted promised agreed decided asked invited
    every each always usually never often sometimes
    """
)
_SHORT = ("'ll", "'d", "'s", "'re", "'m", "'ve")
_SAYING = bag("said told thought knew heard wrote believed reckoned guessed announced reported")
_WAS = bag("was were wasn't weren't")
_WHO = bag("i you he she it we they who")
_MORE_PAST = bag("wasn't weren't didn't")
_FAR = 200  # characters of a clause
_BESIDE = 2  # words between "told me" and the day


def past_weekdays(text: str, day: date) -> dict[str, str]:
    """What ``text``, said on ``day``, says to have happened on a day of the week or since then, as
    it is written, with the day that it means."""
    return {said[0]: last_weekday(day, WEEKDAYS[said["day"].lower()]) for said in _past(text, day)}


def may_name_weekdays(text: str) -> bool:
    """Whether :func:`past_weekdays` may find any in ``text``."""
    return _SAID.search(text) is not None


def _past(text: str, day: date) -> Iterator[re.Match[str]]:
    stamp = _STAMP.match(text)
    begun = stamp.end() if stamp is not None else 0
    for said in _SAID.finditer(text):
        before = _SENTENCE.split(text[max(begun, said.start() - _FAR) : said.start()])[-1]
        after = _SENTENCE.split(text[said.end() : said.end() + _FAR])[0]
        if WEEKDAYS[said["day"].lower()] == day.weekday() or _OPEN.search(before):
            continue
        if _DATED.search(before) or _DATED.search(after) or re.match(r",? (?:the )?\d", after):
            continue
        clause = _words(_BOUNDARY.split(before)[-1])
        rest = _words(_BOUNDARY.split(after)[0])
        is_since = said["word"].lower() == "since"
        if (is_since and "had" not in clause) or (not is_since and _has_happened(clause, rest)):
            yield said


def _words(clause: str) -> list[str]:
    return [word.lower().replace("’", "'") for word in _WORD.findall(clause)]


def _has_happened(clause: list[str], rest: list[str]) -> bool:
    """Whether a clause that goes on with ``rest`` behind its day is in the past tense."""
    words = [*clause, *rest]
    if any(word in _NOT_PAST or word.endswith(_SHORT) for word in words):
        return False
    if not _WAS.isdisjoint(words) and any(word.endswith("ing") for word in words):
        return False  # "they were leaving on Friday"
    if any(word in _SAYING for word in clause[:-_BESIDE]):
        return False  # "he said it was on Friday"
    told = [(before, word) for before, word in pairwise(["", *clause])]
    return any(_is_past(*one) for one in told) and not any(_is_apart(*one) for one in told)


def _form(word: str) -> int:
    """What a word may be as a verb; one in -ed that no list has ("phoned") is taken for a past."""
    return verb_forms().get(word, 0) or (PAST | PARTICIPLE if word.endswith("ed") else 0)


def _is_past(before: str, word: str) -> bool:
    """Whether a word is a verb in the past tense; at the beginning of a clause "closed" may be
    how something is."""
    if word in _MORE_PAST or (word == "born" and not before):
        return True
    form = _form(word)
    is_listed = word in verb_forms() or before in _WHO
    is_verb = bool(form & PAST) and not form & BASE and is_listed
    return is_verb and (before != "" or not form & PARTICIPLE)


def _is_apart(before: str, word: str) -> bool:
    """ "To ring on Friday" is to come, "had rung on Friday" long past."""
    form = _form(word)
    return bool((before == "to" and form & BASE) or (before == "had" and form & PARTICIPLE))
