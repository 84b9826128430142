"""How a text has what a clause says: as so, as wished or asked, as untrue or a condition, or only
as what others say ("it is said that")."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.parse.conditions import has_own_condition, is_condition, is_otherwise
from graphrag_neo4j.extract.parse.verbs import MODALS, REAL, UNREAL

if TYPE_CHECKING:
    from spacy.tokens import Token

_DEEPEST = 4  # clauses, each the content of the next
_DENYING = bag("deny doubt disprove refute disbelieve pretend")
_LETTING = bag("let allow permit")
_REJECTING = _DENYING | bag("reject dismiss dispute debunk contradict")
_OPEN = bag("unlikely impossible improbable doubtful false untrue wrong incorrect possible likely")
_UNFOUNDED = bag("false untrue wrong incorrect unfounded baseless unproven groundless")
_CERTAIN = bag("true clear certain sure known proven evident likely possible established confirmed")
_UNTRUE = bag("myth lie misconception fallacy falsehood hoax fabrication delusion illusion")
_MAYBE = bag(
    """
    possibility chance risk danger likelihood probability prospect condition hope fear wish
    proposal suggestion demand hypothesis doubt denial
    """
)
_EVIDENCE = bag("evidence proof sign indication record suggestion hint case truth")
_NO_DOUBT = bag("doubt question denying secret surprise wonder coincidence")
_LITTLE = bag("no little insufficient scant")
_TALES = bag("rumour rumor legend tale story gossip speculation belief suspicion tradition")
_CLAIMS = bag("claim allegation accusation assertion insinuation")
_CLAIMING = bag("claim allege assert contend maintain insist swear testify argue")
_HELD = bag(
    """
    say report state claim think believe allege rumour rumor suppose assume understand suspect
    speculate hold
    """
)
_SOME = bag("people some many others")
_THINKING = bag("think believe suppose assume suspect")
_ALL = bag("they everybody everyone")
_PROVING = bag("prove know establish confirm document")
_NOBODY = bag("nobody none nothing")
_PARTS = frozenset({":", "–", "—"})
_HEARSAY = bag("allegedly reportedly supposedly purportedly")
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_REPORTED, _ALLEGED = "reportedly", "allegedly"


class Standing(Enum):
    """What is ``SO`` makes relations, what is ``OPEN`` (wished, asked) but facts in words, what is
    ``UNTRUE`` (denied, a condition, unlikely) nothing."""

    SO = auto()
    OPEN = auto()
    UNTRUE = auto()


def standing(first: Token) -> Standing:
    """How the text has the clause of a verb, the first of its chain."""
    if is_otherwise(_joined_to(first)):
        return Standing.UNTRUE
    if any(is_condition(verb) or _is_denied(verb) for verb in governors(first)):
        return Standing.UNTRUE
    return Standing.SO if _is_told_so(_joined_to(first)) else Standing.OPEN


def hearsay(first: Token) -> str:
    """ "reportedly" or "allegedly", if a clause is but what others say: "it is said that", "Ann
    claimed that", "rumours that"."""
    own = (child.lower_ for child in first.children if child.dep_ == "advmod")
    said = next((word for word in own if word in _HEARSAY), "")
    return said or next(filter(None, map(_said_by, governors(first))), "")


def governors(first: Token) -> Iterator[Token]:
    """The verb of a clause, then those of the clauses whose content it is."""
    verb = _joined_to(first)
    yield verb
    for _ in range(_DEEPEST):
        above = verb.head
        if verb.dep_ not in ("ccomp", "xcomp") and not _is_of_noun(verb):
            return
        while above.pos_ not in ("VERB", "AUX") and above.head.i != above.i:
            above = above.head
        verb = _joined_to(above)
        yield verb


def _joined_to(verb: Token) -> Token:
    while verb.dep_ == "conj" and verb.head.pos_ in ("VERB", "AUX"):
        if has_own_condition(verb):
            break
        verb = verb.head
    return verb


def _is_of_noun(verb: Token) -> bool:
    """ "the rumour that Ann left"."""
    is_that = any(c.dep_ == "mark" and c.lower_ == "that" for c in verb.children)
    return verb.head.pos_ == "NOUN" and (verb.dep_ == "ccomp" or (verb.dep_ == "acl" and is_that))


def _is_denied(verb: Token) -> bool:
    """Whether the clause that it is in says that it is not so."""
    head = verb.head
    has_modal = any(c.tag_ == "MD" and c.lower_ in MODALS for c in verb.children)
    if _is_of_noun(verb):
        return _is_untrue_noun(head) and not (has_modal and head.lemma_.lower() in _MAYBE)
    if verb.dep_ in ("csubj", "csubjpass"):  # "That Ann left is not proven"
        is_proof = head.lemma_ in _PROVING and is_negated(head)
        return is_proof or (head.lemma_ == "be" and not has_modal and _is_said_untrue(head))
    if verb.dep_ not in ("ccomp", "xcomp") or _is_parted(verb):
        return False
    if _is_doubted(verb):
        return True
    if head.lemma_ in _LETTING:  # "do not let children play with it"
        return is_negated(head)
    if head.lemma_ in _DENYING:
        is_infinitive = any(c.lower_ == "to" and c.dep_ == "aux" for c in verb.children)
        return not is_negated(head) and not is_infinitive
    be = head.head if head.pos_ == "ADJ" else head
    return be.lemma_ == "be" and not has_modal and _is_said_untrue(be)


def _is_parted(verb: Token) -> bool:
    """Whether a semicolon stands between a clause and the one that a parse has it depend on."""
    first, last = sorted((verb.i, verb.head.i))
    return any(token.text == ";" for token in verb.doc[first:last])


def _is_doubted(verb: Token) -> bool:
    """Whether a clause is but named, and what follows has no word for it: "That Ann was a Swede:
    there is no paper for it"."""
    that, head = verb.left_edge, verb.head
    is_clause = that.tag_ == "IN" or (that.i < verb.i and that.nbor().pos_ == "PROPN")
    if that.i or that.lower_ != "that" or not is_clause:
        return False
    if not any(token.text in _PARTS for token in verb.doc[verb.i : head.i]):
        return False
    nothing = [child for child in head.children if child.lemma_.lower() not in _NO_DOUBT]
    return is_negated(head) or any(
        child.lower_ in _NOBODY or any(word.lower_ == "no" for word in child.lefts)
        for child in nothing
    )


def _is_said_untrue(be: Token) -> bool:
    """ "it is unlikely", "it is not true", "it is a myth"."""
    for child in be.children:
        if child.dep_ in ("acomp", "attr"):
            word = child.lemma_.lower()
            if is_negated(be) and word in _CERTAIN | _EVIDENCE:
                return True
            if not is_negated(be) and word in _OPEN | _UNTRUE | _MAYBE:
                return True
    return False


def _is_untrue_noun(noun: Token) -> bool:
    """ "no evidence that", "a myth that", "rumours that … were denied"."""
    word, governor = noun.lemma_.lower(), noun.head
    is_little = any(child.lower_ in _LITTLE for child in noun.lefts)
    if is_little or (is_negated(governor) and word in _EVIDENCE):
        return word not in _NO_DOUBT
    if word in _UNTRUE | _MAYBE:
        return not is_negated(governor)
    if noun.dep_ not in (*_SUBJECTS, "dobj"):
        return False
    said = {child.lower_ for child in governor.children if child.dep_ == "acomp"}
    return governor.lemma_ in _REJECTING or not said.isdisjoint(_UNFOUNDED)


def is_negated(verb: Token) -> bool:
    """Whether a "not" stands beside a verb."""
    return any(child.dep_ == "neg" for child in verb.children)


def _is_told_so(verb: Token) -> bool:
    """Whether a text that has this says that it is so: not what it wants or asks."""
    head = verb.head
    if verb.dep_ not in ("ccomp", "xcomp") or head.i == verb.i:
        return True
    if head.lemma_ == "let" and not any(c.dep_ in _SUBJECTS for c in head.children):
        return False
    is_infinitive = any(c.lower_ == "to" and c.dep_ == "aux" for c in verb.children)
    if is_infinitive and verb.dep_ == "ccomp":
        return head.lemma_ in REAL
    return head.lemma_ not in UNREAL and not is_negated(head)


def _said_by(verb: Token) -> str:
    """How the clause above has it."""
    head = verb.head
    if _is_of_noun(verb):
        noun = head.lemma_.lower()
        return _REPORTED if noun in _TALES else _ALLEGED if noun in _CLAIMS else ""
    if verb.dep_ != "ccomp" or head.i == verb.i:
        return ""
    subjects = [child for child in head.children if child.dep_ in _SUBJECTS]
    is_passive = any(child.dep_ == "auxpass" for child in head.children)
    is_of_some = head.tag_ in ("VBP", "VBD") and any(one.lower_ in _SOME for one in subjects)
    is_of_all = head.lemma_ in _THINKING and any(one.lower_ in _ALL for one in subjects)
    if is_of_all or (head.lemma_ in _HELD and (is_passive or is_of_some)):
        return _REPORTED
    if head.lemma_ == "have" and any(c.lower_ == "it" and c.i < verb.i for c in head.rights):
        return _REPORTED
    if head.lemma_ == "state" and verb.i > head.i:  # words in quotation marks stand before it
        return _REPORTED
    return _ALLEGED if head.lemma_ in _CLAIMING else ""
