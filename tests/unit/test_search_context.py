"""Relations and references as a prompt shows them."""

from __future__ import annotations

from graphrag_neo4j.search.context import Context
from graphrag_neo4j.search.relation_counts import count_relations
from graphrag_neo4j.search.tables import Record, RecordIndex, report_record


def test_a_turned_relation_is_not_counted_as_directed() -> None:
    register = RecordIndex()
    values = {"source": "A", "target": "B", "relation_type": "OWNS", "description": ""}
    id_ = register.keep(Record("Relationships", "a OWNS b", values))
    for ends, directed in ((("A", "B"), 1), (("B", "A"), 0)):
        row = {**values, "id": id_, "source": ends[0], "target": ends[1]}
        counts = count_relations(Context("", {"Relationships": [row]}), register)
        assert counts is not None
        assert (counts.shown, counts.directed) == (1, directed)


def test_references_of_a_report_do_not_meet_the_numbers_of_a_context() -> None:
    row = {"id": "c", "title": "T", "content": "# T\n\nIt is so [Data: Entities (3); Reports (1)]."}
    assert report_record(row).values["content"] == "It is so."
