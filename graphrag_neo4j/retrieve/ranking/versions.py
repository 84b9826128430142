"""Of two versions of one text, the one that is asked for first: that of the year or of the version
which the question names, or the newest; the older one if it asks for what was.

A price list of last year says the same as this year's but for the numbers, so nothing that a
question says tells them apart, unless it names the year.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from urllib.parse import unquote

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.question.terms import asked_stems, stems
from graphrag_neo4j.retrieve.ranking.chunks import words_of

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d]|[.,]\d)")
_DATE = re.compile(
    r"(?<![\d.,])((?:19|20)\d\d)[-_./](0[1-9]|1[0-2])(?:[-_./](0[1-9]|[12]\d|3[01]))?(?!\d)"
)
_VERSION = re.compile(
    r"(?<![^\W_])(?:v|version|rev|revision|edition|release)[ ._]{0,2}(\d+(?:\.\d+)*)", re.IGNORECASE
)
_OLD = re.compile(r"(?<![^\W_])(?:old|obsolete|superseded|archived?)(?![^\W_])", re.IGNORECASE)
"""What the name of a file says that is kept but no longer holds."""
_LAID_ASIDE = re.compile(
    r"(?:^|/)[_.]?(?:old|obsolete|superseded|archived?|deprecated)"
    r"(?:[ _-](?:files|docs|drafts|versions|\d{4}))?/"
    r"|[ _.(-](?:old|obsolete|superseded|archived)\)?(?:\.\w{1,8})?\Z",
    re.IGNORECASE,
)
"""A folder of such files, or a name that ends in saying so."""
LAID_ASIDE, TOLD_ELSEWHERE = 0.85, 0.6
"""What the score of a chunk counts whose file is laid aside as old, and where another file has all
words of the question that it has."""
_OLD_ASKED = re.compile(r"(?<!how )\b(?:old|former|previous|earlier|superseded)\b", re.IGNORECASE)
_MARKS = stems("new old current former previous latest version edition revision release rev v")
_WORD = re.compile(r"[^\W\d_]+")
_ALIKE = 0.5
"""What share of their words two statements have in common that say the same of two years."""
_FEWEST = 2
"""Statements that two versions have in common, and that differ. Of two files one is enough where
they say no more, as a row of this year's table and of last year's, or where only numbers and words
as "old" tell their names apart."""
_SHARE = 0.5
"""What share of the shorter one they are at least."""
_SHARE_OF_NAMESAKES = 0.4
"""The same of two files whose names are told apart by numbers and words as "old" alone; these
statements need not differ. One is enough where a name says "old", or the question the version."""
_NEAR = 0.8
"""What share of the other's score a version has at least: else something tells them apart."""
_NEAR_ASKED = 0.6
"""The same of the year or the version that the question names."""


@dataclass(frozen=True)
class _Edition:
    """A chunk with what tells of which version of its text it is."""

    chunk: Row
    date: str
    version: tuple[int, ...]
    is_old: bool
    name: str

    @cached_property
    def file(self) -> str:
        """Where its source stands."""
        return str(self.chunk["source"]["uri"]).partition("#")[0]

    @cached_property
    def said(self) -> Mapping[str, frozenset[str]]:
        """Its statements, each with its words but for numbers."""
        texts = (row["words"] for row in self.chunk["statements"])
        return {text: frozenset(_WORD.findall(text)) for text in texts}

    @cached_property
    def words(self) -> frozenset[str]:
        """Those of all of them."""
        return frozenset().union(*self.said.values())

    @property
    def year(self) -> str:
        """That of its date, empty if it has none."""
        return self.date[:4]

    @property
    def age(self) -> tuple[bool, str, tuple[int, ...]]:
        """Greater for what is newer."""
        return not self.is_old, self.date, self.version

    def is_comparable(self, other: _Edition) -> bool:
        """Whether both say the year, or both the version."""
        return bool((self.date and other.date) or (self.version and other.version))


def versions(
    question: str, said: Sequence[Row], scores: Mapping[str, float]
) -> list[tuple[str, str]]:
    """Pairs of chunks that are versions of one text, the one that is wanted first. ``said``: rows
    of ``retrieve/statements``; ``scores``: of their chunks. A text is of the first year that its
    title, its name or its statements say (the last of those of one statement: "replaces that of
    1998 and holds from 2025"), with its month and day where its title or name says them, and so
    with its version. Texts of which one says no year and one no version are no pair, and neither
    are two of which one lacks a word of the question that the other has: two bills of one form
    are no versions."""
    words = asked_stems(question)
    is_asked = _asked(question)
    editions = [one for one in _editions(said) if one.date or one.version]
    editions.sort(key=lambda one: one.age, reverse=not _asks_for_old(question, said))
    editions.sort(key=lambda one: not is_asked(one))
    found = []
    for first, second in combinations(editions, 2):
        one, two = first.chunk["chunk"], second.chunk["chunk"]
        is_told = is_asked(first) and not is_asked(second)
        is_far = scores[one] < (_NEAR_ASKED if is_told else _NEAR) * scores[two]
        if is_far or first.age == second.age or not first.is_comparable(second):
            continue
        if not _are_versions(first, second, is_told):
            continue
        said_by_second = words & stems(words_of(second.chunk)) - _marks(first, second)
        if said_by_second <= stems(words_of(first.chunk)):
            found.append((one, two))
    return found


def laid_aside(
    question: str, said: Sequence[Row], scores: Mapping[str, float]
) -> Mapping[str, float]:
    """Scores of chunks, less (:data:`LAID_ASIDE`) for files that lie in a folder of old ones, or
    are called so, unless the question asks for what was, or names their year."""
    years = _YEAR.findall(question)
    old = [chunk for chunk in said if _is_laid_aside(_path_of(chunk), years)]
    if not old or _asks_for_old(question, said):
        return scores
    words = asked_stems(question)
    ids = {chunk["chunk"] for chunk in old}
    others = [words & stems(words_of(chunk)) for chunk in said if chunk["chunk"] not in ids]
    new = dict(scores)
    for chunk in old:
        own = words & stems(words_of(chunk))
        is_told = any(own <= other for other in others if own)
        new[chunk["chunk"]] *= TOLD_ELSEWHERE if is_told else LAID_ASIDE
    return new


def _is_laid_aside(path: str, years: Sequence[str]) -> bool:
    return _LAID_ASIDE.search(path) is not None and not any(year in path for year in years)


def _path_of(chunk: Row) -> str:
    """The whole path or address of its file."""
    return unquote(str(chunk["source"]["uri"]).partition("#")[0])


def _asks_for_old(question: str, said: Sequence[Row]) -> bool:
    """Whether a question asks for what was. One for the Old Mill does not: what was read, ``said``,
    tells that this is a name."""
    found = [_behind(match, question) for match in _OLD_ASKED.finditer(question)]
    if not found:
        return False
    text = " ".join(row["text"] for chunk in said for row in chunk["statements"])
    return not all(name and re.search(rf"\b{re.escape(name)}\b", text) for name in found)


def _behind(match: re.Match[str], question: str) -> str:
    """A word with the next one, as a name of both is written."""
    following = _WORD.search(question, match.end())
    return f"{match[0]} {following[0]}".title() if following else ""


def wanted_first(pairs: Sequence[tuple[str, str]], scores: Mapping[str, float]) -> dict[str, float]:
    """New scores of chunks, where those of :func:`versions` have changed places."""
    new = dict(scores)
    for one, two in pairs:
        if new[one] <= new[two]:
            # Of two that score alike the order would be left to their ids.
            new[one], new[two] = new[two], min(new[one], math.nextafter(new[two], 0.0))
    return new


def _asked(question: str) -> Callable[[_Edition], bool]:
    """Whether a question names the date or the version of an edition."""
    dates = tuple(map(_joined, _DATE.findall(question))) or tuple(_YEAR.findall(question))
    versions = set(map(_parts, _VERSION.findall(question)))
    return lambda one: one.date.startswith(dates) or one.version in versions


def _marks(*editions: _Edition) -> frozenset[str]:
    """Stems that only say which version a text is."""
    return _MARKS.union(*({one.year, *map(str, one.version)} for one in editions))


def _editions(said: Sequence[Row]) -> list[_Edition]:
    """Of a chunk that says neither year nor version, another one of its source may."""
    editions = [_edition(chunk) for chunk in said]
    dates: dict[str, str] = {}
    versions: dict[str, tuple[int, ...]] = {}
    for one in editions:
        uri = one.chunk["source"]["uri"]
        dates[uri] = dates.get(uri) or one.date
        versions[uri] = versions.get(uri) or one.version
    return [
        replace(
            one,
            date=one.date or dates[one.chunk["source"]["uri"]],
            version=one.version or versions[one.chunk["source"]["uri"]],
        )
        for one in editions
    ]


def _edition(chunk: Row) -> _Edition:
    title, name, *texts = _texts(chunk)
    return _Edition(
        chunk,
        _date_of((title, name), texts),
        _parts(_first(_VERSION, (title, name, *texts))),
        any(map(_OLD.search, (title, name))),
        " ".join(_WORD.findall(_OLD.sub(" ", _VERSION.sub(" ", name)).casefold())),
    )


def _date_of(names: Iterable[str], texts: Iterable[str]) -> str:
    if year := _first(_YEAR, names):
        dates = (_joined(found) for name in names for found in _DATE.findall(name))
        return next((date for date in dates if date.startswith(year)), year)
    years = (_YEAR.findall(text) for text in texts)
    return next((max(found) for found in years if found), "")


def _joined(date: Iterable[str]) -> str:
    return "-".join(filter(None, date))


def _first(pattern: re.Pattern[str], texts: Iterable[str]) -> str:
    """The first that a pattern finds, its group if it has one."""
    found = (pattern.search(text) for text in texts)
    return next((match[match.lastindex or 0] for match in found if match), "")


def _parts(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split("."))) if version else ()


def _texts(chunk: Row) -> list[str]:
    """Title, name of the file, and statements of a chunk."""
    source = chunk["source"]
    name = str(source["uri"]).rpartition("/")[2]
    return [source.get("title") or "", name, *(row["text"] for row in chunk["statements"])]


def _are_versions(one: _Edition, other: _Edition, is_told: bool) -> bool:
    """``is_told``: whether the question tells which one of them it means."""
    shorter, longer = (one, other) if len(one.said) <= len(other.said) else (other, one)
    if one.file != other.file and one.name == other.name:
        same = len(shorter.said.keys() & longer.said.keys())
        is_sure = is_told or one.is_old != other.is_old
        share = 0.0 if is_sure else _SHARE_OF_NAMESAKES
        return _have_changed(shorter, longer, max(1, share * len(shorter.said)) - same)
    fewest = 1 if one.file != other.file and len(longer.said) == 1 else _FEWEST
    return _have_changed(shorter, longer, max(fewest, _SHARE * len(shorter.said)))


def _have_changed(shorter: _Edition, longer: _Edition, enough: float) -> bool:
    """Whether ``enough`` statements of the shorter edition have changed in the longer one."""
    changed, left = 0, len(shorter.said)
    for text, words in shorter.said.items():
        if changed >= enough or changed + left < enough:
            break
        changed += _has_changed(text, words, longer)
        left -= 1
    return changed >= enough


def _has_changed(text: str, words: frozenset[str], edition: _Edition) -> bool:
    """Whether an edition says nearly what ``text`` says, but not just so."""
    if text in edition.said or len(words & edition.words) <= _ALIKE * len(words):
        return False
    return any(_are_alike(words, other) for other in edition.said.values())


def _are_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    both = len(one & other)
    return both >= _ALIKE * (len(one) + len(other) - both)
