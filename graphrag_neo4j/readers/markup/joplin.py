"""Notes as Joplin keeps them ("RAW"): the title, the text, and below it fields of the program."""

from __future__ import annotations

import re
from collections.abc import Mapping

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.exports.times import point_in_time

_ID = re.compile(r"[0-9a-f]{32}")
_FIELD = re.compile(r"(?P<name>[a-z_]+):(?: (?P<value>.*))?")
_NOTE = "1"
_TYPE = "type_"


def parts_of_note(text: str) -> tuple[str, Mapping[str, str]]:
    """The text of a note and the fields below it; no fields of another text.

    Raises :class:`ReadError` for what is no note: a notebook, a tag, an attachment.
    """
    at = 0 if text.startswith("id: ") else text.rfind("\nid: ") + 1
    matches = [_FIELD.fullmatch(line) for line in text[at:].rstrip().split("\n")]
    found = {match["name"]: match["value"] or "" for match in matches if match}
    if None in matches or _TYPE not in found or not _ID.fullmatch(found.get("id", "")):
        return text, {}
    if found[_TYPE] != _NOTE:
        raise ReadError("it is of Joplin itself, and no note.", "Leave it out.", "empty")
    return text[:at].rstrip() + "\n", found


def metadata_of_note(fields: Mapping[str, str]) -> dict[str, str]:
    """When a note was last changed, when it was made, and where it is from."""
    told = {
        "date": _time(fields, "updated_time"),
        "created": _time(fields, "created_time"),
        "author": fields.get("author", ""),
        "source_url": fields.get("source_url", ""),
    }
    return {name: value for name, value in told.items() if value}


def _time(fields: Mapping[str, str], name: str) -> str:
    return point_in_time(fields.get(f"user_{name}") or fields.get(name, ""))
