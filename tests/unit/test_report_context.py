"""What of a community fits into a report's prompt."""

from __future__ import annotations

from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from graphrag_neo4j.communities import extractive_reports
from graphrag_neo4j.communities.report_context import build_context
from graphrag_neo4j.communities.report_inputs import (
    CommunityInput,
    EntityIn,
    RelationIn,
    Stored,
    SubReport,
)
from graphrag_neo4j.text.tokens import count_tokens
from tests.support.report_prompts import relation_lines


def community_input(
    n: int, relations: list[tuple[int, int, str, str]], reports: bool = False
) -> CommunityInput:
    entities = [
        EntityIn(str(k), f"E{k}", "THING", f"what is known of {k} " * 5, 3, f"child{k % 3}")
        for k in range(n)
    ]
    return CommunityInput(
        Stored("c", 1, n, ("child0", "child1", "child2"), None, None, False),
        entities,
        [RelationIn(str(a), str(b), f"E{a}", f"E{b}", t, d, 1.0) for a, b, t, d in relations],
        reports=[
            SubReport(f"child{k}", n // 3, f"Part {k}", "short", "A long report. " * 20)
            for k in range(3)
            if reports
        ],
    )


def title_of(members: list[tuple[str, str]], ties: list[tuple[int, int]]) -> str:
    """The rules' title for members (name, type) with relations between them."""
    entities = [EntityIn(str(k), n, t, "", 0, None) for k, (n, t) in enumerate(members)]
    relations = [
        RelationIn(str(a), str(b), members[a][0], members[b][0], "KNOWS", "", 1.0) for a, b in ties
    ]
    stored = Stored("c", 0, len(members), (), None, None, False)
    return extractive_reports.write_report(CommunityInput(stored, entities, relations)).title


def test_titles_tell_what_members_share() -> None:
    ring = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2)]
    people = [(name, "PERSON") for name in ("Anna", "Bo", "Carl", "Dora", "Eva")]
    assert title_of(people, ring) == "Anna, Carl and 3 other people"
    mixed = [("contract_end", "UNKNOWN"), ("Spain", "PLACE"), ("main.py", "UNKNOWN"),
             ("2024", "DATE"), ("Port of Melby", "PLACE")]  # fmt: skip
    assert title_of(mixed, ring) == "Port of Melby, Spain and 3 others"
    hub = [("Nordic Freight", "COMPANY"), *people]
    star = [(0, k) for k in range(1, 6)]
    assert title_of(hub, star) == "Nordic Freight: Anna, Bo, Carl"
    assert title_of(people[:2], [(0, 1)]) == "Anna and Bo"


relation_rows = st.lists(
    st.tuples(
        st.integers(0, 29),
        st.integers(0, 29),
        st.sampled_from(["SUPERSEDES", "KNOWS", "RELATED"]),
        st.text("abc \n", max_size=300),
    ),
    max_size=60,
)


@given(relation_rows, st.integers(200, 6_000), st.booleans())
@hypothesis_settings(max_examples=150, deadline=None)
def test_cut_context_fits_and_its_lines_still_carry_type_and_direction(
    relations: list[tuple[int, int, str, str]], budget: int, reports: bool
) -> None:
    data = community_input(30, relations, reports)
    context = build_context(data, budget)
    assert count_tokens(context.text) <= budget
    lines = relation_lines(context.text)
    stored = {(f"E{a}", t, f"E{b}") for a, b, t, _ in relations}
    assert set(lines) <= stored
    assert context.counters.directed == context.counters.lines == len(lines)
    if not context.substituted and not context.left_out:
        assert len(lines) == len(relations)


def test_sub_reports_stand_for_details_where_these_do_not_fit() -> None:
    relations = [(a, a + 3, "KNOWS", "they met " * 30) for a in range(27)]
    crossing = [(0, 1, "FOUNDED", "in 1843")]
    data = community_input(30, [*relations, *crossing], reports=True)
    whole = build_context(data, 20_000)
    assert not whole.substituted
    cut = build_context(data, 2_000)
    assert cut.substituted >= 2
    assert ("E0", "FOUNDED", "E1") in relation_lines(cut.text)
    assert "- Part 0 (10 entities) — A long report." in cut.text


def test_descriptions_are_shortened_before_lines_go() -> None:
    data = community_input(30, [(a, a + 3, "KNOWS", "they met " * 30) for a in range(27)])
    cut = build_context(data, 1_500)
    assert cut.cap is not None
    assert cut.left_out == 0
    assert len(relation_lines(cut.text)) == 27
