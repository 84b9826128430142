"""What one is to another: "the founder of Acme", "Ann's brother", "a Quillon subsidiary"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag, type_map, word_set
from graphrag_neo4j.extract.parse.phrases import ParsedSentence

if TYPE_CHECKING:
    from spacy.tokens import Token

_NO_RELATION = bag(
    "according including such than despite except like unlike without as regarding concerning"
)
"""Prepositions after which a name is no party to what is done."""
ROLES = word_set("names", "role") | bag(
    """
    unit arm maker owner operator rival competitor partner lawyer attorney chairman board ally
    neighbour neighbor colleague headquarters apprentice sweetheart clerk friend enemy supplier
    customer client shareholder investor cause part member version successor predecessor product
    """
)
"""What one is to another, beside the nouns that define things."""


def makes_no_relation(preposition: Token) -> bool:
    """Whether what follows a preposition has no part in what is done: "without Ann", "instead of
    Ann"."""
    words = {preposition.lower_, *(child.lower_ for child in preposition.children)}
    return preposition.lower_ in _NO_RELATION or "instead" in words


def _is_role(noun: Token) -> bool:
    """Whether a noun says what one is to another: "founder", "subsidiary", "capital"."""
    words = {noun.lower_, noun.lemma_.lower()}
    return any(not words.isdisjoint(known) for known in (ROLES, type_map("definition")))


def _is_name_before(sentence: ParsedSentence, child: Token, noun: Token) -> bool:
    """ "Quillon subsidiary", but not "General" of "Surgeon General"."""
    return sentence.mention_at(child) is not None and sentence.mention_at(noun) is None


def role_of(
    sentence: ParsedSentence, noun: Token, *, is_one: bool = False
) -> Iterator[tuple[str, Token]]:
    """ "the capital of Y" -> (capital of, Y); "Y's brother" -> (brother of, Y). ``is_one``: what
    one of several is, "her nieces X and Y"."""
    if noun.pos_ not in ("NOUN", "PROPN") or not _is_role(noun):
        return
    before = next((c.lower_ for c in noun.lefts if c.lower_ in ("vice", "deputy")), "")
    has_of = any(child.dep_ == "prep" and child.lower_ == "of" for child in noun.children)
    word = noun.lemma_.lower() if is_one and noun.tag_ == "NNS" else noun.lower_
    role = f"{before} {word}".strip()
    for child in noun.children:
        if child.dep_ == "poss":
            yield f"{role} of", child
        elif child.dep_ == "prep" and not makes_no_relation(child):
            for one in child.children:
                if one.dep_ == "pobj" and not sentence.is_value(one):
                    yield f"{role} {child.lower_}", one
        elif child.dep_ == "compound" and not has_of and _is_name_before(sentence, child, noun):
            yield f"{role} of", child
