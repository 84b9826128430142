"""Files inside files: attachments of a mail, members of an archive."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from graphrag_neo4j.ids import IN_FRAGMENT
from graphrag_neo4j.readers.content import Unreadable, clean_text
from graphrag_neo4j.readers.options import ReadOptions
from graphrag_neo4j.readers.records import Item

MOST_DEPTH = 4
"""Files in files in files: deeper ones are not read."""
_NOT_NAME = re.compile(r"[^\w.\- ]+")
_LONGEST_NAME = 100


def read_part(
    name: str, data: bytes, uri: str, options: ReadOptions, depth: int, key: str = ""
) -> Iterator[Item]:
    """What ``data``, a file called ``name`` inside the file ``uri``, gives: ``uri#name``, or
    ``uri#key``.

    It is read from a folder of its own that is gone afterwards; its name there has no folders.
    """
    from graphrag_neo4j.readers.files import read_path

    joint = "/" if "#" in uri else "#"  # a mail of a mailbox has its own name already
    own = f"{uri}{joint}{quote(clean_text(key or name), safe=IN_FRAGMENT)}"
    if depth >= MOST_DEPTH:
        reason = f"it lies {MOST_DEPTH} files deep in other files."
        yield Unreadable(own, reason, "Save it by itself.", kind="too large")
        return
    base = _NOT_NAME.sub("_", re.split(r"[/\\]", name)[-1]).lstrip(".") or "part"
    suffix = Path(base).suffix[:20]
    with tempfile.TemporaryDirectory(prefix="graphrag-") as folder:
        path = Path(folder).resolve() / f"{Path(base).stem[:_LONGEST_NAME]}{suffix}"
        path.write_bytes(data)
        there = path.as_uri()
        for item in read_path(path, options, depth=depth + 1):
            rest = item.uri.removeprefix(there).replace("#", "/", 1)
            if isinstance(item, Unreadable):
                skipped = item.kind in ("unsupported", "empty")  # nobody asked for it by name
                yield replace(item, uri=own + rest, skipped=skipped)
            else:
                yield replace(item, uri=own + rest)


class NamedParts:
    """Reads the parts of the file ``uri``, whose names may be the same: the first part of a name
    keeps it, another one has a hash of its content behind it (``uri#name-hash.txt``), and the same
    part twice is read once."""

    def __init__(self, uri: str, options: ReadOptions, depth: int) -> None:
        self._uri = uri
        self._options = options
        self._depth = depth
        self._hashes: dict[str, set[str]] = {}

    def read(self, name: str, data: bytes) -> Iterator[Item]:
        """What ``data``, the part called ``name``, gives."""
        digest = blake2b(data, digest_size=8).hexdigest()
        hashes = self._hashes.setdefault(clean_text(name), set())
        own = _with_hash(name, digest) if hashes else name
        if digest not in hashes:
            hashes.add(digest)
            yield from read_part(name, data, self._uri, self._options, self._depth, own)


def _with_hash(name: str, digest: str) -> str:
    suffix = PurePosixPath(name).suffix
    return f"{name.removesuffix(suffix)}-{digest}{suffix}"
