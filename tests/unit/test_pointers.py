"""Lines that only name what is asked for, among others like them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.retrieve.candidates.pool import Candidate, CandidatePool
from graphrag_neo4j.retrieve.ranking.pointers import pointers_of, without_pointers

QUESTION = "sorting data in tables"
TOLD = "Click a cell and choose the order of its column."


def chunk(*texts: str, id_: str = "c") -> dict[str, Any]:
    """A row of ``retrieve/statements``; each statement's id is its text."""
    rows = [
        {"id": text, "text": text, "words": text, "start": 100 * n, "end": 100 * n + 1, "near": 0.8}
        for n, text in enumerate(texts)
    ]
    return {"chunk": id_, "source": {"id": id_, "title": ""}, "statements": rows}


PAGE = chunk("Data is sorted by the cell that you click.", id_="page")


def found(*texts: str) -> set[str]:
    return set(pointers_of(QUESTION, [chunk(*texts), PAGE]))


@pytest.mark.parametrize(
    "texts",
    [
        (TOLD, "Filtering cells", "Sorting data", "Printing tables"),
        (TOLD, "See also", "Sorting data"),
        (TOLD, "Sorting data"),
    ],
    ids=["in a list", "at its end", "alone at the end"],
)
def test_a_title_among_titles_is_a_pointer(texts: tuple[str, ...]) -> None:
    assert found(*texts) == {"Sorting data"}


LINKS = ("[Our boats](boats.md)", "- [How to launch one](wiki/launch.md)")


def test_a_page_of_links_to_pages_beside_says_nothing() -> None:
    assert pointers_of("how to launch our boats", [chunk(*LINKS, TOLD)]) == set(LINKS)


@pytest.mark.parametrize(
    "texts",
    [
        LINKS[:1],
        ("[The club](https://club.example)", "[The town](https://town.example)"),
        ("Launch [our boats](boats.md) at high water.", "Then see [the tides](tides.md)."),
    ],
    ids=["alone", "addresses elsewhere", "within a sentence"],
)
def test_other_links_may_be_what_is_asked_for(texts: tuple[str, ...]) -> None:
    assert pointers_of("how to launch our boats", [chunk(*texts, TOLD)]) == set()


@pytest.mark.parametrize(
    "texts",
    [
        ("Sorting data", TOLD),
        (TOLD, "Sorting data", TOLD + " Then save."),
        ("Filtering", "Sorting data", TOLD),
        (TOLD, "Sorting data by colour"),
        (TOLD, "We are sorting data."),
        (TOLD, "Is it sorting data?"),
        (TOLD, "Kari: sorting data"),
        ("Sorting data",),
    ],
    ids=[
        "a heading",
        "a heading in the text",
        "a heading after a title",
        "it says more",
        "a sentence",
        "a question",
        "a turn of a chat",
        "all that there is",
    ],
)
def test_what_has_something_below_it_or_says_something_is_none(texts: tuple[str, ...]) -> None:
    assert found(*texts) == set()


def test_an_item_of_a_list_that_nothing_else_tells_of_is_what_is_asked_for() -> None:
    packing = chunk("Pack these:", "Passport copies", "Sun cream", "Adapter plug")
    other = chunk("The cream of the sample was kept at 4 degrees.", id_="lab")
    assert not pointers_of("sun cream", [packing, other])
    told = chunk("Sun cream is sold at the chemist's.", id_="shop")
    assert pointers_of("sun cream", [packing, told]) == {"Sun cream"}


def score(candidate: Candidate) -> float:
    return candidate.base


def pool(candidate: Candidate) -> CandidatePool:
    hits = [{"kind": "statement", "score": 0.98}]
    return CandidatePool({"c": candidate}, {}, hits, 10, candidate.words_weight)


def test_a_chunk_that_only_points_there_loses_what_its_pointer_counts() -> None:
    candidate = Candidate("s", chunk=0.9, statement=1.0, words=1.0)
    said = [chunk(TOLD, "Filtering cells", "Sorting data"), PAGE]
    pointers = pointers_of(QUESTION, said)
    known = pool(candidate)
    new = without_pointers(
        QUESTION, said, {"c": candidate.base, "page": 0.0}, pointers, known, score
    )
    assert new["c"] < candidate.base
    assert candidate.statement == 1.0  # why it was found stays as it was


@pytest.mark.parametrize(("phrase", "left"), [("sorting data", 0.0), ("the order", 0.5)])
def test_a_phrase_counts_only_where_more_than_a_pointer_has_it(phrase: str, left: float) -> None:
    candidate = Candidate("s", exact=0.5, phrases=[phrase])
    said = [chunk(TOLD, "Filtering cells", "Sorting data"), PAGE]
    pointers = pointers_of(QUESTION, said)
    before = {"c": 0.5, "page": 0.0}
    new = without_pointers(QUESTION, said, before, pointers, pool(candidate), lambda one: one.exact)
    assert new["c"] == left


@given(st.lists(st.sampled_from([TOLD, "Sorting data", "See also", "Kari: ok", "Tables"])))
def test_scores_without_pointers_stay_and_none_grows(texts: list[str]) -> None:
    candidate = Candidate("s", chunk=0.9, statement=1.0, words=1.0, ppr=0.5)
    said = [chunk(*texts), PAGE]
    pointers = pointers_of(QUESTION, said)
    before = {"c": candidate.base, "page": 0.0}
    new = without_pointers(QUESTION, said, before, pointers, pool(candidate), score)
    assert new["c"] <= before["c"] + 1e-9
    assert pointers or new == before


def test_links_to_other_notes_are_no_answer() -> None:
    links = {"[[Sorting: data]]", "- [[Tables|data in tables]]"}
    assert found(TOLD, *links) == links
