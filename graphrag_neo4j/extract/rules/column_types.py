"""What the name of a column says that its values are, in English, German, French and Spanish, and
the type of a value in it: the column's, unless how the value is written contradicts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from graphrag_neo4j.extract.lexicon import bag, normal_form, plain_words, type_map, word_set
from graphrag_neo4j.extract.rules.codes import kind_by_noun
from graphrag_neo4j.extract.rules.entity_types import type_by_ending
from graphrag_neo4j.extract.rules.labels import PERSON, is_person_by_form
from graphrag_neo4j.extract.rules.name_spans import given_names
from graphrag_neo4j.extract.rules.row_cells import CODE, Field, is_of_code, plain

ORGANIZATION, LOCATION, PRODUCT = "ORGANIZATION", "LOCATION", "PRODUCT"
PARTY, ROLE = "PARTY", "ROLE"
_TAIL = bag(
    """
    id ids key keys no nr number numbers code codes ref reference name names nummer nummern kürzel
    """
)
"""Behind the noun: "order id", "driver name"."""
_OPENERS = bag("name id no nr code number nom numéro número nombre código kennung nummer n nº")
_OF = bag("of de du des del d la le les el los der des l")
_DOERS = bag(
    """
    approved assigned booked changed checked closed collected controlled created delivered done
    driven edited filed handled inspected logged managed measured opened prepared processed raised
    read received recorded released repaired reported requested reviewed sampled signed submitted
    tested updated verified written
    """
)
"""Before "by": who did it. Firms, not people, are behind "published by"."""
_BY = bag("by von par por durch")
_DONE = bag(
    """
    bearbeitet erstellt geprüft gemeldet genehmigt freigegeben erfasst geändert
    traité créé vérifié signalé approuvé validé signé
    atendido creado revisado aprobado firmado gestionado
    """
)
_LIVED = bag("born died buried raised lives lived married christened baptised baptized based")
_EVENTS = _LIVED | bag("birth death burial cremation marriage christening baptism residence")
_WHEN_AND_WHERE = re.compile(r"(?P<when>[^,;]{4,30}), (?P<where>[^\W\d_][^,;]{1,60})")
_LONGEST_LABEL = 4  # words
_LONGEST_GIVEN = 3


@cache
def type_of_column(label: str) -> str:
    """PERSON, ORGANIZATION, LOCATION, PRODUCT, PARTY (people or firms), ROLE, or ""."""
    words = plain(label).split()
    if 2 <= len(words) <= _LONGEST_LABEL and words[-1] in _BY and _is_deed(words[-2]):
        return PERSON
    if len(words) == 2 and words[0] in _LIVED and words[1] in ("in", "at"):
        return LOCATION
    return _by_noun(_noun(words), "column")


@cache
def kind_of_column(label: str) -> str:
    """What a column of codes says that they are, in English: "Auftragsnr." is ORDER."""
    return kind_by_noun(label) or _by_noun(_noun(plain(label).split()), "column_code")


def place_in(field: Field) -> int:
    """Where the place begins in what happened to somebody: "Birth: 3 March 1871, Wick"; or -1."""
    found = _WHEN_AND_WHERE.match(field.value) if plain(field.label) in _EVENTS else None
    is_told = found is not None and found["where"][0].isupper() and re.search(r"\d", found["when"])
    return field.start + found.start("where") if found is not None and is_told else -1


def code_kind(field: Field) -> str:
    """The kind of the code in a cell, if its column says one; "" of other cells."""
    value = field.value
    is_written = is_of_code(value) or (
        CODE.fullmatch(value) and value.isupper() and len(value) >= _LONGEST_GIVEN
    )
    return kind_of_column(field.label) if is_written else ""


def type_in_column(name: str, column: str) -> str:
    """The type of ``name`` in a column of this type; "" where its writing contradicts."""
    if column in ("", ROLE):
        return ""
    by_ending = type_by_ending(name)
    if any(map(str.isdigit, name)) and column != PRODUCT:
        return LOCATION if column == LOCATION and " " in name else ""
    is_person = is_person_by_form(name) or _is_given(name)
    if column == PARTY:
        is_firm = by_ending == ORGANIZATION or "&" in name or _has_word(name)
        return PERSON if is_person and by_ending != ORGANIZATION else ORGANIZATION * is_firm
    if column == PERSON:
        is_other = by_ending in (ORGANIZATION, PRODUCT, "CODE", "FILE") or _is_listed(name)
        return PERSON if is_person or not (is_other or _is_of_words(name)) else ""
    if is_person_by_form(name) or (column == LOCATION and by_ending == ORGANIZATION):
        return ""
    return column


def _noun(words: Sequence[str]) -> str:
    """The noun that says what a column is of: "site manager", "numéro de commande"."""
    left = list(words)
    while len(left) > 1 and left[-1] in _TAIL:
        left.pop()
    while len(left) > 1 and left[0] in _OPENERS and (left[1] in _OF or left[0] not in _TAIL):
        left.pop(0)
        while len(left) > 1 and left[0] in _OF:
            left.pop(0)
    if not left or len(left) > _LONGEST_LABEL:
        return ""
    return left[0] if any(word in _OF for word in left[1:]) else left[-1]


def _by_noun(noun: str, section: str) -> str:
    types = type_map(section)
    return types.get(noun) or types.get(noun.removesuffix("s"), "")


def _is_deed(word: str) -> bool:
    return word in _DOERS or word in _DONE


def _is_given(name: str) -> bool:
    """Whether a name of two or three words begins with a given name."""
    words = normal_form(name).split()
    return 1 < len(words) <= _LONGEST_GIVEN and words[0] in given_names()


def _has_word(name: str) -> bool:
    """Whether a name of several words ends in one that tells what it is: "Galloway Baths"."""
    words = normal_form(name).split()
    known = plain_words() | type_map("site").keys() | type_map("definition").keys()
    return len(words) > 1 and (words[-1] in known or words[-1].removesuffix("s") in known)


def _is_of_words(name: str) -> bool:
    """Whether a name is made of common words, as that of a role is, or is an acronym."""
    known = plain_words() | type_map("definition").keys()
    return name.isupper() or all(word in known for word in normal_form(name).split())


def _is_listed(name: str) -> bool:
    """Whether a name is a well-known firm's or product's."""
    low = name.lower()
    return any(low in word_set("things", kind) for kind in ("organization", "product_name"))
