"""Which pronouns may stand for what: by the kind of a name, by a noun, by the verb beside "it"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.parse.animate import ANIMAL

if TYPE_CHECKING:
    from spacy.tokens import Token

SELDOM = 0.4
"""How well what fits only now and then does."""
_EMPTY_IT = bag("rain snow seem appear happen turn take")
_TIMES = bag(
    """
    day night morning evening afternoon year month week hour minute time moment monday tuesday
    wednesday thursday friday saturday sunday way lot
    """
)


def fit(kind: str, wanted: str) -> float:
    """How well a kind of name fits a kind of pronoun, from 0 to 1."""
    if wanted in ("male", "female"):
        return SELDOM if kind == "any" else float(kind in (wanted, "person", ANIMAL))
    if wanted == "thing":
        return float(kind in ("thing", "group", "any", ANIMAL))
    return float(kind in ("group", "plural"))


def kind_of_noun(token: Token, animate: str) -> str:
    """What a noun that is no name is; ``animate``: of a person or an animal, else ""."""
    if token.tag_ in ("NNS", "NNPS"):
        return "plural"
    if animate:
        return animate
    noun = token.lower_
    return "none" if noun in _TIMES or token.ent_type_ in ("DATE", "TIME") else "thing"


def is_empty_it(token: Token) -> bool:
    """ "It is clear that …", "it rained", "I would do it" """
    head = token.head
    return token.lower_ == "it" and (
        head.lemma_ in _EMPTY_IT
        or (head.lemma_ == "do" and token.dep_ == "dobj")
        or any(child.dep_ in ("ccomp", "xcomp", "csubj") for child in head.children)
        or (head.lemma_ == "be" and any(c.dep_ in ("attr", "acomp") for c in head.children))
    )
