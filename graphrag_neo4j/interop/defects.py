"""What is wrong with data that came from elsewhere: survived, counted, shown by example."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from graphrag_neo4j.results import RunReport

_EXAMPLE_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Defect:
    """How often one kind of defect was met, and the first one."""

    count: int
    example: str


@dataclass(slots=True)
class Defects(RunReport):
    """Defects by kind, in the order in which the kinds were met."""

    found: dict[str, Defect] = field(default_factory=dict)

    def add(self, kind: str, example: object) -> None:
        """Count one."""
        first = self.found.get(kind) or Defect(0, str(example)[:_EXAMPLE_LENGTH])
        self.found[kind] = replace(first, count=first.count + 1)

    def lines(self) -> list[str]:
        """One line for each kind."""
        return [f"{d.count:,} {kind}, e.g. {d.example}" for kind, d in self.found.items()]

    def to_dict(self) -> dict[str, Any]:
        """For ``--json``: kind -> count and example."""
        return {k: {"count": d.count, "example": d.example} for k, d in self.found.items()}
