"""Hand-over lines as data."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.ingest.extractions import Passages
from graphrag_neo4j.ingest.extractions_format import parse_line, relation_type_of
from tests.support.growth import check_linear


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


def test_a_place_without_its_end_is_none() -> None:
    """Else what is between two statements would be looked for after nothing."""
    places = ({"start": 3}, {"end": 5}, {"start": 0, "end": 2})
    said = [{"text": f"{n}.", **place} for n, place in enumerate(places)]
    line = parse_line(json.dumps({"source": "s", "statements": said}))
    statements = line.extracted("c", "Title").topics[0].statements
    assert [(one.start, one.end) for one in statements] == [(-1, -1), (-1, -1), (0, 2)]


@pytest.mark.parametrize("name", ["start", "end"])
@pytest.mark.parametrize("is_of_statement", [False, True])
def test_a_place_that_is_too_large_for_the_graph_is_told_of(
    name: str, is_of_statement: bool
) -> None:
    statement: dict[str, Any] = {"text": "Una Vik owns Vega Ltd."}
    line: dict[str, Any] = {"source": "s", "text": "Una Vik.", "statements": [statement]}
    changed = statement if is_of_statement else line
    changed[name] = 2**61
    assert parse_line(json.dumps(line)).source.uri == "s"
    for number in (2**63 - 1, 99999999999999999999):  # text that follows the first is beyond
        changed[name] = number
        with pytest.raises(ReadError, match=name):
            parse_line(json.dumps(line))


def places(passages: Passages, text: str) -> list[int]:
    return [passage.chunk["id"] for passage in passages.near(text)]


def test_a_text_is_hung_on_its_chunk_or_on_those_that_share_it() -> None:
    texts = ("Una Vik owns Vega Ltd.", "Una Vik owns Vega Ltd. It sails.", "It rains.", "It rains.")
    passages = Passages([{"id": n, "text": text} for n, text in enumerate(texts)])
    assert places(passages, "Una  Vik owns\nVega Ltd.") == [0]  # not on what quotes it, too
    assert places(passages, "It rains.") == [2, 3]
    assert places(passages, "Vega Ltd.") == [0, 1]
    assert places(passages, "It rains. It snows.") == [2, 3]
    assert places(passages, "It snows.") == []
    assert places(passages, "") == [0, 1, 2, 3]


def test_many_texts_find_their_chunks_among_many_in_linear_time() -> None:
    def find(size: int) -> None:
        texts = [f"On day {n} Una Vik sailed to the isle. " * 20 for n in range(size)]
        passages = Passages([{"id": n, "text": text} for n, text in enumerate(texts)])
        assert [places(passages, text) for text in texts] == [[n] for n in range(size)]

    check_linear(find, 3_000)
