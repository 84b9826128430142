"""Numbers of JSON as they are written there: a price of 6.40 is not said as 6.4."""

from __future__ import annotations

from graphrag_neo4j.readers.content import scalar


class WrittenNumber(float):
    """A number that is read as it is written, and counts and compares as any other."""

    __slots__ = ("_written",)
    _written: str

    def __new__(cls, written: str) -> WrittenNumber:
        number = super().__new__(cls, written)
        number._written = written
        return number

    def __str__(self) -> str:
        return self._written


def in_words(value: object) -> str:
    """``value`` as a text says it."""
    return str(value) if isinstance(value, WrittenNumber) else str(scalar(value))
