"""Globs. Few wildcards become a regular expression; many are matched in time that grows with
pattern times text, as an expression for ``*a*a*a*a`` tries all ways to part a text among the stars.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from graphrag_neo4j.errors import UsageError

MOST_WILDCARDS = 32
_FEW = 3
_MEANING = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_PART = re.compile(r"\*\*/|\*\*|\*|\?|\[!?[^\]/]+\]|.", re.DOTALL)


class Glob:
    """``*`` and ``?`` do not cross a slash, ``**`` does; ``[abc]`` is one of these.

    Raises :class:`UsageError` for more than 32 wildcards.
    """

    def __init__(self, glob: str, *, any_case: bool = False) -> None:
        self._any_case = any_case
        self._takes: list[Callable[[str], bool] | None] = []
        self._loops: set[int] = set()
        self._skips: dict[int, int] = {}
        parts = _without_runs(_PART.findall(glob.casefold() if any_case else glob))
        wildcards = sum(len(part) > 1 or part in "*?" for part in parts)
        if wildcards > MOST_WILDCARDS:
            raise UsageError(f"The glob has more than {MOST_WILDCARDS} wildcards.", "Shorten it.")
        meant = "".join(_MEANING.get(part) or _one_of(part) for part in parts)
        self._pattern = re.compile(meant, re.DOTALL) if wildcards <= _FEW else None
        for part in parts:
            self._add(part)
        self._reached = [self._closure(at) for at in range(len(self._takes) + 1)]

    def fits(self, text: str) -> bool:
        """Whether the whole text fits."""
        text = text.casefold() if self._any_case else text
        if self._pattern is not None:
            return self._pattern.fullmatch(text) is not None
        active = self._reached[0]
        for character in text:
            following = 0
            for at in _bits(active):
                takes = self._takes[at] if at < len(self._takes) else None
                if takes is not None and takes(character):
                    following |= self._reached[at if at in self._loops else at + 1]
            active = following
            if not active:
                return False
        return bool(active >> len(self._takes) & 1)

    def fits_end(self, text: str) -> bool:
        """Whether the text fits, or what follows on one of its slashes."""
        starts = [0, *(at.end() for at in re.finditer("/", text))]
        return any(self.fits(text[start:]) for start in starts)

    def _add(self, part: str) -> None:
        at = len(self._takes)
        if part == "**/":
            self._takes += [None, _anything, _is("/")]  # an entrance, from which all may be skipped
            self._skips[at] = at + 3
            self._loops.add(at + 1)
        elif part in ("*", "**"):
            self._takes.append(_anything if part == "**" else _no_slash)
            self._loops.add(at)
        else:
            self._takes.append(_no_slash if part == "?" else _among(part))

    def _closure(self, at: int) -> int:
        """The places reached from ``at`` without a character, as bits."""
        reached, waiting = 0, [at]
        while waiting:
            here = waiting.pop()
            if reached >> here & 1:
                continue
            reached |= 1 << here
            if here in self._skips:
                waiting += [here + 1, self._skips[here]]
            elif here in self._loops:
                waiting.append(here + 1)
        return reached


def _without_runs(parts: Sequence[str]) -> list[str]:
    """Stars that stand one behind the other mean what the strongest of them does."""
    kept: list[str] = []
    for part in parts:
        before = kept[-1] if kept else ""
        if part in ("*", "**") and before in ("*", "**"):
            kept[-1] = max(part, before, key=len)
        elif not (part == before == "**/"):
            kept.append(part)
    return kept


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def _anything(_: str) -> bool:
    return True


def _no_slash(character: str) -> bool:
    return character != "/"


def _is(wanted: str) -> Callable[[str], bool]:
    return lambda character: character == wanted


def _among(part: str) -> Callable[[str], bool]:
    pattern = re.compile(_one_of(part))
    return lambda character: pattern.match(character) is not None


def _one_of(part: str) -> str:
    if len(part) == 1:
        return re.escape(part)
    inner = part[1:-1]
    negated = inner.startswith("!")
    marks = re.escape(inner[negated:]).replace(r"\-", "-")
    return f"[{'^/' if negated else ''}{marks}]"
