"""Which noun "who" or "which" stands for, where a parse takes the nearest one, whatever it is: of
"a boy with a drum, who" the boy, of "a report of Ann Berg, which" the report, of "a rope of 30
metres that" the rope."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag, type_map
from graphrag_neo4j.extract.parse.people_nouns import GROUP, group_nouns, is_person
from graphrag_neo4j.extract.parse.phrases import NOUNS, members
from graphrag_neo4j.extract.rules.labels import PERSON
from graphrag_neo4j.extract.rules.name_spans import given_names
from graphrag_neo4j.model import UNKNOWN_TYPE

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_TYPES = "named_types"
_WHO = bag("who whom")
_MORE_PERSONS = bag("member people reader head chief")
_AGENTS = ("er", "or", "ist", "ian", "eer", "ee")
_AGENTS_OF_THINGS = bag("number power paper river letter water order matter weather computer")
_CAUSED = bag("cause trigger provoke precipitate")
_HARM = bag("loss damage injury harm death destruction illness breakage")
_UNITS = bag(
    """
    gram kilogram kilo kg g tonne ton pound lb ounce stone litre liter gallon pint millilitre
    milliliter metre meter m centimetre centimeter cm millimetre millimeter mm kilometre kilometer
    km mile foot inch yard acre hectare watt kilowatt megawatt volt ampere amp knot degree hp
    second minute hour day week month year percent euro dollar crown franc
    """
)
_PLACING = bag("in at near on outside")
_THINGS = frozenset({"dobj", "nsubj", "nsubjpass", "pobj"})
_HIGHEST = 4  # nouns above the nearest
_SINGULAR, _PLURAL = bag("is was has"), bag("are were have")
_SURE, _LIKELY, _UNCLEAR, _NONE = 3, 2, 1, 0
"""How well a noun goes with "who", or a thing with "which"."""


def note_types(parse: Doc, types: Mapping[int, str]) -> None:
    """Keep the types of the names that stand at these places of a sentence."""
    parse.user_data[_TYPES] = dict(types)


def antecedent(pronoun: Token, nearest: Token) -> Token:
    """The noun that a relative pronoun stands for; ``nearest``: the one that the parse has."""
    if (measured := _measured(nearest)) is not None and _agrees(measured, pronoun.head):
        nearest = measured
    if pronoun.lower_ in _WHO:
        return _best(pronoun, nearest, _as_person)
    if pronoun.lower_ != "which":
        return nearest
    return _placed(nearest) or _best(pronoun, nearest, _as_thing)


def _placed(place: Token) -> Token | None:
    """The thing without a name of "the warehouse in Hull, which was sold": which of both it is,
    nobody knows, and a thing without a name makes no relation."""
    preposition = place.head
    if place.dep_ != "pobj" or preposition.lower_ not in _PLACING or not preposition.i:
        return None
    before = preposition.nbor(-1)
    is_thing = before.pos_ == "NOUN" and before.dep_ in _THINGS and _type_of(before) is None
    is_one = any(child.dep_ in ("det", "poss") for child in before.lefts)
    is_placed = _type_of(place) in ("LOCATION", "ORGANIZATION", UNKNOWN_TYPE)
    return before if is_thing and is_one and is_placed else None


def _measured(unit: Token) -> Token | None:
    """What a number with its unit behind "of" tells of: of "a rope of 30 metres" the rope, of "the
    end of the two years" nothing."""
    kinds = {child.dep_ for child in unit.lefts}
    is_of = unit.dep_ == "pobj" and unit.head.lower_ == "of"
    if not is_of or unit.lemma_.lower() not in _UNITS or "nummod" not in kinds or "det" in kinds:
        return None
    return next(_above(unit), None)


def brought_about(participle: Token, nearest: Token) -> list[Token]:
    """What "caused" and the like tell of, where the parse takes the nearest noun: of "loss of or
    damage to the boat caused by fire" the loss and the damage, else ``nearest``."""
    noun = nearest
    while participle.lemma_ in _CAUSED and noun.lemma_.lower() not in _HARM:
        preposition = noun.head
        if noun.dep_ != "pobj" or preposition.lower_ not in ("of", "to") or preposition.i == 0:
            return [nearest]
        noun = preposition.nbor(-1)  # whatever the parse joins "to" to
    while noun.dep_ == "conj" and noun.head.lemma_.lower() in _HARM:
        noun = noun.head
    if noun.i == nearest.i:
        return [nearest]
    return [one for one in members(noun) if one.i < participle.i]


def _best(pronoun: Token, nearest: Token, fit: Callable[[Token], int]) -> Token:
    """The nearest noun, unless it does not fit and a noun above it surely does."""
    fits = fit(nearest) if _agrees(nearest, pronoun.head) else _NONE
    is_people = _is_of_people(nearest)
    if fits >= _LIKELY and not is_people:
        return nearest
    if is_people and pronoun.lower_ in _WHO:
        fits = _UNCLEAR
    if fits == _UNCLEAR and not _stands_apart(pronoun, nearest):
        return nearest
    for above in _above(nearest):
        if _agrees(above, pronoun.head) and fit(above) > max(fits, _UNCLEAR):
            return above
    return nearest


def _is_of_people(noun: Token) -> bool:
    """Whether a name may be that of a place though it looks like a person's, since people are "of"
    it: "the fishermen of Dornhaven"."""
    above = next(_above(noun), None)
    is_of = noun.dep_ == "pobj" and noun.head.lower_ == "of" and noun.n_lefts == 0
    if not is_of or above is None or noun.pos_ != "PROPN" or noun.lower_ in given_names():
        return False
    return above.tag_ == "NNS" and is_person(above.lemma_.lower())


def _above(noun: Token) -> Iterator[Token]:
    """The nouns that a noun belongs to through a preposition or an apposition."""
    for _ in range(_HIGHEST):
        head = noun.head
        if noun.dep_ == "pobj" and head.dep_ == "prep" and head.head.pos_ in NOUNS:
            noun = head.head
        elif noun.dep_ == "appos" and head.pos_ in NOUNS:
            noun = head
        else:
            return
        yield noun


def _stands_apart(pronoun: Token, nearest: Token) -> bool:
    """Whether a comma stands before the pronoun, or "with" and the like before the noun: "the
    leader of the rebels who won" tells which rebels."""
    is_after_comma = pronoun.i > 0 and pronoun.nbor(-1).text == ","
    return is_after_comma or nearest.head.lower_ != "of"


def _agrees(noun: Token, verb: Token) -> bool:
    """Whether a noun has the number of its verb."""
    is_joined = noun.dep_ == "conj" or any(child.dep_ == "conj" for child in noun.children)
    if is_joined or noun.lemma_.lower() in group_nouns() or noun.pos_ != "NOUN":
        return True  # a name may be a plural, as "United States"
    finite = next((c for c in verb.children if c.dep_ in ("aux", "auxpass")), verb)
    is_plural = noun.tag_ in ("NNS", "NNPS")
    if finite.lower_ in _SINGULAR or finite.tag_ == "VBZ":
        return not is_plural
    return is_plural or not (finite.lower_ in _PLURAL or finite.tag_ == "VBP")


def _as_person(noun: Token) -> int:
    """How well "who" fits: a person best, a group if need be, a place or a date never."""
    if (type_ := _type_of(noun)) is not None:
        return {PERSON: _SURE, GROUP: _UNCLEAR, UNKNOWN_TYPE: _UNCLEAR}.get(type_, _NONE)
    lemma = noun.lemma_.lower()
    if noun.pos_ not in NOUNS or is_person(lemma) or lemma in _MORE_PERSONS:
        return _SURE
    if noun.pos_ == "PROPN":
        return _UNCLEAR
    if lemma not in type_map("definition"):
        is_agent = lemma.endswith(_AGENTS) and lemma not in _AGENTS_OF_THINGS
        return _LIKELY if is_agent or lemma.endswith("men") else _UNCLEAR
    return _UNCLEAR if lemma in group_nouns() else _NONE


def _as_thing(noun: Token) -> int:
    """How well "which" fits: a person never where there is a thing."""
    type_ = _type_of(noun)
    is_named = type_ == PERSON and noun.ent_type_ == "PERSON" and noun.is_alpha
    is_human = is_named or (type_ is None and is_person(noun.lemma_.lower()))
    return _NONE if is_human else _SURE


def _type_of(noun: Token) -> str | None:
    types: Mapping[int, str] = noun.doc.user_data.get(_TYPES, {})
    return types.get(noun.i)
