"""Relations without a verb: "Ann Berg, CEO of Quillon", "Quillon's chairman Max Orr",
"Oslo-based Quillon", "Velmar, Norland"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import normal_form, type_map
from graphrag_neo4j.extract.parse.phrases import NOUNS, Mention, ParsedSentence, members
from graphrag_neo4j.extract.parse.roles import ROLES, qualifiers, role_of
from graphrag_neo4j.extract.relation_types import RelationTypes, as_type, typed
from graphrag_neo4j.extract.rules.labels import PERSON
from graphrag_neo4j.model import ExtractedFact

if TYPE_CHECKING:
    from spacy.tokens import Token

_WITHIN = "located in"
_ADDRESS = 3  # names: a street or a village, a town, a region
_BESIDE = 2
"""Words from "I" to who that is: "I, her brother", not "me on Mondays, her brother on others"."""
TypeOf = Callable[[str], str]


def nominal_facts(
    sentence: ParsedSentence, relations: RelationTypes, type_of: TypeOf
) -> Iterator[ExtractedFact]:
    """The relations that nouns beside names state."""
    for subject, role, holder in _roles(sentence, type_of):
        within = sentence.mention_at(holder) if role == _WITHIN else None
        for name in [within.name] if within is not None else sentence.holders(holder):
            predicate = f"is {role}"
            fact = ExtractedFact(subject, predicate, name, relation_type=as_type(role))
            matched = relations.match(predicate)
            yield fact if matched is None else typed(fact, matched)


def _roles(sentence: ParsedSentence, type_of: TypeOf) -> Iterator[tuple[str, str, Token]]:
    for mention in sentence.mentions:
        head = mention.head(sentence.doc)
        is_person = type_of(mention.name) == PERSON
        for role, holder, noun in _appositions(sentence, mention, head):
            if not (is_person and _is_event(noun)):  # nobody is a wedding
                yield mention.name, role, holder
        yield from _titles_before(sentence, mention, head, type_of)
        yield from _based(sentence, mention, head)
        yield from _region(sentence, mention, head, type_of)
        yield from _held(mention, head)


def _held(mention: Mention, head: Token) -> Iterator[tuple[str, str, Token]]:
    """ "Quillon's founder", read as the name of who it is."""
    is_told = mention.last == mention.first + 1 and head.pos_ == "NOUN" and head.lower_ in ROLES
    for child in head.lefts if is_told else ():
        if child.dep_ == "poss":
            yield mention.name, f"{qualifiers(head)}{head.lower_} of", child


def _is_event(noun: Token) -> bool:
    return type_map("definition").get(noun.lemma_.lower()) == "EVENT"


def _appositions(
    sentence: ParsedSentence, mention: Mention, head: Token
) -> Iterator[tuple[str, Token, Token]]:
    """What "X, CEO of Y" and "the CEO of Y, X" say of X, of whom, and by which noun."""
    if sentence.name_of(head) != mention.name:
        return
    for child in head.children:
        is_beside = head.pos_ != "PRON" or child.left_edge.i <= head.i + _BESIDE
        if child.dep_ == "appos" and is_beside and sentence.mention_at(child) is None:
            for one in members(child):
                for role, holder in role_of(sentence, one):
                    yield role, holder, one
    noun = _named_beside(head)
    if noun is not None and sentence.mention_at(noun) is None:
        for role, holder in role_of(sentence, noun, is_one=True):
            yield role, holder, noun


def _named_beside(head: Token) -> Token | None:
    """The noun that a name stands beside: "the CEO, X"; of "her nieces X and Y" that of both."""
    first = head
    while first.dep_ == "conj":
        first = first.head
    if first.dep_ != "appos" or first.head.pos_ not in NOUNS:
        return None
    return first.head if first.i == head.i or first.head.tag_ == "NNS" else None


def _titles_before(
    sentence: ParsedSentence, mention: Mention, head: Token, type_of: TypeOf
) -> Iterator[tuple[str, str, Token]]:
    """ "Quillon CEO Max Orr", "Quillon's chairman Max Orr"."""
    if mention.first == 0:
        return
    title = sentence.doc[mention.first - 1]
    if title.lower_ not in ROLES or sentence.mention_at(title) is not None:
        return
    before = title.i - 1
    if before > 0 and sentence.doc[before].lower_ in ("'s", "’s", "'", "’"):
        before -= 1
    while before >= 0 and sentence.doc[before].pos_ == "ADJ":
        before -= 1
    other = sentence.mention_at(sentence.doc[before]) if before >= 0 else None
    kinds = ("LOCATION",) if title.lower_ == "minister" else ("ORGANIZATION", "LOCATION", "PERSON")
    if other is None or type_of(other.name) not in kinds:
        return  # "Finance Minister Ann Berg"
    if title.head.i in (head.i, title.i, *(t.i for t in title.ancestors)):
        role = f"{qualifiers(title)}{title.lower_} of"
        yield mention.name, role, sentence.doc[other.last - 1]


def _based(
    sentence: ParsedSentence, mention: Mention, head: Token
) -> Iterator[tuple[str, str, Token]]:
    """ "Oslo-based Quillon"."""
    for child in head.lefts:
        if child.lower_ == "based" and child.i < mention.first:
            for place in sentence.doc[max(0, child.i - 3) : child.i]:
                if (found := sentence.mention_at(place)) is not None:
                    yield mention.name, "based in", sentence.doc[found.last - 1]
                    break


def _region(
    sentence: ParsedSentence, mention: Mention, head: Token, type_of: TypeOf
) -> Iterator[tuple[str, str, Token]]:
    """ "Velmar, Norland": a place within another."""
    comma = mention.last
    if comma + 1 >= len(sentence.doc) or sentence.doc[comma].text != ",":
        return
    other = sentence.mention_at(sentence.doc[comma + 1])
    if other is None or other.first != comma + 1 or head.dep_ == "conj":
        return
    following = sentence.doc[other.last] if other.last < len(sentence.doc) else None
    if following is not None and following.lower_ in ("and", "or", "&"):
        return
    follows = sentence.doc[other.first].dep_ in ("appos", "npadvmod", "nmod", "compound")
    places = type_of(mention.name) == type_of(other.name) == "LOCATION"
    is_town = RelationTypes.is_town_in(mention.name, other.name)
    if places and (is_town or (follows and not _is_listed(sentence, mention, other, type_of))):
        yield mention.name, _WITHIN, sentence.doc[other.last - 1]


def _is_listed(sentence: ParsedSentence, one: Mention, other: Mention, type_of: TypeOf) -> bool:
    """Whether two names are but members of a list: two bridges, or one of three names or more
    that end in no region ("Velmar, Tarn County, Norway")."""
    if _is_alike(one.name, other.name):
        return True
    run = [one, other]
    while (before := _place_beyond(sentence, run[0].first - 1, -1, type_of)) is not None:
        run.insert(0, before)
    while (after := _place_beyond(sentence, run[-1].last, 1, type_of)) is not None:
        run.append(after)
    is_address = len(run) == _ADDRESS and RelationTypes.is_town_in(run[-2].name, run[-1].name)
    return len(run) >= _ADDRESS and not is_address


def _place_beyond(
    sentence: ParsedSentence, comma: int, step: int, type_of: TypeOf
) -> Mention | None:
    """The name of a place on the other side of a comma."""
    place, doc = comma + step, sentence.doc
    if not 0 <= comma < len(doc) or not 0 <= place < len(doc) or doc[comma].text != ",":
        return None
    found = sentence.mention_at(doc[place])
    return found if found is not None and type_of(found.name) == "LOCATION" else None


def _is_alike(one: str, other: str) -> bool:
    """ "Tarrant Bridge" and "Danby Bridge", "Lake Ostra" and "Lake Ume"."""
    words, others = normal_form(one).split(), normal_form(other).split()
    if len(words) < 2 or len(others) < 2:
        return False
    is_kind = type_map("definition").get(words[0]) == "LOCATION"
    return words[-1] == others[-1] or (is_kind and words[0] == others[0])
