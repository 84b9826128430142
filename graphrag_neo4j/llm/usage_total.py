"""The running total of what a graph's LLM calls used, kept in the graph by purpose.

It is added to after the work and beside it, never while a question is answered.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection
from typing import Any

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.errors import GraphRagError
from graphrag_neo4j.llm.meter import Meter, Usage

log = logging.getLogger(__name__)
_SUMS = ("calls", "unpriced", "tokens_in", "tokens_out", "cost")


class Bookkeeper:
    """Adds what ``meter`` counted to the total of a graph, each call once."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._booked: dict[str, Usage] = {}
        self._lock = threading.Lock()

    def book(self, database: Database) -> None:
        """Add what was used since last time; where that cannot be written, it is logged."""
        with self._lock:
            used = self._meter.snapshot()
            rows = [_row(name, now, self._booked.get(name, Usage())) for name, now in used.items()]
            rows = [row for row in rows if row["calls"]]
            if not rows:
                return
            try:
                database.write("admin/add_usage", rows=rows)
            except GraphRagError as error:
                log.warning("The LLM's use was not added to the graph's total: %s", error)
            else:
                self._booked = used


def spent(database: Database) -> dict[str, Any]:
    """``{"stages": {name: sums}, "total": sums}``: calls, tokens_in, tokens_out, cost (USD) and
    ``unpriced``, the calls whose price is not known."""
    stages = {row.pop("stage"): row for row in database.read("admin/usage")}
    return {"stages": stages, "total": sums(stages.values())}


def sums(rows: Collection[Row]) -> Row:
    """The rows together."""
    return {name: sum(row[name] for row in rows) for name in _SUMS}


def _row(stage: str, now: Usage, before: Usage) -> Row:
    calls = now.calls - before.calls
    is_priced = now.cost is not None and before.cost is not None
    return {
        "stage": stage,
        "calls": calls,
        "unpriced": 0 if is_priced else calls,
        "tokens_in": now.tokens_in - before.tokens_in,
        "tokens_out": now.tokens_out - before.tokens_out,
        "cost": (now.cost or 0.0) - (before.cost or 0.0) if is_priced else 0.0,
    }
