"""What a statement gave as JSON can say it, shortened where nobody would read it to its end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from neo4j.graph import Node, Path, Relationship

MAX_ITEMS = 1_000
"""Of a list or a map; a mark says how many more there are."""
MAX_CHARACTERS = 20_000
"""Of a text."""
MAX_SIZE = 4_000_000
"""Of a whole table: characters of its texts, and 16 for each value."""
MAX_INTEGER = 2**53 - 1
"""Larger ones are told as text: JavaScript and many other readers of JSON would round them."""
_VALUE = 16
_VECTOR = 64
"""Longer lists of numbers are embeddings, which nobody reads."""


class ShortValues:
    """The values of one table. ``is_full``: nothing more fits; what comes then is only a mark."""

    def __init__(self) -> None:
        self._left = MAX_SIZE

    @property
    def is_full(self) -> bool:
        """Whether the table has reached :data:`MAX_SIZE`."""
        return self._left <= 0

    def row(self, values: Iterable[Any]) -> tuple[Any, ...]:
        """One row of it."""
        return tuple(self._plain(value) for value in values)

    def _plain(self, value: Any) -> Any:
        self._left -= _VALUE
        if isinstance(value, Node):
            return {
                "id": value.get("id", value.element_id),
                "labels": sorted(value.labels),
                "properties": self._map(value),
            }
        if isinstance(value, Relationship):
            ends = [node.get("id") or node.element_id if node else None for node in value.nodes]
            return {
                "type": value.type,
                "start": ends[0],
                "end": ends[1],
                "properties": self._map(value),
            }
        if isinstance(value, Path):
            return {
                "nodes": self._list(value.nodes),
                "relationships": self._list(value.relationships),
            }
        if isinstance(value, Mapping):
            return self._map(value)
        if isinstance(value, list | tuple):
            if len(value) > _VECTOR and all(isinstance(item, float) for item in value):
                return f"[{len(value)} numbers]"
            return self._list(value)
        if isinstance(value, bytes | bytearray):
            return f"[{len(value)} bytes]"
        if isinstance(value, float) and (value != value or value in (float("inf"), -float("inf"))):
            return str(value)
        if isinstance(value, int) and abs(value) > MAX_INTEGER:
            return str(value)
        if isinstance(value, int | float | bool | None):
            return value
        return self._text(str(value))

    def _text(self, text: str) -> str:
        n = max(0, min(MAX_CHARACTERS, self._left))
        self._left -= min(len(text), n)
        return text if len(text) <= n else f"{text[:n]}… {len(text) - n:,} more characters"

    def _list(self, values: list[Any] | tuple[Any, ...]) -> list[Any]:
        shown: list[Any] = []
        for value in values[:MAX_ITEMS]:
            if self.is_full:
                break
            shown.append(self._plain(value))
        left_out = len(values) - len(shown)
        return [*shown, f"… {left_out:,} more"] if left_out else shown

    def _map(self, pairs: Mapping[str, Any] | Node | Relationship) -> dict[str, Any]:
        shown: dict[str, Any] = {}
        for key, value in islice(pairs.items(), MAX_ITEMS):
            if self.is_full:
                break
            shown[self._text(str(key))] = self._plain(value)
        left_out = len(pairs) - len(shown)
        return {**shown, "…": f"{left_out:,} more"} if left_out else shown
