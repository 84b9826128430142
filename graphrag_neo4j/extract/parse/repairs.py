"""What a small parser joins wrongly, again and again, and where we know better: before anything is
read of a parse, some of its words are hung elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_NOUNS = ("NOUN", "PROPN")
_OBJECTS = frozenset({"dobj", "attr", "pobj", "conj"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "expl"})
_PLAIN_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_PREPOSITIONS = ("IN", "TO")
_FINITE = frozenset({"VB", "VBD", "VBP", "VBZ"})
_NAMING = ("call", "name")
_GROUP = frozenset({"aux", "auxpass", "neg", "advmod"})


def repair_heads(parse: Doc) -> None:
    """Hang the words of a parse where they belong."""
    for token in parse:
        if token.text == "-" and 0 < token.i < len(parse) - 1:
            _join_prefix(token)
        elif token.lower_ == "without" and token.n_rights == 0:
            _give_object(token)
        elif token.dep_ == "conj" and token.tag_ in _FINITE:
            _give_subject(token)
        elif token.lemma_ in _NAMING and token.pos_ == "VERB":
            _give_verb(token)
        elif token.dep_ == "conj" and token.pos_ in _NOUNS:
            _give_verbs_object(token)
            _part_from_other(token)
        elif token.dep_ == "conj" and token.tag_ == "CD":
            _part_from_other(token)
        elif token.dep_ in _PLAIN_SUBJECTS and token.pos_ in _NOUNS:
            _give_first_subject(token)


def _join_prefix(hyphen: Token) -> None:
    """ "Non-profits pay less", of which the parser makes three things that do."""
    prefix, word = hyphen.nbor(-1), hyphen.nbor()
    are_alike = len({(one.dep_, one.head.i) for one in (prefix, hyphen, word)}) == 1
    if not are_alike or prefix.whitespace_ or hyphen.whitespace_:
        return
    for child in (*prefix.children, *hyphen.children):
        child.head = word
    for one in (prefix, hyphen):
        one.head, one.dep_ = word, "compound"


def _give_object(preposition: Token) -> None:
    """ "Without the softener limescale blocks the pipe": two things, not one."""
    following = preposition.nbor() if preposition.i + 1 < len(preposition.doc) else preposition
    head = following
    while head.i < head.head.i and head.dep_ not in _SUBJECTS:
        head = head.head
    compounds = [c for c in head.lefts if c.dep_ == "compound" and c.pos_ in _NOUNS]
    if head.dep_ not in _SUBJECTS or head.left_edge != following or len(compounds) != 1:
        return
    own = compounds[0]
    for word in [child for child in head.lefts if child.i < own.i]:
        word.head = own
    own.head, own.dep_ = preposition, "pobj"
    preposition.dep_ = "prep"


def _give_verb(naming: Token) -> None:
    """ "Fish called Tarn trout live in the lake": they live there, and call nobody."""
    verb = next((c for c in naming.rights if c.dep_ == "oprd" and c.tag_ in _FINITE), None)
    noun = naming.head if naming.dep_ == "acl" else next(naming.lefts, naming)
    is_named = noun.dep_ == "nsubj" or naming.dep_ == "acl"
    if verb is None or not is_named or "ROOT" not in (naming.dep_, noun.dep_):
        return
    for child in [child for child in (*naming.rights, *noun.rights) if child.i > verb.i]:
        child.head = verb
    verb.head, verb.dep_ = verb, "ROOT"
    noun.head, noun.dep_ = verb, "nsubj"
    naming.head, naming.dep_, naming.tag_ = noun, "acl", "VBN"
    for child in naming.rights:
        child.dep_ = "oprd" if child.dep_ == "dobj" else child.dep_


def _give_subject(verb: Token) -> None:
    """ "Ann runs the stall and Joss brings the tables": Joss is who brings, not what Ann runs. And
    "it covers fire, and flood": whoever "covers" does not "flood"."""
    if any(child.dep_ in _SUBJECTS for child in verb.children) or verb.head.pos_ != "VERB":
        return
    has_aux = any(child.dep_ in ("aux", "auxpass") for child in verb.children)
    if verb.tag_ in ("VB", "VBP") and verb.head.tag_ == "VBZ" and not has_aux:
        verb.dep_ = "dep"
    start = verb
    while start.i and start.nbor(-1).head == verb and start.nbor(-1).dep_ in _GROUP:
        start = start.nbor(-1)
    noun = start.nbor(-1) if start.i else verb
    if noun.dep_ != "conj" or noun.pos_ not in _NOUNS or noun.left_edge.i == 0:
        return
    joining = noun.left_edge.nbor(-1)
    is_object = noun.head.i > verb.head.i and verb.head in _above(noun)
    if joining.dep_ == "cc" and joining.head == noun.head and is_object:
        joining.head = verb.head
        noun.head, noun.dep_ = verb, "nsubj"


def _give_verbs_object(noun: Token) -> None:
    """ "won silver in 2022 and gold in 2023": gold is won, too, and in 2023."""
    verb = noun.head
    joining = noun.left_edge.nbor(-1) if noun.left_edge.i else noun
    first = next((child for child in verb.rights if child.dep_ == "dobj"), None)
    is_joined = joining.dep_ == "cc" and joining.head == verb
    if verb.pos_ != "VERB" or not is_joined or first is None or first.i > noun.i:
        return
    said = [child for child in verb.rights if child.dep_ in ("prep", "npadvmod")]
    of_noun = [child for child in said if child.i > noun.i]
    if of_noun and any(first.i < child.i < noun.i for child in said):
        for word in of_noun:
            word.head = noun
        joining.head = noun.head = first


def _part_from_other(other: Token) -> None:
    """ "Ann is nine and Max six", "Ann is a nurse and Max a baker": Ann is not Max."""
    said, verb = other.head, other.head.head
    is_of_one = any(c.dep_ == "nsubj" and c.pos_ == "PROPN" for c in verb.lefts)
    if verb.lemma_ != "be" or said.dep_ not in ("attr", "acomp") or not is_of_one:
        return
    if _has_own_number(said, other) or _has_own_noun(said, other):
        for word in (other, *(child for child in said.rights if child.dep_ == "cc")):
            word.head, word.dep_ = verb, "dep"


def _has_own_number(said: Token, other: Token) -> bool:
    """ "nine and Max six", be the name hung on the number or the number on the name."""
    number = next(other.rights, other)
    is_behind = number.dep_ == "nummod" and number.i == other.i + 1
    is_named = other.tag_ == "CD" and any(child.pos_ == "PROPN" for child in other.lefts)
    return said.tag_ == "CD" and ((is_behind and other.pos_ == "PROPN") or is_named)


def _has_own_noun(said: Token, other: Token) -> bool:
    """ "a nurse and Max a baker"."""
    noun = next(other.rights, other)
    is_behind = noun.dep_ == "appos" and noun.left_edge.i == other.i + 1
    return (
        other.pos_ == "PROPN" and is_behind and _is_one(said.left_edge) and _is_one(noun.left_edge)
    )


def _is_one(article: Token) -> bool:
    return article.lower_ in ("a", "an")


def _give_first_subject(noun: Token) -> None:
    """ "The boat from Melby to Tarn Hythe leaves", "a crew led by the skipper Ann Hale won": the
    second of two subjects only ends what tells the first from others."""
    verb, start = noun.head, noun.left_edge
    first = next((c for c in verb.lefts if c.dep_ in _PLAIN_SUBJECTS and c.i < start.i), None)
    if first is None or noun.i > verb.i or first.right_edge.i != start.i - 1:
        return
    before = start.nbor(-1)
    if start.tag_ in _PREPOSITIONS and start.n_rights == 0 and start != noun:
        start.head, start.dep_ = first, "prep"
        noun.head, noun.dep_ = start, "pobj"
    elif before.dep_ == "prep" and before.n_rights == 0:
        noun.head, noun.dep_ = before, "pobj"
    elif before.dep_ == "pobj" and noun.pos_ == "PROPN" and before.pos_ == "NOUN":
        noun.head, noun.dep_ = before, "appos"


def _above(noun: Token) -> Iterator[Token]:
    """What a noun hangs on as one of several objects, up to their verb."""
    while noun.dep_ in _OBJECTS or noun.dep_ == "prep":
        noun = noun.head
        yield noun
