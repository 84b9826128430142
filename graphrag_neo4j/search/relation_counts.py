"""What became of relations on their way into a context: counted, and logged."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.model import DEFAULT_RELATION_TYPE
from graphrag_neo4j.search.context import Context
from graphrag_neo4j.search.tables import RecordIndex, csv_line
from graphrag_neo4j.text.tokens import count_tokens

log = logging.getLogger(__name__)
TABLE, COLUMN = "Relationships", "relation_type"


@dataclass(frozen=True, slots=True)
class RelationCounts:
    """``shown``: rows of the table; ``typed``: those of a type other than RELATED; ``directed``:
    those that name the ends as they are stored; ``type_tokens``: tokens that the types add.

    Where a context has no column for the type, ``typed`` and ``type_tokens`` are 0.
    """

    shown: int
    typed: int
    directed: int
    type_tokens: int

    def to_dict(self) -> dict[str, Any]:
        """With ``typed_share``, 0 to 1."""
        return {**asdict(self), "typed_share": round(self.typed / self.shown, 3)}


def count_relations(context: Context, register: RecordIndex) -> RelationCounts | None:
    """Counts over the relations of a context; None if it shows none."""
    rows = context.tables.get(TABLE)
    if not rows:
        return None
    typed = [row for row in rows if row.get(COLUMN, DEFAULT_RELATION_TYPE) != DEFAULT_RELATION_TYPE]
    untyped = [{name: value for name, value in row.items() if name != COLUMN} for row in rows]
    found = RelationCounts(
        len(rows),
        len(typed),
        sum(_is_directed(row, register) for row in rows),
        _tokens(rows) - _tokens(untyped),
    )
    log.debug(
        "relations in the context: %d, %d typed (%d tokens), %d in stored direction",
        found.shown, found.typed, found.type_tokens, found.directed,
    )  # fmt: skip
    return found


def _is_directed(row: Row, register: RecordIndex) -> bool:
    """Whether source and target stand as in the record that was read from the graph."""
    record = register.get(TABLE, row["id"])
    return record is not None and all(
        row[end] == record.values[end] for end in ("source", "target")
    )


def _tokens(rows: Sequence[Row]) -> int:
    return sum(count_tokens(csv_line(list(row.values()))) for row in rows)
