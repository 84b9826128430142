"""Clauses asked for by their number, definitions, headings told apart by numbers."""

from __future__ import annotations

from typing import Any

import pytest

from graphrag_neo4j.retrieve.ranking.chunks import local_shares
from graphrag_neo4j.retrieve.ranking.clauses import asked_clauses, clauses
from graphrag_neo4j.retrieve.ranking.definitions import definitions
from graphrag_neo4j.retrieve.ranking.numbered_headings import numbered
from tests.support.growth import check_linear
from tests.support.ranking import rank

LEASE = "mem:lease"
RULES = "mem:rules"


def chunk(id_: str, uri: str, section: str, *said: tuple[str, str]) -> dict[str, Any]:
    """A passage with pairs of a heading and what stands below it."""
    rows: list[dict[str, Any]] = []
    for n, (topic, text) in enumerate(said):
        row = {"id": text, "text": text, "words": text, "near": 0.5, "facts": [], "named": None}
        row |= {"topic": topic, "topic_id": topic, "place": None}
        rows.append({**row, "start": 100 * n, "end": 100 * n + len(text)})
    source = {"title": uri.removeprefix("mem:"), "uri": uri, "id": uri}
    return {"chunk": id_, "section": section, "statements": rows, "source": source}


SAID = [
    chunk(
        "a",
        LEASE,
        "Lease of the boathouse",
        ("3 Repairs", "The roof is the landlord's."),
        ("12 Pets", "No goats are kept."),
        ("Notices", "12. Letters go to the office."),
        ("Notices", "7.3 Nobody may moor a raft."),
        ("Notices", "F2 A swan may nest."),
        ("Notices", "A swan may sleep."),
        ("Notices", "12 crates may be stored."),
    ),
    chunk("b", RULES, "Club rules", ("12 Guests", "Guests sign the book.")),
]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "section 12 of the boathouse lease",
            {"No goats are kept.", "12. Letters go to the office."},
        ),
        ("what does clause 7.3 of the lease say", {"7.3 Nobody may moor a raft."}),
        ("by-law 7.3 of the lease", {"7.3 Nobody may moor a raft."}),
        ("reg. 12 club rules", {"Guests sign the book."}),
        ("art. 12 club rules", {"Guests sign the book."}),
        ("§ 3 lease boathouse", {"The roof is the landlord's."}),
        ("clause F2 lease", {"F2 A swan may nest."}),
        ("section A of the lease", set()),
        ("section 4 of the lease", set()),
        ("how many crates does the lease allow", set()),
    ],
)
def test_a_clause_is_found_by_its_number_in_the_text_that_is_meant(
    question: str, expected: set[str]
) -> None:
    assert set(clauses(question, SAID)) == expected


def test_of_a_clause_the_paragraph_that_is_asked_for_counts_most() -> None:
    said = [
        chunk(
            "a",
            LEASE,
            "§ 10 Fees",
            ("§ 10 Fees", "(1) A boat pays 9."),
            ("§ 10 Fees", "(2) Rafts pay 2."),
        )
    ]
    found = clauses("what does § 10 (2) say", said)
    assert found["(2) Rafts pay 2."] > found["(1) A boat pays 9."] > 0


@pytest.mark.parametrize(
    "question",
    ["the point I made", "which part did Berit play", "section heads", "step 2020", "5 points", ""],
)
def test_a_word_of_a_clause_without_its_number_asks_for_none(question: str) -> None:
    assert asked_clauses(question) == []
    assert [one.number for one in asked_clauses("what do section 4.1 and step 2 say")] == [
        "4.1",
        "2",
    ]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what is a mooring day", '"Mooring day" means any day from April to October.'),
        ("what counts as a mooring day", '"Mooring day" means any day from April to October.'),
        ("mooring day meaning", '"Mooring day" means any day from April to October.'),
        ("Was ist ein Steg?", "Ein Steg ist eine Brücke zum Boot."),
        ("what is the rent of the boathouse by the old mill", None),
        ("who rows", None),
    ],
)
def test_a_definition_is_told_from_uses_of_the_word(question: str, expected: str | None) -> None:
    texts = (
        "A mooring day costs nine crowns.",
        '"Mooring day" means any day from April to October.',
        "Ein Steg ist eine Brücke zum Boot.",
        "Am Steg ist Platz.",
    )
    found = definitions(question, [chunk("a", LEASE, "", *(("t", text) for text in texts))])
    assert set(found) == ({expected} if expected else set())


@pytest.mark.parametrize("piece", ['"', "what is ", "section 1 (1) "])
def test_a_long_question_takes_linear_time(piece: str) -> None:
    said = [chunk("a", LEASE, "", ("t", "A steg is a bridge."))]
    assert definitions("what is a steg", said)

    def ask(n: int) -> None:
        long = f"{piece * (100 + n)}!x"
        assert definitions(long, said) == {}
        assert len(asked_clauses(long)) == (100 + n if piece.startswith("section") else 0)

    check_linear(ask, 20_000)


def test_the_clause_stands_first_though_others_are_nearer() -> None:
    first, *_ = rank("clause 7.3 of the lease", SAID, {"a": 0.5, "b": 1.0}, by_words=True)
    assert first.text == "7.3 Nobody may moor a raft."


def test_headings_that_a_number_tells_apart_decide_within_a_passage() -> None:
    rooms = chunk(
        "a",
        "mem:inn",
        "Inn",
        ("Room 11", "Bed: 140 cm."),
        ("Room 12", "Bed: 160 cm."),
        ("Inn", "Breakfast at 8."),
    )
    rows = [(rooms, row) for row in rooms["statements"]]
    of_11, of_12, of_inn = numbered("how wide is the bed in room 12", rows)
    assert of_12 > of_11 == of_inn == 0
    assert numbered("how wide is the bed", rows) == [0, 0, 0]


def test_a_version_in_a_heading_tells_passages_of_one_text_apart() -> None:
    new = chunk("new", "mem:log", "Log", ("3.1.1", "Mended a crash."))
    old = chunk("old", "mem:log", "Log", ("3.0.0", "Python 3 is needed at 1 place."))
    shares = local_shares("what changed in 3.1.1", [new, old])
    assert shares["new"] > shares["old"]
