"""Footnotes of LaTeX: told apart from the sentence that they stand behind."""

from __future__ import annotations

import re

_BEGIN, _END = "\x11", "\x12"  # controls of devices: in no text that was read
_NOTE = re.compile(f"{_BEGIN}([^{_BEGIN}{_END}]*){_END}")


def note(text: str) -> str:
    """``text`` marked as a note."""
    return f"{_BEGIN}{text}{_END}"


def parted(text: str) -> tuple[str, list[str]]:
    """``text`` without its notes, and these."""
    return _NOTE.sub("", text), _NOTE.findall(text)


def in_brackets(text: str) -> str:
    """``text`` with its notes in brackets, as a title or a cell has them."""
    return _NOTE.sub(r" (\1)", text)
