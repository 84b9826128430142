"""Types of relations from verbs: "was acquired by", "acquired" and "will acquire" are ACQUIRES."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import third_person
from graphrag_neo4j.extract.parse.clauses import Clause, is_answer
from graphrag_neo4j.extract.parse.verbs import HARDLY, MODALS
from graphrag_neo4j.extract.relation_types import as_type

if TYPE_CHECKING:
    from spacy.tokens import Token


def verb_type(clause: Clause, after: Sequence[str] = (), *, is_active: bool = False) -> str:
    """The type that a clause's verb makes: present tense, NOT_ and MAY_ before it."""
    verb, parts = clause.verb, []
    first = clause.chain[0] if clause.chain else verb
    if clause.is_negated:
        parts.append("not")
    if clause.modal in MODALS:
        parts.append(clause.modal)
    parts += [c.lower_ for c in first.children if c.dep_ == "advmod" and c.lower_ in HARDLY]
    is_finite = not clause.is_negated and clause.modal not in MODALS
    particles = [c.lower_ for c in verb.children if c.dep_ == "prt" or is_answer(c)]
    for number, link in enumerate(clause.chain):
        is_said = not number and (is_finite or (_lemma(link) == "be" and not clause.modal))
        form = _third(_lemma(link)) if is_said else _lemma(link)
        is_told = any(child.dep_ == "auxpass" for child in link.children)
        is_past = link.lower_ == "used"  # "used to work": not now
        parts += [link.lower_ if is_told or is_past else form, "to"]  # "was told to": not who tells
        is_finite = False
    if clause.is_passive and not is_active:
        parts += ["be"] if clause.chain or clause.modal in MODALS else []
        parts.append(verb.lower_)
    elif clause.is_copula and is_finite and after:
        parts.append("is")
    else:
        parts.append(_third(_lemma(verb)) if is_finite else _lemma(verb))
    return as_type(" ".join([*parts, *particles, *after]))


def _lemma(verb: Token) -> str:
    return verb.lemma_.lower()


def _third(lemma: str) -> str:
    return {"be": "is", "have": "has"}.get(lemma) or third_person(lemma)
