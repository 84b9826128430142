"""Conditions: clauses that say when something is so ("if the pump stops"), and what hangs on them.

"When", "while", "where" and the like give a condition in a rule ("close it when it rings", "the fee
is due once the hall is booked"); in a story they tell the time: "when he came, she sold the boat".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag

if TYPE_CHECKING:
    from spacy.tokens import Token

_IF = bag("if unless whether lest")
_RESTRICTING = bag("if unless")
_PROVIDED = bag("provided providing assuming supposing")
_OPENERS = bag("had should were")
_TIMES = bag("when whenever where wherever while whilst once until till before after")
_PARTED = bag("when where while whilst")
"""After a comma they tell more of what is before it, or a contrast: "this is red, while"."""
_OF_FRAGMENTS = bag("when whenever where wherever while whilst")
_AS_LONG = bag("soon long")
_RULING = bag("must shall should may can")
_BINDING = bag("must shall")
_PERSONS = bag("i we he she")
_ADDRESSED = bag("you your")
_BEFORE = bag("only or and but except provided providing assuming supposing that")
_JOINING = bag("and but")
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "expl"})
_AUXILIARIES = frozenset({"aux", "auxpass"})
_CLAUSES = frozenset({"advcl", "ccomp", "conj"})
_MOST = 3  # conditions of one clause
_HIGHEST = 12  # words above one, up to a condition that it stands in


def is_condition(verb: Token) -> bool:
    """ "if", "provided that", "in case", "had Ann met Max"; in a rule also "when" and the
    like."""
    opener = _opener(verb)
    if opener is not None and (opener.lower_ in _IF or _is_rule(verb, opener)):
        return True
    start = verb.left_edge
    is_clause = verb.dep_ in ("ccomp", "advcl")
    before = [token.lower_ for token in start.doc[max(start.i - 2, 0) : start.i]]
    is_provided = start.lower_ == "that" and before[-1:] and before[-1] in _PROVIDED
    if is_clause and (is_provided or before == ["in", "case"]):
        return True
    if verb.head.lower_ in _PROVIDED and verb.dep_ == "ccomp":
        return True
    return _is_turned(verb) or _is_event(verb)


def is_otherwise(verb: Token) -> bool:
    """ "otherwise the pump stops": if what is said before is not so."""
    subject = next((child for child in verb.lefts if child.dep_ in _SUBJECTS), None)
    if subject is None or _is_past(verb):
        return False
    before = [token for token in verb.doc[: subject.left_edge.i] if not token.is_punct]
    return bool(before) and before[-1].lower_ == "otherwise" and before[-1].head == verb


def has_own_condition(joined: Token) -> bool:
    """Whether what is joined to a verb has an "if" of its own: "for harm, or if it is late"."""
    opener = _opener(joined)
    return opener is not None and opener.lower_ in _IF


def in_condition(word: Token) -> bool:
    """Whether a word stands in a condition."""
    for _ in range(_HIGHEST):
        if word.pos_ in ("VERB", "AUX") and is_condition(word):
            return True
        if word.head.i == word.i:
            break
        word = word.head
    return False


def conditions_of(verb: Token, governors: Iterable[Token]) -> list[list[Token]]:
    """The words of each condition under which it is so what a verb says, or one that governs it."""
    found = {one.i: one for above in (verb, *governors) for one in _conditions_on(above)}
    near = [found[place] for place in sorted(found) if not _is_cut_off(found[place], verb)]
    return [_words(one) for one in near[:_MOST]]


def _conditions_on(verb: Token) -> Iterator[Token]:
    """The verbs of the conditions of a verb: its own, and what it shares with one joined to it."""
    yield from filter(_restricts, _beside(verb))
    for other in verb.children:  # "keeps the rent and pays it to us, unless"
        if other.dep_ == "conj" and not _has_subject(other):
            yield from (one for one in _beside(other) if _is_parted(one) and _restricts(one))
    while verb.dep_ == "conj" and verb.head.pos_ in ("VERB", "AUX"):
        above = verb.head
        if any(token.lower_ == "but" for token in verb.doc[above.i : verb.i]):
            return
        yield from (c for c in _beside(above) if not above.i < c.i < verb.i and _restricts(c))
        verb = above


def _beside(verb: Token) -> Iterator[Token]:
    """What hangs on a verb, also by "as long as" and "provided"."""
    for child in verb.children:
        yield child
        if child.lower_ in _AS_LONG | _PROVIDED:
            yield from child.children


def _is_cut_off(condition: Token, verb: Token) -> bool:
    """Whether it stands in another part of the sentence, whatever the parse joins."""
    first, last = sorted((condition.i, verb.i))
    return any(token.text in (";", ":") for token in verb.doc[first:last])


def _is_parted(verb: Token) -> bool:
    start = verb.left_edge
    return verb.i > verb.head.i and start.i > 0 and start.nbor(-1).text == ","


def _restricts(verb: Token) -> bool:
    """Whether a clause is a condition of the one above; "even if" and "as if" are none."""
    if verb.dep_ not in _CLAUSES or not is_condition(verb):
        return False
    opener = _opener(verb)
    if opener is None:
        return verb.dep_ != "conj"
    before = opener.nbor(-1).lower_ if opener.i else ""
    if before == "even" or (opener.lower_ in _IF and before == "as"):
        return False
    if opener.lower_ in _IF:
        is_told = _is_past(verb) and _is_past(verb.head)  # "if he was ill, he did not show it"
        has_more = any(c.dep_ in _SUBJECTS and c.i < opener.i for c in verb.lefts)
        return (
            verb.dep_ != "ccomp" and not has_more and opener.lower_ in _RESTRICTING and not is_told
        )
    return verb.dep_ == "advcl"


def _opener(verb: Token) -> Token | None:
    """The "if", "when" or "as" (of "as long as") that a clause begins with."""
    had_subject = False
    for child in verb.lefts:
        had_subject = had_subject or child.dep_ in _SUBJECTS
        is_adverb = child.dep_ == "advmod" and not had_subject and verb.dep_ != "relcl"
        if child.dep_ == "mark" and child.lower_ in _IF | _TIMES:
            return child
        if is_adverb and child.lower_ in _TIMES:
            return child
        if child.lower_ == "as" and verb.head.lower_ in _AS_LONG:
            return child
    return None


def _is_rule(verb: Token, opener: Token) -> bool:
    """Whether "when" and the like tell a condition, as in a rule, not the time of what is told: in
    the present, of nobody by name, or with what must be done."""
    above = _verb_above(verb)
    if above is None:  # a fragment: "while the car is used as a taxi;"
        is_start = opener.i == verb.left_edge.i and opener.lower_ in _OF_FRAGMENTS
        return verb.dep_ == "ROOT" and is_start and _is_present(verb) and not _is_of_named(verb)
    if opener.lower_ in _PARTED and opener.i and opener.nbor(-1).text == ",":
        return False
    modals = {c.lower_ for c in above.children if c.tag_ == "MD"}
    is_told_to = _is_command(above) or not modals.isdisjoint(_RULING)
    if _is_past(verb) or not _has_subject(verb):
        return is_told_to and opener.lower_ == "where" and not _is_of_named(verb)
    if _is_command(above):
        return True
    if _is_of_named(verb) or _is_of_named(above):
        return not modals.isdisjoint(_BINDING)
    is_addressed = _is_of_you(verb) or _is_of_you(above)
    is_first = opener.i == 0 or opener.nbor(-1).is_punct
    if opener.lower_ == "while" and is_first:  # a contrast, if nothing is to be done
        return is_told_to or is_addressed
    return is_told_to or _is_present(above) or (is_addressed and not _is_past(above))


def _verb_above(verb: Token) -> Token | None:
    above = verb
    while above.head.i != above.i:
        above = above.head
        if above.pos_ in ("VERB", "AUX"):
            return above
    return None


def _is_past(verb: Token) -> bool:
    return verb.tag_ == "VBD" or any(
        c.tag_ == "VBD" for c in verb.children if c.dep_ in _AUXILIARIES
    )


def _is_present(verb: Token) -> bool:
    """Whether something is so in general: "stops", "is stopped", not "has stopped"."""
    helping = [child for child in verb.children if child.dep_ in _AUXILIARIES]
    if any(child.lemma_ == "have" for child in helping):
        return False
    return any(one.tag_ in ("VBZ", "VBP") for one in (verb, *helping))


def _is_command(verb: Token) -> bool:
    while verb.dep_ == "conj" and verb.head.pos_ == "VERB":
        verb = verb.head
    helping = [child for child in verb.children if child.dep_ in _AUXILIARIES]
    is_plain = verb.tag_ == "VB" and all(child.lower_ == "do" for child in helping)
    return is_plain and not _has_subject(verb) and verb.dep_ not in ("xcomp", "ccomp")


def _has_subject(verb: Token) -> bool:
    return any(child.dep_ in _SUBJECTS for child in verb.children)


def _is_of_named(verb: Token) -> bool:
    """Whether it is about somebody or something by name, and not about "the Tenant"."""
    for one in (child for child in verb.children if child.dep_ in _SUBJECTS):
        is_name = one.pos_ == "PROPN" and not any(c.dep_ == "det" for c in one.children)
        if is_name or one.lower_ in _PERSONS:
            return True
    return False


def _is_of_you(verb: Token) -> bool:
    subjects = [child for child in verb.children if child.dep_ in _SUBJECTS]
    return any(w.lower_ in _ADDRESSED for one in subjects for w in (one, *one.lefts))


def _is_turned(verb: Token) -> bool:
    """ "had Ann met Max"."""
    start = verb.left_edge
    is_clause = verb.dep_ in ("ccomp", "advcl")
    is_first = start.lower_ in _OPENERS and start.i in (verb.i, *(c.i for c in verb.children))
    has_subject = any(c.dep_ in _SUBJECTS and c.i > start.i for c in verb.children)
    return is_clause and is_first and has_subject and verb.head.i > verb.i


def _is_event(verb: Token) -> bool:
    """ "in the event that it fails"."""
    noun = verb.head
    return verb.dep_ in ("relcl", "acl") and noun.lower_ == "event" and noun.head.lower_ == "in"


def _words(verb: Token) -> list[Token]:
    """A condition with what leads to it: "only if", "except when"."""
    own = list(verb.subtree)
    first = min(own, key=lambda token: token.i)
    if first.i and verb.head.lower_ in _AS_LONG:  # "as long as"
        own += [verb.head, *verb.head.lefts]
        first = min(own, key=lambda token: token.i)
    while first.i and first.nbor(-1).lower_ in _BEFORE:
        first = first.nbor(-1)
        own.append(first)
    ordered = sorted({token.i: token for token in own}.values(), key=lambda token: token.i)
    return ordered[1:] if ordered[0].lower_ in _JOINING else ordered
