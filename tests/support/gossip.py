"""An extractor that says anything of anybody, always the same of the same chunk."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_neo4j.model import (
    Chunk,
    Document,
    ExtractedChunk,
    ExtractedClaim,
    ExtractedEntity,
    ExtractedFact,
    ExtractedStatement,
    ExtractedTopic,
)

NAMES = [f"Station {n}" for n in range(30)] + ["Blue Lines", "BLUE LINES", "blue lines", "Éva 😀"]
TALKED_OF = NAMES[::5]
TYPES = ["TOWN", "PERSON", "UNKNOWN", "UNKNOWN"]
SAID = ["", "it is far", "It is far; nobody goes there", "it was never seen by anybody who told it"]


@dataclass(frozen=True)
class Gossip:
    """Ties, hubs, names in several spellings, relations of one to itself, names that no statement
    has, long descriptions and sums that depend on their order."""

    fingerprint: str = "gossip"

    def extract_many(
        self, work: Sequence[tuple[Document, Sequence[Chunk]]]
    ) -> list[list[ExtractedChunk]]:
        return [[_of(chunk) for chunk in chunks] for _, chunks in work]


def _of(chunk: Chunk) -> ExtractedChunk:
    chance = random.Random(chunk.text)
    topics = tuple(
        ExtractedTopic(f"Topic {n}", tuple(_statement(chance, chunk) for _ in range(3)))
        for n in range(2)
    )
    entities = [
        ExtractedEntity(
            name,
            chance.choice(TYPES),
            chance.choice(SAID) + f" ({chance.randrange(9)})" if name in TALKED_OF else "",
            chance.choice(["", "", "S", name.upper()]),
        )
        for name in NAMES
    ]
    entities.append(ExtractedEntity(f"Alone {chance.randrange(5)}"))
    about = tuple(chance.sample(NAMES, 2))
    subject, object_ = chance.sample(NAMES, 2)
    claim = ExtractedClaim(subject, object_, "CLAIM", "TRUE", "They say so.", source_text="so")
    return ExtractedChunk(chunk.id, topics, tuple(entities), about, (claim,))


def _statement(chance: random.Random, chunk: Chunk) -> ExtractedStatement:
    start = chance.choice([-1, chunk.start, chunk.start + 3])
    end = -1 if start < 0 else chunk.end
    mentions = (*chance.sample(NAMES[:20], chance.randrange(3)), "Station 0")
    facts = tuple(_fact(chance) for _ in range(chance.randrange(3)))
    return ExtractedStatement(f"Say {chance.randrange(400)}.", start, end, mentions, facts)


def _fact(chance: random.Random) -> ExtractedFact:
    is_name = chance.random() < 0.8
    return ExtractedFact(
        chance.choice(NAMES[:12]),
        chance.choice(["visits", "Visits", "left"]),
        chance.choice(NAMES[:12]) if is_name else "in 1843",
        is_name,
        chance.choice(["VISITS", "LEFT"]),
        chance.choice(["", "a b", "a B"]),
        chance.choice([0.1, 0.2, 0.7, 1.0]),
    )
