"""Hierarchies of communities as data."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from graphrag_neo4j.communities import clustering
from graphrag_neo4j.communities.entity_graph import EntityGraph
from graphrag_neo4j.communities.hierarchy import Hierarchy, build, groups
from graphrag_neo4j.communities.incremental import updated
from graphrag_neo4j.settings import Settings
from tests.support.partitions import adjusted_rand_index

SETTINGS = Settings(_env_file=None)


edges = st.dictionaries(
    st.tuples(st.integers(0, 24), st.integers(0, 24)).filter(lambda e: e[0] < e[1]),
    st.integers(1, 5).map(float),
    max_size=70,
)


def entity_graph(ties: dict[tuple[int, int], float], n: int = 25) -> EntityGraph:
    names = [f"{k:03}" for k in range(n)]
    return EntityGraph(names, names, [(a, b, w) for (a, b), w in sorted(ties.items())])


def as_sets(hierarchy: Hierarchy) -> list[set[frozenset[int]]]:
    return [{frozenset(m) for m in groups(level).values()} for level in hierarchy.levels]


def small(size: int = 5) -> Settings:
    return SETTINGS.model_copy(update={"max_community_size": size})


@given(edges)
@hypothesis_settings(max_examples=150, deadline=None)
def test_update_of_an_unchanged_graph_is_the_same_hierarchy(
    ties: dict[tuple[int, int], float],
) -> None:
    graph = entity_graph(ties)
    first = build(clustering.louvain(graph, small()), graph, small())
    assert as_sets(updated(first.levels, first.base, graph, small())) == as_sets(first)


@given(edges, edges)
@hypothesis_settings(max_examples=150, deadline=None)
def test_updated_hierarchy_is_a_tree_of_all_entities(
    ties: dict[tuple[int, int], float], more: dict[tuple[int, int], float]
) -> None:
    graph = entity_graph(ties)
    first = build(clustering.louvain(graph, small()), graph, small())
    grown = entity_graph({**ties, **{(a, b + 25): w for (a, b), w in more.items()}}, 50)
    known = [[*level, *[None] * 25] for level in first.levels]
    second = updated(known, first.base, grown, small())
    for level, above in zip(second.levels, second.levels[1:], strict=False):
        assert len(level) == len(above) == 50
        for members in groups(level).values():
            assert len({above[node] for node in members}) == 1


def test_adjusted_rand_index_of_known_partitions() -> None:
    assert adjusted_rand_index([0, 0, 1, 1], [5, 5, 3, 3]) == 1
    assert adjusted_rand_index([0, 0, 1, 1], [0, 1, 0, 1]) == pytest.approx(-0.5)
    assert adjusted_rand_index([0, 0, 1, 2], [0, 0, 1, 1]) == pytest.approx(4 / 7)
