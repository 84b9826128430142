"""Files that need not be read again: what they gave when they were read is in the graph.

To read costs more than to compare: a PDF a second, a scanned page several. So of each file that was
read the hash of what it gave is kept, by the file's bytes, the options and the code that read it;
of a day of Slack also by what people are called in the lists beside it. Where the graph has just
that, and complete, its documents are :class:`~graphrag_neo4j.readers.content.Unchanged`. Of a file
without words it is kept that it has none. The file on disk is only a memory of readings: what is in
the graph, the graph says. It holds no text, title or name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from graphrag_neo4j.cache_files import NumbersCache, cache_path
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.ingest.content import ExtractedContent
from graphrag_neo4j.ingest.identity import Version
from graphrag_neo4j.ingest.source_rows import version_of
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.exports.slack import names_signature
from graphrag_neo4j.readers.files import ReadOptions, Unchanged, Unreadable, read_path

if TYPE_CHECKING:
    from graphrag_neo4j.settings import Settings

MAX_BYTES = 1 << 26
_AT_ONCE = 200
_BYTES_AT_ONCE = 1 << 26
"""Files that are compared before the first of them is read."""
_BLOCK = 1 << 20
_NO_WORDS = b"no words\0"
"""What is kept of a file without words begins so."""

Item: TypeAlias = Document | Unreadable | Unchanged
_Stamp = tuple[int, int]


def readings_kept(settings: Settings) -> NumbersCache | None:
    """The file that ``GRAPHRAG_READING_CACHE`` names, or None when off."""
    path = readings_file(settings)
    return NumbersCache(path, "reading", MAX_BYTES, "GRAPHRAG_READING_CACHE") if path else None


def readings_file(settings: Settings) -> Path | None:
    """Where it is."""
    return cache_path(settings.reading_cache, "readings.sqlite")


class Readings:
    """Reads files into ``database``, but those that it has as they are.

    ``maker`` makes their content. ``kept``: None reads all.
    """

    def __init__(
        self, kept: NumbersCache | None, database: Database, maker: ExtractedContent
    ) -> None:
        self._kept = kept
        self._database = database
        self._maker = maker

    def read(self, files: Iterable[Path | Unreadable], options: ReadOptions) -> Iterator[Item]:
        """The documents of files, as :func:`~graphrag_neo4j.readers.files.read_files` gives them,
        or an :class:`Unchanged` for each of a file that needs not be read."""
        for some in _groups(files):
            keys = self._keys(some, options)
            known = self._known(keys)
            for file in some:
                if isinstance(file, Unreadable):
                    yield file
                elif file in known:
                    yield from known[file]
                else:
                    yield from self._read(file, options, keys.get(file))

    def _keys(
        self, files: Sequence[Path | Unreadable], options: ReadOptions
    ) -> dict[Path, tuple[str, _Stamp]]:
        """What a reading of each is kept under, and when the file was last written."""
        made_with = code_signature() if self._kept else None
        if made_with is None:
            return {}
        keys = {}
        for file in files:
            if isinstance(file, Path):
                with suppress(OSError):  # its reader says what is wrong
                    stamp = _stamp(file)
                    parts = (
                        file.resolve().as_uri(),
                        _hash_of(file),
                        names_signature(file),
                        repr(options),
                    )
                    keys[file] = _digest([*parts, self._maker.signature, made_with]).hex(), stamp
        return keys

    def _known(self, keys: Mapping[Path, tuple[str, _Stamp]]) -> dict[Path, list[Item]]:
        """Files that need not be read, each with what it would give."""
        kept = self._kept.find([key for key, _ in keys.values()]) if self._kept else {}
        found = {file: kept[key] for file, (key, _) in keys.items() if key in kept}
        files = {file.resolve().as_uri(): file for file in found}
        rows: dict[str, list[Row]] = {uri: [] for uri in files}
        if files:
            for row in self._database.read("ingest/sources_of_files", files=list(files)):
                rows[row["file"]].append(row)
        known: dict[Path, list[Item]] = {}
        for uri, file in files.items():
            if found[file] == _reading_in(rows[uri]):
                known[file] = [Unchanged(row["uri"]) for row in rows[uri]]
            elif found[file].startswith(_NO_WORDS):
                known[file] = [_without_words(uri, found[file])]
        return known

    def _read(
        self, file: Path, options: ReadOptions, key: tuple[str, _Stamp] | None
    ) -> Iterator[Item]:
        """Read a file, and keep what it gave unless that was not all there is."""
        given: dict[str, Version] = {}
        unread = []
        for item in read_path(file, options):
            if isinstance(item, Unreadable):
                unread.append(item)
            elif key and not unread:
                given[item.uri] = version_of(item, self._maker)
            yield item
        reading = _reading(given) if not unread else _no_words(given, unread)
        if self._kept and key and reading:
            with suppress(OSError):
                if _stamp(file) == key[1]:  # else it is not clear what was read
                    self._kept.add({key[0]: reading})


def _groups(files: Iterable[Path | Unreadable]) -> Iterator[list[Path | Unreadable]]:
    group: list[Path | Unreadable] = []
    size = 0
    for file in files:
        group.append(file)
        if isinstance(file, Path):
            with suppress(OSError):
                size += file.stat().st_size
        if len(group) >= _AT_ONCE or size >= _BYTES_AT_ONCE:
            yield group
            group, size = [], 0
    if group:
        yield group


def _reading_in(rows: Sequence[Row]) -> bytes | None:
    """What the graph has of a file; None if that is not complete, or has other names."""
    if any(row["status"] != "complete" or row["has_aliases"] for row in rows):
        return None
    return _reading(
        {row["uri"]: Version(row["content_hash"], row["fingerprint"], row["place"]) for row in rows}
    )


def _no_words(given: Mapping[str, Version], unread: Sequence[Unreadable]) -> bytes | None:
    """Why a file without words cannot be read, in our words; None of all that is something else.
    To find none on a scan or a picture takes seconds."""
    one, *more = unread
    if given or more or one.kind not in ("scanned", "empty") or "#" in one.uri:
        return None
    return _NO_WORDS + "\n".join([one.kind, one.reason, one.hint]).encode()


def _without_words(uri: str, kept: bytes) -> Unreadable:
    kind, reason, hint = kept.removeprefix(_NO_WORDS).decode().split("\n", 2)
    return Unreadable(uri, reason, hint, kind=kind)


def _reading(versions: Mapping[str, Version]) -> bytes | None:
    """A digest of documents by URI; None of nothing."""
    if not versions:
        return None
    rows = sorted(versions.items(), key=lambda pair: pair[0])
    return _digest(
        part
        for uri, version in rows
        for part in (uri, version.content_hash, version.fingerprint, version.place or "")
    )


def _digest(parts: Iterable[str]) -> bytes:
    hasher = blake2b(digest_size=16)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        hasher.update(len(data).to_bytes(8, "little") + data)
    return hasher.digest()


def _hash_of(file: Path) -> str:
    hasher = blake2b(digest_size=16)
    with file.open("rb") as opened:
        while block := opened.read(_BLOCK):
            hasher.update(block)
    return hasher.hexdigest()


def _stamp(file: Path) -> _Stamp:
    found = file.stat()
    return found.st_mtime_ns, found.st_size


@cache
def code_signature() -> str | None:
    """What a reading hangs on beside file and options: our code, and each package that it may
    use. None where that cannot be told; then all is read."""
    folder = Path(__file__).parents[1]
    try:
        packages = sorted({_name(needed) for needed in requires("graphrag-neo4j") or ()})
        code = [_hash_of(file) for file in sorted(folder.rglob("*.py"))]
    except (PackageNotFoundError, OSError):
        return None
    if not code:
        return None
    return _digest([*code, *map(_installed, packages), os.name]).hex()


def _name(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement)
    return found[0] if found else requirement


def _installed(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return package
