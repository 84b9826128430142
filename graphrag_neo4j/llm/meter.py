"""What a run asked of its models: calls, tokens, dollars, seconds, by stage."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, replace
from typing import Any


@dataclass(frozen=True)
class Usage:
    """Sums over calls.

    ``calls``: answers that the endpoint gave; ``cached``: answers taken from the cache, which
    cost nothing; ``retries``: attempts that had to be repeated; ``repaired``: answers whose JSON
    had to be mended; ``tokens_in``, ``tokens_out``: of ``calls``; ``cost``: USD, None as soon as
    one call's price is unknown; ``seconds``: waited for the endpoint, summed over parallel calls.
    """

    calls: int = 0
    cached: int = 0
    retries: int = 0
    repaired: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = 0.0
    seconds: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        sums = {
            f.name: getattr(self, f.name) + getattr(other, f.name)
            for f in fields(self)
            if f.name != "cost"
        }
        known = self.cost is not None and other.cost is not None
        return Usage(**sums, cost=(self.cost or 0) + (other.cost or 0) if known else None)


class Meter:
    """Adds up :class:`Usage` by stage; one may serve several models and threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stages: dict[str, Usage] = {}

    def add(self, stage: str, usage: Usage) -> None:
        """Count ``usage`` under ``stage``."""
        with self._lock:
            self._stages[stage] = self._stages.get(stage, Usage()) + usage

    def snapshot(self) -> dict[str, Usage]:
        """Usage by stage as of now, stages in the order of their first call."""
        with self._lock:
            return dict(self._stages)

    @property
    def total(self) -> Usage:
        """Over all stages."""
        return _sum(self.snapshot().values())

    def to_dict(self) -> dict[str, Any]:
        """``{"stages": {name: {calls, …}}, "total": {calls, …}}``, ready for JSON."""
        stages = self.snapshot()
        return {
            "stages": {name: _rounded(usage) for name, usage in stages.items()},
            "total": _rounded(_sum(stages.values())),
        }

    def status(self) -> str:
        """What was used so far, short: ``1,500 tokens, $0.0004``."""
        total = self.total
        text = f"{total.tokens_in + total.tokens_out:,} tokens"
        return text if total.cost is None else f"{text}, ${total.cost:.4f}"

    def summary(self) -> str:
        """One line: ``3 LLM calls (2 cached), 1,200 tokens in, 300 out, $0.0004, 2.1 s``."""
        total = self.total
        parts = [f"{total.calls:,} LLM call{'' if total.calls == 1 else 's'}"]
        parts[0] += f" ({total.cached:,} cached)" if total.cached else ""
        parts.append(f"{total.tokens_in:,} tokens in, {total.tokens_out:,} out")
        parts.append("price unknown" if total.cost is None else f"${total.cost:.4f}")
        parts.append(f"{total.seconds:.1f} s")
        parts += [f"{total.retries:,} retried"] if total.retries else []
        parts += [f"{total.repaired:,} repaired"] if total.repaired else []
        return ", ".join(parts)


def _sum(usages: Iterable[Usage]) -> Usage:
    return sum(usages, Usage())


def _rounded(usage: Usage) -> dict[str, Any]:
    cost = None if usage.cost is None else round(usage.cost, 6)
    return asdict(replace(usage, cost=cost, seconds=round(usage.seconds, 3)))
