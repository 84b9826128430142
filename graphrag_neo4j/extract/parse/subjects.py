"""Which nouns beside a verb are its subject: no label, and not who is called or told to do it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import BASE, PAST, bag, verb_forms
from graphrag_neo4j.extract.parse.phrases import Mention

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
_PLAIN = frozenset({"nsubj", "nsubjpass"})
_AGAIN = frozenset({"he", "she", "it", "they"})
_GREETINGS = bag("dear hello hi hey")
_AFTER_GREETED = frozenset({",", ":", "!", "—", "–", "-", "and", "&"})
_OF_OTHERS = bag("his her their")
_ENDS = frozenset({".", "!"})
_DASHES = frozenset({"—", "–", "-", "--"})


def own_subjects(verb: Token) -> list[Token]:
    """The subjects beside a verb, without a label or a speaker before them ("The mayor: the mill
    closed", "WHITFORD — The mill closed"), who is called ("Dear Ann, the mill has closed") and who
    is told to do it ("After the gate trust your legs")."""
    found = _without_labels(verb)
    if any(one.lower_ == "i" for one in found):  # "Ann: I can ask", who speaks is who asks
        return found
    called = [one for one, other in pairwise(found) if _is_addressed(one, other)]
    return [
        one
        for one in found
        if one not in called
        and not is_label(one, verb)
        and not _is_command(one, verb)
        and not _is_told(one, verb)
        and not _tells_of_another(one, verb)
    ]


def _without_labels(verb: Token) -> list[Token]:
    found = [child for child in verb.children if child.dep_ in SUBJECTS]
    labels = [
        one
        for one, other in pairwise(found)
        if _parts_label(one, other) or _is_cut(one) or _is_item_number(one)
    ]
    return [one for one in found if one not in labels]


def is_label(noun: Token, verb: Token) -> bool:
    """Whether a colon stands between a noun and its verb, and nothing more of the noun behind it:
    "machine: saw it", but not "Alien: Covenant opened"."""
    if noun.i > verb.i:
        return False
    colons = [token.i for token in noun.doc[noun.i : verb.i] if token.text == ":"]
    below = {token.i for token in verb.subtree} if verb in noun.subtree else set()
    own = {token.i for token in noun.subtree} - below
    return bool(colons) and own.isdisjoint(range(colons[-1] + 1, verb.i))


def _is_addressed(one: Token, other: Token) -> bool:
    """Whether the first of two subjects only stands before a comma, and no comma closes the second,
    as it does what is said beside a name: "Ann, his wife, left"; of "my father, he left" both are
    the same."""
    doc, verb = one.doc, one.head
    before = doc[other.left_edge.i - 1]
    is_parted = one.i < before.i < other.i < verb.i and before.text == ","
    after = {token.text for token in doc[other.i + 1 : verb.i]}
    is_plain = one.dep_ in _PLAIN and other.dep_ in _PLAIN and other.lower_ not in _AGAIN
    return is_parted and is_plain and "," not in after and _DASHES.isdisjoint(after)


def _is_command(subject: Token, verb: Token) -> bool:
    """Whether one verb has but its base form beside a thing in the singular: it tells the reader
    what to do, and the parse took what stands before it for the subject."""
    is_past = bool(verb_forms().get(verb.lower_, 0) & PAST)  # "the council cut rates"
    is_main = verb.dep_ in ("ROOT", "advcl") and subject.i < verb.i
    is_one = subject.tag_ in ("NN", "NNP") and all(c.lower_ != "of" for c in subject.rights)
    return is_main and is_bare(verb) and not is_past and is_one  # "half of us run it"


def _is_told(speaker: Token, verb: Token) -> bool:
    """ "Nell: quit smoking": who speaks tells another to, and does not; "quit" alone may be told as
    well as an order."""
    after = speaker.nbor() if speaker.i < verb.i else None
    if after is None or after.text not in _ENDS:
        return False
    forms = verb_forms().get(verb.lower_, 0)
    is_either = verb.tag_ == "VBD" and bool(forms & PAST) and bool(forms & BASE)
    return is_bare(verb) or is_either


def _tells_of_another(speaker: Token, verb: Token) -> bool:
    """ "Nell: broke her arm": who leaves out "I" would say "my arm"."""
    after = speaker.nbor() if speaker.i < verb.i else None
    if after is None or after.text not in _ENDS:
        return False
    things = [child for child in verb.children if child.dep_ == "dobj"]
    return any(owner.lower_ in _OF_OTHERS for thing in things for owner in thing.lefts)


def is_bare(verb: Token) -> bool:
    """Whether a verb is read as a base form without an auxiliary."""
    return verb.tag_ == "VB" and not any(c.dep_ in ("aux", "auxpass") for c in verb.children)


def is_joined_command(verb: Token) -> bool:
    """ "Customers keep the price, write to us": after a comma alone, it is the reader who does."""
    before = verb.head
    if verb.dep_ != "conj" or not is_bare(verb) or verb.doc[verb.i - 1].text != ",":
        return False
    others = [child for child in (*before.children, *verb.children) if child.i != verb.i]
    is_list = any(child.dep_ in ("cc", "conj") for child in others)
    return before.tag_ in ("VBP", "VBZ", "VBD") and not is_list


def is_written_as_name(verb: Token) -> bool:
    """Whether what is read as a verb is but a word of a heading in capitals: "SCRUTINY"."""
    return verb.text.isupper() and len(verb) > 1 and verb.lower_ not in verb_forms()


def is_quoted_command(verb: Token) -> bool:
    """Whether a verb in its base form stands before the one that it depends on: in "Shut the door,"
    he said, it is not he who shuts it."""
    is_infinitive = any(child.lower_ == "to" for child in verb.lefts)
    return verb.tag_ == "VB" and verb.i < verb.head.i and not is_infinitive


def _is_item_number(one: Token) -> bool:
    """Whether one of two subjects only numbers its sentence: "10A. (1) No dog shall enter"."""
    is_first = not any(token.is_alpha for token in one.doc[: one.i])
    return is_first and one.text[0].isdigit() and one.text.endswith(".")


def _is_cut(one: Token) -> bool:
    """Whether one of two subjects ends in "which"'s clause and a comma: "those who refuse measure
    at home, and the first values are left out"; its own verb was read as something else."""
    restricted = any(c.dep_ == "relcl" and c.nbor(-1).text != "," for c in one.rights)
    marks = [child.text for child in one.rights if child.dep_ in ("punct", "cc")]
    return restricted and marks[:2] == [",", "and"]


def is_greeted(mention: Mention, parse: Doc) -> bool:
    """Whether a name is whom a letter is for: "Dear Martha and Tom, she told me"."""
    first = 1 if parse[0].lower_ == "my" and len(parse) > 1 else 0
    after = parse[mention.last].text if mention.last < len(parse) else ","
    between = parse[first + 1 : mention.first]
    is_near = all(token.pos_ in ("PROPN", "CCONJ", "ADP", "ADJ") for token in between)
    is_before = parse[first].lower_ in _GREETINGS and first < mention.first
    return is_before and is_near and after in _AFTER_GREETED


def is_dateline(noun: Token) -> bool:
    """Whether a noun is read as a subject and is but where an article comes from: "WHITFORD —"."""
    if noun.dep_ not in SUBJECTS or noun in _without_labels(noun.head):
        return False
    return all(token.text != ":" for token in noun.doc[noun.i : noun.head.i])


def _parts_label(one: Token, other: Token) -> bool:
    """Whether a colon or a dash parts one subject from the next, and no dash closes an insertion:
    "the mill – it was old – closed"."""
    doc, verb = one.doc, one.head
    before = doc[other.left_edge.i - 1]
    is_dash = before.text in _DASHES and bool(before.i and before.nbor(-1).whitespace_)
    is_parted = before.i > one.i and (before.text in (":", "—") or is_dash)
    after = [token.text for token in doc[other.i + 1 : verb.i]]
    is_speaker = other.lower_ == "i"  # "Ann: I can ask"
    return is_parted and not is_speaker and other.i < verb.i and _DASHES.isdisjoint(after)


def is_called(verb: Token, subject: Token) -> bool:
    """ "Marley, tell me more": who is called does it not, or not yet."""
    following = subject.nbor() if subject.i + 1 < len(subject.doc) else subject
    has_aux = any(child.dep_ in ("aux", "auxpass") for child in verb.children)
    return verb.tag_ == "VB" and following.text == "," and not has_aux
