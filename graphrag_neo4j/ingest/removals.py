"""What came from files and is in them no more: whole files, their rows, parts and attachments."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.errors import GraphRagError
from graphrag_neo4j.ingest.file_notes import linked_under, unlinked
from graphrag_neo4j.ingest.report import IngestReport
from graphrag_neo4j.readers.files import ReadOptions, Unreadable, file_of, is_missing
from graphrag_neo4j.readers.folders import filtered_out, is_bare
from graphrag_neo4j.readers.formats import holds_files
from graphrag_neo4j.readers.records import is_content_key
from graphrag_neo4j.results import counted

_LEFT_OUT = frozenset({"empty", "ignored"})
_NUMBERED = re.compile(r"#(?:.*/)?[0-9]+$")


def check_not_emptied(database: Database, folders: Iterable[Path]) -> None:
    """Raises :class:`GraphRagError` for a folder in which nothing is found, where sources were
    before: rather a share that is not mounted than that all of them were deleted."""
    for folder in folders:
        if not is_bare(folder):
            continue
        root = _root(folder)
        known = {name.partition("#")[0] for name in names_under(database, [root])}
        if known := known | linked_under(database, root):
            files = counted(len(known), "file")
            raise GraphRagError(
                f"Nothing is found in {folder}, from which the graph has {files}; "
                "nothing was changed.",
                "Is it mounted? If all are gone for good: graphrag-neo4j sources delete FOLDER.",
            )


class Removals:
    """What came from ``folders`` and is in them no more.

    ``files``: all that they hold, and all of that that was not read; ``seen``: names that were read
    now. What cannot be read now is not gone, and neither is what ``options`` leave out, which was
    not looked for; what is empty now, or named by an ignore file, is.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        files: Collection[Path | Unreadable],
        seen: Collection[str],
        report: IngestReport,
        options: ReadOptions,
    ) -> None:
        self._roots = [_root(folder) for folder in folders]
        self._seen = seen
        self._filters = [filtered_out(folder.resolve(), options) for folder in folders]
        self._scanned = {file.resolve().as_uri() for file in files if isinstance(file, Path)}
        unread = [file for file in files if isinstance(file, Unreadable)]
        left_out = {file.uri for file in unread if file.kind in _LEFT_OUT}
        left_out -= {name.partition("#")[0] for name in report.unreadable.keys() - left_out}
        self._left_out = left_out
        self._unreadable = _with_neighbours(report.unreadable.keys() - left_out)

    def gone(self, database: Database, links: Mapping[str, str]) -> set[str]:
        """The names of these sources. ``links``: those that are there now."""
        files = unlinked(database, links, self._is_unlinked)
        linked = {
            name
            for name in names_under(database, sorted(files))
            if name.partition("#")[0] in files and name not in self._seen
        }
        return linked | {name for name in names_under(database, self._roots) if self._is_gone(name)}

    def _is_unlinked(self, link: str) -> bool:
        return any(link.startswith(root) for root in self._roots) and self._may_go(link)

    def _is_gone(self, name: str) -> bool:
        if not self._may_go(name):
            return False
        if not self._left_out.isdisjoint(wholes(name)):
            return True
        is_read = name.partition("#")[0] in self._scanned
        return name not in self._seen and (is_read or is_missing(name))

    def _may_go(self, name: str) -> bool:
        return self._unreadable.isdisjoint(wholes(name)) and not any(
            is_out(file_of(name)) for is_out in self._filters
        )


def gone_from_files(
    database: Database, files: Set[str], seen: Set[str], report: IngestReport
) -> set[str]:
    """Names of what a file (its uri in ``files``) gave when it was read before and does not now:
    records and parts of large texts that have another name or text, and would stand beside their
    new version; files that lie in it no more.

    A record that is known by an id and is gone stays: only a sync says that it is gone for good.
    So does all that could not be read, and what stands in a table beside a record that could not.
    Files that name no record by an id once had numbered ones;
    they go, too.
    """
    read = seen - report.unreadable.keys()
    unreadable = _with_neighbours(report.unreadable)
    keyed = {uri.partition("#")[0] for uri in read if _is_own_id(uri.partition("#")[2])}
    whole = {uri.partition("#")[0] for uri in read}

    def is_replaced(name: str) -> bool:
        file, _, key = name.partition("#")
        if key.isdecimal():
            return file in whole - keyed
        return file in whole and (not _is_own_id(key) or holds_files(file))

    return {
        name
        for name in names_under(database, sorted(files))
        if name not in seen and is_replaced(name) and unreadable.isdisjoint(wholes(name))
    }


def missing_files(
    database: Database, folders: Collection[Path], files: Set[str]
) -> tuple[str, ...]:
    """Files below ``folders`` that sources came from and that are not there any more. ``files``:
    uris of some that are."""
    roots = [_root(folder) for folder in folders]
    known = {name.partition("#")[0] for name in names_under(database, roots)} if roots else set()
    return tuple(sorted(uri for uri in known - files if is_missing(uri)))


def _root(folder: Path) -> str:
    return folder.resolve().as_uri().rstrip("/") + "/"


def names_under(database: Database, prefixes: list[str]) -> set[str]:
    """All names of sources that begin so."""
    rows = database.read("sources/sources_under", prefixes=prefixes)
    names = {name for row in rows for name in (row["uri"], *row["aliases"])}
    return set(beginning_so(names, prefixes))


def beginning_so(names: Iterable[str], prefixes: Iterable[str]) -> Iterator[str]:
    """Those of ``names`` that begin with one of ``prefixes``: of tens of thousands of files, too,
    in a search of each."""
    starts: list[str] = []
    for prefix in sorted(prefixes):
        if not starts or not prefix.startswith(starts[-1]):
            starts.append(prefix)
    for name in names:
        # No start begins with another one, so only the last that sorts before a name may fit.
        place = bisect_right(starts, name)
        if place and name.startswith(starts[place - 1]):
            yield name


def _is_own_id(key: str) -> bool:
    return bool(key) and not is_content_key(key)


def _with_neighbours(unreadable: Iterable[str]) -> set[str]:
    """``unreadable`` with the tables of records that could not be read and so have but a number:
    nobody can tell which of the records that were read before these are."""
    tables = (_whole_of(name) for name in unreadable if _NUMBERED.search(name))
    return {*unreadable, *tables}


def _whole_of(name: str) -> str:
    return name[: max(name.rfind("/", name.find("#")), name.find("#"))]


def wholes(name: str) -> Iterator[str]:
    """A name of a source, and those of all that it is part of: archives, its file, folders."""
    yield name
    whole, _, inside = name.partition("#")
    while "/" in inside:  # of an archive in an archive
        inside = inside.rpartition("/")[0]
        yield f"{whole}#{inside}"
    while whole.count("/") > 2:  # below file://
        yield whole
        whole = whole.rpartition("/")[0]
