"""What is wrong with data that came from elsewhere: survived, counted, shown by example."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

_EXAMPLE_LENGTH = 200


@dataclass(slots=True)
class Defect:
    """How often one kind of defect was met, and the first one."""

    count: int
    example: str


@dataclass(slots=True)
class Defects:
    """Defects by kind, in the order in which the kinds were met."""

    found: dict[str, Defect] = field(default_factory=dict)

    def add(self, kind: str, example: object) -> None:
        """Count one."""
        if kind in self.found:
            self.found[kind].count += 1
        else:
            self.found[kind] = Defect(1, str(example)[:_EXAMPLE_LENGTH])

    def lines(self) -> list[str]:
        """One line for each kind."""
        return [f"{d.count:,} {kind}, e.g. {d.example}" for kind, d in self.found.items()]

    def to_dict(self) -> dict[str, Any]:
        """For ``--json``: kind -> count and example."""
        return {k: {"count": d.count, "example": d.example} for k, d in self.found.items()}
