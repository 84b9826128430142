"""What can be ingested: paths, our documents, LlamaIndex documents and readers, in any nesting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import Any

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import (
    ReadOptions,
    Unreadable,
    find_files,
    from_llama,
    read_files,
)
from graphrag_neo4j.readers.workload import Workload
from graphrag_neo4j.settings import Settings

Ingestible = str | PathLike[str] | Document | Any
"""A path, a :class:`Document`, or any LlamaIndex ``Document`` or reader."""


@dataclass(frozen=True)
class Inputs:
    """Documents to ingest, read as they are asked for; the ``files`` among what was given; and
    how much it is."""

    documents: Iterator[Document | Unreadable]
    files: Sequence[Path | Unreadable]
    work: Workload


def inputs_of(items: Iterable[Ingestible | Iterable[Ingestible]], settings: Settings) -> Inputs:
    """What ``items`` stand for. Files are looked for now, and read later."""
    options = ReadOptions.of(settings)
    single = list(_flat(items))
    files = find_files((Path(item) for item in single if isinstance(item, str | PathLike)), options)
    others = [item for item in single if not isinstance(item, str | PathLike)]
    documents = chain(_converted(others), read_files(files, options))
    characters = sum(len(str(getattr(item, "text", ""))) for item in others)
    return Inputs(documents, files, Workload(files, characters))


def _flat(items: Iterable[Any]) -> Iterator[Any]:
    for item in items:
        if hasattr(item, "load_data"):  # a LlamaIndex reader
            item = item.load_data()
        single = not isinstance(item, Iterable) or isinstance(item, str | PathLike | Document)
        if single or hasattr(item, "get_content"):  # LlamaIndex documents can be iterated, too
            yield item
        else:
            yield from _flat(item)


def _converted(items: Iterable[Any]) -> Iterator[Document | Unreadable]:
    for number, item in enumerate(items, start=1):
        try:
            yield item if isinstance(item, Document) else from_llama(item)
        except ReadError as error:
            yield Unreadable(f"document {number}", error.message, error.hint)
