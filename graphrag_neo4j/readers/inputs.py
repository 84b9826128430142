"""What can be ingested: paths, our documents, LlamaIndex documents and readers, in any nesting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import Any

from graphrag_neo4j.errors import ReadError, UsageError
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import (
    ReadOptions,
    Unchanged,
    Unreadable,
    find_files,
    from_llama,
    part_of_file,
    read_files,
)
from graphrag_neo4j.readers.workload import Workload
from graphrag_neo4j.settings import Settings

_GIVE = "Give a file, a folder or a document."
Ingestible = str | PathLike[str] | Document | Any
"""A path, a :class:`Document`, or any LlamaIndex ``Document`` or reader."""


Read = Callable[
    [Iterable[Path | Unreadable], ReadOptions], Iterator[Document | Unreadable | Unchanged]
]
"""What gives the documents of files."""


@dataclass(frozen=True)
class Inputs:
    """What is to be ingested: ``files``, of them those of ``folders``, ``others``, and how much it
    is (``work``). ``links``: as :func:`find_files` tells of them."""

    files: Sequence[Path | Unreadable]
    folders: Sequence[Path]
    others: Sequence[Any]
    options: ReadOptions
    work: Workload
    links: Mapping[str, str] = field(default_factory=dict)

    def documents(self, read: Read = read_files) -> Iterator[Document | Unreadable | Unchanged]:
        """The documents, read as they are asked for. ``read``: what reads files that are given
        alone; others may have the names of files."""
        read = read_files if self.others else read
        return chain(_converted(self.others), read(self.files, self.options))


def inputs_of(items: Iterable[Ingestible | Iterable[Ingestible]], settings: Settings) -> Inputs:
    """What ``items`` stand for. Files are looked for now, and read later."""
    options = ReadOptions.of(settings)
    single = list(_flat(items))
    paths = [Path(item) for item in single if isinstance(item, str | PathLike)]
    links: dict[str, str] = {}
    files = find_files(paths, options, links=links)
    others = [item for item in single if not isinstance(item, str | PathLike)]
    characters = sum(len(str(getattr(item, "text", ""))) for item in others)
    folders = [path for path in paths if path.is_dir()]
    return Inputs(files, folders, others, options, Workload(files, characters), links)


def _flat(items: Iterable[Any]) -> Iterator[Any]:
    for item in items:
        if isinstance(item, bytes) or (isinstance(item, str) and not item):
            what = "The path is empty." if isinstance(item, str) else "Bytes are no document."
            raise UsageError(what, _GIVE)
        if hasattr(item, "load_data"):  # a LlamaIndex reader
            item = item.load_data()
        single = not isinstance(item, Iterable) or isinstance(item, str | PathLike | Document)
        is_llama = hasattr(item, "get_content")  # these can be iterated, too
        if single and not (is_llama or isinstance(item, str | PathLike | Document)):
            raise UsageError(
                f"{item!r:.60} is no document.", "Give a file, a folder or a document."
            )
        if single or is_llama:
            yield item
        else:
            yield from _flat(item)


def _converted(items: Iterable[Any]) -> Iterator[Document | Unreadable]:
    """Of two documents with one URI, and different texts, the last one counts, and the other one is
    told of; of LlamaIndex's that came of one file the second one is another part of it."""
    seen: dict[str, tuple[int, str]] = {}
    for number, item in enumerate(items, start=1):
        try:
            document = item if isinstance(item, Document) else from_llama(item)
        except ReadError as error:
            yield Unreadable(f"document {number}", error.message, error.hint)
            continue
        text_hash = content_hash(document.text)
        before, known_hash = seen.get(document.uri, (number, text_hash))
        if known_hash != text_hash and not isinstance(item, Document) and _has_file(document):
            yield part_of_file(document)
            continue
        seen[document.uri] = number, text_hash
        if known_hash != text_hash:
            reason = f"document {number} has its name, {document.uri}, too, and takes its place."
            yield Unreadable(f"document {before}", reason, "Give each a URI or source of its own.")
        yield document


def _has_file(document: Document) -> bool:
    return bool(document.metadata.get("file_path"))
