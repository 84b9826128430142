"""An extractor of your own: one statement a line, and who supplies what to whom.

It reads each document by itself and answers in names; ids, vectors and the diff against what the
graph has are the product's work. Change ``fingerprint`` whenever the output could change.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphrag_neo4j import (
    Chunk,
    Document,
    ExtractedChunk,
    ExtractedEntity,
    ExtractedFact,
    ExtractedStatement,
    ExtractedTopic,
    KnowledgeGraph,
)

_SUPPLIES = re.compile(r"(?P<who>[A-Z][\w ]+?) supplies (?P<whom>[A-Z][\w ]+?) with .+?\.")


class SupplyExtractor:
    """Finds "A supplies B with C."."""

    fingerprint = "supplies-1"

    def extract_many(
        self, work: Sequence[tuple[Document, Sequence[Chunk]]]
    ) -> list[list[ExtractedChunk]]:
        """For each document, one record for each of its chunks, in the same order."""
        return [[self._of(chunk) for chunk in chunks] for _, chunks in work]

    def _of(self, chunk: Chunk) -> ExtractedChunk:
        statements = []
        names: set[str] = set()
        for found in _SUPPLIES.finditer(chunk.text):
            who, whom = found["who"], found["whom"]
            fact = ExtractedFact(who, "supplies", whom, relation_type="SUPPLIES")
            start, end = chunk.start + found.start(), chunk.start + found.end()
            statements.append(ExtractedStatement(found[0], start, end, (who, whom), (fact,)))
            names |= {who, whom}
        entities = tuple(ExtractedEntity(name, "ORGANIZATION") for name in sorted(names))
        topic = ExtractedTopic("Supplies", tuple(statements))
        return ExtractedChunk(chunk.id, (topic,) if statements else (), entities)


def main() -> None:
    """Ingest one document, and show what is known of a supplier."""
    with KnowledgeGraph.local(extractor=SupplyExtractor()) as graph:
        graph.ingest(Document("doc:1", "Kestrel Optics supplies Orion with lenses.", "Supplies"))
        print(graph.entities.get("Kestrel Optics"))


if __name__ == "__main__":
    main()
