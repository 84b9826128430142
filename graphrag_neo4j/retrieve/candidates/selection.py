"""Which chunks are read for their statements: by score, from several sources, never below a plain
search.

A walk through the graph finds what a plain search cannot, and now and then leads astray. So the
sources that stand first by vectors and words alone keep a place among the first ones, and one long
document does not fill the list with its chunks.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate

from graphrag_neo4j.retrieve.candidates.pool import Candidate, CandidatePool

SECOND_CHUNK = 0.1
"""What the second best chunk of a source adds to the best one: several answer better than one."""
CHUNKS_PER_SOURCE = 2
"""Chunks of a source that are read as their scores say;"""
FURTHER = 0.9
"""each one beyond counts so much less: the third of the right contract before a recipe, but not
all of one document before all others."""
LIFT = 1.05
"""What the source that the floor holds first counts beside the one that it passes: hardly more, as
what they say has still to tell which of both comes first, and which is of the wanted year."""
WHOLE = 0.9
"""What the other chunks of the first source count beside its best, where all of it is asked for."""
MOST_OF_WHOLE = 8
HARDLY = 1e-3
"""How far these stand behind each other."""
Floor = Sequence[tuple[int, int]]
"""(n, places): the n sources that are best without the walk stand within so many places."""
FLOOR: Floor = ((1, 1), (2, 5), (4, 10))
HIGH_FLOOR: Floor = ((1, 1), (4, 5), (8, 10))
"""Where the question names nothing from which a walk could start."""
FULL_FLOOR: Floor = ((1, 1), (2, 2), (5, 5), (10, 10))
"""Where, besides, the nearest chunks crowd in few sources: what a walk adds comes behind them."""


def floor_of(stage: CandidatePool) -> Floor:
    """The floor for a question's candidates."""
    if stage.is_anchored:
        return FLOOR
    return FULL_FLOOR if stage.is_crowded else HIGH_FLOOR


def further_of(stage: CandidatePool) -> float:
    """What each further chunk of a source counts; nothing where long documents would fill the list
    with theirs."""
    return 0.0 if stage.is_long else FURTHER


def choose(
    candidates: Mapping[str, Candidate],
    scores: Mapping[str, float],
    n: int | None,
    floor: Floor = FLOOR,
    per_source: int = CHUNKS_PER_SOURCE,
    further: float = FURTHER,
) -> dict[str, float]:
    """The ``n`` chunks to read (None: all) with their scores, best first.

    ``scores``: the final ones, by chunk; ``per_source``: chunks of a source that come as these say,
    while each one more counts by ``further`` less (0: they come after all others). Those that the
    floor lifts get a score between their new neighbours'.
    """
    lifted = _lifted(candidates, _supported(candidates, scores), floor)
    order = sorted(lifted, key=lambda id_: (-lifted[id_], id_))
    read = _spread(candidates, order, lifted, per_source, further)
    return {id_: lifted[id_] for id_ in read[:n]}


def with_first_source(
    candidates: Mapping[str, Candidate], scores: Mapping[str, float], chosen: Mapping[str, float]
) -> dict[str, float]:
    """``chosen``, where the best others of the first source's chunks follow its best one at once;
    ``scores``: of all ``candidates``."""
    first = next(iter(chosen), None)
    if first is None:
        return {}
    source = candidates[first].source
    others = [id_ for id_ in scores if candidates[id_].source == source and id_ != first]
    others.sort(key=lambda id_: (-scores[id_], id_))
    new = dict(chosen)
    for n, id_ in enumerate(others[:MOST_OF_WHOLE], start=1):
        new[id_] = max(new.get(id_, 0.0), chosen[first] * WHOLE * (1 - n * HARDLY))
    return dict(sorted(new.items(), key=lambda pair: (-pair[1], pair[0])))


def _supported(
    candidates: Mapping[str, Candidate], scores: Mapping[str, float]
) -> dict[str, float]:
    """``scores``, where the best chunk of each source has a share of its second one's."""
    supported = dict(scores)
    by_source: dict[str, list[str]] = {}
    for id_ in sorted(scores, key=lambda id_: (-scores[id_], id_)):
        by_source.setdefault(candidates[id_].source, []).append(id_)
    for best, *others in by_source.values():
        if others:
            supported[best] += SECOND_CHUNK * scores[others[0]]
    return supported


def _lifted(
    candidates: Mapping[str, Candidate], scores: Mapping[str, float], floor: Floor
) -> dict[str, float]:
    """``scores``, where the sources that the floor holds get one between their neighbours'."""
    best = _best_chunks(candidates, scores)
    plain = {id_: candidates[id_].base for id_ in scores if candidates[id_].base > 0}
    base = _best_chunks(candidates, plain)
    first = _agreed(candidates)
    plainly = sorted(base, key=lambda source: source != first)
    order = _with_floor(list(best), plainly, floor)
    lifted = dict(scores)
    from_last = (scores[best[one]] for one in reversed(order))
    highest = list(accumulate(from_last, max, initial=0.0))[::-1]
    above = math.inf
    for source, below in zip(order, highest[1:], strict=True):
        if lifted[best[source]] < below:
            best[source] = base[source]
            lifted[base[source]] = (above + below) / 2 if above < math.inf else below * LIFT
        above = lifted[best[source]]
    return lifted


def _agreed(candidates: Mapping[str, Candidate]) -> str | None:
    """The source that is best by vectors and by words, if it is the same: whatever a title or the
    walk says, it stays first."""
    by_vector = max(candidates.values(), key=lambda one: one.chunk, default=None)
    by_words = max(candidates.values(), key=lambda one: one.words, default=None)
    if by_vector is None or by_words is None or not by_vector.chunk or not by_words.words:
        return None
    return by_vector.source if by_vector.source == by_words.source else None


def _with_floor(order: list[str], plain: Sequence[str], floor: Floor) -> list[str]:
    """Sources in ``order``, those that are best in ``plain`` moved up as far as they must."""
    for n, places in floor:
        head, rest = order[:places], order[places:]
        missing = [source for source in plain[:n] if source not in head]
        for source in missing:
            last = next(one for one in reversed(head) if one not in plain[:n])
            head.remove(last)
            rest.remove(source)
            rest.insert(0, last)
        order = head + missing + rest
    return order


def _best_chunks(
    candidates: Mapping[str, Candidate], scores: Mapping[str, float]
) -> dict[str, str]:
    """The best chunk of each source, by the source's id; best source first."""
    best: dict[str, str] = {}
    for id_ in sorted(scores, key=lambda id_: (-scores[id_], id_)):
        best.setdefault(candidates[id_].source, id_)
    return best


def _best_by_signal(candidates: Mapping[str, Candidate]) -> set[str]:
    """Chunks with the best vector, the best statement, the best words, or a phrase of the
    question that no other has."""
    best = {id_ for id_, one in candidates.items() if one.exact >= 1}
    for name in ("chunk", "statement", "words"):
        signal = {id_: getattr(one, name) for id_, one in candidates.items()}
        first = min(signal, key=lambda id_: (-signal[id_], id_), default="")
        best |= {first} if signal.get(first) else set()
    return best


def _spread(
    candidates: Mapping[str, Candidate],
    order: Sequence[str],
    scores: Mapping[str, float],
    per_source: int,
    further: float,
) -> list[str]:
    """``order``, where each further chunk of a source is held for less than the one before it, but
    for those that are best by one signal."""
    best = _best_by_signal(candidates)
    counts: Counter[str] = Counter()
    held_for: dict[str, float] = {}
    for id_ in order:
        source = candidates[id_].source
        counts[source] += 1
        beyond = 0 if id_ in best else max(0, counts[source] - per_source)
        held_for[id_] = scores[id_] * further**beyond
    return sorted(order, key=lambda id_: -held_for[id_])
