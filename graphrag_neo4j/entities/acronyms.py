"""Which short names stand for which long ones: those that a text introduces so.

Fitting initials prove nothing ("Common Issues" is no CI): "World Port League (WPL)" in a text
does. After Schwartz and Hearst (2003), who read abbreviations from their definitions.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from graphrag_neo4j.entities.resolvable import Pair, ResolvableEntity

Introduced = Callable[[Collection[tuple[ResolvableEntity, ResolvableEntity]]], Collection[Pair]]
"""Of pairs of a short and a long name those that a text introduces, as pairs of ids."""
_PERSON = "person"
_SHORT = 2
_BEFORE_SHORT = r"or|also|hereafter|hereinafter|the|known as|abbreviated(?: as)?|short|in short"
_BEFORE_LONG = r"short for|stands for|for|the|i\.e\."
_CALLED = (
    r"(?:(?:is|are|was|were|also|or|simply|better) ){0,2}"
    r"(?:known as|called|calls itself|call themselves|abbreviated(?: as| to)?|in short|for short)"
)
_MEANS = r"stands for|stood for|is short for|was short for|short for|is an acronym (?:of|for)|means"


def acronym_pairs(
    entities: Sequence[ResolvableEntity],
) -> Iterator[tuple[ResolvableEntity, ResolvableEntity]]:
    """Each acronym with each long name that it may be of."""
    long: dict[str, dict[str, ResolvableEntity]] = defaultdict(dict)
    for entity in entities:
        for form in entity.forms:
            for letters in form.initials:
                long[letters][entity.id] = entity
    for entity in entities:
        fitting: dict[str, ResolvableEntity] = {}
        for letters in {form.acronym for form in entity.forms} - {""}:
            fitting |= long.get(letters, {})
        for other in fitting.values():
            two_of_person = _PERSON in (entity.type.casefold(), other.type.casefold()) and any(
                len(form.acronym) == _SHORT for form in entity.forms
            )
            if other.id != entity.id and not two_of_person:
                yield entity, other


def introduction(short: ResolvableEntity, long: ResolvableEntity) -> str:
    """A pattern (for Python's and for Java's engine) that finds in a text "Long Form (LF)",
    "LF (Long Form)", "Long Form, known as LF", "LF stands for Long Form"."""
    s = rf"(?<!\w)(?:{_any(map(re.escape, _names(short)))})(?!\w)"
    l = rf"(?<!\w)(?i:{_any(map(_words, _names(long)))})(?!\w)"  # noqa: E741
    return "|".join(
        (
            rf"{l}\W{{0,3}}[(\[]\W{{0,2}}(?:(?i:{_BEFORE_SHORT})\W{{1,3}}){{0,2}}{s}",
            rf"{s}\W{{0,2}}[(\[]\W{{0,2}}(?:(?i:{_BEFORE_LONG})\W{{1,3}}){{0,2}}{l}",
            rf"{l}\W{{1,3}}(?i:{_CALLED})\W{{1,3}}(?:the )?{s}",
            rf"{s}\W{{1,3}}(?i:{_MEANS})\W{{1,3}}(?:the )?{l}",
        )
    )


def _names(entity: ResolvableEntity) -> list[str]:
    return list(dict.fromkeys((entity.name, *entity.other_names)))


def _any(patterns: Iterable[str]) -> str:
    return "|".join(sorted(patterns, key=lambda p: (-len(p), p)))


def _words(name: str) -> str:
    """The words of a name, however they are parted."""
    return r"\W{1,3}".join(map(re.escape, re.findall(r"\w+", name))) or re.escape(name)
