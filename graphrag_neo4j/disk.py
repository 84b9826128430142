"""Whether a disk still has room, asked of the folder that is on it or will be made there."""

from __future__ import annotations

import shutil
from pathlib import Path

FULL_BYTES = 100 * 1024**2
"""With less than this free a Neo4j does not start reliably, and does not write its log."""


def free_bytes(folder: Path) -> int:
    """Free bytes of the disk of ``folder``, which need not exist yet. Raises OSError."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return shutil.disk_usage(folder).free


def is_full(folder: Path) -> bool:
    """Whether less than :data:`FULL_BYTES` are free; False if nobody can tell."""
    try:
        return free_bytes(folder) < FULL_BYTES
    except OSError:
        return False


def size_of(folder: Path) -> int:
    """Bytes of all files below ``folder``; what vanishes meanwhile is not counted."""
    total = 0
    for path in folder.rglob("*"):
        try:
            if path.is_file():
                total += path.stat().st_size
        except OSError:
            continue
    return total
