"""Who comes after whom in an office."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from tests.support.parsing import edges_of


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("Ada Holm left in May. Her place has been taken by Bo Lund.", "REPLACES"),
        ("Ada Holm's place was taken by Bo Lund.", "REPLACES"),
        ("Bo Lund takes over from Ada Holm as manager of the mill.", "SUCCEEDS"),
        ("Bo Lund took over as manager from Ada Holm.", "SUCCEEDS"),
        ("Ada Holm was manager. Bo Lund has taken over from her.", "SUCCEEDS"),
        ("Bo Lund takes it on from Ada Holm.", "SUCCEEDS"),
        ("Ada Holm's place will be taken by Bo Lund.", "REPLACES"),
        ("Ada Holm retired in May. Bo Lund is her successor.", "SUCCESSOR_OF"),
        ("Bo Lund is the successor to Ada Holm.", "SUCCESSOR_OF"),
    ],
)
def test_who_takes_a_place_succeeds_who_had_it(parser: Pipeline, text: str, type_: str) -> None:
    assert ("Bo Lund", type_, "Ada Holm") in edges_of(parser, text)


@pytest.mark.parametrize(
    "text",
    [
        "Bo Lund took over Vane Ltd from Ada Holm.",
        "Bo Lund takes over the works from Ada Holm.",
        "Bo Lund did not take over from Ada Holm.",
        "Bo Lund wants to take over from Ada Holm.",
        "Bo Lund may take over from Ada Holm.",
        "Ada Holm's place was not taken by Bo Lund.",
        "Ada Holm lost a bet with her predecessor but one, Bo Lund.",
    ],
)
def test_what_is_no_succession_or_not_yet_one(parser: Pipeline, text: str) -> None:
    types = {type_ for _, type_, _ in edges_of(parser, text)}
    assert types.isdisjoint({"REPLACES", "SUCCEEDS", "PREDECESSOR_OF"})


def test_who_is_her_own_boss_is_nobody_elses(parser: Pipeline) -> None:
    text = "Max Orr sold the mill to Ada Holm. Ada Holm is her own manager."
    assert not any(type_ == "MANAGER_OF" for _, type_, _ in edges_of(parser, text))
