"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graphrag_neo4j.errors import UsageError


@contextmanager
def replaced(path: Path, *, force: bool, folder: bool = False) -> Iterator[Path]:
    """A new place to write to, which becomes ``path`` when the block ends well.

    Of a ``folder`` that is there, only the files of the same names are replaced; a link stays,
    and what it leads to is replaced. Raises :class:`UsageError` if ``path`` is there (unless
    ``force``), is no file, or cannot be written.
    """
    if not force and os.path.lexists(path):
        raise UsageError(f"{path} exists.", "Choose another path, or replace it with --force.")
    if path.exists() and path.is_dir() != folder:
        what = "is a folder" if path.is_dir() else "is no folder"
        raise UsageError(f"{path} {what}.", "Choose another path.")
    if path.exists() and not (path.is_dir() or path.is_file()):
        raise UsageError(f"{path} is a device or a pipe.", "Choose another path.")
    if path.is_symlink():
        path = path.resolve()
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if folder:
            temporary.mkdir()
        yield temporary
        if folder and path.is_dir():
            for file in temporary.iterdir():
                file.replace(path / file.name)
        else:
            temporary.replace(path)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror or error}.",
            "Choose another path, or free some space.",
        ) from error
    finally:
        if temporary.is_dir():
            shutil.rmtree(temporary, ignore_errors=True)
        else:
            _remove(temporary)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return  # its folder cannot be written: then it was never made
