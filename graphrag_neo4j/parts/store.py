"""The folder or bucket that parts are in, by fsspec: ``out/``, ``s3://bucket/folder``."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.errors import UsageError

_BLOCK = 1 << 20
_UNFINISHED = ".unfinished-"
_LOCK = ".lock"


def sha256_of(file: IO[bytes]) -> str:
    """The checksum of what is left to read of a file."""
    digest = hashlib.sha256()
    while block := file.read(_BLOCK):
        digest.update(block)
    return digest.hexdigest()


@dataclass(frozen=True)
class Store:
    """Files of one folder, by name; each appears whole or not at all.

    ``address``: a path, or an address as fsspec knows them. Nothing is contacted before the first
    use. All methods raise :class:`UsageError` where the folder cannot be used.
    """

    address: str

    @classmethod
    def of(cls, address: object) -> Store:
        """The folder at a path or an address; a path that is relative is so to this process, and
        ``file://`` is a path. Raises :class:`UsageError` for an empty one."""
        from fsspec.core import strip_protocol

        text = str(address)
        if not text:
            raise UsageError("The path is empty.", "Name a folder.")
        if text.startswith("file://"):
            text = strip_protocol(text)
        return cls(text if "://" in text else str(Path(text).expanduser().absolute()))

    def __str__(self) -> str:
        return self.address

    @cached_property
    def _place(self) -> tuple[Any, str]:
        """File system and folder."""
        from fsspec.core import url_to_fs

        with self._explained():
            try:
                return url_to_fs(self.address)  # type: ignore[no-any-return]
            except ImportError as error:
                raise UsageError(
                    f"{self.address} cannot be reached: {error}.", "Install that package."
                ) from None
            except ValueError as error:
                raise UsageError(f"{self.address}: {error}.", "Check the address.") from None

    def names(self) -> list[str]:
        """The names of its files, sorted; none if it is not there."""
        system, folder = self._place
        with self._explained():
            try:
                found = system.ls(folder, detail=False, refresh=True)
            except FileNotFoundError:
                return []
            return sorted(str(name).rstrip("/").rpartition("/")[2] for name in found)

    @contextmanager
    def reading(self, name: str) -> Iterator[IO[bytes]]:
        """A file, open to be read."""
        system, _ = self._place
        with self._explained(), system.open(self._path(name), "rb") as file:
            yield file

    def sha256(self, name: str) -> str:
        """The checksum of a file."""
        with self.reading(name) as file:
            return sha256_of(file)

    @contextmanager
    def writing(self, name: str) -> Iterator[IO[bytes]]:
        """A file, open to be written; it is there when the block ends well."""
        system, folder = self._place
        unfinished = self._path(f"{_UNFINISHED}{uuid4().hex}")
        with self._explained():
            system.makedirs(folder, exist_ok=True)
            try:
                with system.open(unfinished, "wb") as file:
                    yield file
                system.mv(unfinished, self._path(name))
            except BaseException:
                if system.exists(unfinished):
                    system.rm_file(unfinished)
                raise

    @property
    def folder(self) -> Path | None:
        """The path of the folder; None if it is not on this machine."""
        return None if "://" in self.address else Path(self.address)

    def file(self, name: str) -> Path:
        """The path of a file on this machine. Raises :class:`UsageError` if it is elsewhere."""
        if self.folder is None:
            raise UsageError(f"{self} is not on this machine.", "Copy it here first.")
        return self.folder / name

    @property
    def _lock_file(self) -> Path:
        """In the folder itself, or, for one elsewhere, in the cache folder."""
        if self.folder is not None:
            return self.folder / _LOCK
        name = hashlib.sha256(self.address.rstrip("/").encode("utf-8", "replace")).hexdigest()
        return cache_dir() / f"extract-{name[:32]}{_LOCK}"

    @contextmanager
    def claimed(self) -> Iterator[None]:
        """Keeps others of this machine that claim the folder out while the block runs. Raises
        :class:`UsageError` if one of them is there. Of what lies elsewhere other machines are not
        kept out, nor is anybody where the cache folder cannot be written."""
        from filelock import FileLock, Timeout

        path = self._lock_file
        lock = FileLock(path)
        with self._explained():
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                lock.acquire(timeout=0)
            except Timeout:  # an OSError, too
                raise UsageError(
                    f"Another extract is writing to {self}.", "Wait for it, or use another --out."
                ) from None
            except OSError:
                if self.folder is not None:
                    raise
        try:
            yield
        finally:
            with suppress(OSError):  # Windows removes no open file
                path.unlink()
            lock.release()

    def remove(self, names: list[str]) -> None:
        """Remove these files."""
        system, _ = self._place
        with self._explained():
            for name in names:
                system.rm_file(self._path(name))

    def remove_unfinished(self) -> None:
        """Remove what writers left that were killed; nobody may be writing."""
        self.remove([name for name in self.names() if name.startswith(_UNFINISHED)])

    def _path(self, name: str) -> str:
        return f"{self._place[1].rstrip('/')}/{name}"

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            reason = error.strerror or str(error) or type(error).__name__
            raise UsageError(
                f"{self.address} cannot be used: {reason}.",
                "Check the path, the rights and the free space there.",
            ) from error
