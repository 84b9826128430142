"""Who comes after whom in an office, where no verb alone says it: "Ann takes over from Max", "his
place was taken by Ann"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.parse.clauses import Clause
from graphrag_neo4j.extract.parse.phrases import ParsedSentence
from graphrag_neo4j.extract.parse.verbs import MODALS
from graphrag_neo4j.model import ExtractedFact

if TYPE_CHECKING:
    from spacy.tokens import Token

_ON = ("over", "on")


def taken_over_from(clause: Clause) -> Iterator[Token]:
    """Those from whom a subject "takes over (as manager)" or "takes it on"; of firms and things
    that are taken over it says nothing."""
    verb = clause.verb
    is_taking = any(c.dep_ in ("prt", "advmod") and c.lower_ in _ON for c in verb.children)
    if not is_taking or clause.is_passive or not _takes(clause):
        return
    if any(thing.pos_ != "PRON" for thing in clause.objects):
        return
    for preposition, noun in clause.obliques:
        if preposition.lower_ == "from":
            yield noun
        elif preposition.lower_ == "as":
            yield from _from(noun)


def _from(office: Token) -> Iterator[Token]:
    """ "takes over as manager from Max", read as the manager's."""
    for preposition in office.children:
        if preposition.dep_ == "prep" and preposition.lower_ == "from":
            yield from (noun for noun in preposition.children if noun.dep_ == "pobj")


def _takes(clause: Clause) -> bool:
    """Whether somebody took or will take something, and not only wants to or may."""
    is_so = not clause.is_negated and not clause.chain and clause.modal not in MODALS
    return is_so and clause.verb.lemma_ == "take"


def replaced(sentence: ParsedSentence, clause: Clause, subject: Token) -> Iterator[ExtractedFact]:
    """ "His place was taken by Ann": whom she replaces."""
    if subject.lower_ != "place" or not clause.is_passive or not _takes(clause):
        return
    owners = [child for child in subject.lefts if child.dep_ == "poss"]
    names = [name for owner in owners for name in sentence.holders(owner)]
    takers = [name for agent in clause.agents for name in sentence.names_of(agent)]
    for taker, name in product(takers, names):
        yield ExtractedFact(taker, "replaces", name, relation_type="REPLACES")
