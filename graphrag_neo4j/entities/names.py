"""How names are taken apart, so that rules can tell which may stand for the same thing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphrag_neo4j.ids import normalise_name
from graphrag_neo4j.text.accents import without_accents
from graphrag_neo4j.text.legal_forms import LEGAL_FORMS

_TITLES = {
    title: titles[0]
    for titles in (
        ("mr", "mister"), ("mrs",), ("ms",), ("miss",), ("dr", "doctor"), ("prof", "professor"),
        ("sir",), ("madam", "madame", "mme"), ("lord",), ("lady",), ("dame",), ("herr",),
        ("frau",), ("monsieur",), ("señor",), ("señora",),
    )
    for title in titles
}  # fmt: skip
_LITTLE_WORDS = frozenset(
    "a an and at by de del der des di du el en for für from in la le los of on per the to und"
    " van von with y".split()
)
_DIGITS = re.compile(r"\d+")
_ACRONYM = re.compile(r"(?:[A-Z]\.?&?){2,8}")
_ARTICLE = re.compile(r"^the\s+", re.IGNORECASE)
_MIN_PLURAL = 4


@dataclass(frozen=True, slots=True)
class NameForm:
    """A name taken apart.

    ``key``: its words without accents, gaps, title and legal form; ``singular``: the same with
    the last word in the singular; ``digits``: its numbers; ``acronym``: its letters if it is
    one, else ""; ``initials``: what acronyms of it can be.
    """

    words: tuple[str, ...]
    title: str
    legal: str
    digits: tuple[str, ...]
    acronym: str
    initials: frozenset[str]

    @property
    def key(self) -> str:
        return "".join(self.words)

    @property
    def singular(self) -> str:
        return "".join(self.words[:-1]) + singular(self.words[-1])


def take_apart(name: str) -> NameForm:
    """The parts of a surface form, as "Dr. Anna Berg" or "Nordic Freight Ltd."."""
    plain = normalise_name(name)
    words = without_accents(plain).split() or [name]
    title = ""
    if len(words) > 1 and plain.split()[0] in _TITLES:
        title = _TITLES[plain.split()[0]]
        words = words[1:]
    legal = ""
    while len(words) > 1 and words[-1] in LEGAL_FORMS:  # "GmbH & Co. KG": the first counts
        legal = LEGAL_FORMS[words.pop()]
    is_acronym = not title and not legal and _ACRONYM.fullmatch(_ARTICLE.sub("", name.strip()))
    return NameForm(
        tuple(words),
        title,
        legal,
        tuple(_DIGITS.findall(plain)),
        "".join(filter(str.isalpha, is_acronym.group())).casefold() if is_acronym else "",
        _initials(words),
    )


def singular(word: str) -> str:
    """An English noun in the singular, roughly: two forms of one noun give the same."""
    if len(word) < _MIN_PLURAL or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(("xes", "ches", "shes", "sses")) else word[:-1]


def _initials(words: list[str]) -> frozenset[str]:
    """With and without little words, of names of at least two words that have no numbers."""
    if not all(word[:1].isalpha() for word in words):
        return frozenset()
    big = [word for word in words if word not in _LITTLE_WORDS]
    return frozenset("".join(word[0] for word in some) for some in (words, big) if len(some) > 1)
