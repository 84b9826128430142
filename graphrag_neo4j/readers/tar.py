"""Tar archives, and single files packed by gzip, bzip2 or xz: unpacked within limits.

Nothing is unpacked to a path that an archive names. Sizes are counted as they come.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import tarfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BufferedIOBase
from pathlib import Path
from urllib.parse import quote

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.ids import IN_FRAGMENT
from graphrag_neo4j.readers.archive import MOST_BYTES, MOST_PART_BYTES, MOST_PARTS
from graphrag_neo4j.readers.content import Unreadable, clean_text, with_words
from graphrag_neo4j.readers.options import DEFAULT, ReadOptions
from graphrag_neo4j.readers.parts import NamedParts, read_part
from graphrag_neo4j.readers.records import Item

_OPENERS: Mapping[str, Callable[[Path], BufferedIOBase]] = {
    ".gz": gzip.GzipFile,
    ".bz2": bz2.BZ2File,
    ".xz": lzma.LZMAFile,
}
_HINT = "Unpack it and ingest what is needed."


def read_packed(
    path: Path, uri: str, options: ReadOptions = DEFAULT, depth: int = 0
) -> Iterator[Item]:
    """The file that is packed (``uri#name``), or those in a packed tar archive."""
    if Path(path.stem).suffix.lower() == ".tar":
        yield from read_tar(path, uri, options, depth)
        return
    with _sound("packed file"), _OPENERS[path.suffix.lower()](path) as file:
        data = file.read(MOST_PART_BYTES + 1)
    if len(data) > MOST_PART_BYTES:
        raise _too_large(MOST_PART_BYTES)
    yield from read_part(path.stem, with_bytes(data), uri, options, depth)


def read_tar(
    path: Path, uri: str, options: ReadOptions = DEFAULT, depth: int = 0
) -> Iterator[Item]:
    """The files in a tar archive, packed or not, each as ``uri#name``. Names are only names: one
    that is absolute or leads upwards leads nowhere. Links are not followed."""
    total = found = 0
    parts = NamedParts(uri, options, depth)
    with _sound("tar archive"), tarfile.open(path, "r|*") as archive:
        for member in archive:
            if member.isdir():
                continue
            found += 1
            total += member.size
            if found > MOST_PARTS or total > MOST_BYTES:
                raise _too_large(MOST_BYTES)
            own = f"{uri}#{quote(clean_text(member.name), safe=IN_FRAGMENT)}"
            file = archive.extractfile(member) if member.isfile() else None
            if file is None:
                reason = "it is a link." if member.issym() or member.islnk() else "it is no file."
                yield Unreadable(own, reason, skipped=True, kind="unsupported")
            elif member.size > MOST_PART_BYTES:
                reason = f"it would unpack to {member.size / 1e6:,.0f} MB."
                yield Unreadable(own, reason, _HINT, kind="too large")
            else:
                yield from parts.read(member.name, file.read())
    if not found:
        with_words("")


def with_bytes(data: bytes) -> bytes:
    """``data`` itself; raises :class:`ReadError` if there is none."""
    if not data:
        with_words("")
    return data


@contextmanager
def _sound(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:  # what bz2 and gzip say of bad data has no number
        if error.errno is not None:
            raise
        raise ReadError(f"it is not a sound {what}.", "Pack it anew.", "corrupt") from error
    except (tarfile.TarError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise ReadError(f"it is not a sound {what}.", "Pack it anew.", "corrupt") from error


def _too_large(limit: int) -> ReadError:
    reason = f"it would unpack to more than {limit / 1e6:,.0f} MB or {MOST_PARTS:,} files."
    return ReadError(reason, _HINT, "too large")
