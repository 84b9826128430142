"""Notes as Google Keep exports them: what a note says, without how it looks. What was thrown away
is left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Blocks, Unreadable, clean_text, safe_metadata
from graphrag_neo4j.readers.exports.times import point_in_time

_TEXT, _POINTS, _LABELS = "textContent", "listContent", "labels"
_MARK = "isTrashed"
_EDITED, _CREATED = "userEditedTimestampUsec", "createdTimestampUsec"
_LEFT_OUT = frozenset(
    (_TEXT, _POINTS, _LABELS, _EDITED, _CREATED, "color", "textContentHtml", "title")
)
_PER_MILLISECOND = 1000  # microseconds


def is_note(value: object) -> bool:
    """Whether ``value`` is a note of Google Keep."""
    return isinstance(value, Mapping) and _MARK in value and (_TEXT in value or _POINTS in value)


def read_note(uri: str, fallback_title: str, note: Mapping[str, object]) -> Document | Unreadable:
    """A note under its title, each point of its list an item, ticked where it is done; labels, and
    when it was made and last edited, are metadata. One that was thrown away is not read.

    Raises :class:`ReadError` if it says nothing.
    """
    if note[_MARK] is True:
        return Unreadable(
            uri, "it is in the trash of Google Keep.", "Restore it there.", True, "hidden"
        )
    title = " ".join(str(note.get("title") or "").split())
    blocks = Blocks()
    blocks.add(clean_text(title))
    blocks.add(clean_text(str(note.get(_TEXT) or "")))
    points = [one for one in _objects(note, _POINTS) if one.get("text")]
    has_ticks = any(one.get("isChecked") is True for one in points)
    for point in points:
        box = f"[{'x' if point.get('isChecked') is True else ' '}] " if has_ticks else ""
        blocks.add(f"- {box}{clean_text(str(point['text']))}", kind="item")
    about: list[tuple[str, Any]] = [(k, v) for k, v in note.items() if k not in _LEFT_OUT]
    if labels := [str(one["name"]) for one in _objects(note, _LABELS) if one.get("name")]:
        about.append((_LABELS, ", ".join(labels)))
    times = (("date", note.get(_EDITED) or note.get(_CREATED)), ("created", note.get(_CREATED)))
    about += [(name, told) for name, time in times if (told := _time(time))]
    return blocks.document(uri, title or fallback_title, safe_metadata(about))


def _time(microseconds: object) -> str:
    return point_in_time(microseconds / _PER_MILLISECOND) if isinstance(microseconds, int) else ""


def _objects(note: Mapping[str, object], field: str) -> list[Mapping[str, Any]]:
    items = note.get(field)
    found = items if isinstance(items, list) else []
    return [one for one in found if isinstance(one, Mapping)]
