"""Answers as JSON, whole, untidy and malformed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_neo4j.extract.llm import JsonFormat, Parsed
from graphrag_neo4j.extract.llm.records import CUT_OFF, clean

FACT: dict[str, Any] = {
    "subject": "Ärla: the [Heron]",
    "predicate": "guards",
    "object": "Gate_7",
    "object_is_entity": True,
    "relation_type": "GUARDS",
    "description": 'Ärla "guards" it.',
    "strength": 8,
}
ANSWER: dict[str, Any] = {
    "topics": [
        {"name": "Gates", "statements": [{"text": "Ärla guards Gate_7.", "facts": [FACT]}]},
    ],
    "entities": [{"name": "Ärla: the [Heron]", "type": "PERSON", "description": "A keeper."}],
}


def _parse(answer: object) -> Parsed:
    return JsonFormat().parse(json.dumps(answer))


def _with_fact(**changes: object) -> dict[str, Any]:
    fact = {key: value for key, value in {**FACT, **changes}.items() if value is not ...}
    return {"topics": [{"name": "T", "statements": [{"text": "S.", "facts": [fact]}]}]}


def test_every_part_of_an_answer_is_read() -> None:
    parsed = _parse(ANSWER)
    assert (parsed.unusable, parsed.quarantined) == ("", ())
    (topic,) = parsed.topics
    (statement,) = topic.statements
    (fact,) = statement.facts
    assert (topic.name, statement.text) == ("Gates", "Ärla guards Gate_7.")
    assert (fact.subject, fact.predicate, fact.object) == (
        "Ärla: the [Heron]", "guards", "Gate_7",
    )  # fmt: skip
    assert (fact.relation_type, fact.description, fact.weight) == (
        "GUARDS", 'Ärla "guards" it.', 8.0,
    )  # fmt: skip
    (entity,) = parsed.entities
    assert (entity.name, entity.type, entity.description) == (
        "Ärla: the [Heron]", "PERSON", "A keeper.",
    )  # fmt: skip


def test_the_schema_accepts_what_the_parser_reads() -> None:
    schema = JsonFormat().schema
    assert schema.model_validate(ANSWER)
    assert "claims" not in schema.model_json_schema()["properties"]
    assert "claims" in JsonFormat(claims=True).schema.model_json_schema()["properties"]


@pytest.mark.parametrize(
    "wrapped",
    [
        "```json\n{}\n```",
        "Here it is:\n{}",
        "{}\n\nAnything else?",
        "[{}]",
        "\ufeff {}",
        "By {schema} [1]: {}",
        "{} or {x}",
    ],
)
def test_what_stands_around_an_answer_does_no_harm(wrapped: str) -> None:
    text = wrapped.replace("{}", json.dumps(ANSWER))
    assert JsonFormat().parse(text) == _parse(ANSWER)


def test_slips_are_mended() -> None:
    text = json.dumps(ANSWER).replace('"PERSON", ', "'PERSON', ").replace("8}", "8,}")
    assert JsonFormat().parse(text) == _parse(ANSWER)


def test_of_an_answer_that_was_cut_off_what_is_closed_is_read() -> None:
    text = json.dumps(ANSWER)
    whole = JsonFormat().parse(text)
    for end in range(20, len(text) - 1, 7):
        assert JsonFormat().parse(text[:end]).unusable  # where nobody says that it was cut
        found = JsonFormat().parse(text[:end], cut=True)
        assert found.unusable == CUT_OFF or found.quarantined[-1].reason == CUT_OFF
        assert set(found.entities) <= set(whole.entities)
        facts = [f for t in found.topics for s in t.statements for f in s.facts]
        assert set(facts) <= {f for t in whole.topics for s in t.statements for f in s.facts}
    last = JsonFormat().parse(text[:-2], cut=True)
    assert (last.topics, last.entities) == (whole.topics, whole.entities)


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", "no", '{"other": 1}', "[1, 2]", '"x"'])
def test_other_json_is_unusable(text: str) -> None:
    assert JsonFormat().parse(text).unusable


def test_an_answer_without_records_is_usable() -> None:
    assert _parse({"topics": [], "entities": []}) == Parsed()


def test_literals_may_be_numbers_and_missing_parts_have_defaults() -> None:
    answer = _with_fact(
        object=8182, object_is_entity=False, strength=..., description=..., predicate=...
    )
    (fact,) = _parse(answer).topics[0].statements[0].facts
    assert (fact.object, fact.object_is_entity, fact.weight) == ("8182", False, 1.0)
    assert (fact.predicate, fact.description) == ("guards", "")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"subject": "  "}, "subject is empty"),
        ({"subject": ["A", "B"]}, "subject is not a text"),
        ({"object": None}, "object is empty"),
        ({"object": "N" * 10_000}, "object is longer than 300 characters"),
        ({"object": "", "object_is_entity": False}, "object is empty"),
        ({"strength": "strong"}, "strength is not a number from 0 up"),
        ({"strength": -1}, "strength is not a number from 0 up"),
        ({"strength": {"value": 1}}, "strength is not a number from 0 up"),
    ],
)
def test_a_malformed_fact_costs_only_itself(changes: dict[str, Any], reason: str) -> None:
    answer = _with_fact(**changes)
    answer["topics"][0]["statements"][0]["facts"].append(FACT)
    parsed = _parse(answer)
    assert len(parsed.topics[0].statements[0].facts) == 1
    (kept,) = parsed.quarantined
    assert kept.reason == reason
    assert kept.record.startswith("{")


def test_malformed_statements_entities_and_lists_are_quarantined() -> None:
    parsed = _parse(
        {
            "topics": [{"name": "T", "statements": [{"text": ""}, "loose", {"text": "S."}]}],
            "entities": [{"type": "X"}, {"name": "E" * 301}, {"name": "E"}],
            "claims": {"subject": "not in a list"},
        }
    )
    assert [statement.text for statement in parsed.topics[0].statements] == ["S."]
    assert [entity.name for entity in parsed.entities] == ["E"]
    assert [kept.reason for kept in parsed.quarantined] == [
        "statement is empty",
        "not an object",
        "name is empty",
        "name is longer than 300 characters",
        "not a list",
    ]


def test_claims_are_read() -> None:
    claim = {
        "subject": "Ada", "object": "NONE", "type": "FRAUD", "status": "false",
        "description": "d", "start_date": "2031-05-03", "end_date": "NONE", "source_text": "s",
    }  # fmt: skip
    (found,) = _parse({"claims": [claim]}).claims
    assert (found.subject, found.object, found.status) == ("Ada", "", "FALSE")
    assert (found.start_date, found.end_date, found.source_text) == ("2031-05-03", "", "s")


@given(name=st.text(max_size=60), text=st.text(max_size=60))
@settings(max_examples=100, deadline=None)
def test_texts_come_back_as_they_were_written(name: str, text: str) -> None:
    answer = {
        "topics": [{"name": "T", "statements": [{"text": text}]}],
        "entities": [{"name": name}],
    }
    parsed = _parse(answer)
    assert [entity.name for entity in parsed.entities] == [clean(name)] * bool(clean(name))
    texts = [statement.text for topic in parsed.topics for statement in topic.statements]
    assert texts == [clean(text)] * bool(clean(text))


_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["topics", "entities", "claims", "name", "statements", "facts", "text",
                             "subject", "object", "strength", "status"]),
            inner, max_size=4,
        ),
    ),
    max_leaves=20,
)  # fmt: skip


@given(_JSON, st.text(max_size=30))
@settings(max_examples=150, deadline=None)
def test_garbage_never_raises(answer: Any, text: str) -> None:
    _parse(answer)
    JsonFormat().parse(text)
    JsonFormat().parse('{"topics": ' + text)


def test_unstorable_characters_are_removed_and_all_others_kept() -> None:
    text = '{"entities": [{"name": "\\u0000שלום \\ud83d\\ude42\\ud800", "description": "\u202e"}]}'
    (entity,) = JsonFormat().parse(text).entities
    assert entity.name == "שלום 🙂\ufffd"
    assert entity.description == "\u202e"
    entity.name.encode()
