"""Files that somebody sends: kept in the home, each in a folder named by a hash of its name.

A name is never a path: of what is given the last part names the file, without control characters,
dots at its front and what is too long for a file system. The same name, with its folders, is the
same document, so that a newer version replaces the older one in the graph.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.files import explained
from graphrag_neo4j.serve.journal import JobFile

if TYPE_CHECKING:
    from fastapi import UploadFile

    from graphrag_neo4j.ingest.report import IngestReport

MAX_NAME = 120
"""Characters of a file's name; four bytes each still fit a file system's 255 with a suffix."""
_BAD = re.compile(r'[<>:"|?*]')
_DIGITS = 16
_FOLDER = re.compile(rf"[0-9a-f]{{{_DIGITS}}}\Z")


def safe_name(name: str) -> str:
    """The last part of a name that somebody gave, fit to be a file's name on any system."""
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    printable = "".join(c for c in last if unicodedata.category(c)[0] != "C")
    clean = _BAD.sub("_", printable).strip().lstrip(".").rstrip(". ")
    stem, dot, suffix = clean.rpartition(".")
    if not dot or len(suffix) > 10:
        stem, dot, suffix = clean, "", ""
    while len(f"{stem}{dot}{suffix}".encode()) > 2 * MAX_NAME:
        stem = stem[:-1]
    return f"{stem[:MAX_NAME]}{dot}{suffix}" or "document"


def place_of(folder: Path, name: str) -> Path:
    """Where the file that was given with this name is kept below ``folder``: names that differ,
    in their folders or at the end of long ones, have places of their own."""
    given = unicodedata.normalize("NFC", name).replace("\\", "/")
    digest = hashlib.sha256(given.encode("utf-8", "surrogatepass")).hexdigest()
    return folder / digest[:_DIGITS] / safe_name(name)


def keep(folder: Path, uploads: Sequence[UploadFile]) -> list[JobFile]:
    """Write uploads below ``folder``; each is there whole, and on disk, when this returns.

    Raises :class:`UsageError` for two of one name, of which one would replace the other; then
    nothing is written.
    """
    places = Counter(place_of(folder, upload.filename or "") for upload in uploads)
    for place, times in places.items():
        if times > 1:
            raise UsageError(
                f"{times} files of this upload have the same name, {place.name!r}.",
                "Give each a name of its own, with its folder if need be: north/notes.md.",
            )
    with explained(folder):
        return [_kept(folder, upload) for upload in uploads]


@contextmanager
def for_a_moment(uploads: Sequence[UploadFile]) -> Iterator[list[Path]]:
    """The uploads as files while the block runs."""
    with TemporaryDirectory(prefix="graphrag-") as folder:
        keep(Path(folder), uploads)
        yield [place_of(Path(folder), upload.filename or "") for upload in uploads]


def remove(folder: Path, uri: str) -> None:
    """Remove the file that a source was made of, if it was uploaded here."""
    from graphrag_neo4j.readers.files import file_of

    if not uri.startswith("file:"):
        return
    path = file_of(uri)
    if path.parent.parent == folder.resolve() and _FOLDER.match(path.parent.name):
        shutil.rmtree(path.parent, ignore_errors=True)


def after_ingest(files: Sequence[JobFile], report: IngestReport) -> list[JobFile]:
    """What became of each file, with the reasons of those that could not be read or extracted."""
    from dataclasses import replace

    told = {**report.unreadable, **report.skipped, **report.failed}
    found = []
    for file in files:
        reasons = [reason for name, reason in told.items() if _is_of(name, file.uri)]
        more = f" (and {len(reasons) - 1:,} more)" if len(reasons) > 1 else ""
        found.append(
            replace(file, state="failed", reason=reasons[0] + more)
            if reasons
            else replace(file, state="done", reason=None)
        )
    return found


def _is_of(name: str, uri: str) -> bool:
    """Whether a name in a report ("uri", "uri#record", "uri [position]") is that of a file."""
    return name == uri or name.startswith((f"{uri}#", f"{uri} ["))


def _kept(folder: Path, upload: UploadFile) -> JobFile:
    path = place_of(folder.resolve(), upload.filename or "")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = path.with_name(f".{os.getpid()}.{os.urandom(4).hex()}")
    try:
        with temporary.open("wb") as file:
            shutil.copyfileobj(upload.file, file, 1 << 20)
            file.flush()
            os.fsync(file.fileno())
            size = file.tell()
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return JobFile(path.name, size, path.as_uri())
