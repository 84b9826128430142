"""How much there is to read, and how much of it a document is: what progress counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Unchanged, Unreadable

Item = Document | Unreadable | Unchanged

_LINES = frozenset({".csv", ".tsv", ".jsonl", ".ndjson"})


class Workload:
    """The bytes of some files, and the characters of documents that come from no file.

    Of a file's bytes each document has its share: as it says itself, one line of a table, else
    its characters; what is left goes with the next file.
    """

    def __init__(self, files: Iterable[Path | Unreadable], characters: int = 0) -> None:
        self._left: dict[str, int] = {}
        self._lines: dict[str, int] = {}
        for file in files:
            if isinstance(file, Path):
                with suppress(OSError):
                    uri = file.resolve().as_uri()
                    self._left[uri] = file.stat().st_size
                    if file.suffix.lower() in _LINES:
                        self._lines[uri] = _count_lines(file)
        self._sizes = dict(self._left)
        self.total = sum(self._left.values()) + characters

    def weigh(self, items: Iterable[Item]) -> Iterator[tuple[Item, int]]:
        """``items``, each with how much is done when it is."""
        current = ""
        for item in items:
            uri = item.uri.partition("#")[0]
            rest = self._left.pop(current, 0) if uri != current else 0
            current = uri
            yield item, rest + self._share(item, uri)

    def _share(self, item: Item, uri: str) -> int:
        if uri not in self._left:
            return len(item.text) if isinstance(item, Document) else 0
        size, left = self._sizes[uri], self._left[uri]
        if isinstance(item, Document) and item.share:
            part = round(size * item.share)
        elif uri in self._lines:
            part = size // self._lines[uri]
        else:  # nobody knows how much is to come
            part = min(len(item.text) if isinstance(item, Document) else 0, left // 2)
        part = min(part, left)
        self._left[uri] = left - part
        return part


def _count_lines(path: Path) -> int:
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b"")) or 1
