"""Which files a part is made of: a function of the files, not of who makes it, or how many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass
from itertools import islice
from pathlib import Path

from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.model import Document
from graphrag_neo4j.parts.store import sha256_of
from graphrag_neo4j.readers.content import Unreadable, words
from graphrag_neo4j.readers.exports.slack import names_signature
from graphrag_neo4j.readers.files import ReadOptions, read_files

PART_BYTES = 1 << 20
"""Of files in a part; a larger file is a part of its own, or several."""
_MANY = words(".txt .text .csv .tsv .jsonl .ndjson")
"""Files of many documents that are quickly read: each of several parts takes every n-th."""

Source = Path | Unreadable


@dataclass(frozen=True, slots=True)
class Task:
    """What one part is made of: ``files``, of whose documents every ``every``-th one, from number
    ``first`` on. ``key`` changes with the content of the files; ``size`` in bytes."""

    number: int
    files: tuple[Source, ...]
    key: str
    size: int
    first: int = 0
    every: int = 1

    def __str__(self) -> str:
        """Its files, for people."""
        first = self.files[0]
        name = first.uri if isinstance(first, Unreadable) else str(first)
        return f"{name} and {len(self.files) - 1} more" if len(self.files) > 1 else name

    def read(self, options: ReadOptions) -> Iterator[Document | Unreadable]:
        """The documents, and what could not be read."""
        return islice(read_files(self.files, options), self.first, None, self.every)


def tasks_of(files: Sequence[Source], way: str, part_bytes: int = PART_BYTES) -> list[Task]:
    """The tasks that make parts of ``files``, about ``part_bytes`` each, in the order of the files.

    ``way``: hash of how they are made, which is a part of the keys.
    """
    found: list[Task] = []
    for group in _groups(files, part_bytes):
        size = sum(map(_size, group))
        every = _shares(group[0], part_bytes) if len(group) == 1 else 1
        said = [way, *map(_said, group)]
        for first in range(every):
            key = content_hash("\0".join([*said, f"{first}/{every}"]))
            found.append(Task(len(found), tuple(group), key, size // every, first, every))
    return found


def _groups(files: Iterable[Source], part_bytes: int) -> Iterator[list[Source]]:
    group: list[Source] = []
    size = 0
    for file in files:
        own = _size(file)
        if group and size + own > part_bytes:
            yield group
            group, size = [], 0
        group.append(file)
        size += own
    if group:
        yield group


def _size(file: Source) -> int:
    with suppress(OSError):
        return file.stat().st_size if isinstance(file, Path) else 0
    return 0


def _shares(file: Source, part_bytes: int) -> int:
    if isinstance(file, Unreadable) or file.suffix.lower() not in _MANY:
        return 1
    return max(-(-_size(file) // part_bytes), 1)


def _said(file: Source) -> str:
    """A file's name and content, and what names it takes from others; of what is not read, why."""
    if isinstance(file, Unreadable):
        return "\0".join(map(str, astuple(file)))
    try:
        with file.open("rb") as opened:
            digest = sha256_of(opened)
    except OSError as error:
        digest = f"unreadable {error.strerror}"  # its reader says so
    said = (file.resolve().as_uri(), digest, names_signature(file))
    return "\0".join(filter(None, said))
