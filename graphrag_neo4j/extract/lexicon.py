"""Word lists, read once from ``word_lists/*.txt``, and the verb forms made from them.

A list is a text file of words parted by white space; ``[name]`` on a line of its own opens a
section, ``#`` a comment, and ``_`` stands for a space inside an entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files

from graphrag_neo4j.ids import normalise_name

BASE, THIRD, PAST, PARTICIPLE, GERUND = 1, 2, 4, 8, 16
"""Flags of :func:`verb_forms`: go, goes, went, gone, going."""


def bag(text: str) -> frozenset[str]:
    """The words of ``text``: how short word lists are written in these modules."""
    return frozenset(text.split())


@lru_cache(maxsize=1 << 16)
def normal_form(name: str) -> str:
    """:func:`normalise_name`, remembered: the names of a document come up again and again."""
    return normalise_name(name)


@cache
def section_lines(name: str, section: str) -> tuple[str, ...]:
    """The lines of one section of ``word_lists/<name>.txt``, without comments."""
    text = files("graphrag_neo4j.extract").joinpath(f"word_lists/{name}.txt").read_text("utf-8")
    lines: list[str] = []
    current = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            current = line[1:-1]
        elif current == section and line and not line.startswith("#"):
            lines.append(line)
    return tuple(lines)


@cache
def word_set(name: str, section: str) -> frozenset[str]:
    """The entries of one section."""
    entries = (entry for line in section_lines(name, section) for entry in line.split())
    return frozenset(entry.replace("_", " ") for entry in entries)


@cache
def type_map(section: str) -> dict[str, str]:
    """``types.txt``: noun -> entity type. The first listing of a noun counts."""
    types: dict[str, str] = {}
    for line in section_lines("types", section):
        type_, _, nouns = line.partition(":")
        for noun in nouns.split():
            types.setdefault(noun, type_)
    return types


@cache
def place_map() -> frozenset[str]:
    """Names of countries, regions and cities, in lower case."""
    return word_set("places", "country") | word_set("places", "region") | word_set("places", "city")


def is_town(name: str) -> bool:
    """Whether a name in normal form is a large town's and no word or person's that we know."""
    return name in word_set("towns", "town")


def is_other_town(name: str) -> bool:
    """Whether a small town is called so, or one whose name others have, too: "Hull"."""
    return name in word_set("towns", "also_other")


@cache
def verb_forms() -> dict[str, int]:
    """Every form of every listed verb -> what it can be, as flags."""
    forms: dict[str, int] = {}

    def add(form: str, flag: int) -> None:
        forms[form] = forms.get(form, 0) | flag

    for line in section_lines("verbs", "irregular"):
        base, past, participle = line.split()
        add(base, BASE)
        add(third_person(base), THIRD)
        add(past, PAST)
        add(participle, PARTICIPLE)
        add(_irregular_gerund(base), GERUND)
    for base, past, gerund in _regular_verbs():
        add(base, BASE)
        add(third_person(base), THIRD)
        add(past, PAST | PARTICIPLE)
        add(gerund, GERUND)
    return forms


@cache
def regular_bases() -> dict[str, str]:
    """Forms in -ed and -ing of the listed regular verbs -> the verb, where it can be only one:
    hated -> hate, installing -> install."""
    bases: dict[str, set[str]] = {}
    for line in section_lines("verbs", "irregular"):
        base, past, participle = line.split()
        for form in (past, participle, _irregular_gerund(base)):
            bases.setdefault(form, set()).add(base)
    regular = list(_regular_verbs())
    for base, past, gerund in regular:
        bases.setdefault(past, set()).add(base)
        bases.setdefault(gerund, set()).add(base)
    return {form: base for base, *forms in regular for form in forms if len(bases[form]) == 1}


def _irregular_gerund(base: str) -> str:
    return _stem(base, doubling=doubles(base)) + "ing"


def _regular_verbs() -> Iterator[tuple[str, str, str]]:
    """Each with its past and its gerund."""
    doubling = word_set("verbs", "double")
    for base in sorted(word_set("verbs", "regular") | doubling):
        stem = _stem(base, doubling=base in doubling)
        if base.endswith("e"):
            past = base + "d"
        else:
            past = (base[:-1] + "i" if _ends_in_consonant_y(base) else stem) + "ed"
        yield base, past, stem + "ing"


def third_person(base: str) -> str:
    """go -> goes, carry -> carries, make -> makes; plurals of nouns follow the same rule."""
    if _ends_in_consonant_y(base):
        return base[:-1] + "ies"
    if base.endswith(("s", "x", "z", "ch", "sh", "o")):
        return base + "es"
    return base + "s"


def _ends_in_consonant_y(base: str) -> bool:
    return base.endswith("y") and base[-2:-1] not in "aeiou"


def doubles(base: str) -> bool:
    """run -> running: one short syllable that ends in a consonant after one vowel."""
    return (
        len(base) > 2
        and base[-1] not in "aeiouwxy"
        and base[-2] in "aeiou"
        and base[-3] not in "aeiou"
        and sum(letter in "aeiou" for letter in base) == 1
    ) or base in ("begin", "forget", "forbid", "upset", "input")


def _stem(base: str, doubling: bool) -> str:
    if doubling:
        return base + base[-1]
    if base.endswith("ie"):
        return base[:-2] + "y"
    return base[:-1] if base.endswith("e") and not base.endswith(("ee", "oe", "ye")) else base


@cache
def plain_words() -> frozenset[str]:
    """Words that start sentences without being names: common words and the forms of verbs."""
    common = word_set("words", "common") | word_set("words", "generic_heading")
    plurals = frozenset(third_person(word) for word in common)
    return word_set("words", "stop") | common | plurals | frozenset(verb_forms())
