"""Common nouns for people, for groups of them and for their works."""

from __future__ import annotations

from functools import cache

from graphrag_neo4j.extract.lexicon import bag, type_map, word_set
from graphrag_neo4j.extract.rules.kin import FAMILIAR
from graphrag_neo4j.extract.rules.labels import PERSON
from graphrag_neo4j.extract.rules.parties import PARTIES

GROUP = "ORGANIZATION"
_FEMALE = bag(
    """
    actress queen princess duchess empress countess baroness woman girl mother daughter sister
    wife widow nun abbess aunt niece granddaughter grandmother businesswoman lady maid bride
    heroine waitress hostess stepmother stepdaughter mistress spokeswoman chairwoman godmother
    auntie aunty gran grandma granny mama mamma mom mommy mum mummy
    """
)
_MALE = bag(
    """
    actor king prince duke emperor count baron man boy father son brother husband monk abbot uncle
    nephew grandson grandfather businessman bishop pope nobleman priest gentleman lord fellow lad
    stepfather stepson spokesman chairman bridegroom widower godfather
    dad daddy papa grandad granddad grandpa gramps
    """
)
KIN = FAMILIAR | bag(
    """
    father mother son daughter brother sister wife husband nephew niece cousin
    grandfather grandmother grandson granddaughter stepfather stepmother stepson stepdaughter
    fiancé fiancée sweetheart bride widow
    """
)
_MORE_PERSONS = bag(
    "host guard tenant landlord visitor customer client employer applicant lord sweetheart enemy"
)
"""Firms may be called so as well, or things."""
_MORE_THAN_WORKS = bag("game show series magazine journal single piece programme serial play score")
"""What appears again and again, is played or is somebody's firm as well."""
GENERIC = bag("person man woman boy girl child gentleman lady fellow lad one figure people")
"""There may be many of these in one text."""
_NO_FIRMS = (
    KIN
    | bag("man woman boy girl child lad lady gentleman fellow")
    | bag(
        """
        apprentice coxswain schoolmaster innkeeper waiter waitress carpenter gardener
        housekeeper coachman landlord landlady sailor student pupil schoolboy schoolgirl steward
        skipper constable sergeant policeman nurse clerk librarian teacher vicar priest bishop
        miller potter weaver farrier cooper tanner thatcher mason roofer plumber electrician glazier
        tailor cobbler shoemaker joiner barber butcher gamekeeper groom shepherd beekeeper midwife
        painter sculptor poet novelist singer violinist pianist barrister solicitor surgeon
        """
    )
)
_ONLY_PERSONS = ("man", "smith", "wright", "ologist", "ician", "grapher", "atrist", "nomist")
"""How nouns end that only persons are called by."""
_NO_MEMBERS = bag("member part character order label band figure reader")


@cache
def person_nouns() -> frozenset[str]:
    """Common nouns for people."""
    listed = {noun for noun, type_ in type_map("definition").items() if type_ == PERSON}
    return (
        frozenset(listed | word_set("types", "person") | _MORE_PERSONS | KIN | GENERIC)
        - _NO_MEMBERS
    )


@cache
def group_nouns() -> frozenset[str]:
    """Common nouns for organisations and for the parties of a contract."""
    listed = {noun for noun, type_ in type_map("definition").items() if type_ == GROUP}
    return frozenset(listed | PARTIES) - _NO_MEMBERS


def is_person(noun: str) -> bool:
    """Whether a common noun is a person's."""
    return noun in person_nouns() or (noun.endswith("man") and len(noun) > len("human"))


def is_only_person(noun: str) -> bool:
    """Whether a noun says that a name beside it is a person's, as "the owner" does not."""
    return noun in _NO_FIRMS or (noun.endswith(_ONLY_PERSONS) and len(noun) > len("human"))


def is_work(noun: str) -> bool:
    """Whether a noun says that a name beside it is the title of a work."""
    return type_map("definition").get(noun) == "WORK" and noun not in _MORE_THAN_WORKS


def gender(noun: str) -> str:
    """male, female or person, for a noun that is a person's."""
    if noun in _FEMALE:
        return "female"
    if noun.endswith("man"):
        return "female" if noun.endswith("woman") else "male"
    return "male" if noun in _MALE else "person"
