"""The second stage: one step through the graph, and what it adds to the candidates.

*Hops* lead from the seeds through the entities of the statements that answer best to the
chunks about those entities, or mentioning them. *Pushes* are one step of personalised PageRank
(HippoRAG runs it to convergence; one step is as good within this mix) from the entities of the
question and of the statements nearest to it. The constants are measured: see
``docs/retrieval.md``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.candidates.pool import MIN_WEIGHT, N_SEEDS, Candidate, CandidatePool
from graphrag_neo4j.retrieve.filters import SourceCondition
from graphrag_neo4j.retrieve.steps import Query

N_NEAR_STATEMENTS = 10
"""Statements nearest to the question from whose entities PPR starts, too."""
PPR_SHARE = 0.8
"""Share of a PPR step that goes through entities; the rest stays where it started."""
UNANCHORED = 0.5
"""What a walk counts at most where the question names nothing that a passage is about."""
START_DECAY = 0.2
NEAR_DECAY = 0.015

CONSTANTS = {
    "about_weight": 1.0,
    "mention_weight": 0.5,
    "statement_decay": 0.125,
    "target_decay": 0.35,
    "full_idf": 3.0,
    "hub": 50,
    "ppr_full_idf": 4.0,
    "ppr_hub": 100,
    "least": MIN_WEIGHT,
}


@dataclass(frozen=True, slots=True)
class Weights:
    """What a walk counts beside the base score (0 to 2.5), and from how many of the statements
    nearest to the question PPR starts."""

    hop: float = 2.0
    ppr: float = 0.75
    near_statements: int = 0

    def score(self, candidate: Candidate, trust: float = 1.0) -> float:
        """The final score of a chunk; ``trust``: :func:`trust_in_walk`."""
        return candidate.base + trust * (self.hop * candidate.hop + self.ppr * candidate.ppr)


def trust_in_walk(stage: CandidatePool) -> float:
    """A walk counts in full where it starts from what the question names; else the less, the
    fewer sources the nearest chunks are of: it leads from page to page of one document then."""
    return 1.0 if stage.is_anchored else UNANCHORED * stage.spread


def walk_query(
    stage: CandidatePool,
    vector: list[float],
    weights: Weights,
    keywords: Sequence[str],
    condition: SourceCondition | None,
    starts: float = 1.0,
) -> Query:
    """The statement that goes on from the first stage; ``keywords`` are ids of entities that
    the question means without naming them; ``starts``: what being near to the question counts,
    beside what it names."""
    best = stage.best("statement")
    near = [
        {"id": hit["via"], "weight": starts * math.exp((hit["score"] - best) / NEAR_DECAY)}
        for hit in stage.nearest_statements(weights.near_statements)
    ]
    parameters = {
        "vector": vector,
        "seeds": stage.seeds(starts) if stage.candidates and weights.hop else [],
        "named": list(stage.named),
        "keywords": list(keywords),
        "near": near,
        "best_near": stage.best("chunk") or stage.best("statement") or 1.0,
        **CONSTANTS,
        **(condition.parameters if condition else {}),
    }
    return Query("retrieve/walk", parameters, condition=condition.text if condition else None)


def add_walk(
    stage: CandidatePool,
    walked: Mapping[str, Sequence[Row]],
    weights: Weights,
    keywords: Mapping[str, str],
) -> None:
    """Put what a walk reached into the candidates: ``hop`` as it is, ``ppr`` scaled to 0..1.

    A step of PPR ends in chunks that were near to start with, or that much leads to; the square
    root keeps the tail in play.
    """
    stage.add_named(keywords, [hit for hit in walked["about"] if hit["via"] in keywords])
    bases = {id_: candidate.base for id_, candidate in stage.candidates.items()}
    order = sorted(bases.values(), reverse=True)[:N_SEEDS]
    mass = {
        id_: (1 - PPR_SHARE) * math.exp((base - order[0]) / START_DECAY)
        for id_, base in bases.items()
        if base >= order[-1]
    }
    for row in walked["hops"] if weights.hop else ():
        candidate = stage.at(row)
        candidate.hop = row["weight"]
        candidate.hop_via = {"entity": row["entity"], "from": row["from"]}
    for row in walked["ppr"]:
        candidate = stage.at(row)
        candidate.ppr_via = row["entity"]
        mass[row["chunk"]] = mass.get(row["chunk"], 0.0) + PPR_SHARE * row["weight"]
    most = max(mass.values(), default=1.0)
    for id_, weight in mass.items():
        stage.candidates[id_].ppr = math.sqrt(weight / most)
