"""What a "not", "neither" or "nor" denies: the verb of a clause, or but one of the things beside it
("reports to Ann, not to Max")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag

if TYPE_CHECKING:
    from spacy.tokens import Token

_EITHER = frozenset({"neither", "nor"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_FINITE = frozenset({"MD", "VBD", "VBP", "VBZ"})
_BESIDE_VERB = frozenset({"aux", "auxpass", "advmod"})
_ONLY = bag("only just merely simply")
_NOT = frozenset({"not", "n't", "n’t"})
_BREAKS = frozenset({",", ".", ";", "–", "—", "-"})
_BEHIND_ANSWER = frozenset({"though", "sadly", "sorry"})
_PARTS = frozenset({",", ";", "but", "and", "–", "—"})
"""What stands before a "not" that denies only what follows it."""
_FURTHEST = 40  # words from "not" to "but"


def is_denial(word: Token) -> bool:
    """Whether a word in the group of a verb denies it."""
    return word.dep_ == "neg" or word.lower_ in _EITHER


def is_none(noun: Token) -> bool:
    """ "has no Falcon"; the band "No Doubt" is one."""
    return any(child.text == "no" and child.dep_ == "det" for child in noun.lefts)


def is_no_longer(adverb: Token) -> bool:
    """ "no longer"."""
    return adverb.lower_ == "longer" and any(word.lower_ == "no" for word in adverb.children)


def is_contrast(verb: Token, denial: Token) -> bool:
    """Whether a "not" behind a verb denies what follows it, and not the verb: "was built by Ann,
    not, as many think, by Max", "married not Ann but Mia"."""
    if denial.lower_ != "not" or denial.i < verb.i:
        return False
    is_parted = denial.nbor(-1).text in _PARTS and verb.lemma_ != "be"
    return is_parted or _is_before_but(denial)


def is_denied(verb: Token, preposition: Token) -> bool:
    """Whether a contrast denies what a preposition joins to a verb: "not to Max"."""
    before = preposition.nbor(-1) if preposition.i else preposition
    if before.lower_ == "not":
        return is_contrast(verb, before)
    nots = (child for child in verb.children if child.dep_ == "neg" and child.i < preposition.i)
    return any(one.nbor().text == "," and is_contrast(verb, one) for one in nots)


def answer_before(verb: Token, subjects: Sequence[Token]) -> int:
    """Where an answer of its own ends that is denied and stands before the subjects of ``verb``:
    "Can't, I have a class", "Won't though, she left"; 0 without one."""
    first = min((subject.i for subject in subjects), default=0)
    if first > verb.i:
        return 0
    start = verb.sent.start
    for word in verb.doc[start : max(start, first - 1)]:
        if word.lower_ not in _NOT or (word.i > start and word.nbor(-1).pos_ != "AUX"):
            continue
        after = word.nbor()
        after = after.nbor() if after.lower_ in _BEHIND_ANSWER else after
        if after.text in _BREAKS and after.i < first:
            return after.i
    return 0


def denials(verb: Token, nouns: Sequence[Token]) -> Iterator[Token]:
    """The words that deny a verb, though a parse hangs them elsewhere: "neither Ann nor Max met",
    "nor did Max meet", "has not, so far, met", "cares not for". ``nouns``: subject and objects."""
    own = (noun for noun in nouns if not noun.is_ancestor(verb))  # not "nor those who left"
    yield from (word for noun in own for word in _neither(noun))
    yield from _nor(verb)
    yield from _shared(verb)
    for part in verb.lefts:
        if part.dep_ in _BESIDE_VERB:
            yield from (word for word in part.children if _is_behind_auxiliary(word, part))
    after = verb.nbor() if verb.i + 1 < len(verb.doc) else verb
    if after.lower_ == "not" and after.dep_ == "neg" and not is_contrast(verb, after):
        yield after


def _neither(noun: Token) -> Iterator[Token]:
    while noun.dep_ == "conj":
        noun = noun.head
    yield from (child for child in noun.lefts if child.lower_ == "neither")


def _nor(verb: Token) -> Iterator[Token]:
    """ "Nor did Max", "neither met Ann nor married Mia"."""
    yield from (c for c in verb.lefts if c.lower_ in _EITHER and c.dep_ not in _SUBJECTS)
    if verb.dep_ == "conj":
        between = (child for child in verb.head.children if verb.head.i < child.i < verb.i)
        yield from (child for child in between if child.lower_ == "nor")


def _shared(verb: Token) -> Iterator[Token]:
    """What denies the verb that another one is joined to by "or": "must not keep or feed it"."""
    joined = verb
    while _goes_on_by_or(verb) or (verb.i != joined.i and verb.dep_ == "xcomp"):
        verb = verb.head  # or what governs both: "must not try to keep or feed it"
        yield from (c for c in verb.lefts if is_denial(c) or is_no_longer(c))


def _goes_on_by_or(verb: Token) -> bool:
    """Whether "or" joins a verb to the one before, with no subject or auxiliary of its own, also
    within a list: "must not light, carry or throw it"."""
    is_own = any(child.dep_ in _SUBJECTS or child.tag_ in _FINITE for child in verb.lefts)
    is_finite = verb.tag_ in _FINITE  # "does not open or sticks", but "never sold or let"
    is_other = is_finite and (verb.pos_ == "AUX" or verb.tag_ != verb.head.tag_)
    if verb.dep_ != "conj" or is_own or is_other:
        return False
    joining = _joining(verb.head, verb.i)
    while joining is None:
        after = next((child for child in verb.rights if child.dep_ == "conj"), None)
        if after is None:
            return False
        joining, verb = _joining(verb, after.i), after
    return joining.lower_ == "or"


def _joining(verb: Token, end: int) -> Token | None:
    """The "and" or "or" behind a verb and before ``end``."""
    return next((c for c in verb.rights if c.dep_ == "cc" and c.i < end), None)


def _is_behind_auxiliary(word: Token, part: Token) -> bool:
    """ "has not, so far, met", but not "has not only met" or "was not surprisingly sold"."""
    if word.dep_ != "neg" or not word.i or word.nbor(-1).pos_ != "AUX":
        return False
    after = word.nbor()
    is_adverbs = after.i == part.i and part.lower_.endswith("ly")
    return after.lower_ not in _ONLY and not is_adverbs


def _is_before_but(denial: Token) -> bool:
    """ "not Ann but Max", "not to Oslo but to Velmar"."""
    after = denial.doc[denial.i + 2 : denial.i + _FURTHEST]
    for word in after:
        if word.lower_ == "but" and word.dep_ == "cc":
            start = word.head.left_edge.i
            return start in (denial.i, denial.i + 1)
    return False
