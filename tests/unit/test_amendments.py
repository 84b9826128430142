"""Clauses and what another text says has become of them: no server needed."""

from __future__ import annotations

from typing import Any

import pytest

from graphrag_neo4j.retrieve.ranking.amendments import with_amendments
from graphrag_neo4j.retrieve.ranking.ranked import Ranked
from tests.support.growth import check_linear

CONTRACT, CHANGE = "mem:/quay/melby-charter.txt", "mem:/quay/melby-charter-addendum.md"
NOTICE = "7.2 The charterer may return the boat on ten days' notice."
REPLACED = 'In clause 7.2 of the Charter, the words "ten days" are replaced by "three weeks".'


def said(uri: str, text: str, score: float, heading: str = "Varia", words: str = "") -> Ranked:
    row: dict[str, Any] = {
        "id": f"{uri} {text}",
        "text": text,
        "words": words or text,
        "near": 0.5,
        "facts": [],
    }
    row |= {"topic": heading, "topic_id": f"{uri} {heading}", "start": 0, "end": len(text)}
    source = {"id": uri, "title": uri.rpartition("/")[2].partition(".")[0], "uri": uri}
    chunk: dict[str, Any] = {
        "chunk": f"{uri} {heading}",
        "section": None,
        "statements": [row],
        "source": source,
    }
    return Ranked(chunk, row, score, score, score)


def order(*items: Ranked) -> list[str]:
    return [item.text for item in with_amendments(items)]


DULL = [said("mem:/quay/lamps.txt", f"Berth {n} has a lamp.", 0.9 - n / 100) for n in range(5)]


@pytest.mark.parametrize(
    ("amendment", "clause", "heading", "words"),
    [
        (REPLACED, NOTICE, "7 Return", ""),
        ("2 Clause 7.2 of the Charter is deleted.", NOTICE, "7 Return", ""),
        (
            "Clause 5.1(b) of the Charter is replaced by the following:",
            "(b) tow another boat;",
            "5 Use",
            "5.1 The charterer shall not: (b) tow another boat;",
        ),
        ('In clause 7.2, for "ten days" substitute "three weeks".', NOTICE, "7 Return", ""),
        ("Clause 7.2 is omitted.", NOTICE, "7 Return", ""),
        ('After clause 7.2 insert: "7.3 He pays for ice."', NOTICE, "7 Return", ""),
        ("By-law 7.2 is amended.", NOTICE, "7 Return", ""),
        (
            "In Schedule 2, the fee for the crane is changed to €44.",
            "Crane fee €38",
            "Schedule 2 - Fees",
            "",
        ),
    ],
    ids=(
        "words replaced, clause deleted, item replaced, words substituted, omitted, inserted"
        ", by-law, entry of a schedule"
    ).split(", "),
)
def test_a_clause_and_its_amendment_stand_beside_each_other(
    amendment: str, clause: str, heading: str, words: str
) -> None:
    for first, second in ((0.95, 0.1), (0.1, 0.95)):
        found = order(
            said(CONTRACT, clause, first, heading, words), *DULL, said(CHANGE, amendment, second)
        )
        assert set(found[:2]) == {amendment, clause}
        assert found[0] == (clause if first > second else amendment)


def test_a_date_that_both_say_tells_which_text_is_meant() -> None:
    head = "This deed is supplemental to a charter dated 4 May 2025."
    deed, charter = "mem:/quay/deed.md", "mem:/quay/una-charter.txt"
    found = order(
        said(charter, NOTICE, 0.95),
        *DULL,
        said(deed, head, 0.2),
        said(deed, REPLACED, 0.1),
        said(charter, "Dated 4 May 2025", 0.05),
    )
    assert found[:2] == [NOTICE, REPLACED]


@pytest.mark.parametrize(
    ("uri", "amendment"),
    [
        ("mem:/yard/melby-charter-addendum.md", REPLACED),
        (CHANGE, REPLACED.replace("7.2", "7.3")),
        (CHANGE, REPLACED.replace("Charter", "Licence")),
        (CHANGE, "Clause 7.2 of this deed is deleted."),
        (CHANGE, "A notice under clause 7.2 of the Charter is given in writing."),
        ("mem:/quay/oslo.md", REPLACED),
    ],
    ids=["another folder", "another clause", "another text", "its own", "no change", "no name"],
)
def test_what_amends_another_clause_stays_where_it_is(uri: str, amendment: str) -> None:
    assert order(said(CONTRACT, NOTICE, 0.95), *DULL, said(uri, amendment, 0.1))[-1] == amendment


def test_a_codicil_may_stand_in_the_text_that_it_changes() -> None:
    will, change = "mem:/quay/will.txt", 'In clause 7.2 for "ten" there shall be substituted "six".'
    found = order(said(will, NOTICE, 0.95), *DULL, said(will, change, 0.1, "Codicil"))
    assert found[:2] == [NOTICE, change]
    assert order(said(will, NOTICE, 0.95), *DULL, said(will, change, 0.1))[-1] == change


def test_under_a_heading_that_tells_of_amendments_another_text_may_be_named() -> None:
    minutes = "mem:/quay/minutes-melby.txt"
    changed = "Clause 7.2 of the Charter is deleted."
    own = said(minutes, "7.2 The cook may leave.", 0.5)
    found = order(
        said(CONTRACT, NOTICE, 0.95), *DULL, own, said(minutes, changed, 0.1, "Variation")
    )
    assert found[:2] == [NOTICE, changed]


def test_of_two_texts_that_may_be_meant_none_is() -> None:
    two = [said(f"mem:/quay/melby-charter-{n}.txt", NOTICE, 0.95) for n in "ab"]
    assert order(*two, *DULL, said(CHANGE, REPLACED, 0.1))[-1] == REPLACED


def test_many_statements_are_told_in_linear_time() -> None:
    def told(n: int) -> None:
        with_amendments([said(CHANGE, "clause 7.2 " * 3 + str(one), 0.1) for one in range(n)])

    check_linear(told, 200)


def test_an_amendment_scores_as_the_section_of_its_clause() -> None:
    """Results are sections: else that of another text would stand between the two."""
    lead = said(CONTRACT, "7.1 The charterer may leave.", 1.2, "7 Return")
    found = with_amendments(
        [lead, said(CONTRACT, NOTICE, 0.6, "7 Return"), *DULL, said(CHANGE, REPLACED, 0.1)]
    )
    [amendment] = [item for item in found if item.text == REPLACED]
    assert (amendment.score, amendment.alike) == (1.2, 1.2)
