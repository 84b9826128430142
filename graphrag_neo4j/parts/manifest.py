"""The manifest of a folder of parts: how they were made, and of each its rows and checksum.

It is written twice: without ``parts`` before the first part is made, so that nobody mixes two
extractions in one folder, and with them when all are there. Nothing in it tells a time.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.parts.columns import FORMAT
from graphrag_neo4j.parts.store import Store

NAME = "manifest.json"
_PART = re.compile(r"part-\d{5,}\.parquet")
_AGAIN = "Run its extract again: it makes only what is missing or damaged."


def part_name(number: int) -> str:
    """The file of a part."""
    return f"part-{number:05}.parquet"


def is_part(name: str) -> bool:
    """Whether a file is called like a part."""
    return _PART.fullmatch(name) is not None


@dataclass(frozen=True, slots=True)
class Part:
    """A part as the manifest has it. ``rows``: sources, and what could not be read;
    ``incomplete``: sources of which chunks could not be extracted or are still to do."""

    name: str
    rows: int
    incomplete: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """``paths``: URIs of the files and folders extracted. ``made_with``: settings, as the graph
    remembers them; ``way``: a hash of these, of the extractor's version and of how files are read.
    ``embed_model`` made the vectors. ``unreadable``: reasons by URI. ``parts`` is None until all
    are there."""

    paths: tuple[str, ...]
    made_with: Mapping[str, Any]
    way: str
    embed_model: str
    part_bytes: int
    unreadable: Mapping[str, str]
    parts: tuple[Part, ...] | None = None

    @classmethod
    def find(cls, store: Store) -> Manifest | None:
        """The manifest in a folder; None if there is none. Raises :class:`UsageError` for one that
        cannot be read, or of another version."""
        if NAME not in store.names():
            return None
        with store.reading(NAME) as file:
            data = file.read()
        try:
            found = json.loads(data)
            version = found.pop("format")
            if version != FORMAT:
                raise UsageError(
                    f"The parts in {store} are of format {version}; this version reads {FORMAT}.",
                    "Extract them with this version of graphrag-neo4j.",
                )
            parts = found.pop("parts")
            made = tuple(Part(**part) for part in parts) if parts is not None else None
            return cls(**{**found, "paths": tuple(found["paths"]), "parts": made})
        except (ValueError, TypeError, KeyError, AttributeError):
            raise UsageError(
                f"{NAME} in {store} is damaged.", "Remove it, and run its extract again."
            ) from None

    @classmethod
    def of(cls, store: Store) -> Manifest:
        """The manifest of parts that are all there. Raises :class:`UsageError` for what is wrong
        with any of them: missing, half-written, damaged, there twice or not of this extraction."""
        found = cls.find(store)
        if found is None:
            raise UsageError(f"There is no {NAME} in {store}.", "Make one: graphrag-neo4j extract.")
        if found.parts is None:
            raise UsageError(f"The parts in {store} are not all there.", _AGAIN)
        found._check(store, found.parts)
        return found

    def write(self, store: Store) -> None:
        """Write it, in place of another."""
        text = json.dumps({"format": FORMAT, **asdict(self)}, ensure_ascii=False, indent=1)
        with store.writing(NAME) as file:
            file.write(f"{text}\n".encode())

    def begun(self) -> Manifest:
        """It, as it is before any part is there."""
        return replace(self, parts=None, unreadable={})

    def is_alike(self, other: Manifest) -> bool:
        """Whether it tells of the same files, made in the same way."""
        return self.begun() == other.begun()

    def _check(self, store: Store, parts: Sequence[Part]) -> None:
        there = [name for name in store.names() if is_part(name)]
        listed = {part.name for part in parts}
        if twice := _twice(part.name for part in parts):
            raise UsageError(f"{twice} is in {NAME} of {store} twice.", "Remove one of the two.")
        if other := next((name for name in there if name not in listed), None):
            raise UsageError(
                f"{other} in {store} is not in {NAME}: it is a part of something else.",
                "Remove it.",
            )
        for part in parts:
            if part.name not in there:
                raise UsageError(f"{part.name} is missing in {store}.", _AGAIN)
            if store.sha256(part.name) != part.sha256:
                raise UsageError(
                    f"{part.name} in {store} is damaged or half-written: its sha256 is not the "
                    f"one in {NAME}.",
                    _AGAIN,
                )
        if twice := _twice(part.sha256 for part in parts):
            names = [part.name for part in parts if part.sha256 == twice]
            raise UsageError(
                f"{' and '.join(names)} in {store} are the same part twice.",
                f"Remove one of them, from {NAME}, too.",
            )


def _twice(values: Iterator[str]) -> str | None:
    return next((value for value, n in Counter(values).items() if n > 1), None)
