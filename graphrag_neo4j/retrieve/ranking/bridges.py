"""A question that asks of a thing what another text says of it: "the phone of who leads the roof".

What is nearest to it names the bridge ("Ann leads the roof"). What tells the rest has that name and
those words of the question that the first one lacks ("Ann Hale; phone 4711"), and is far from the
question as a whole. The names need not be entities: any word may be one that few texts have.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphrag_neo4j.extract.lexicon import word_set
from graphrag_neo4j.extract.rules.days import MONTHS
from graphrag_neo4j.retrieve.question.terms import asked_stems, stems
from graphrag_neo4j.retrieve.ranking.ranked import Ranked, by_score

FROM_CHUNKS = (1.0, 0.8, 0.6)
"""What a bridge counts from each of the best chunks,"""
FROM_STATEMENTS = (1.0, 0.7)
"""and from each of the best statements of one."""
OF_CHUNK, OF_STATEMENT = 1.0, 0.5
"""What the other end adds to its chunk's score, beside the best one, and to its own."""
BELOW = 0.999
"""How far behind the best one it stays."""
MOST_ENDS = 4
LEAST_MET, LEAST_NEW = 0.08, 0.05
"""The least part of the question, by rarity, that the first end has, and that the other adds."""
HALF_OF_QUESTION = 2
"""Who has half of the question's words, by rarity, is as good as who has all that lack."""
MOST_SOURCES = 8
"""Other sources that were read and have a name, if it leads to one of them;"""
DECAY = 0.25
"""the more they are, the less it counts: by this power."""
_SHORTEST = 2  # letters of a name
_SHORTEST_UNKNOWN = 5  # letters of a word that is a name as the model does not know it
_WORD = re.compile(r"\w(?:[\w.@+/-]*\w)?")
_NUMBER = re.compile(r"[\d.,:/-]+")


@dataclass(frozen=True, slots=True)
class _Said:
    """A statement, with its words as they are written, in lower case and with those of its title,
    and their stems."""

    item: Ranked
    written: frozenset[str]
    words: frozenset[str]
    stems: frozenset[str]

    @property
    def source(self) -> str:
        return str(self.item.chunk["source"]["id"])

    @property
    def chunk(self) -> str:
        return str(self.item.chunk["chunk"])


def bridged(
    question: str, found: Sequence[Ranked], share: float, is_unknown: Callable[[str], bool]
) -> list[Ranked]:
    """``found``, where the other ends of bridges from the best statements have come up.

    ``share``: what a statement's likeness counts beside its chunk's score; ``is_unknown`` tells
    whether a word is none that the embedding model knows.
    """
    titles = {item.chunk["source"].get("title") or "" for item in found}
    of_titles = {title: _words(str(title)) for title in titles}
    said = [_read(item, of_titles) for item in found]
    gains = _gains(question, said, share, is_unknown)
    if not gains:
        return list(found)
    top = max(item.score for item in found)
    heads = [one.item for _, one in _heads(said, share)]
    most = heads[0].relevance, heads[0].score, heads[0].alike
    chunks: defaultdict[str, list[_Said]] = defaultdict(list)
    for one in said:
        chunks[one.chunk].append(one)
    raised = [item for of in chunks.values() for item in _raised(of, gains, top, most)]
    return sorted(raised, key=by_score)


def _raised(
    chunk: Sequence[_Said],
    gains: Mapping[str, float],
    top: float,
    most: tuple[float, float, float],
) -> Iterator[Ranked]:
    """The statements of a chunk in their order, so high that the best of all, which scores ``most``
    as a statement, by its chunk and by its likeness, keeps its place."""
    of_all = OF_CHUNK * max(gains.get(one.item.id, 0.0) for one in chunk)
    own = [of_all + OF_STATEMENT * gains.get(one.item.id, 0.0) for one in chunk]
    items = [one.item for one in chunk]
    if not of_all:
        yield from items
        return
    scores = _up_to(most[0], [item.relevance for item in items], own)
    of_chunk = _up_to(most[1], [item.score for item in items], [top * of_all] * len(items))
    alike = _up_to(most[2], [item.alike for item in items], [top * more for more in own])
    for item, score, by_chunk, likeness in zip(items, scores, of_chunk, alike, strict=True):
        yield item._replace(relevance=score, score=by_chunk, alike=likeness)


def _up_to(limit: float, now: Sequence[float], more: Sequence[float]) -> list[float]:
    """``now`` and ``more``, all less by as much as the best would be above a little less than
    ``limit``, but none less than it was."""
    new = [one + added for one, added in zip(now, more, strict=True)]
    excess = max(0.0, max(new) - limit * BELOW)
    return [max(before, after - excess) for before, after in zip(now, new, strict=True)]


def _gains(
    question: str, said: Sequence[_Said], share: float, is_unknown: Callable[[str], bool]
) -> dict[str, float]:
    """By id of a statement, 0 to 1: how surely it goes on from one of the best; of the surest."""
    read = _Read(question, said, is_unknown)
    gains: dict[str, float] = {}
    for weight, head in _heads(said, share):
        lacking = read.lacking(head)
        links = read.links(head) if lacking else {}
        for other in said if links else ():
            shared = links.keys() & other.words
            if not shared or other.source == head.source:
                continue
            link, part = max(links[word] for word in shared), read.part(lacking & other.stems)
            gain = weight * link * min(1.0, HALF_OF_QUESTION * part)
            id_ = other.item.id
            if part >= LEAST_NEW and gain > gains.get(id_, 0.0):
                gains[id_] = gain
    surest = sorted(gains, key=lambda id_: (-gains[id_], id_))
    return {id_: gains[id_] for id_ in surest[:MOST_ENDS]}


class _Read:
    """All that was read for a question, as far as bridges ask for it."""

    def __init__(
        self, question: str, said: Sequence[_Said], is_unknown: Callable[[str], bool]
    ) -> None:
        self._asked = asked_stems(question) - stems(" ".join(word_set("words", "stop")))
        self._asked_words = _words(question) | self._asked
        self._is_unknown = is_unknown
        self._rarity = _rarity(self._asked, said)
        self._total = math.fsum(self._rarity.values()) or 1.0
        self._of_source: defaultdict[str, set[str]] = defaultdict(set)
        self._words_of: defaultdict[str, set[str]] = defaultdict(set)
        for one in said:
            self._of_source[one.source] |= one.stems & self._asked
            self._words_of[one.source] |= one.words
        written = frozenset[str]().union(*(one.written for one in said))
        self._written_small = set(filter(str.islower, written))

    def part(self, of_question: frozenset[str]) -> float:
        """What some words of the question are of all, by rarity."""
        return math.fsum(self._rarity[stem] for stem in of_question) / self._total

    def lacking(self, head: _Said) -> frozenset[str]:
        """What a statement and the rest of its source lack of the question; nothing where the
        statement is hardly about it."""
        is_about = self.part(self._asked & head.stems) >= LEAST_MET
        return self._asked - self._of_source[head.source] if is_about else frozenset()

    def links(self, head: _Said) -> dict[str, float]:
        """The names in a statement that few other sources have, and what they count."""
        names = set(self._names(head.item.row["text"])) - self._asked_words
        others = [words for source, words in self._words_of.items() if source != head.source]
        n_others = {word: sum(word in words for words in others) for word in names}
        return {word: n**-DECAY for word, n in n_others.items() if 0 < n <= MOST_SOURCES}

    def _names(self, text: str) -> Iterator[str]:
        """Words with a digit or a line below, with a capital that is always there, and of no
        dictionary; no numbers, months, days of the week."""
        for word in _WORD.findall(text):
            low = word.casefold()
            if len(word) < _SHORTEST or _NUMBER.fullmatch(word) or low in MONTHS:
                continue
            is_code = "_" in word or any(map(str.isdigit, word))
            is_capital = low != word and low not in self._written_small
            is_odd = len(word) >= _SHORTEST_UNKNOWN and word.isalpha() and self._is_unknown(low)
            if is_code or is_capital or is_odd:
                yield low


def _heads(said: Sequence[_Said], share: float) -> Iterator[tuple[float, _Said]]:
    """The best statements of the best chunks, and what a bridge from each counts."""
    chunks: dict[str, list[_Said]] = {}
    for one in said:
        chunks.setdefault(one.chunk, []).append(one)

    def value(id_: str) -> tuple[float, str]:
        alike = max(i.score + share * (i.alike - i.score) for i in (s.item for s in chunks[id_]))
        return -alike, id_

    for weight, id_ in zip(FROM_CHUNKS, sorted(chunks, key=value), strict=False):
        best = sorted(chunks[id_], key=lambda one: by_score(one.item))
        for place, one in zip(FROM_STATEMENTS, best, strict=False):
            yield weight * place, one


def _read(item: Ranked, of_titles: Mapping[str, frozenset[str]]) -> _Said:
    text = str(item.row["text"])
    written = frozenset(_WORD.findall(text))
    title = item.chunk["source"].get("title") or ""
    words = of_titles[title].union(map(str.casefold, written))
    return _Said(item, written, words, stems(text))


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORD.findall(text))


def _rarity(asked: frozenset[str], said: Sequence[_Said]) -> dict[str, float]:
    """How few of the chunks have each stem of the question."""
    of_chunks: defaultdict[str, set[str]] = defaultdict(set)
    for one in said:
        of_chunks[one.chunk] |= one.stems & asked
    counts = Counter(stem for found in of_chunks.values() for stem in found)
    return {stem: math.log((1 + len(of_chunks)) / (0.5 + counts[stem])) for stem in asked}
