"""Where a block of code is cut that is too long for one statement."""

from __future__ import annotations

from collections.abc import Iterator

_LONGEST_CODE = 600  # characters


def code_parts(text: str, begin: int, stop: int) -> Iterator[tuple[int, int]]:
    """A block of code whole, or cut at line ends where it is long."""
    start = begin
    end = begin
    for line in text[begin:stop].splitlines(keepends=True):
        if end > start and end + len(line) - start > _LONGEST_CODE:
            yield _trimmed(text, start, end)
            start = end
        end += len(line)
    yield _trimmed(text, start, end)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return end - len(piece.lstrip()), start + len(piece.rstrip())
