"""Prices, and a hard stop before a call that could cost more than is left."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from graphrag_neo4j.errors import BudgetExceeded, SettingsError

Price = tuple[float, float]
"""USD per million tokens in, USD per million tokens out."""

PRICES: Mapping[str, Price] = {
    "gpt-4o": (2.50, 10.00),
    "gpt-4o-mini": (0.15, 0.60),
    "gpt-4.1": (2.00, 8.00),
    "gpt-4.1-mini": (0.40, 1.60),
    "gpt-4.1-nano": (0.10, 0.40),
    "gpt-5": (1.25, 10.00),
    "gpt-5-mini": (0.25, 2.00),
    "gpt-5-nano": (0.05, 0.40),
    "o4-mini": (1.10, 4.40),
    "text-embedding-3-small": (0.02, 0.0),
    "text-embedding-3-large": (0.13, 0.0),
    "text-embedding-ada-002": (0.10, 0.0),
}
"""List prices of OpenAI's standard tier as of August 2025, without discounts (batch, cached
input); ``GRAPHRAG_PRICES`` adds to and overrides them."""

_DATED = re.compile(r"-\d{4}-\d{2}-\d{2}$")


def cost_of(
    model: str, tokens_in: int, tokens_out: int, prices: Mapping[str, Price]
) -> float | None:
    """USD for one call, None when ``model`` is in neither table.

    A dated name (``gpt-4o-2024-08-06``) has the price of the undated one unless it has its own.
    """
    for name in (model, _DATED.sub("", model)):
        price = prices.get(name) or PRICES.get(name)
        if price is not None:
            return (tokens_in * price[0] + tokens_out * price[1]) / 1_000_000
    return None


@dataclass
class Charge:
    """What the call in hand will have cost, in USD; set before the reservation ends."""

    cost: float = 0.0


class Budget:
    """Lets a call begin only when its worst case fits into what is left of ``limit`` USD.

    Calls under way hold their worst case, so that parallel calls cannot cross the limit
    together. A call that fits only if those turn out cheaper waits for them.
    """

    def __init__(self, limit: float | None = None) -> None:
        self.limit = limit
        self.spent = 0.0
        self._changed = threading.Condition()
        self._held: dict[int, float] = {}

    @contextmanager
    def hold(self, worst: float | None, model: str) -> Iterator[Charge]:
        """Hold ``worst`` USD (None: price unknown) during the block, then book its charge.

        Raises :class:`BudgetExceeded` when it does not fit and :class:`SettingsError` when
        there is a limit and the price is not known.
        """
        charge = Charge()
        if self.limit is None:
            yield charge
            return
        if worst is None:
            raise SettingsError(
                f"A budget is set, but the price of {model} is not known.",
                f'Set GRAPHRAG_PRICES, as {{"{model}": [0.15, 0.60]}} '
                "(USD per million tokens in and out).",
            )
        with self._changed:
            while self._must_wait(worst, self.limit):
                self._changed.wait()
            self._held[id(charge)] = worst
        try:
            yield charge
        finally:
            with self._changed:
                del self._held[id(charge)]
                self.spent += charge.cost
                self._changed.notify_all()

    def _must_wait(self, worst: float, limit: float) -> bool:
        if self.spent + worst > limit:
            raise BudgetExceeded(
                f"The budget of ${limit:.2f} is used up: ${self.spent:.4f} spent, "
                f"the next call may cost ${worst:.4f}.",
                "Raise GRAPHRAG_BUDGET and run it again; answers so far are cached.",
            )
        return self.spent + sum(self._held.values()) + worst > limit
