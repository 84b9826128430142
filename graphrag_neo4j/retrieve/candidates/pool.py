"""Chunks that may hold the answer, with all that speaks for each."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.candidates.words_weight import WORDS_WEIGHTS
from graphrag_neo4j.retrieve.question.names import exact_word_counts

N_COUNTED = 100
"""Passages with a word of the question are counted up to so many."""
N_HOLDERS = 3
"""What a question says word for word counts where so many passages or fewer have it."""
UNKNOWN_WORD = 0.4
"""What a word counts beside a phrase (1) that the embedding model has no vector of its own for, as
"ferritin": the vectors of texts tell little of it, and where few passages have it, it tells which
one is meant. A common word that few have does not: with it, of 1,400 questions on four mixed
folders as many are answered worse as better."""
_WORD = re.compile(r"\w+")
_INFLECTED = re.compile(r"\w(?:ed|ing)\Z")
"""What is asked to have been done, a text may well say in other words."""
N_SEEDS = 20
COSINE_SPAN = 0.275
"""Neo4j's similarity is (1 + cos) / 2; hits this far below the best one count nothing."""
STATEMENT_WEIGHT = 0.5
"""What the nearest statement counts beside the nearness of the chunk (1)."""
TITLE_WEIGHT = 0.5
"""What a named title adds to what is near: a half."""
TITLE_IDF = 4.0
"""From this inverse document frequency on, a named title counts in full."""
ANCHOR_TITLE = 0.3
"""From this title on a walk has something to start from that the question names."""
CROWDED = 0.9
"""Below this :attr:`CandidatePool.spread` the nearest chunks crowd in few sources."""
LONG = 0.25
"""Below this one, a few long documents fill the list."""
LEAST_TRUST = 0.2
"""How far words are trusted at least, once it is known what passages say."""
SEED_DECAY = 0.15
MIN_WEIGHT = 0.05
"""Seeds and ways through the graph that weigh less are left: they never change what is found
(measured on three sets), and are nine tenths of the work."""
NAMED_FARTHER = 0.02
"""How much farther the best passage may be, as Neo4j counts it, from a question that is mended to
have a name of one word; one of more words says enough. Of 100 questions of 2Wiki with a slip in a
name the first five sources had 91.0 without this."""
COMMON_NAME = 0.5
"""What a title counts that the question may as well use as a word."""


class Unseen(NamedTuple):
    """What the vectors of a chunk and its statements count that are not among the nearest."""

    chunk: float = 0.0
    statement: float = 0.0


ALL_SEEN = Unseen()


@dataclass(slots=True)
class Candidate:
    """A chunk of ``source`` (its id), its signals, each 0 to 1, and the ways that led to it.

    ``words_weight``: what shared words count for this question; ``unseen``: what stands in for
    nearness that is not known.
    """

    source: str = ""
    words_weight: float = WORDS_WEIGHTS[0]
    unseen: Unseen = ALL_SEEN
    chunk: float = 0.0
    statement: float = 0.0
    words: float = 0.0
    title: float = 0.0
    exact: float = 0.0
    hop: float = 0.0
    ppr: float = 0.0
    named: list[str] = field(default_factory=list)
    phrases: list[str] = field(default_factory=list)
    hop_via: dict[str, str] | None = None
    ppr_via: str | None = None

    @property
    def base(self) -> float:
        """Nearness of chunk and best statement, shared words, and named title and rare phrase, 0
        to 2.5."""
        near = (self.chunk or self.unseen.chunk) + self.words_weight * self.words
        near += STATEMENT_WEIGHT * (self.statement or self.unseen.statement)
        near /= 1 + self.words_weight + STATEMENT_WEIGHT
        return near * (1 + TITLE_WEIGHT * self.title + self.exact)

    def path(self) -> dict[str, Any]:
        """Why the chunk was found: its signals (``scores``), the entities of the question that
        it is about (``named``), what it has of it word for word as few others do (``phrases``),
        and the best hop (``hop``: from which chunk's title, through
        which entity) and ppr (``ppr``: from which entity) that reached it."""
        names = ("chunk", "statement", "words", "title", "exact", "hop", "ppr")
        path: dict[str, Any] = {
            "scores": {name: round(getattr(self, name), 4) for name in names if getattr(self, name)}
        }
        ways = {
            "named": self.named,
            "phrases": self.phrases,
            "hop": self.hop_via,
            "ppr": self.ppr_via,
        }
        return path | {name: way for name, way in ways.items() if way}


@dataclass(frozen=True, slots=True)
class CandidatePool:
    """Candidates by chunk id, the entities that the question names (id -> name), hits, the
    number of chunks in the graph, what shared words count for this question, the chunk hits at
    which a walk does not start, how rare each word of the question is, 0 to 1, by its stem,
    what vectors count that are not among the nearest, and which entities of the question are
    called by a common word, that may mean none, what shared words count less for candidates, and
    how far the model's vectors can read what was found, 0 to 1."""

    candidates: dict[str, Candidate]
    named: dict[str, str]
    hits: Sequence[Row]
    n_chunks: int
    words_weight: float
    no_starts: frozenset[str] = frozenset()
    rarity: Mapping[str, float] = field(default_factory=dict)
    unseen: Unseen = ALL_SEEN
    common: frozenset[str] = frozenset()
    discount: float = 0.0
    readable: float = 1.0

    @property
    def sure_names(self) -> list[str]:
        """Names of the question that are no common words."""
        return [name for id_, name in self.named.items() if id_ not in self.common]

    def at(self, row: Row) -> Candidate:
        """The candidate of a hit's chunk, a new one if nothing spoke for it so far."""
        known = self.candidates.get(row["chunk"])
        if known is None:
            weight = self.words_weight - self.discount
            known = Candidate(row["source"], weight, self.unseen)
            self.candidates[row["chunk"]] = known
        return known

    def best(self, kind: str) -> float:
        """The best raw score of one kind of hit, 0 if there is none."""
        return best_score(self.hits, kind)

    @property
    def is_anchored(self) -> bool:
        """Whether the question names something that a passage is about, and few others are."""
        return any(one.title >= ANCHOR_TITLE for one in self.candidates.values())

    @property
    def spread(self) -> float:
        """Of how many sources the nearest chunks are, by their number: near 1 where each text is
        about one thing, near 0 where a few long documents, or what one person wrote, fill the
        list; 1 without any."""
        near = [one.source for one in self.candidates.values() if one.chunk]
        return len(set(near)) / len(near) if near else 1.0

    @property
    def is_crowded(self) -> bool:
        """Whether the nearest chunks are of clearly fewer sources than there are of them."""
        return self.spread < CROWDED

    @property
    def is_long(self) -> bool:
        """Whether what was found is of long documents, of which only a part is read: a number that
        it lacks may stand in the rest."""
        return self.spread < LONG

    @property
    def trust_in_words(self) -> float:
        """:data:`LEAST_TRUST`, where shared words count least for this question, to 1."""
        least, most = WORDS_WEIGHTS
        share = min(1.0, max(0.0, (self.words_weight - least) / (most - least)))
        return LEAST_TRUST + (1 - LEAST_TRUST) * share

    def nearest_statements(self, n: int) -> list[Row]:
        """The ``n`` statement hits nearest to the question."""
        found = {hit["via"]: hit for hit in self.hits if hit["kind"] == "statement"}
        return sorted(found.values(), key=lambda hit: (-hit["score"], hit["via"]))[:n]

    def seeds(self, near: float = 1.0) -> list[Row]:
        """The best chunks with weights: ``near`` for the best one, less below, and 1 for each that
        is about an entity the question names (so that a comparison starts from both)."""
        bases = {
            id_: candidate.base
            for id_, candidate in self.candidates.items()
            if id_ not in self.no_starts
        }
        order = sorted(bases, key=lambda id_: (-bases[id_], id_))[:N_SEEDS]
        weights = {
            id_: max(
                near * math.exp((bases[id_] - bases[order[0]]) / SEED_DECAY),
                self.candidates[id_].title,
            )
            for id_ in order
        }
        return [
            {"id": i, "weight": weight} for i, weight in weights.items() if weight >= MIN_WEIGHT
        ]

    def add_named(self, names: Mapping[str, str], hits: Sequence[Row]) -> None:
        """Raise the candidates that are about an entity of ``names``; ``hits`` have the chunk, the
        entity (``via``), its document frequency, and the share (``score``) that falls to each of
        the sources about it: whom a hundred chats open with says little of any one of them."""
        for hit in hits:
            specific = min(1.0, idf(self.n_chunks, hit["chunk_count"]) / TITLE_IDF)
            specific *= COMMON_NAME if hit["via"] in self.common else 1.0
            candidate = self.at(hit)
            candidate.title = min(1.0, candidate.title + specific * hit["score"])
            candidate.named.append(names[hit["via"]])

    def add_mentioned(self, names: Mapping[str, str], hits: Sequence[Row]) -> None:
        """Raise the candidates that mention an entity of ``names`` of one word that few passages
        have, if no phrase told: of "Challenger" the full-text index knows no more than the stem.
        A name without a capital counts by the share of these passages that mean the entity: of
        "computers" few mean the journal."""
        counts = exact_word_counts(self.hits)
        for hit in hits:
            name = names[hit["via"]]
            passages = counts.get(name.casefold(), N_COUNTED)
            if passages > N_HOLDERS:
                continue
            meant = min(1.0, hit["chunk_count"] / passages) if passages and name.islower() else 1.0
            candidate = self.at(hit)
            if not any(name.casefold() in phrase.casefold() for phrase in candidate.phrases):
                candidate.exact = min(1.0, candidate.exact + meant * hit["score"] ** 2)
                candidate.phrases.append(name)

    def add_unknown_words(self, hits: Sequence[Row], is_unknown: Callable[[str], bool]) -> None:
        """Raise the candidates that have a word which few others have and which ``is_unknown`` to
        the embedding model (:data:`UNKNOWN_WORD`), unless it is a part of a name or a phrase."""
        said = [phrase for candidate in self.candidates.values() for phrase in candidate.phrases]
        names = set(_WORD.findall(" ".join([*said, *self.named.values()]).casefold()))
        best: dict[str, tuple[float, str]] = {}
        for hit in hits:
            word = hit["via"].strip()
            if word not in names and not _INFLECTED.search(word) and is_unknown(word):
                self.at(hit)
                best[hit["chunk"]] = max(best.get(hit["chunk"], (0.0, "")), (hit["score"], word))
        for id_, (score, word) in best.items():
            candidate = self.candidates[id_]
            candidate.exact = min(1.0, candidate.exact + UNKNOWN_WORD * score**2)
            candidate.phrases.append(word)


def is_meant(typed: CandidatePool, mended: CandidatePool) -> bool:
    """Whether a question was meant as it is ``mended``: if no passage gets farther by it (of the
    dads' days "days" is no better spelling), or it says a name then that it did not as it was
    ``typed``."""
    farther = typed.best("chunk") - mended.best("chunk")
    named = [name for id_, name in mended.named.items() if id_ not in typed.named]
    return farther <= (NAMED_FARTHER if named else 0) or any(" " in name for name in named)


def nearness(score: float, best: float) -> float:
    """A similarity on the scale 0..1, where the best hit has 1."""
    return max(0.0, 1 - (best - score) / COSINE_SPAN)


def best_score(hits: Sequence[Row], kind: str) -> float:
    return max((hit["score"] for hit in hits if hit["kind"] == kind), default=0.0)


def idf(n: float, df: int) -> float:
    return math.log((n + 1) / (df + 0.5))
