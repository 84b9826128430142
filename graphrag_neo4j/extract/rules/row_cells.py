"""The cells of a row of a table, with the names of their columns."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.rules.codes import is_code, is_identifier, is_parted
from graphrag_neo4j.extract.rules.name_spans import given_names

DOERS = bag(
    """
    guest runner player diver member employee person customer patient participant student
    pupil volunteer attendee
    """
)
PEOPLE = DOERS | bag(
    "contact teacher tutor author responsible organizer trustee husband wife spouse"
)
_OF_ONE = PEOPLE | {"name"}
OF_PEOPLE = _OF_ONE | bag("owner assignee who")
FIRMS = bag("company employer firm org organisation organization supplier vendor")
NUMBERS = frozenset({"no", "nr", "number", "id", "row", "#", "key", "uid", "index"})
PARTICLES = bag("of the and & de van von der den la le y du des di da und et for in at on")
_NOT_WORD = re.compile(r"[^\w#&]+")
ADDRESS = re.compile(r"@|://|www\.")
CODE = re.compile(r"(?=\S*\d)[A-Z][\w./-]{1,19}")
WORD = re.compile(r"[^\W\d_]{2,}")
_INITIALS = re.compile(r"(?:[^\W\d_]\.[ -]?){1,4}")
SHORT = 3  # letters of a code
LONGEST_NAME = 5  # words
LONGEST_VALUE = 15  # words
_FEWEST_OF_PROSE = 6
"""Of a cell with so many words what a sentence in it says is read as well."""


@dataclass(frozen=True, slots=True)
class Field:
    """A cell with the name of its column, and where it stands in what is read of its row."""

    label: str
    value: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.value)

    @property
    def is_prose(self) -> bool:
        return len(self.value.split()) >= _FEWEST_OF_PROSE


@dataclass(frozen=True, slots=True)
class About:
    """What a row is about that stands in none of its cells; mere words, if no entity."""

    name: str
    is_entity: bool = True


def fields_in(reading: str, columns: Sequence[str], cells: Sequence[str]) -> tuple[Field, ...]:
    """The filled cells of a row with named columns; none of one whose columns have no names."""
    found: list[Field] = []
    at = 0
    for label, cell in zip(columns, cells, strict=False):
        if not cell:
            continue
        name = label.rstrip(" :")
        if name and (labelled := reading.find(f"{name}: ", at)) >= 0:  # else one label for several
            at = labelled + len(name) + 2
        start = reading.find(cell, at)
        if start < 0:
            return ()
        found.append(Field(name, cell, start))
        at = start + len(cell)
    return tuple(found) if any(field.label for field in found) else ()


def is_of_code(value: str) -> bool:
    """Whether a cell is written like a code, an identifier or a number in parts."""
    return is_code(value) or is_identifier(value) or is_parted(value)


def is_phrase(field: Field) -> bool:
    """Whether a cell has words in small letters, as no name has."""
    words = WORD.findall(field.value)
    return any(word.islower() and word not in PARTICLES for word in words)


_FIRST_NAMES = 2


def turned_round(field: Field) -> str:
    """ "Hallam, Dorothea" as one says it; "" of what is no such name, and of two people with a
    first and a last name each, or with first names alone, unless the column is that of one:
    "Deciders: Ann Berg, Mo Orr", "Who: Ann, Max"."""
    family, comma, given = field.value.partition(", ")
    if comma and _INITIALS.fullmatch(given) and family[-1].isalpha():
        return f"{given} {family}"
    words = [*family.split(), *given.split()]
    is_name = (
        family and comma and len(words) <= LONGEST_NAME and all(word[0].isupper() for word in words)
    )
    is_person = is_name and given and given.split()[0].lower() in given_names()
    are_whole = " " in family and " " in given.strip()
    is_known = is_person and family.split()[0].lower() in given_names()  # "Ann Berg, Max Orr"
    are_first = is_known and len(words) == _FIRST_NAMES  # "Ann, Max"; an author is "James, Henry"
    is_list = (
        (are_whole and _is_of_several(field.label, OF_PEOPLE))
        or (are_first and _is_of_several(field.label, _OF_ONE))
        or (is_known and " " in family)
    )
    return f"{given} {family}" if is_person and not is_list else ""


def _is_of_several(label: str, of_one: Set[str]) -> bool:
    words = plain(label).split()
    return bool(words) and words[-1] not in of_one


def is_number_of_row(field: Field) -> bool:
    return plain(field.label) in NUMBERS


def plain(text: str) -> str:
    """The name of a column in small letters, without marks."""
    return _NOT_WORD.sub(" ", text.replace("_", " ")).strip().casefold()
