"""Answers that were recorded from real models: nothing is lost, texts come out as written.

The recordings are not part of the repository. Their folder is ``GRAPHRAG_DATA`` or
``../shared/data`` beside it.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from graphrag_neo4j.extract.llm import Parsed, ToolkitFormat, TupleFormat

_HOME = Path(os.environ.get("GRAPHRAG_DATA") or Path(__file__).parents[3] / "shared" / "data")
_TAG = '["“]{}["”]'


def _data(path: str) -> Path:
    found = _HOME / path
    if not found.exists():
        pytest.skip(f"no recorded answers at {path}: set GRAPHRAG_DATA to their folder")
    return found


def _counts(parsed: Parsed) -> tuple[int, int, int, int]:
    statements = [statement for topic in parsed.topics for statement in topic.statements]
    n_facts = sum(len(statement.facts) for statement in statements)
    return len(parsed.topics), len(statements), n_facts, len(parsed.entities)


def test_no_record_of_recorded_tuples_is_lost() -> None:
    answers = json.loads(_data("nano_recorded/answers.json").read_text("utf-8"))
    total = 0
    for text in (answer["return"] for answer in answers.values()):
        n_entities = len(re.findall(_TAG.format("entity"), text))
        n_relations = len(re.findall(_TAG.format("relation(?:ship)?"), text))
        if not n_entities + n_relations:
            continue
        parsed = TupleFormat().parse(text)
        _, n_statements, n_facts, found = _counts(parsed)
        assert (found, n_facts, n_statements) == (
            n_entities, n_relations, n_entities + n_relations,
        )  # fmt: skip
        assert parsed.quarantined == ()
        total += n_entities + n_relations
    assert total > 1_000


def test_texts_of_recorded_tuples_come_out_as_written() -> None:
    answers = json.loads(_data("nano_recorded/answers.json").read_text("utf-8"))
    quoted = r'"([^"<]*)"'
    entity = re.compile(rf'\("entity"<\|>{quoted}<\|>{quoted}<\|>{quoted}\)')
    relation = re.compile(
        rf'\("relationship"<\|>{quoted} ?<\|>{quoted} ?<\|>{quoted} ?<\|>([\d.]+)\)'
    )
    n_compared = 0
    for text in (answer["return"] for answer in answers.values()):
        parsed = TupleFormat().parse(text)
        found: set[tuple[object, ...]] = {(e.name, e.type, e.description) for e in parsed.entities}
        found |= {
            (fact.subject, fact.object, fact.description, fact.weight)
            for topic in parsed.topics
            for statement in topic.statements
            for fact in statement.facts
        }
        expected = {
            tuple(part.strip() for part in match.groups()) for match in entity.finditer(text)
        }
        expected |= {
            (*(part.strip() for part in match.groups()[:3]), float(match[4]))
            for match in relation.finditer(text)
        }
        assert expected <= found
        n_compared += len(expected)
        for record in parsed.entities:
            assert record.name in text
            assert record.description in text
    assert n_compared > 1_000


def test_no_record_of_recorded_toolkit_answers_is_lost() -> None:
    n_answers = 0
    for path in sorted(_data("ecorp/raw_answers").glob("*.txt")):
        text = path.read_text("utf-8")
        lines = [line.strip() for line in text.splitlines()]
        if not any(line.startswith("topic:") for line in lines):
            continue
        n_answers += 1
        propositions = [line[12:].strip() for line in lines if line.startswith("proposition:")]
        parsed = ToolkitFormat().parse(text)
        assert parsed.quarantined == ()
        assert _counts(parsed) == (
            sum(line.startswith("topic:") for line in lines),
            len(propositions),
            sum(line.count("|") == 2 for line in lines),
            sum(line.count("|") == 1 for line in lines),
        )
        texts = [statement.text for topic in parsed.topics for statement in topic.statements]
        assert texts == [line[1:-1] if line[0] == "[" else line for line in propositions]
        relations = {line for line in lines if line.count("|") == 2}
        assert relations == {
            f"{fact.subject}|{fact.relation_type}|{fact.object}"
            for topic in parsed.topics
            for statement in topic.statements
            for fact in statement.facts
        }
    assert n_answers == 18
