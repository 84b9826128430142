"""Days that lines of a notebook begin with."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.model import Chunk, Document
from graphrag_neo4j.text.day_marks import DayMarks
from tests.support.growth import check_linear

NOTEBOOK = """\
3/4   Nets from the harbour came at noon.
      Two of the old nets were torn.
4/4   mended net 9. Rope fine
11/4  weighed the catch of three boats. 210 / 180 / 95 kilograms.
12/4  net 10, rope 4 -> bad. All again.

The boats are owned by the town.
"""


def _readings(text: str) -> list[str]:
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    topics = RulesExtractor().extract(Document("doc:1", text, ""), [chunk])[0].topics
    return [s.resolved or s.text for topic in topics for s in topic.statements]


def test_an_entry_is_of_its_own_day() -> None:
    assert _readings(NOTEBOOK) == [
        "3/4 Nets from the harbour came at noon.",
        "3/4: Two of the old nets were torn.",
        "4/4 mended net 9.",
        "4/4: Rope fine",
        "11/4 weighed the catch of three boats.",
        "11/4 weighed the catch of three boats. 11/4: 210 / 180 / 95 kilograms.",
        "12/4 net 10, rope 4 -> bad.",
        "12/4: All again.",
        "The boats are owned by the town.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1/2 cup of flour\nSift it.\n1/4 cup of oil\nPour it.\n",
        "1/2 cup of flour\nSift it.\n3/4 cup of oil\nPour it.\n1/4 cup of milk\nStir it.\n",
        "40/2 a\nb\n41/2 c\nd\n42/2 e\nf\n",
        "4.7. Boats\nRow.\n4.8. Nets\nMend.\n5.1. Ropes\nTie.\n",
    ],
)
def test_fractions_and_other_numbers_are_no_days(text: str) -> None:
    marks = DayMarks(text)
    assert not any(marks.day(place) for place in range(len(text)))


def test_months_may_stand_first() -> None:
    text = "4/29 Nets.\nTorn.\n4/30 Ropes.\nOld.\n5/1 Boats.\nNew.\n"
    assert DayMarks(text).day(text.index("Old")) == "4/30"


def test_days_are_found_in_linear_time() -> None:
    def read(n: int) -> None:
        text = "1/2 a\nb\n" * n
        marks = DayMarks(text)
        for place in range(0, len(text), 8):
            marks.day(place)

    check_linear(read, 10_000)
