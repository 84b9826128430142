"""Metadata filters: narrow every retriever to the sources that fit, whatever the filter holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llama_index.core import Document as LlamaDocument
from llama_index.core.vector_stores.types import (
    FilterCondition,
    FilterOperator,
    MetadataFilter,
    MetadataFilters,
)

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.retrieve.candidates import seeds
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES, RetrieverMode
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, empty, snapshot

QUESTION = "Who inspected the Lantern Works in Varde?"
PLACES = ("Varde", "Skive", "Tonder")


def document(number: int) -> Document:
    place = PLACES[number % 3]
    return Document(
        uri=f"report:{number}",
        title=f"Lantern Works Report {number}",
        text=f"Inspector Dahl {number} inspected the Lantern Works in {place}. "
        f"The Lantern Works of {place} employ {number + 10} people.",
        metadata={
            "year": 2000 + number,
            "place": place,
            "draft": ("yes", "no")[number % 2],
            "stars": str(number),
            "status": ("open", "done")[number % 2],
            "date": f"{2000 + number}-0{1 + number % 9}-15T09:30:00+00:00",
            "sealed": number % 2 == 0,
            "id": number,
            "post": 1_234_567_890_123_456_700 + number,
        },
    )


@pytest.fixture(scope="module")
def reports(server: ServerInfo) -> Iterator[KnowledgeGraph]:
    with connect(server) as graph:
        empty(graph.database)
        graph.ingest([document(number) for number in range(12)])
        yield graph


def one(key: str, operator: FilterOperator, value: Any) -> MetadataFilters:
    return MetadataFilters(filters=[MetadataFilter(key=key, operator=operator, value=value)])


def years(
    graph: KnowledgeGraph, filters: MetadataFilters, mode: RetrieverMode = "traversal"
) -> set[int]:
    found = graph.retrieve(QUESTION, mode, filters=filters, max_search_results=None)
    return {result.source["year"] for result in found}


CASES = [
    (one("year", FilterOperator.EQ, 2004), {2004}),
    (one("year", FilterOperator.NE, 2004), set(range(2000, 2012)) - {2004}),
    (one("year", FilterOperator.GT, 2009), {2010, 2011}),
    (one("year", FilterOperator.GTE, 2010), {2010, 2011}),
    (one("year", FilterOperator.LT, 2002), {2000, 2001}),
    (one("year", FilterOperator.LTE, 2001), {2000, 2001}),
    (one("year", FilterOperator.IN, [2003, 2005, 1]), {2003, 2005}),
    (one("year", FilterOperator.NIN, list(range(2000, 2010))), {2010, 2011}),
    (one("place", FilterOperator.ANY, ["Skive", "x"]), {2001, 2004, 2007, 2010}),
    (one("place", FilterOperator.TEXT_MATCH, "ond"), {2002, 2005, 2008, 2011}),
    (one("place", FilterOperator.TEXT_MATCH, "OND"), set()),
    (one("place", FilterOperator.TEXT_MATCH_INSENSITIVE, "OND"), {2002, 2005, 2008, 2011}),
    (one("draft", FilterOperator.EQ, "yes"), set(range(2000, 2012, 2))),
    (one("stars", FilterOperator.GTE, 10), {2010, 2011}),  # a cell of a table is a text
    (one("stars", FilterOperator.LT, 2.5), {2000, 2001, 2002}),
    (one("status", FilterOperator.EQ, "done"), set(range(2001, 2012, 2))),
    (one("missing", FilterOperator.EQ, 1), set()),
    (one("missing", FilterOperator.NE, 1), set()),
    (one("title", FilterOperator.EQ, "Lantern Works Report 7"), {2007}),
]


@pytest.mark.parametrize(("filters", "expected"), CASES, ids=range(len(CASES)))
def test_each_operator_narrows_to_the_sources_that_fit(
    reports: KnowledgeGraph, filters: MetadataFilters, expected: set[int]
) -> None:
    assert years(reports, filters) == expected


def test_an_empty_property_is_found(reports: KnowledgeGraph) -> None:
    filters = one("missing", FilterOperator.IS_EMPTY, None)
    assert years(reports, filters) == set(range(2000, 2012))
    assert years(reports, one("year", FilterOperator.IS_EMPTY, None)) == set()


def test_conditions_nest(reports: KnowledgeGraph) -> None:
    early = MetadataFilter(key="year", operator=FilterOperator.LT, value=2003)
    skive = MetadataFilter(key="place", operator=FilterOperator.EQ, value="Skive")
    either = MetadataFilters(filters=[early, skive], condition=FilterCondition.OR)
    assert years(reports, either) == {2000, 2001, 2002, 2004, 2007, 2010}
    neither = MetadataFilters(filters=[early, skive], condition=FilterCondition.NOT)
    assert years(reports, neither) == set(range(2000, 2012)) - {2000, 2001, 2002, 2004, 2007, 2010}
    draft = MetadataFilter(key="draft", value="yes")
    assert years(reports, MetadataFilters(filters=[draft, either])) == {2000, 2002, 2004, 2010}
    assert years(reports, MetadataFilters(filters=[])) == set(range(2000, 2012))


@pytest.mark.parametrize("mode", RETRIEVER_MODES)
@pytest.mark.parametrize("exact", [0, 1_000_000])
@pytest.mark.parametrize("search_clause", [True, False])
def test_every_way_of_every_retriever_is_narrowed(
    reports: KnowledgeGraph,
    monkeypatch: pytest.MonkeyPatch,
    mode: RetrieverMode,
    exact: int,
    search_clause: bool,
) -> None:
    monkeypatch.setattr(seeds, "EXACT_CHUNKS", exact)
    monkeypatch.setattr(Database, "has_search_clause", search_clause)
    filters = one("year", FilterOperator.IN, [2001, 2004])
    assert years(reports, filters, mode) == {2001, 2004}
    before = reports.database.calls
    reports.retrieve(QUESTION, mode, filters=filters)
    assert reports.database.calls - before <= 3


def test_filters_that_match_nothing_give_nothing(reports: KnowledgeGraph) -> None:
    nothing = one("year", FilterOperator.EQ, 1066)
    for mode in RETRIEVER_MODES:
        assert years(reports, one("year", FilterOperator.EQ, 2001), mode) == {2001}
        assert reports.retrieve(QUESTION, mode, filters=nothing) == []


@pytest.mark.parametrize(
    "bad",
    [
        one("year", FilterOperator.IN, 2004),
        one("year", FilterOperator.EQ, [2004]),
        one("place", FilterOperator.TEXT_MATCH, 3),
    ],
)
def test_a_value_that_the_operator_cannot_take_is_asked_wrongly(
    reports: KnowledgeGraph, bad: MetadataFilters
) -> None:
    with pytest.raises(UsageError, match="cannot take"):
        reports.as_retriever(filters=bad)


HOSTILE = [
    "`",
    "year` = 1 OR true //",
    "x`}) DETACH DELETE n //",
    "\\u0060 = 1 OR true //",
    "year] = 2004 OR source[$filter_0_key",
    "true /* filter */",
    "'; MATCH (n) DETACH DELETE n; //",
    "\x00",
    "",
]


@settings(max_examples=30, deadline=None)
@given(key=st.one_of(st.sampled_from(HOSTILE), st.text(max_size=30)), value=st.text(max_size=30))
def test_no_key_or_value_breaks_out_of_its_place(
    reports: KnowledgeGraph, key: str, value: str
) -> None:
    filters = one(key, FilterOperator.EQ, value.encode("utf-8", "replace").decode())
    known = {"place": value in PLACES, "title": value.startswith("Lantern")}
    assert bool(years(reports, filters)) == known.get(key, False)


def test_hostile_filters_leave_the_graph_as_it_is(reports: KnowledgeGraph) -> None:
    before = snapshot(reports)
    for text in HOSTILE:
        years(reports, one(text, FilterOperator.EQ, text))
        years(reports, one("place", FilterOperator.IN, [text]))
    assert snapshot(reports) == before


def test_too_many_filters_are_refused(reports: KnowledgeGraph) -> None:
    with pytest.raises(UsageError, match="more than 200 filters"):
        reports.retrieve(QUESTION, filters=["year>1"] * 201)
    deep = MetadataFilters(filters=[MetadataFilter(key="year", value=1)])
    for _ in range(600):
        deep = MetadataFilters(filters=[deep])
    with pytest.raises(UsageError, match="filters"):
        reports.retrieve(QUESTION, filters=deep)


def test_half_a_character_in_a_filter_is_said_to_be_that(reports: KnowledgeGraph) -> None:
    with pytest.raises(UsageError, match="half a character"):
        reports.retrieve(QUESTION, filters=["place=\ud800"])


@pytest.mark.parametrize("condition", ["id=3", "post=1234567890123456703", "title~report 3"])
def test_fields_that_are_called_as_our_own_and_long_numbers_are_found(
    reports: KnowledgeGraph, condition: str
) -> None:
    found = reports.as_retriever(filters=[condition]).search(QUESTION)
    assert {result.source["uri"] for result in found} == {"report:3"}


@pytest.mark.parametrize(
    ("condition", "numbers"),
    [
        ("date>=2009", {9, 10, 11}),
        ("date>2009", {10, 11}),
        ("date<2002", {0, 1}),
        ("date<=2002", {0, 1, 2}),
        ("date<=2002-03", {0, 1, 2}),
        ("date<=2002-02", {0, 1}),
        ("date>2009-01-15", {10, 11}),
        ("date<2002-03-15", {0, 1}),
        ("date=2003", {3}),
        ("date=2003-04", {3}),
        ("date=2003-04-15", {3}),
        ("date=2003-04-1", set()),
        ("date!=2003", set(range(12)) - {3}),
        ("date!=2003-04", set(range(12)) - {3}),
        ("year=2003", {3}),
        ("year!=2003", set(range(12)) - {3}),
        ("stars>=2023", set()),
        ("sealed=true", {0, 2, 4, 6, 8, 10}),
        ("sealed=FALSE", {1, 3, 5, 7, 9, 11}),
        ("sealed!=true", {1, 3, 5, 7, 9, 11}),
        ("draft=true", set()),
    ],
)
def test_dates_are_compared_with_years_and_days_and_switches_with_words(
    reports: KnowledgeGraph, condition: str, numbers: set[int]
) -> None:
    found = reports.retrieve(QUESTION, filters=[condition], max_search_results=20)
    assert {result.source["uri"] for result in found} == {f"report:{n}" for n in numbers}


@pytest.mark.parametrize("filters", [["yaer>=2004"], ("place=Varde", "yaer=2004", "zone=1")])
def test_a_field_that_no_source_has_is_an_error_that_names_those_there_are(
    reports: KnowledgeGraph, filters: Sequence[str]
) -> None:
    with pytest.raises(UsageError) as caught:
        reports.retrieve(QUESTION, filters=filters)
    said = str(caught.value)
    assert said.startswith("No source has a field 'yaer'. There are: date, draft, id, ")
    assert "year" in said and "fingerprint" not in said and "\n" not in said


def test_a_field_of_any_source_can_be_asked_for(reports: KnowledgeGraph) -> None:
    for filters in (["status=none"], ["file_name=x"], ["url=x"], ["aliases~x"], ["title=x"]):
        assert reports.retrieve(QUESTION, filters=filters) == []


@pytest.mark.parametrize("search_clause", [True, False])
def test_more_sources_than_are_compared_one_by_one_are_asked_of_the_index(
    reports: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch, search_clause: bool
) -> None:
    monkeypatch.setattr(seeds, "EXACT_CHUNKS", 2)
    monkeypatch.setattr(Database, "has_search_clause", search_clause)
    found = reports.retrieve(QUESTION, filters=["place=Varde"], max_search_results=20)
    assert {result.source["uri"] for result in found} == {f"report:{n}" for n in (0, 3, 6, 9)}


def test_names_of_copies_and_a_field_called_aliases_are_found(
    fresh_graph: KnowledgeGraph,
) -> None:
    copied, own = document(1), document(2)
    fields = {**own.metadata, "aliases": '["Skive works"]', "alias_count": 7}
    fresh_graph.ingest([
        copied, replace(copied, uri="report:copy"), replace(own, metadata=fields),
        document(3),
    ])  # fmt: skip

    def found(filters: MetadataFilters | list[str]) -> set[str]:
        return {one.source["uri"] for one in fresh_graph.retrieve(QUESTION, filters=filters)}

    names = {source.uri: source.aliases for source in fresh_graph.sources.list()}
    [[first, [second]]] = [[uri, [*names[uri]]] for uri in names if names[uri]]
    part = second.removeprefix("report:").upper()
    assert found([f"aliases~{part}"]) == {first}
    assert found(one("aliases", FilterOperator.TEXT_MATCH, second)) == {first}
    assert found(one("aliases", FilterOperator.CONTAINS, second)) == {first}
    assert found(["aliases=true"]) == set()
    assert found(["aliases~skive works"]) == found(["alias_count=7"]) == {own.uri}


@pytest.mark.parametrize(
    ("condition", "numbers"),
    [
        ("file_name=old report é.txt", {1}),
        ("file_name!=old report é.txt", {2, 3}),
        ("file_name~REPORT", {1, 2}),
        ("file_path=/north yard/old report é.txt", {1}),
        ("file_path~north yard", {1}),
        ("file_path=/yard/own.txt", {4}),
        ("file_name=3", {3}),
        ("url=https://lanterns.example/5", {5}),
    ],
)
def test_files_and_pages_are_found_by_the_names_that_nodes_say(
    fresh_graph: KnowledgeGraph, condition: str, numbers: set[int]
) -> None:
    uris = {
        1: "file:///north%20yard/old%20report%20%C3%A9.txt#page=2",
        2: "file:///south/report.md",
        3: "report:3",
        4: "report:4",
        5: "https://lanterns.example/5",
    }
    own: dict[int, dict[str, str | int]] = {
        3: {"file_name": 3},
        4: {"file_path": "/yard/own.txt"},
    }
    fresh_graph.ingest(
        replace(document(n), uri=uri, metadata=own.get(n, {})) for n, uri in uris.items()
    )
    found = fresh_graph.retrieve(QUESTION, filters=[condition])
    assert {result.source["uri"] for result in found} == {uris[n] for n in numbers}


def test_a_field_is_found_by_the_name_that_its_document_has(fresh_graph: KnowledgeGraph) -> None:
    ours = replace(document(4), metadata={"night shift": "busy"})
    theirs = LlamaDocument(id_="kept:5", text=document(5).text, metadata={"night shift": "busy"})
    fresh_graph.ingest([ours, theirs, document(6)])
    for filters in (one("night shift", FilterOperator.EQ, "busy"), ["night shift=busy"]):
        found = fresh_graph.retrieve(QUESTION, filters=filters)
        assert {result.source["uri"] for result in found} == {"report:4", "kept:5"}
