"""Whom a first name, a last name or a role before a turn of a talk stands for.

"ZEYNEP:" is Zeynep Hallorann where a list of who is there, or somebody ("With me is Zeynep
Hallorann"), names her so; "HOST:" is who says "I'm Cal Merriwether" in a turn of the host. Where
two fit, it stays what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

_WORD = r"(?:(?:Cllr|Dr|Prof|Mr|Mrs|Ms|St|[A-Z])\.|[^\W\d_a-z][\w'’-]{0,40})"
_FULL_NAME = rf"{_WORD}(?:[^\S\n](?:(?:van|von|de|da|del|di|la|le|der|den)[^\S\n])?{_WORD}){{1,3}}"
_PRESENT = re.compile(
    r"^[^\S\n]*(?:[-*+•#]{1,6}[^\S\n])?(?:\*\*|__)?(?i:present|in attendance|attendees|participants"
    r"|speakers?|guests?|panel|with|anwesende?|teilnehmer|teilnehmende|teilnehmerinnen|gäste?"
    r"|sprecher|présents?|invitée?s?|intervenants?|asistentes|presentes|participantes|invitad[oa]s?)"
    r"(?:\*\*|__)?[^\S\n]?:(?:\*\*|__)?(?P<names>(?:[^\S\n]+\S[^\n]*|(?:\n+[^\S\n]*[-*+•][^\n]+)+))",
    re.MULTILINE,
)
_BETWEEN = re.compile(r"[,;·•\n]|\s(?:and|und|et|y|e|&)\s")
_NAME_FIRST = re.compile(rf"[\s*_+•-]*(?P<name>{_FULL_NAME})")
_PRESENTED = re.compile(
    r"\b(?i:with (?:me|us)(?: here)?(?: today)?(?: is| are)?|joined(?: today)? by"
    r"|my (?:co-host|guests?)(?: today)? (?:is|are)|(?:please )?welcome"
    r"|bei (?:mir|uns) (?:ist|sind)|zu gast (?:ist|sind)"
    r"|meine? (?:gast|gäste) (?:heute )?(?:ist|sind)"
    r"|avec (?:moi|nous)|je reçois|notre invitée? (?:est)?|(?:conmigo|con nosotros) est[áa]n?"
    r"|nos acompaña|mi invitad[oa] es)"
    rf"(?:,?[^\S\n][^\WA-Z\d_][\w'’-]{{0,20}}){{0,5}},?[^\S\n](?P<name>{_FULL_NAME})"
)
_SELF = re.compile(
    r"\b(?:I['’]m|I am|[Mm]y name is|[Ii]ch bin|[Ii]ch heiße|[Mm]ein Name ist|[Jj]e suis"
    rf"|[Jj]e m['’]appelle|[Ss]oy|[Mm]e llamo)[^\S\n](?P<name>{_FULL_NAME})"
)
_MOST_NAMES = 200  # a longer list is a directory
_MOST_WORDS = 3
"""Of a name that is read in place of a label, as those of speakers have."""

Turn = tuple[str, int, int]
"""Who speaks, as the label before it says, and where the turn starts and ends."""


def full_names(text: str, turns: Sequence[Turn]) -> Mapping[str, str]:
    """The full names that labels stand for, where the text introduces them."""
    if not turns:
        return {}
    labels = {label for label, _, _ in turns}
    own: dict[str, set[str]] = {}
    for label, start, end in turns:
        own.setdefault(label, set()).update(one["name"] for one in _SELF.finditer(text, start, end))
    names = {*_introduced(text), *(name for said in own.values() for name in said)}
    if len(names) > _MOST_NAMES:
        return {}
    known = _longest(names)
    found = {}
    for label in labels:
        fitting = [name for name in known if _is_short_for(label, name)]
        if (
            not fitting
            and len(own[label]) == 1
            and label.casefold() not in map(str.casefold, known)
        ):
            fitting = [name for name in known if name in own[label]]
        if len(fitting) == 1 and len(fitting[0].split()) <= _MOST_WORDS:
            found[label] = fitting[0]
    return found


def _introduced(text: str) -> Iterator[str]:
    """The full names of who is there, as a list of them or somebody says."""
    for line in _PRESENT.finditer(text):
        for part in _BETWEEN.split(line["names"]):
            if name := _NAME_FIRST.match(part):
                yield name["name"]
    for said in _PRESENTED.finditer(text):
        yield said["name"]


def _longest(names: set[str]) -> list[str]:
    """``names`` without those that are short for others: a title may stand before one of them."""
    return [name for name in sorted(names) if not any(_is_short_for(name, one) for one in names)]


def _is_short_for(label: str, name: str) -> bool:
    """Whether all words of a label come in a longer name, in that order."""
    words, rest = _words(label), iter(_words(name))
    return len(words) < len(_words(name)) and all(word in rest for word in words)


def _words(name: str) -> list[str]:
    return name.casefold().replace(".", "").split()
