"""What a question asks for by a mark of its own, beside its words: the option, clause, term, age or
day that it names, a number that only one row, heading or range has.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.ranking.ages import ages
from graphrag_neo4j.retrieve.ranking.clauses import clauses
from graphrag_neo4j.retrieve.ranking.command_options import described
from graphrag_neo4j.retrieve.ranking.dated_rows import of_day
from graphrag_neo4j.retrieve.ranking.definitions import definitions
from graphrag_neo4j.retrieve.ranking.numbered_headings import numbered
from graphrag_neo4j.retrieve.ranking.own_numbers import own_numbers
from graphrag_neo4j.retrieve.ranking.ranges import in_ranges


class _Counts(NamedTuple):
    """What a mark counts: for its chunk, as a multiple of the best one's score, and for its
    statement, in the units of a nearness."""

    chunk: float
    statement: float


DESCRIBED = _Counts(2.0, 1.0)
"""The description of the option of a command: its chunk comes before all others."""
SOUGHT = _Counts(1.0, 2.0)
"""A clause that is asked for by its number, an age that stands behind its name, and, by half, a
definition."""
SAME_DAY = _Counts(0.3, 0.8)
"""A row of the day that is asked for. Of a table of shifts or readings every row has the other
words."""


class Marks(NamedTuple):
    """What each statement and, by id, each chunk counts more; ``dated``: ids of the rows of the day
    that the question names."""

    of_statements: Sequence[float]
    of_chunks: Mapping[str, float]
    dated: Collection[str]


def marks(question: str, said: Sequence[Row], rows: Sequence[tuple[Row, Row]]) -> Marks:
    """``said``: chunks of ``retrieve/statements``; ``rows``: the same, each with one of its
    statements."""
    dated = of_day(question, said)
    kinds: Sequence[tuple[_Counts, Mapping[str, float]]] = (
        (DESCRIBED, dict.fromkeys(described(question, said), 1.0)),
        (SOUGHT, clauses(question, said) or definitions(question, said) or ages(question, said)),
        (SAME_DAY, dict.fromkeys(dated, 1.0)),
    )
    own = [sum(one.statement * has.get(row["id"], 0.0) for one, has in kinds) for _, row in rows]
    by_numbers = (numbered(question, rows), in_ranges(question, rows), own_numbers(question, rows))
    of_chunks = {
        chunk["chunk"]: sum(
            one.chunk * max((has.get(row["id"], 0.0) for row in chunk["statements"]), default=0.0)
            for one, has in kinds
        )
        for chunk in said
    }
    return Marks([sum(of) for of in zip(own, *by_numbers, strict=True)], of_chunks, dated)
