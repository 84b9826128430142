"""The running total of what a graph's LLM calls used, kept in the graph by purpose.

It is added to after the work and beside it, never while a question is answered.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.errors import GraphRagError, ReadOnlyError
from graphrag_neo4j.llm.meter import Meter, Usage
from graphrag_neo4j.results import Result, counted

log = logging.getLogger(__name__)


class Bookkeeper:
    """Adds what ``meter`` counted to the total of a graph, each call once."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._booked: dict[str, Usage] = {}
        self._lock = threading.Lock()

    def book(self, database: Database) -> None:
        """Add what was used since last time; where that fails, it is logged, unless
        the database may only be read."""
        with self._lock:
            used = self._meter.snapshot()
            rows = [_row(name, now, self._booked.get(name, Usage())) for name, now in used.items()]
            rows = [row for row in rows if row["calls"]]
            if not rows:
                return
            try:
                database.write("llm/add_usage", rows=rows)
            except ReadOnlyError:
                return  # nobody expects a total where nothing can be written
            except GraphRagError as error:
                log.warning("The LLM's use was not added to the graph's total: %s", error)
            else:
                self._booked = used


@dataclass(frozen=True, slots=True)
class UsageSum(Result):
    """``calls`` that were paid, with their tokens and ``cost`` (USD); ``unpriced``: calls of
    unknown price, which ``cost`` leaves out."""

    calls: int = 0
    unpriced: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0

    def __add__(self, other: UsageSum) -> UsageSum:
        return UsageSum(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


@dataclass(frozen=True, slots=True)
class UsageTotals(Result):
    """The running total of a graph, by purpose and in all."""

    stages: Mapping[str, UsageSum] = field(default_factory=dict)
    total: UsageSum = UsageSum()

    def summary(self) -> str:
        """One line for people: the total, and what of it each purpose had."""
        total = self.total
        if not total.calls:
            return "no calls"
        cost = f"${total.cost:,.4f}"
        if total.unpriced == total.calls:
            cost = "price unknown (GRAPHRAG_PRICES)"
        elif total.unpriced:
            cost += f" without {counted(total.unpriced, 'call')} of unknown price"
        stages = ", ".join(f"{name} {used.calls:,}" for name, used in self.stages.items())
        return (
            f"{counted(total.calls, 'call')} ({stages}), {total.tokens_in:,} tokens in, "
            f"{total.tokens_out:,} out, {cost}"
        )


def spent(database: Database) -> UsageTotals:
    """What LLM calls for this graph used so far."""
    stages = {row["stage"]: UsageSum.of(row) for row in database.read("llm/usage")}
    return UsageTotals(stages, sum(stages.values(), UsageSum()))


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
