"""Topic answers of graphrag-toolkit."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_neo4j.extract.llm import ToolkitFormat
from graphrag_neo4j.extract.llm.records import CUT_OFF

ANSWER = """topic: Lock_3: its [old] gates

  entities:
    lock-3.brenn.example|Lock
    Moss & Sons: Dredgers|Company

  proposition: [Moss & Sons: Dredgers repaired lock-3.brenn.example [twice] on 3 May 2031]

    entity-entity relationships:
    Moss & Sons: Dredgers|REPAIRED|lock-3.brenn.example

    entity-attributes:
    lock-3.brenn.example|PORT|8182

  proposition: The `lock_3` family is closed: "for good".

    entity-entity relationships:

    entity-attributes:


topic: Costs
  entities:
    Moss & Sons: Dredgers|Company
"""


def test_topics_propositions_relations_and_attributes_are_read_as_written() -> None:
    parsed = ToolkitFormat().parse(ANSWER)
    assert parsed.quarantined == ()
    assert [topic.name for topic in parsed.topics] == ["Lock_3: its [old] gates", "Costs"]
    first, second = parsed.topics[0].statements
    assert first.text == (
        "Moss & Sons: Dredgers repaired lock-3.brenn.example [twice] on 3 May 2031"
    )
    assert second.text == 'The `lock_3` family is closed: "for good".'
    relation, attribute = first.facts
    assert (relation.subject, relation.predicate, relation.relation_type, relation.object) == (
        "Moss & Sons: Dredgers", "repaired", "REPAIRED", "lock-3.brenn.example",
    )  # fmt: skip
    assert relation.object_is_entity
    assert (attribute.object, attribute.object_is_entity) == ("8182", False)
    assert [(e.name, e.type) for e in parsed.entities] == [
        ("lock-3.brenn.example", "Lock"),
        ("Moss & Sons: Dredgers", "Company"),
        ("Moss & Sons: Dredgers", "Company"),
    ]


def test_lines_that_fit_nowhere_are_quarantined() -> None:
    parsed = ToolkitFormat().parse(
        "topic: T\n entities:\n A|B|C\n proposition: [p]\n entity-attributes:\n A|B\n chatter\n"
    )
    assert [(kept.record, kept.reason) for kept in parsed.quarantined] == [
        ("A|B|C", "expected 2 fields, found 3"),
        ("A|B", "expected 3 fields, found 2"),
        ("chatter", "expected 3 fields, found 1"),
    ]


def test_the_last_line_of_a_cut_answer_is_quarantined() -> None:
    parsed = ToolkitFormat().parse("topic: T\n entities:\n Alpha|X\n Be", cut=True)
    assert [entity.name for entity in parsed.entities] == ["Alpha"]
    assert [(kept.record, kept.reason) for kept in parsed.quarantined] == [("Be", CUT_OFF)]


def test_other_text_is_unusable() -> None:
    assert ToolkitFormat().parse("single").unusable


@given(st.lists(st.sampled_from(["topic:", "proposition:", "entities:", "|", "a", "\n", "[", "]",
                                 "entity-attributes:", "entity-entity relationships:"]))
       .map("".join), st.booleans())  # fmt: skip
@settings(max_examples=100, deadline=None)
def test_garbage_never_raises(text: str, cut: bool) -> None:
    ToolkitFormat().parse(text, cut=cut)
