"""The type of a relation, from the words of its predicate."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from graphrag_neo4j.extract.lexicon import bag, normal_form, section_lines, word_set
from graphrag_neo4j.model import DEFAULT_RELATION_TYPE, ExtractedFact
from graphrag_neo4j.word_characters import WORD

CAUSES = "CAUSES"
_LONGEST = 40  # characters of a type
_SHORTEST_INFLECTED = 4  # letters
_NEGATIONS = bag("not never no neither nor cannot")
_HAVE = bag("has have had having")
_BE = bag("am is are was were be been being")
_PREPOSITIONS = bag(
    """
    of in on at by for from with into onto through during against between among to under over about
    as within after before near behind toward towards upon across
    """
)
_DROPPED = bag(
    """
    a an the am is are was were be been being has have had having do does did will shall can
    also then later often still already now soon just only even first once again almost both s
    re ve ll d its his her their
    """
)


@dataclass(frozen=True, slots=True)
class Relation:
    """The type of a relation, and whether it holds from object to subject."""

    type: str
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class _Pattern:
    words: tuple[str, ...]
    type: str

    @property
    def is_bare(self) -> bool:
        """Ends in its verb: who does it comes first, unless the voice is passive."""
        return self.words[-1] not in _PREPOSITIONS and _BE.isdisjoint(self.words)


class RelationTypes:
    """Gives predicates their types. ``patterns`` (phrase -> TYPE) go before the rules.

    A phrase stands for every inflection of its words: "supersede" for "superseded" and
    "superseding". Longer phrases go before shorter ones. A phrase that ends in its verb names
    what the subject does: a passive with "by" turns the relation round ("B was acquired by A" is
    A ACQUIRES B), and one without is another relation.
    """

    def __init__(self, patterns: Mapping[str, str]) -> None:
        found = [
            _Pattern(tuple(_words(phrase)), as_type(type_))
            for phrase, type_ in patterns.items()
            if _words(phrase)
        ]
        self._patterns = sorted(found, key=lambda pattern: -len(pattern.words))
        roles = word_set("names", "role")
        heads = (next((w for w in p.words if w not in _DROPPED), "") for p in self._patterns)
        self._verbs = frozenset(
            stem
            for head in heads
            if head not in roles and head not in _PREPOSITIONS
            for stem in stems(head)
        )

    def is_verb(self, word: str) -> bool:
        """Whether a pattern makes the word known as a verb."""
        return bool(self._verbs) and not self._verbs.isdisjoint(stems(word))

    def type_of(self, predicate: str) -> str:
        """ "was directed by" -> DIRECTED_BY, "did not acquire" -> NOT_ACQUIRE: the type of the
        relation from subject to object, whatever way round a pattern has it."""
        matched = self.match(predicate)
        return derive_type(predicate) if matched is None or matched.is_turned else matched.type

    def match(self, predicate: str, *, is_participle: bool = False) -> Relation | None:
        """What the patterns say of a predicate. ``is_participle``: it stands after its noun
        without an auxiliary ("Beta, acquired by Acme")."""
        words = _words(predicate)
        for pattern in self._patterns:
            place = _place_of(pattern.words, words)
            if place < 0:
                continue
            before, after = words[:place], words[place + len(pattern.words) :]
            turned = False
            if pattern.is_bare and _is_passive(before, words[len(before)], after, is_participle):
                if "by" not in after:
                    continue
                turned = True
            negated = any(word in _NEGATIONS or word.endswith("n't") for word in words)
            return Relation(f"NOT_{pattern.type}" if negated else pattern.type, turned)
        return None

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


def _place_of(phrase: Sequence[str], words: Sequence[str]) -> int:
    """Where ``words`` hold the phrase, in any inflection; -1 if nowhere."""
    for place in range(len(words) - len(phrase) + 1):
        if all(
            one == other or not stems(one).isdisjoint(stems(other))
            for one, other in zip(phrase, words[place:], strict=False)
        ):
            return place
    return -1


def _is_passive(
    before: Sequence[str], verb: str, after: Sequence[str], is_participle: bool
) -> bool:
    if verb.endswith("ing"):
        return False
    bare = is_participle or not before
    return not _BE.isdisjoint(before) or (bare and (is_participle or after[:1] == ["by"]))


@lru_cache(maxsize=1 << 14)
def stems(word: str) -> frozenset[str]:
    """What a word may be an inflection of, itself included: "carried" -> carry, carried, ..."""
    found = {word, _irregular().get(word, word)}
    if len(word) < _SHORTEST_INFLECTED or not word.isalpha():
        return frozenset(found)
    for ending in ("ing", "ed", "es", "s"):
        stem = word.removesuffix(ending)
        if len(stem) < len(word) and len(stem) > 1 and not word.endswith("ss"):
            found |= {stem}
            if ending != "s":
                found |= {f"{stem}e"}
            if ending in ("ed", "es") and stem.endswith("i"):
                found |= {f"{stem[:-1]}y"}
            if ending in ("ing", "ed") and stem[-1:] == stem[-2:-1]:
                found |= {stem[:-1]}
    return frozenset(found)


@cache
def _irregular() -> dict[str, str]:
    """Past forms of irregular verbs -> the base."""
    lines = (line.split() for line in section_lines("verbs", "irregular"))
    return {form: base for base, *forms in lines for form in forms}


@lru_cache(maxsize=4096)
def derive_type(predicate: str) -> str:
    """The type made from a predicate's own words; RELATED if none is left."""
    words = _words(_amount().sub(" ", predicate))
    negated = any(word in _NEGATIONS or word.endswith("n't") for word in words)
    kept = [
        word
        for word in words
        if word not in _DROPPED
        and word not in _NEGATIONS
        and not word.endswith("n't")
        and not (word.endswith("ly") and len(words) > 1)
        and not any(map(str.isdigit, word))
    ]
    type_ = as_type(" ".join(kept))
    if not type_:
        type_ = _of_bare_verb(words)
    return f"NOT_{type_}" if negated else type_


@cache
def _amount() -> re.Pattern[str]:
    """Numbers with what belongs to them: "raised EUR 3.5 million in" leaves "raised in"."""
    before = "|".join(sorted(word_set("words", "currency"))).upper()
    after = "|".join(sorted(word_set("words", "after_amount")))
    return re.compile(rf"(?:\b(?:{before})\b ?)?[$€£¥]? ?\b\d[\d.,]*\w*(?: (?:{after})\b)*")


def _of_bare_verb(words: list[str]) -> str:
    """The type of a predicate that is nothing but a form of "be" or "have", or "isn't"."""
    words = [word.removesuffix("n't") for word in words]
    if not _HAVE.isdisjoint(words):
        return "HAS"
    if _BE.isdisjoint(words):
        return DEFAULT_RELATION_TYPE
    return "IS_A" if words[-1] in ("a", "an") else "IS"


def _words(text: str) -> list[str]:
    return re.findall(r"\w+(?:['’]\w+)?", text.lower().replace("’", "'"))


def as_type(text: str) -> str:
    """Upper case with underscores, cut at a word's end."""
    type_ = ""
    for word in WORD.findall(text.upper()):
        if type_ and len(type_) + len(word) >= _LONGEST:
            break
        type_ = f"{type_}_{word}" if type_ else word[:_LONGEST]
    return type_


def typed(fact: ExtractedFact, relation: Relation | None) -> ExtractedFact:
    """``fact`` with the type of ``relation`` (None: that of its own words), its ends changed
    over if the relation holds the other way; then it is worded as its type."""
    if relation is None:
        return replace(fact, relation_type=derive_type(fact.predicate))
    if not relation.is_turned:
        return replace(fact, relation_type=relation.type)
    return replace(
        fact,
        subject=fact.object,
        predicate=relation.type.replace("_", " ").lower(),
        object=fact.subject,
        relation_type=relation.type,
    )
