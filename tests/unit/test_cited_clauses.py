"""Clauses that the best statements refer to, and exceptions from them: no server needed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.growth import check_linear
from tests.support.ranking import rank

DULL = tuple(f"Berth {n} has a lamp." for n in range(8))


def chunk(uri: str, topic: str, *texts: str, near: float) -> dict[str, Any]:
    """A passage with these statements below one heading."""
    rows, start = [], 0
    for text in texts:
        row = {"id": f"{uri} {text}", "text": text, "words": text, "near": near, "facts": []}
        row |= {"topic": topic, "topic_id": f"{uri} {topic}", "named": None, "place": None}
        rows.append({**row, "start": start, "end": start + len(text)})
        start += len(text) + 2
    source = {"id": uri, "title": uri, "uri": f"mem:{uri}"}
    return {"chunk": f"{uri} {topic}", "section": None, "statements": rows, "source": source}


def order(best: str, other: str, heading: str = "7 Varia", uri: str = "rules") -> list[str]:
    """The first two statements where ``other`` of the text ``uri`` is the least near."""
    said = [
        chunk("rules", "3 Mooring", best, near=0.9),
        chunk("rules", "2 Lamps", *DULL, near=0.85),
        chunk(uri, heading, other, near=0.1),
    ]
    found = rank("may boats moor there", said, {one["chunk"]: 1.0 for one in said}, by_words=False)
    return [item.text for item in found][:2]


BEST = "3.4 No boat shall moor at the bridge."
EXCEPTIONS = (
    "Exceptions from 3.4 and 5.1 are never allowed.",
    "The harbour master may grant exemptions from clause 2.2, 3.4 or 5.1 for one night.",
    "Ausnahmen von 3.4 sind nicht erlaubt.",
)


@pytest.mark.parametrize("exception", EXCEPTIONS)
def test_an_exception_stands_behind_the_clause_whose_number_it_names(exception: str) -> None:
    assert order(BEST, exception) == [BEST, exception]


@pytest.mark.parametrize(
    ("other", "uri"),
    [
        ("Exceptions from 3.3 and 5.1 are never allowed.", "rules"),
        ("Exceptions from 13.4 and 3.41 are never allowed.", "rules"),
        ("The gap is 3.4 m wide.", "rules"),
        (EXCEPTIONS[0], "other rules"),
    ],
    ids=["another clause", "a longer number", "an amount", "another text"],
)
def test_what_makes_no_exception_from_the_clause_stays_behind(other: str, uri: str) -> None:
    assert order(BEST, other, uri=uri)[1] in DULL


FEE = "The night costs nine crowns."


@pytest.mark.parametrize("number", ["section 6", "clause 6", "§ 6"])
def test_a_clause_stands_behind_the_statement_that_refers_to_it(number: str) -> None:
    best = f"Boats moor at the quay for the fee in {number}."
    assert order(best, FEE, heading="6 Fees") == [best, FEE]


@pytest.mark.parametrize(
    "best",
    [
        "Boats moor at the quay by section 6 of the Ports Act.",
        "Boats moor at the quay, then go to step 6.",
        "Boats moor at the quay (ref. 6).",
        "Boats moor at the quay for 6 hours.",
    ],
)
def test_numbers_of_other_texts_steps_and_amounts_refer_to_no_clause(best: str) -> None:
    assert order(best, FEE, heading="6 Fees")[1] in DULL


@pytest.mark.parametrize(
    "part",
    ["exceptions from 1.1, ", "exceptions from ", "section 1 (1) ", "section ", "1.1 ", "1 ( "],
)
def test_long_statements_are_read_in_linear_time(part: str) -> None:
    check_linear(lambda n: order(BEST, part * n) and order(part * n, BEST), 100_000 // len(part))
