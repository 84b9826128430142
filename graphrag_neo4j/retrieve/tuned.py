"""Weights that ``tune`` found for one graph, in place of the defaults."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, fields, replace

from graphrag_neo4j.retrieve.candidates.pool import CandidatePool
from graphrag_neo4j.retrieve.candidates.walk import Weights


@dataclass(frozen=True, slots=True)
class TunedWeights:
    """``hop``, ``ppr``: as in :class:`~graphrag_neo4j.retrieve.candidates.walk.Weights` (None: the
    default); ``words``: what shared words count, times the default."""

    hop: float | None = None
    ppr: float | None = None
    words: float = 1.0

    @classmethod
    def of(cls, stored: Mapping[str, float] | None, given: Collection[str] = ()) -> TunedWeights:
        """From what the graph holds; a weight that was ``given`` as an option (``hop_weight``)
        is not tuned."""
        known = {one.name for one in fields(cls)} - {
            name.removesuffix("_weight") for name in given if name.endswith("_weight")
        }
        return cls(**{name: v for name, v in (stored or {}).items() if name in known})

    def to_dict(self) -> dict[str, float]:
        """What differs from the default, as the graph holds it."""
        return {name: v for name, v in asdict(self).items() if v is not None}

    def walk(self, weights: Weights | None) -> Weights | None:
        """``weights`` of a walk with these in their place; no walk stays none, and what is
        switched off stays so."""
        if weights is None:
            return None
        hop = weights.hop if self.hop is None or not weights.hop else self.hop
        return replace(weights, hop=hop, ppr=weights.ppr if self.ppr is None else self.ppr)

    def pool(self, pool: CandidatePool) -> CandidatePool:
        """``pool`` where shared words count as here."""
        if self.words == 1:
            return pool
        for candidate in pool.candidates.values():
            candidate.words_weight *= self.words
        return replace(pool, words_weight=pool.words_weight * self.words)
