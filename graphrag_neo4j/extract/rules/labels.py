"""What a parser's label of a name is worth.

An entity recogniser labels words that it never saw by their place and their capitals: "Choir" at
the head of a line is a nationality, the lane "S87517" a person. The writing of a name belies some
labels; a label given at one place only counts less than what a word means.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from graphrag_neo4j.extract.lexicon import (
    bag,
    is_other_town,
    is_town,
    normal_form,
    place_map,
    plain_words,
    word_set,
)
from graphrag_neo4j.extract.rules.kin import FAMILIAR
from graphrag_neo4j.extract.rules.name_spans import given_names
from graphrag_neo4j.text.accents import without_accents

_NUMBERED = re.compile(r"#?\w?\d[\w.-]*|[A-Z]{1,3}[-/]?\d[\w./-]*")
"""A15, S87517, R2, T-131, 4B: what somebody counts."""
_FOR_NUMBERED = frozenset({"PRODUCT", "LAW", "WORK", "EVENT"})
_PEOPLES = re.compile(r"\w{3,}(?:ish|ese|i[as]ns?|icans?|ists?|ites?|crats?)")
_MORE_PEOPLES = bag(
    """
    aristotelian briton britons celt celts dane danes finn finns himalayan himalayans jew jews
    mormon mormons pole poles republican republicans scot scots semitic slav slavs swede swedes
    turk turks viking vikings
    """
)
_PARTS = re.compile(r"[\s-]+")
_INITIALS = re.compile(
    r"(?:[A-Z]\.\s?-?){1,3}(?:(?:van|von|de|der|di|da|du|la|le) ){0,2}(?P<family>[A-Z][\w'’-]+)"
)
_RANKS = bag(
    """
    captain capt colonel lieutenant sergeant sgt corporal constable superintendent supt inspector
    detective councillor councilor cllr alderman judge senator sheriff commodore brigadier professor
    cousin widow squire doña
    """
)
"""Words that begin the names of persons alone, unlike "General" and "Major"."""
_PARENTS = bag("father mother sister brother")
"""Of a cloister, too; firms have them as well ("Brother Industries")."""
_LANDS = re.compile(r"(?:U\.\s?[SKN]|E\.\s?U|U\.\s?A\.\s?E|[DF]\.\s?C)\.")
"""Initials of lands, and of clubs."""
_SURE = 3
"""Votes: more than one place gives."""
_LONGEST_NAME = 3  # words
PERSON = "PERSON"


def credible(name: str, labels: Mapping[str, int]) -> Counter[str]:
    """``labels`` of a name and their votes, without those that its writing belies."""
    words = [word for word in _PARTS.split(normal_form(name)) if word]
    kept = Counter(labels)
    is_of_nation = len(words) > 1 and words[0] in word_set("places", "nationality")
    is_of_nation = is_of_nation and words[0] not in given_names()  # "Indian Rupees"
    if is_of_nation or any(map(str.isdigit, name)):
        kept.pop(PERSON, None)
    if _NUMBERED.fullmatch(name):
        kept = Counter({label: votes for label, votes in kept.items() if label in _FOR_NUMBERED})
    if not any(_is_people(word) for word in words):
        kept.pop("NATIONALITY", None)
    is_word = len(words) == 1 and words[0] in plain_words()
    if is_word and words[0] not in place_map() and words[0] not in given_names():
        kept = Counter({label: votes for label, votes in kept.items() if votes >= _SURE})
    return kept


def _is_people(word: str) -> bool:
    nations = word_set("places", "nationality")
    if word in nations or word.removesuffix("s") in nations or word in _MORE_PEOPLES:
        return True
    return _PEOPLES.fullmatch(word) is not None


@cache
def is_person_by_form(name: str) -> bool:
    """Whether a name is written as only those of people are: "S. Okafor", "Umpleby, Desmond",
    "Constable Ferrar"."""
    family, comma, given = name.partition(", ")
    if comma:
        return _is_turned(family.split(), given.split())
    words = name.split()
    if words and all(word[0].isupper() for word in words) and _is_called(words):
        return not any(map(str.isdigit, name))
    match = _INITIALS.fullmatch(name)
    is_number = name.startswith(("I", "V", "X")) and name.isupper()  # of a heading
    if match is None or is_number or _LANDS.match(name):
        return False
    family = match["family"].lower()
    return family not in plain_words() and family not in place_map()


def _is_called(words: Sequence[str]) -> bool:
    """Whether a word that people alone are called by begins a name, or is one: "Aunt Dot", "Dad",
    "Sister Agnes"."""
    first = words[0].lower().rstrip(".")
    if len(words) == 1:
        return first in FAMILIAR and words[0].istitle()
    is_ranked = first in _RANKS or first in FAMILIAR
    is_given = first in _PARENTS and is_given_name(words[1].lower())
    return (is_ranked or is_given) and len(words) <= _LONGEST_NAME


def _is_turned(family: Sequence[str], given: Sequence[str]) -> bool:
    """ "Umpleby, Desmond", but neither "Ann, Max" nor "Athens, Georgia"."""
    if not given or not 0 < len(family) <= 2 or len(given) > 2:
        return False
    is_place = not place_map().isdisjoint(map(normal_form, (" ".join(family), " ".join(given))))
    names = given_names()
    return given[0].lower() in names and family[0].lower() not in names and not is_place


def is_given_name(word: str) -> bool:
    """Whether a word in lower case is a common given name, with or without its accents."""
    return word in given_names() or without_accents(word) in given_names()


def is_given_alone(name: str) -> bool:
    """Whether a name is but a given one, and none of a town or a word: "Toby", not "Chelsea"."""
    word = normal_form(name)
    is_other = word in place_map() or is_town(word) or is_other_town(word) or word in plain_words()
    return is_given_name(word) and not is_other


def is_person_by_labels(labels: Mapping[str, int]) -> bool:
    """Whether a parser takes a name for a person's again and again, and for nothing else."""
    return labels.get(PERSON, 0) > _SURE and sum(labels.values()) == labels[PERSON]


def may_be_person(labels: Mapping[str, int]) -> bool:
    """Whether ``labels`` leave it open that a name is a person's."""
    others = max((votes for label, votes in labels.items() if label != PERSON), default=0)
    return others <= max(_SURE, 2 * labels.get(PERSON, 0))


def parts_of_persons(persons: Iterable[str]) -> frozenset[str]:
    """The given and family names of ``persons``, in normal form, that are no other words."""
    parts = set[str]()
    for name in persons:
        words = name.split()
        if 1 < len(words) <= _LONGEST_NAME:
            parts |= {word for word in (words[0], words[-1]) if len(word) > 2 and word.isalpha()}
    return frozenset(parts - plain_words() - place_map())
