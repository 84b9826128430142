"""Whether a verb stands in a question: with its mark or, as in a chat, without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag

if TYPE_CHECKING:
    from spacy.tokens import Token

TALK = "is_talk"
"""What is noted of the parse of a turn of a written talk, where questions may have no mark."""
_STOPS = frozenset({".", "!", "?", "??", "?!", "!?", "…", ";"})
_ASKING_FIRST = bag("is are was were do does did can could will would shall should has am")
_ASKING_YOU = bag("are were do did can could will would shall should have")
_ASKING = bag("ask check enquire inquire")
_ASKING_WORDS = bag("who whose what where why how which")


def is_in_question(verb: Token) -> bool:
    """Whether a verb stands in a question, with its mark or, as in a chat, without: "is that the
    cat", "who has the key"."""
    doc, after = verb.doc, verb.i
    while after < len(doc) and doc[after].text not in _STOPS:
        after += 1
    if after < len(doc) and "?" in doc[after].text:
        return True
    if not doc.user_data.get(TALK):
        return False
    start = verb.i
    while start and doc[start - 1].text not in _STOPS:
        start -= 1
    words = [token for token in doc[start : start + 5] if not token.is_space]
    if len(words) < 2:
        return False
    first, second = words[:2]
    if _asks_called(words):
        return True
    if first.lower_ in _ASKING_FIRST:
        is_subject = second.pos_ in ("PRON", "DET", "PROPN") or second.lower_ == "that"
        return is_subject and first.tag_ != "VB"
    return first.lower_ in _ASKING_WORDS and second.pos_ in ("AUX", "VERB")


def _asks_called(words: Sequence[Token]) -> bool:
    """ "Ann are you at home": who is called by name stands before the question."""
    first, *asking = words[:3]
    is_asked = [word.lower_ for word in asking[1:]] == ["you"]
    return is_asked and first.pos_ == "PROPN" and asking[0].lower_ in _ASKING_YOU


def is_asked_of(verb: Token) -> bool:
    """Whether a clause is read as said of a name and is what to ask: "Ask the Guild who pays"."""
    who = verb.left_edge
    noun = verb.head
    is_open = who.i > 0 and who.lower_ == "who" and who.nbor(-1).text != ","
    if verb.dep_ != "relcl" or not is_open or noun.pos_ != "PROPN":  # "ask the man who pays"
        return False
    above = noun.head.head if noun.dep_ == "pobj" else noun.head
    return noun.left_edge.lower_ == "ask" or (noun.i != above.i and above.lemma_ in _ASKING)
