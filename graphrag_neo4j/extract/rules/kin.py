"""Whose kin somebody is, as the fields of a sheet say it: "Family: daughter of Corwin and Maud"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphrag_neo4j.extract.lexicon import bag

_KIN = bag(
    """
    aunt brother child cousin daughter father granddaughter grandfather grandmother grandson husband
    mother nephew niece sister son stepdaughter stepson uncle widow widower wife
    """
)
FAMILIAR = bag(
    """
    dad daddy papa grandad granddad grandpa gramps mama mamma mom mommy mum mummy gran grandma
    granny aunt auntie aunty uncle
    """
)
"""What those of a family call each other, alone or before a name: "Grandma", "Uncle Per"."""
_OF_PERSONS = (
    _KIN
    | {f"{word}s" for word in _KIN}
    | bag("age born children died family nickname nicknames occupation parents siblings spouse")
)
_KIN_OF = re.compile(
    rf"(?:^|[;,][^\S\n]{{0,3}})(?:the |an? )?(?P<kin>{'|'.join(sorted(_KIN))}) of (?P<names>[^;,]+)"
)
_NAME = re.compile(r"(?:(?! and | & ).)+")


@dataclass(frozen=True, slots=True)
class Kin:
    """What one is to another (``role``: "daughter of"), whose name stands at these places."""

    role: str
    start: int
    end: int


def is_of_person(label: str) -> bool:
    """Whether a field with such a label tells of a person: "Born", "Sister of"."""
    words = label.casefold().split()
    return bool(words) and words[0] in _OF_PERSONS and words[1:] in ([], ["of"])


def kin_in(value: str) -> Iterator[Kin]:
    """Of whom a value says that one is the kin."""
    for found in _KIN_OF.finditer(value):
        for name in _NAME.finditer(found["names"]):
            text = name[0].strip().removeprefix("and ").removeprefix("& ")
            start = found.start("names") + name.start() + name[0].index(text)
            yield Kin(f"{found['kin']} of", start, start + len(text))
