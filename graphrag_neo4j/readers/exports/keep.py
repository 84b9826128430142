"""Notes as Google Keep exports them: what a note says, without how it looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Blocks, clean_text, safe_metadata

_TEXT, _POINTS, _LABELS = "textContent", "listContent", "labels"
_MARK = "isTrashed"
_LEFT_OUT = frozenset((_TEXT, _POINTS, _LABELS, "color", "textContentHtml", "title"))


def is_note(value: object) -> bool:
    """Whether ``value`` is a note of Google Keep."""
    return isinstance(value, Mapping) and _MARK in value and (_TEXT in value or _POINTS in value)


def note_document(uri: str, fallback_title: str, note: Mapping[str, object]) -> Document:
    """A note under its title, each point of its list an item; labels are metadata.

    Raises :class:`ReadError` if it says nothing.
    """
    title = " ".join(str(note.get("title") or "").split())
    blocks = Blocks()
    blocks.add(clean_text(title))
    blocks.add(clean_text(str(note.get(_TEXT) or "")))
    for point in _named(note, _POINTS, "text"):
        blocks.add(f"- {clean_text(point)}", kind="item")
    about: list[tuple[str, Any]] = [(k, v) for k, v in note.items() if k not in _LEFT_OUT]
    if labels := _named(note, _LABELS, "name"):
        about.append((_LABELS, ", ".join(labels)))
    return blocks.document(uri, title or fallback_title, safe_metadata(about))


def _named(note: Mapping[str, object], field: str, name: str) -> list[str]:
    """What the objects in a list say under ``name``."""
    items = note.get(field)
    found = items if isinstance(items, list) else []
    return [str(one[name]) for one in found if isinstance(one, Mapping) and one.get(name)]
