"""Names taken apart, what rules make of them, and groups that do not depend on any order."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.entities.acronyms import introduction
from graphrag_neo4j.entities.clusters import MAX_MEMBERS, merges
from graphrag_neo4j.entities.matching import decide
from graphrag_neo4j.entities.names import singular, take_apart
from graphrag_neo4j.entities.resolvable import Match, Pair, ResolvableEntity, pair
from graphrag_neo4j.ids import entity_id
from graphrag_neo4j.text.accents import without_accents


def named(name: str, type_: str = "UNKNOWN", chunk_count: int = 1) -> ResolvableEntity:
    id_ = entity_id(name)
    return ResolvableEntity(id_, name, type_, chunk_count, "", (id_,))


def one_source(ids: Collection[str]) -> dict[str, set[str]]:
    return {id_: {"s"} for id_ in ids}


def anywhere(pairs: Collection[tuple[ResolvableEntity, ResolvableEntity]]) -> set[Pair]:
    """As if texts introduced every acronym."""
    return {pair(short.id, long.id) for short, long in pairs}


def nowhere(pairs: Collection[tuple[ResolvableEntity, ResolvableEntity]]) -> set[Pair]:
    return set()


def merged(*entities: ResolvableEntity, sources: object = one_source) -> list[tuple[str, str, str]]:
    """What rules merge: alias, canonical, reason."""
    found = decide(entities, sources, anywhere)  # type: ignore[arg-type]
    by_id = {e.id: e for e in entities}
    return [(m.alias.name, m.canonical.name, m.reason) for m in merges(by_id, found.same, ())]


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("Nordic Freight", "Nordic Freight Ltd.", "legal form"),
        ("Nordic Freight GmbH & Co. KG", "Nordic Freight", "legal form"),
        ("Café Zürich", "Cafe Zurich", "spelling"),
        ("Blue-Line", "Blueline", "spelling"),
        ("Data Base", "Database", "spelling"),
        ("Smørrebrød", "Smorrebrod", "spelling"),
        ("vector index", "Vector Indexes", "plural"),
        ("supply stations", "Supply Station's", "plural"),
        ("World Health Organization", "WHO", "acronym"),
        ("World Health Organization", "W.H.O.", "acronym"),
        ("Ministry of Harbours", "MoH", None),
        ("Ministry of Harbours", "MH", "acronym"),
        ("Mr. Scrooge", "Scrooge", "title"),
        ("Dr. Anna Berg", "Anna Berg", "title"),
        ("Apollo 11", "Apollo 13", None),
        ("Apollo 1 1", "Apollo 11", None),
        ("T-07", "T07", None),
        ("PUMP-07", "PUMP07", "spelling"),
        ("Version 2", "Version", None),
        ("Acme Inc.", "Acme GmbH", None),
        ("Acme Incorporated", "Acme, Inc.", "spelling"),
        ("Mr. Berg", "Mrs. Berg", None),
        ("Adam", "Adams", None),
        ("がく", "かく", None),
        ("C", "C++", None),
        ("Anna Berg", "Anna Holm", None),
    ],
)
def test_two_names_in_one_source(one: str, other: str, reason: str | None) -> None:
    found = merged(named(one), named(other))
    assert [r for _, _, r in found] == ([reason] if reason else [])


def test_plural_is_no_reason_for_people() -> None:
    assert not merged(named("Roger Williams", "PERSON"), named("Roger William", "UNKNOWN"))
    assert merged(named("apples", "FRUIT"), named("apple"))


def test_known_types_that_differ_are_left_open() -> None:
    one, other = named("Blue-Line", "COMPANY"), named("Blueline", "PLACE")
    found = decide([one, other], one_source, anywhere)
    assert (found.same, found.open) == ([], {pair(one.id, other.id)})
    assert merged(named("Blue-Line", "COMPANY"), named("Blueline"))


def test_acronyms_and_titles_need_a_common_source() -> None:
    apart = {entity_id("WHO"): {"a"}, entity_id("Mr. Scrooge"): {"a"}}

    def sources(ids: Collection[str]) -> dict[str, set[str]]:
        return {id_: apart.get(id_, {"b"}) for id_ in ids}

    names = ("WHO", "World Health Organization", "Mr. Scrooge", "Scrooge")
    assert not merged(*map(named, names), sources=sources)
    assert len(merged(*map(named, names))) == 2


def test_initials_alone_merge_nothing() -> None:
    names = ("Lost Parcels", "LP", "Late Ship Notices", "LSN")
    found = decide(map(named, names), one_source, nowhere)
    assert found.same == []
    assert found.open == {pair(entity_id(a), entity_id(b)) for a, b in (names[:2], names[2:])}, (
        "left to somebody who can tell"
    )


@pytest.mark.parametrize(
    ("text", "is_introduced"),
    [
        ("The World Port League (WPL) met.", True),
        ("the world port\nleague (also “WPL”) met", True),
        ("WPL (World Port League) met.", True),
        ("WPL (short for World-Port League) met.", True),
        ("World Port League, known as the WPL, met.", True),
        ("World Port League calls itself WPL.", True),
        ("WPL stands for World Port League.", True),
        ("The World Port League met. The WPL did not.", False),
        ("World Port League (Oslo, with the WPL) met.", False),
        ("New World Port Leagues (WPL)", False),
        ("World Port League (WPLA)", False),
        ("the world port league (wpl)", False),
    ],
)
def test_a_text_introduces_an_acronym(text: str, is_introduced: bool) -> None:
    pattern = introduction(named("WPL"), named("World Port League"))
    assert bool(re.search(pattern, text)) == is_introduced


def test_what_is_ambiguous_is_left_open() -> None:
    for names in (
        ("WHO", "World Health Organization", "World Hockey Olympics"),
        ("Scrooge", "Mr. Scrooge", "Mrs. Scrooge"),
        ("Scrooge", "Mr. Scrooge", "Ebenezer Scrooge", "Fan Scrooge"),
    ):
        found = decide(map(named, names), one_source, anywhere)
        assert not found.same and found.open, names


def test_a_shared_name_does_not_chain_what_contradicts() -> None:
    assert not merged(named("Acme", chunk_count=9), named("Acme Inc."), named("Acme GmbH"))
    assert not merged(named("Data-Base"), named("Data Base", "BOOK"), named("Database", "SOFTWARE"))


def test_the_most_frequent_then_the_longest_name_is_canonical() -> None:
    assert merged(named("Acme"), named("Acme Inc.", chunk_count=3))[0][:2] == ("Acme", "Acme Inc.")
    assert merged(named("Acme", chunk_count=3), named("Acme Inc."))[0][:2] == ("Acme Inc.", "Acme")
    assert merged(named("Acme"), named("Acme Inc."))[0][:2] == ("Acme", "Acme Inc.")


def test_an_llm_goes_before_types_and_nobody_before_who_took_a_pair_apart() -> None:
    one, other = named("Blue-Line", "COMPANY"), named("Blueline", "PLACE")
    by_id = {e.id: e for e in (one, other)}
    yes = [Match(pair(one.id, other.id), "said", "llm")]
    assert [m.by for m in merges(by_id, yes, ())] == ["llm"]
    assert merges(by_id, yes, {pair(one.id, other.id)}) == []


def test_groups_stay_bounded() -> None:
    many = [named(f"name {i}") for i in range(3 * MAX_MEMBERS)]
    chain = [Match(pair(a.id, b.id), "r", "llm") for a, b in pairwise(many)]
    found = merges({e.id: e for e in many}, chain, ())
    sizes = {m.canonical.id: 1 for m in found}
    for m in found:
        sizes[m.canonical.id] += 1
    assert max(sizes.values()) <= MAX_MEMBERS


NAMES = [
    "Acme", "Acme Inc.", "Acme GmbH", "ACME-Co", "A.C.M.E.", "Alpine Coal Mining Enterprise",
    "Mr. Berg", "Mrs. Berg", "Berg", "Anna Berg", "Dr. Anna Berg", "Data Base", "Database",
    "data bases", "Line 1", "Line 2", "Line-1",
]  # fmt: skip


@given(
    st.lists(
        st.tuples(
            st.sampled_from(NAMES), st.sampled_from(["UNKNOWN", "PERSON", "COMPANY"]),
            st.integers(1, 3),
        ),
        unique_by=lambda e: entity_id(e[0]),
    ),
    st.randoms(),
)  # fmt: skip
def test_the_order_of_entities_means_nothing(
    entities: list[tuple[str, str, int]], r: object
) -> None:
    every = [named(*entity) for entity in entities]
    before = merged(*every)
    r.shuffle(every)  # type: ignore[attr-defined]
    assert merged(*every) == before
    types = {e.name: e.type for e in every}
    for alias, canonical, _ in before:
        assert len({types[alias], types[canonical]} - {"UNKNOWN"}) <= 1


@given(st.text(min_size=1, max_size=30))
def test_any_name_can_be_taken_apart(name: str) -> None:
    form = take_apart(name)
    assert isinstance(form.key + form.singular + form.acronym, str)
    assert without_accents(without_accents(name)) == without_accents(name)
    assert singular(singular(name)) is not None


def called(name: str, *aliases: str, type_: str = "UNKNOWN") -> ResolvableEntity:
    id_ = entity_id(name)
    return ResolvableEntity(id_, name, type_, 3, "", (id_,), (), aliases)


def test_what_a_note_says_it_is_called_besides_is_the_same() -> None:
    bell, other = called("The Sunken Drum", "Old Margery", "the Drum"), named("Old Margery")
    assert merged(bell, other) == [("Old Margery", "The Sunken Drum", "alias")]


@pytest.mark.parametrize(
    "others",
    [
        [called("Ada Holm", "Finch"), called("Olga Rask", "Finch"), named("Finch")],
        [called("Ada Holm", "Finch"), named("Finch"), named("Peter Finch")],
        [called("Ada Holm", "Finch", type_="PERSON"), named("Finch", "LOCATION")],
        [called("Nordic Care Board", "NHS"), named("NHS")],
    ],
)
def test_another_name_that_somebody_else_may_have_proves_nothing(
    others: list[ResolvableEntity],
) -> None:
    assert merged(*others) == []
