"""The allocator and the citations, on records of their own."""

from __future__ import annotations

import csv
import io
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_neo4j.search.causal_paths import read_paths
from graphrag_neo4j.search.citations import cited
from graphrag_neo4j.search.context import Section, allocate
from graphrag_neo4j.search.tables import Record, RecordIndex, relation_record
from graphrag_neo4j.text.tokens import count_tokens

TEXT = st.text(alphabet=st.sampled_from('ab, \n"é漢0-'), max_size=200)


def relation(n: int, description: str) -> Record:
    row = {
        "source_id": f"z{n}", "target_id": f"a{n}", "source": f"Zed {n}", "target": f"Ant {n}",
        "relation_type": "SUPERSEDES", "description": description, "weight": 1.0, "rank": 2,
        "evidence": [],
    }  # fmt: skip
    return relation_record(row)


def source(n: int, text: str) -> Record:
    return Record("Sources", f"s{n}", {"source": "doc", "text": text})


@settings(max_examples=150, deadline=None)
@given(
    st.lists(TEXT, max_size=12),
    st.lists(TEXT, max_size=12),
    st.integers(30, 1_200),
    st.floats(0, 1),
    st.booleans(),
)
def test_no_context_is_over_budget_and_none_loses_type_or_direction(
    descriptions: list[str], texts: list[str], budget: int, share: float, pass_on: bool
) -> None:
    sections = [
        Section("Relationships", share, [relation(n, d) for n, d in enumerate(descriptions)], 0.4),
        Section("Sources", 1 - share, [source(n, t) for n, t in enumerate(texts)], 0.5),
    ]
    context = allocate(sections, budget, RecordIndex(), pass_on=pass_on)
    assert context.tokens == count_tokens(context.text) <= budget
    if not pass_on:
        assert context.section_tokens["Relationships"] <= share * budget
    for n, row in enumerate(context.tables["Relationships"]):
        assert (row["source"], row["relation_type"], row["target"]) == (
            f"Zed {n}", "SUPERSEDES", f"Ant {n}",
        )  # fmt: skip
        cut = row["description"].removesuffix("…")
        assert descriptions[n].startswith(cut)
    body = context.text.partition("-----Relationships-----\n")[2].partition("-----Sources-----")[0]
    read = list(csv.DictReader(io.StringIO(body)))
    assert [row["target"] for row in read] == [r["target"] for r in context.tables["Relationships"]]


def test_what_one_section_leaves_the_next_one_uses() -> None:
    words = "several plain words stand here in a row " * 20
    sections = [
        Section("Relationships", 0.8, [relation(1, "short")]),
        Section("Sources", 0.2, [source(n, words) for n in range(50)]),
    ]
    context = allocate(sections, 2_000, RecordIndex())
    assert context.tokens >= 0.98 * 2_000
    kept = allocate(sections, 2_000, RecordIndex(), pass_on=False)
    assert kept.tokens < 0.3 * 2_000
    turned = allocate(sections[::-1], 2_000, RecordIndex())
    assert turned.tokens >= 0.98 * 2_000  # the first is served again


def test_one_long_text_fills_a_budget_alone() -> None:
    context = allocate(
        [Section("Sources", 0.5, [source(1, "word " * 9_000)], 0.5)], 1_000, RecordIndex()
    )
    assert 980 <= context.tokens <= 1_000


def test_an_id_stays_the_same_in_all_contexts_of_an_answer() -> None:
    register = RecordIndex()
    first = allocate([Section("Sources", 1.0, [source(1, "a"), source(2, "b")])], 500, register)
    second = allocate([Section("Sources", 1.0, [source(3, "c"), source(1, "a")])], 500, register)
    assert [row["id"] for row in first.tables["Sources"]] == [1, 2]
    assert [row["id"] for row in second.tables["Sources"]] == [3, 1]
    found = register.get("Sources", 3)
    assert found is not None and found.key == "s3"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (
            "A [Data: Sources (15, 16), Reports (1); Entities (5, 7, +more)].",
            [
                ("Sources", "15"),
                ("Sources", "16"),
                ("Reports", "1"),
                ("Entities", "5"),
                ("Entities", "7"),
            ],
        ),
        ("[data: source (1)] and [Data: Sources (1)]", [("Sources", "1")]),
        ("[Data: Rumours (x)]", [("Rumours", "x")]),
        ("[Data:] [LLM: verify] [Data: Sources ()]", []),
    ],
)
def test_citations_are_read(answer: str, expected: list[tuple[str, str]]) -> None:
    assert cited(answer) == expected


@given(st.text(alphabet=st.sampled_from("[]()Data: Sources,;+1a\n"), max_size=300))
def test_any_answer_can_be_read_for_citations(answer: str) -> None:
    assert all(dataset and id_ for dataset, id_ in cited(answer))


def test_paths_that_are_part_of_another_or_run_in_a_circle_are_left_out() -> None:
    def row(*names: str) -> dict[str, object]:
        steps = [
            {"source_id": a, "source": a, "target_id": b, "target": b, "relation_type": "CAUSES"}
            for a, b in pairwise(names)
        ]
        return {"entities": list(names), "steps": steps, "score": float(len(steps))}

    paths = read_paths([row("B", "C"), row("A", "B", "C"), row("C", "D"), row("X", "Y", "X")])
    assert [path.text for path in paths] == ["A -[CAUSES]-> B -[CAUSES]-> C", "C -[CAUSES]-> D"]
