"""A table of sentences with what they say of names; see ``tests/unit/gold/sentences.txt``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FILE = Path(__file__).parents[1] / "unit" / "gold" / "sentences.txt"
Pair = tuple[str, str]


@dataclass
class Gold:
    """A sentence, its names with their types, and its relations from subject to object."""

    kind: str
    text: str
    entities: set[Pair] = field(default_factory=set)
    relations: set[Pair] = field(default_factory=set)


def gold_sentences() -> Iterator[Gold]:
    """The table, in its order."""
    kind = ""
    current: Gold | None = None
    for line in FILE.read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("["):
            kind = line.strip("[]")
        elif not line.startswith(" "):
            if current is not None:
                yield current
            current = Gold(kind, line)
        elif current is not None:
            mark, found = (" = ", current.entities) if " = " in line else (" > ", current.relations)
            for part in line.split(";"):
                left, _, right = part.partition(mark)
                found.add((left.strip(), right.strip()))
    if current is not None:
        yield current


@dataclass
class Score:
    """Counts of what was found, what should be, and what is in both."""

    found: int = 0
    wanted: int = 0
    right: int = 0

    def add(self, found: set[Pair], wanted: set[Pair]) -> None:
        """Count one sentence."""
        self.found += len(found)
        self.wanted += len(wanted)
        self.right += len(found & wanted)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.right / max(1, self.found + self.wanted)
