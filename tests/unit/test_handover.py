"""Hand-over lines as data."""

from __future__ import annotations

import json

from graphrag_neo4j.ingest.extractions_format import parse_line, relation_type_of


def test_triples_are_directed_and_only_listed_objects_are_entities() -> None:
    line = parse_line(
        json.dumps(
            {
                "source": "s",
                "triples": [["B", "is part of", "A"], ["B", "has", "three wheels"]],
                "entities": ["A", "B"],
            }
        )
    )
    facts = [f for s in line.extracted("c", "Title").topics[0].statements for f in s.facts]
    assert [(f.subject, f.relation_type, f.object, f.object_is_entity) for f in facts] == [
        ("B", "IS_PART_OF", "A", True),
        ("B", "HAS", "three wheels", False),
    ]
    assert relation_type_of("!?") == "RELATED"
