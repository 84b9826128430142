"""What the fields of a form in an old Word file show: a choice of a list, the state of a tick box.

The text has but a sign there; what it stands for is in the stream "Data" ([MS-DOC] 2.9.78, FFData).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

from graphrag_neo4j.readers.office.symbols import TICKED, UNTICKED

_BEGIN, _END = "\x13", "\x15"  # of a field
_COMMANDS = {"FORMDROPDOWN": 2, "FORMCHECKBOX": 1}  # and the kinds of their data
_LONGEST_COMMAND = 40
_AS_DEFAULT = 25  # a result that is still what the form was made with
_MOST_CHOICES = 25
_HEAD = 4  # of the data: their size, behind which stands that of the head
_WITHOUT_NAME = 10  # bytes before the field's name
_TEXTS_BEHIND = 5  # format, help, status, and two macros


def shown_by_forms(text: str, data: bytes, told: Iterable[tuple[int, int]]) -> dict[int, str]:
    """What fields show, by the place of their end. ``told``: signs, and where in ``data`` stands
    what they are."""
    shown: dict[int, str] = {}
    for place, offset in told:
        begin = text.rfind(_BEGIN, max(place - _LONGEST_COMMAND, 0), place)
        command = text[begin + 1 : place].split(maxsplit=1)[:1] if begin >= 0 else []
        end = text.find(_END, place, place + _LONGEST_COMMAND)
        if command and command[0] in _COMMANDS and end >= 0:
            shown[end] = _shown(data, offset, _COMMANDS[command[0]])
    return shown


def _shown(data: bytes, offset: int, kind: int) -> str:
    """What a field of a ``kind`` shows; "" where its data are not sound."""
    try:
        at = offset + struct.unpack_from("<H", data, offset + _HEAD)[0]
        flags = struct.unpack_from("<H", data, at + 4)[0]
        if flags & 3 != kind:
            return ""
        at = _behind_text(data, at + _WITHOUT_NAME)
        result = flags >> 2 & 0x1F
        if result == _AS_DEFAULT:
            result = struct.unpack_from("<H", data, at)[0]
        if kind == _COMMANDS["FORMCHECKBOX"]:
            return TICKED if result else UNTICKED
        at += 2
        for _ in range(_TEXTS_BEHIND):
            at = _behind_text(data, at)
        return next((choice for n, choice in enumerate(_choices(data, at)) if n == result), "")
    except struct.error:
        return ""


def _behind_text(data: bytes, at: int) -> int:
    """Where a text ends, which is told its length and has a zero behind it."""
    return at + 4 + 2 * int(struct.unpack_from("<H", data, at)[0])


def _choices(data: bytes, at: int) -> Iterator[str]:
    _, count, extra = struct.unpack_from("<3H", data, at)
    at += 6
    for _ in range(min(count, _MOST_CHOICES)):
        size = 2 * struct.unpack_from("<H", data, at)[0]
        yield data[at + 2 : at + 2 + size].decode("utf-16-le", "replace")
        at += 2 + size + extra
