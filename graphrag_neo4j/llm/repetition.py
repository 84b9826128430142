"""Whether an answer under way says the same again and again, as weak models do without an end."""

from __future__ import annotations

import re
from collections import Counter, deque

REPETITION = "repetition"
"""Why an answer ended that was cut for it, beside OpenAI's "stop" and "length"."""
_LOOKED_AT_EVERY = 200  # characters
_LAST = 6  # records or lines, none of them new
_MOST_TIMES = 3  # for each of these
_LONGEST_UNIT = 400
_LEAST_REPEATED = 240
_LEAST_TIMES = 4
_LEAST_RECORD = 20
_LOOKED_BACK = 12_000  # characters
_NUMBER = re.compile(r"\A[\W_]*\d{1,4}[.):]\s+")
"""Of an item in a list: it is new, though the item is not."""
_RECORDS = re.compile(r"\n+|(?<=[}\])])\s*,\s*|##\s*")


class Repeats:
    """Looks at an answer as it grows, now and then."""

    def __init__(self) -> None:
        self._looked_at = 0

    def begin(self, text: str) -> int | None:
        """Where ``text``, the answer so far, begins to repeat itself, if that is seen now."""
        if len(text) - self._looked_at < _LOOKED_AT_EVERY:
            return None
        self._looked_at = len(text)
        return repeats_from(text)


def repeats_from(text: str) -> int | None:
    """Where ``text`` begins to repeat what it has said, up to its end; None if it does not.

    Found are short units without an end, and lines or records that come again and again, while
    none that is new comes any more; several may take turns.
    """
    return _unit_repeats(text) or _record_repeats(text)


def _unit_repeats(text: str) -> int | None:
    tail = text[-(_LONGEST_UNIT * _LEAST_TIMES + _LEAST_REPEATED) :]
    for size in range(1, min(_LONGEST_UNIT, len(tail) // _LEAST_TIMES) + 1):
        unit = tail[-size:]
        times = max(_LEAST_TIMES, -(-_LEAST_REPEATED // size))
        if unit.strip() and tail.endswith(unit * times):
            end = len(text)
            while end >= 2 * size and text[end - 2 * size : end - size] == unit:
                end -= size
            return end
    return None


def _record_repeats(text: str) -> int | None:
    begin = max(0, len(text) - _LOOKED_BACK)
    times, recent = Counter[str](), deque[str](maxlen=_LAST)
    place = new_until = begin
    for gap in _RECORDS.finditer(text, begin):
        record = _NUMBER.sub("", text[place : gap.start()].strip())
        place = gap.end()
        if len(record) < _LEAST_RECORD:
            continue
        if record not in times:
            new_until = gap.start()
        times[record] += 1
        recent.append(record)
    if len(recent) < _LAST or min(times[record] for record in recent) < _MOST_TIMES:
        return None
    return new_until
