"""Which sources a name means: an id, a URI, a file, a folder, a glob or a title.

Files need not exist any more: names are compared with what the graph holds.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit
from urllib.request import url2pathname

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.errors import NotFoundError, UsageError
from graphrag_neo4j.ids import IN_FRAGMENT, id_prefix, source_id
from graphrag_neo4j.options import checked_text
from graphrag_neo4j.text.globs import Glob

SHOWN = 10
"""Candidates that an error names."""
_MOST_FILED = 10_000
"""Sources whose names have a bare file name in them; of more, none is meant."""

BOOKKEEPING = frozenset({"content_hash", "fingerprint", "status", "uri_start", "record_place"})
"""Properties of a source that are of use to ingestion only."""

_SCHEME = re.compile(r"[a-zA-Z][\w+.-]+:")
_WILD = re.compile(r"[*?\[]")
_NAMES = frozenset({"id", "uri", "title", "aliases", "alias_count"})
_HINT = "See graphrag-neo4j sources list."


@dataclass(frozen=True, slots=True)
class NamedSource:
    """A source (``row``: id, uri, title, aliases) and those of its URIs that a name means."""

    row: Row
    uris: frozenset[str]

    def to_dict(self) -> Row:
        """The row, with the URIs meant as ``named``."""
        return {**self.row, "named": sorted(self.uris)}


def find(database: Database, name: str) -> list[NamedSource]:
    """The sources that ``name`` means, by URI.

    The first of these that fits: an id (or the first 8 digits of it or more), a URI, a file, a
    record ("rows.csv#7"), the records of a file, a folder, a title, a glob, the name of a file of
    any folder that no other file has. Paths and globs may be relative to the working directory;
    ``*`` stops at folders, ``**`` does not. An id or a title means a source under all its URIs,
    everything else only the URIs that fit.

    Raises :class:`NotFoundError` if nothing fits, :class:`UsageError` if a title or the beginning
    of an id fits several.
    """
    checked_text(name, "name of a source", _HINT)
    found = _exact(database, name) or _titled(database, name) or _globbed(database, name)
    found = found or _filed(database, name)
    if not found:
        raise NotFoundError("source", _missing(database, name), _HINT)
    return found


def find_one(database: Database, name: str) -> Row:
    """The one source that ``name`` means; raises :class:`UsageError` if it means several."""
    found = find(database, name)
    if len(found) > 1:
        raise _several(name, [one.row for one in found])
    return found[0].row


def listed(database: Database, text: str | None, skip: int, limit: int) -> list[Row]:
    """Sources by title whose title or URI contains ``text`` or fits it as a glob."""
    ids = []
    if text and _WILD.search(text):
        of_title, of_path = Glob(text, any_case=True), Glob(text)
        ids = [
            row["id"]
            for row in database.read("sources/sources_under", prefixes=[""])
            if of_title.fits(row["title"] or "") or _fitting(_uris(row), of_path.fits_end)
        ]
    part = text.strip().lower() if text and text.strip() else None
    parameters = {"ids": ids, "text": part, "quoted": part and quote(part).lower()}
    rows = database.read("sources/sources", skip=skip, limit=limit, **parameters)
    for row in rows:
        properties = public_source(row.pop("properties"))
        row["metadata"] = {name: properties[name] for name in properties if name not in _NAMES}
    return rows


def _exact(database: Database, name: str) -> list[NamedSource]:
    """By id, URI or path: a source of that name, else what is in that file or folder."""
    path = _file_uri(name)
    names = [one for one in (name, path, _record_uri(name)) if one is not None]
    rows = database.read(
        "sources/sources_named",
        ids=[name, *map(source_id, names)],
        names=names,
        prefix=id_prefix(name),
    )
    by_id = [row for row in rows if id_prefix(name) and row["id"].startswith(name)]
    if len(by_id) > 1:
        raise _several(name, by_id)
    if by_id:
        return [NamedSource(row, _uris(row)) for row in by_id]
    if rows:
        return [NamedSource(row, _uris(row) & set(names)) for row in rows]
    prefixes = [name.rstrip("/") if path is None else path.rstrip("/")]
    return _under(database, [one + mark for one in prefixes for mark in "#/"])


def _under(database: Database, prefixes: list[str]) -> list[NamedSource]:
    starts = tuple(prefixes)
    rows = database.read("sources/sources_under", prefixes=prefixes)
    return _named((row, {uri for uri in _uris(row) if uri.startswith(starts)}) for row in rows)


def _titled(database: Database, title: str) -> list[NamedSource]:
    rows = database.read("sources/sources_titled", title=title.strip(), limit=SHOWN + 1)
    if len(rows) > 1:
        raise _several(title, rows)
    return [NamedSource(row, _uris(row)) for row in rows]


def _globbed(database: Database, glob: str) -> list[NamedSource]:
    wild = _WILD.search(glob)
    if wild is None:
        return []
    if not _SCHEME.match(glob):
        parts = Path(glob).expanduser().parts
        n = next((i for i, part in enumerate(parts) if _WILD.search(part)), len(parts))
        folder = Path(*parts[:n]).resolve().as_uri().rstrip("/")
        glob, start = "/".join([unquote(folder), *parts[n:]]), f"{folder}/"
    else:
        start = glob[: wild.start()]
    pattern = Glob(glob)
    rows = database.read("sources/sources_under", prefixes=[start])
    return _named((row, _fitting(_uris(row), pattern.fits)) for row in rows)


def _filed(database: Database, name: str) -> list[NamedSource]:
    """By the name of a file, whatever folder it lies in; nothing if several have it."""
    if "/" in name or _WILD.search(name):
        return []
    own, part = f"/{quote(name)}", {"text": name.lower(), "quoted": quote(name).lower()}
    rows = database.read("sources/sources", ids=[], **part, skip=0, limit=_MOST_FILED)
    files = {uri.partition("#")[0] for row in rows for uri in _uris(row)}
    files = {file for file in files if file.endswith(own)}
    is_one = len(files) == 1 and len(rows) < _MOST_FILED
    return _exact(database, files.pop()) if is_one else []


def _named(found: Iterable[tuple[Row, set[str]]]) -> list[NamedSource]:
    named = [NamedSource(row, frozenset(uris)) for row, uris in found if uris]
    return sorted(named, key=lambda one: str(one.row["uri"]))


def _fitting(uris: Iterable[str], fits: Callable[[str], bool]) -> set[str]:
    """The URIs that fit, as people write them, or whose file does."""
    return {uri for uri in uris if fits(unquote(uri.partition("#")[0])) or fits(unquote(uri))}


def _file_uri(name: str) -> str | None:
    """The URI that the file or folder called ``name`` has in a graph; None for other URIs."""
    try:
        if name.startswith("file:"):
            return Path(url2pathname(urlsplit(name).path)).as_uri()
        return None if _SCHEME.match(name) else Path(name).expanduser().resolve().as_uri()
    except (ValueError, OSError, RuntimeError):  # a NUL in it, no absolute path, no such user
        return None


def _record_uri(name: str) -> str | None:
    """The URI of a record as results show it: "tickets.json#LRK-1043"; None for other names."""
    file, mark, key = name.partition("#")
    path = _file_uri(file) if mark and file else None
    return f"{path}#{quote(unquote(key), safe=IN_FRAGMENT)}" if path else None


def _uris(row: Row) -> frozenset[str]:
    return frozenset({row["uri"], *row["aliases"]})


def _several(name: str, rows: list[Row]) -> UsageError:
    shown = "; ".join(f"{row['id'][:8]} {row['title']} ({row['uri']})" for row in rows[:SHOWN])
    more = "; and more" if len(rows) > SHOWN else ""
    return UsageError(f"{name!r} means several sources: {shown}{more}.", "Name one by its id.")


def _missing(database: Database, name: str) -> str:
    if _WILD.search(name):
        return f"No source fits {name!r}."
    if name.endswith(("/", os.sep)):
        return f"No source comes from the folder {name!r}."
    part = Path(name).stem or name
    near = [f"{row['title']!r}" for row in listed(database, part, 0, SHOWN // 2)]
    return f"There is no source {name!r}." + (f" Did you mean: {', '.join(near)}?" if near else "")


def public_source(source: Row) -> Row:
    """A source's properties without our bookkeeping."""
    return {k: v for k, v in source.items() if k not in BOOKKEEPING}
