"""The type of a relation, from the words of its predicate."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from graphrag_neo4j.extract.words import bag, normal_form, word_set
from graphrag_neo4j.model import DEFAULT_RELATION_TYPE

CAUSES = "CAUSES"
_LONGEST = 40  # characters of a type
_WORD = re.compile(r"\w+")
_NEGATIONS = bag("not never no neither nor cannot")
_HAVE = bag("has have had having")
_BE = bag("am is are was were be been being")
_DROPPED = bag(
    """
    a an the am is are was were be been being has have had having do does did will shall can
    also then later often still already now soon just only even first once again almost both s
    re ve ll d its his her their
    """
)


class RelationTypes:
    """Gives predicates their types. ``patterns`` (phrase -> TYPE) go before the rules."""

    def __init__(self, patterns: Mapping[str, str]) -> None:
        self._patterns = [
            (f" {' '.join(_words(phrase))} ", _as_type(type_))
            for phrase, type_ in patterns.items()
            if _words(phrase)
        ]

    def type_of(self, predicate: str) -> str:
        """ "was directed by" -> DIRECTED_BY, "did not acquire" -> NOT_ACQUIRE."""
        words = _words(predicate)
        negated = any(word in _NEGATIONS or word.endswith("n't") for word in words)
        text = f" {' '.join(words)} "
        for phrase, type_ in self._patterns:
            if phrase in text:
                return f"NOT_{type_}" if negated else type_
        return derive_type(predicate)

    @staticmethod
    def is_town_in(name: str, container: str) -> bool:
        """Whether "name, container" reads like "Leland, North Carolina"."""
        norm = normal_form(name)
        regions = word_set("places", "country") | word_set("places", "region")
        is_wide = norm in regions and norm not in word_set("places", "city")
        return normal_form(container) in regions and not is_wide

    @staticmethod
    def is_dignity(name: str, ordinal: str) -> bool:
        """Whether a name is one of rank: "Duke of Lucca", (3rd) "Baron Rodney"."""
        words = normal_form(name).split()
        if len(words) < 2 or words[0] not in word_set("names", "noble"):
            return False
        if ordinal:
            return ordinal[0].isdigit()
        return "of" in words[1:3]


@lru_cache(maxsize=4096)
def derive_type(predicate: str) -> str:
    """The type made from a predicate's own words; RELATED if none is left."""
    words = _words(predicate)
    negated = any(word in _NEGATIONS or word.endswith("n't") for word in words)
    kept = [
        word
        for word in words
        if word not in _DROPPED
        and word not in _NEGATIONS
        and not word.endswith("n't")
        and not (word.endswith("ly") and len(words) > 1)
    ]
    type_ = _as_type(" ".join(kept))
    if not type_:
        type_ = _of_bare_verb(words)
    return f"NOT_{type_}" if negated else type_


def _of_bare_verb(words: list[str]) -> str:
    """The type of a predicate that is nothing but a form of "be" or "have"."""
    if not _HAVE.isdisjoint(words):
        return "HAS"
    if _BE.isdisjoint(words):
        return DEFAULT_RELATION_TYPE
    return "IS_A" if words[-1] in ("a", "an") else "IS"


def _words(text: str) -> list[str]:
    return re.findall(r"\w+(?:['’]\w+)?", text.lower().replace("’", "'"))


def _as_type(text: str) -> str:
    """Upper case with underscores, cut at a word's end."""
    type_ = ""
    for word in _WORD.findall(text.upper()):
        if type_ and len(type_) + len(word) >= _LONGEST:
            break
        type_ = f"{type_}_{word}" if type_ else word[:_LONGEST]
    return type_
