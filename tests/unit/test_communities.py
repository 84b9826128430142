"""Hierarchies of communities as data."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import networkx
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from graphrag_neo4j.communities import clustering
from graphrag_neo4j.communities.entity_graph import EntityGraph, edges_of
from graphrag_neo4j.communities.hierarchy import Hierarchy, build, groups
from graphrag_neo4j.communities.incremental import updated
from graphrag_neo4j.communities.louvain import louvain
from graphrag_neo4j.database.connection import Row
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


@given(edges)
@hypothesis_settings(max_examples=150, deadline=None)
def test_louvain_gives_nested_levels_each_better_than_the_one_below(
    ties: dict[tuple[int, int], float],
) -> None:
    graph = entity_graph(ties)
    levels = louvain(range(25), graph, 1.0)
    assert levels == louvain(range(25), graph, 1.0)
    for level in levels:
        assert sorted(node for group in level for node in group) == [*range(25)]
    partitions = [partition_of(level) for level in levels]
    for below, above in pairwise(partitions):
        assert len({*zip(below, above, strict=True)}) == len({*below}) > len({*above})
    found = [graph.quality(partition)[0] for partition in ([*range(25)], *partitions)]
    assert all(b >= a - 1e-9 for a, b in pairwise(found))


def partition_of(level: Sequence[Sequence[int]]) -> list[int]:
    number = {node: n for n, group in enumerate(level) for node in group}
    return [number[node] for node in sorted(number)]


def test_louvain_finds_what_networkx_finds() -> None:
    """Groups of 20; of a node's eight neighbours one in five is of another group."""
    chance = random.Random(3)
    ties: dict[tuple[int, int], float] = {}
    for node in range(400):
        for _ in range(4):
            start = node // 20 * 20 if chance.random() < 0.8 else 0
            other = chance.randrange(start, start + 20) if start else chance.randrange(400)
            if other != node:
                ties[min(node, other), max(node, other)] = 1.0
    graph = entity_graph(ties, 400)
    part = networkx.Graph()
    part.add_nodes_from(range(400))
    part.add_weighted_edges_from(graph.edges)
    theirs = networkx.community.louvain_communities(part, seed=1)
    ours = louvain(range(400), graph, 1.0)[-1]
    quality = graph.quality(partition_of(ours))[0]
    assert quality >= graph.quality(partition_of([sorted(one) for one in theirs]))[0] - 0.01
    assert adjusted_rand_index([n // 20 for n in range(400)], partition_of(ours)) > 0.9


WEIGHTS = (1.0, 2.5, 0.1, 0.3, 0.0, -1.0, float("nan"), float("inf"))
ties_of_rows = st.lists(
    st.tuples(
        st.integers(0, 6),
        st.lists(st.tuples(st.integers(0, 6), st.sampled_from(WEIGHTS)), max_size=4),
        st.sampled_from((1.0, 0.1)),
    ),
    max_size=12,
)


@given(ties_of_rows, st.randoms())
def test_edges_are_sums_of_all_good_weights_whatever_the_order_of_rows(
    rows: list[tuple[int, list[tuple[int, float]], float]], chance: random.Random
) -> None:
    numbers = {server: number for number, server in enumerate((5, 3, 0, 1))}  # 2, 4, 6: unknown
    ties: list[tuple[Row, float]] = [
        (
            {
                "nodes": [node] * len(near),
                "others": [other for other, _ in near],
                "weights": [weight for _, weight in near],
            },
            factor,
        )
        for node, near, factor in rows
    ]
    wanted: dict[tuple[int, int], list[float]] = {}
    for node, near, factor in rows:
        for other, weight in near:
            if node != other and {node, other} <= numbers.keys() and 0 < weight < float("inf"):
                a, b = sorted((numbers[node], numbers[other]))
                wanted.setdefault((a, b), []).append(weight * factor)
    found = edges_of(numbers, ties)
    assert [edge[:2] for edge in found] == sorted(wanted)
    assert [edge[2] for edge in found] == pytest.approx(
        [sum(wanted[key]) for key in sorted(wanted)]
    )
    chance.shuffle(ties)
    assert edges_of(numbers, ties) == found, "to the last bit"


def test_adjusted_rand_index_of_known_partitions() -> None:
    assert adjusted_rand_index([0, 0, 1, 1], [5, 5, 3, 3]) == 1
    assert adjusted_rand_index([0, 0, 1, 1], [0, 1, 0, 1]) == pytest.approx(-0.5)
    assert adjusted_rand_index([0, 0, 1, 2], [0, 0, 1, 1]) == pytest.approx(4 / 7)


def test_a_level_that_joins_hardly_any_is_left_out() -> None:
    ties = {(2 * k, 2 * k + 1): 5.0 for k in range(12)} | {(1, 2): 1.0}
    pairs = [k // 2 for k in range(25)]
    one_joined = [0 if k < 4 else k // 2 for k in range(25)]
    halves = [0 if k < 12 else 1 if k < 24 else 2 for k in range(25)]
    found = build([pairs, one_joined, halves], entity_graph(ties), SETTINGS)
    assert [len(groups(level)) for level in found.levels] == [13, 3]
