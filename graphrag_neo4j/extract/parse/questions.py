"""Whether a verb stands in a question: with its mark or, as in a chat, without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag

if TYPE_CHECKING:
    from spacy.tokens import Token

TALK = "is_talk"
"""What is noted of the parse of a turn of a written talk, where questions may have no mark."""
_STOPS = frozenset({".", "!", "?", "??", "?!", "!?", "…", ";"})
_ASKING_FIRST = bag("is are was were do does did can could will would shall should has am")
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
    words = [token for token in doc[start : start + 4] if not token.is_space][:2]
    if len(words) < 2:
        return False
    first, second = words
    if first.lower_ in _ASKING_FIRST:
        is_subject = second.pos_ in ("PRON", "DET", "PROPN") or second.lower_ == "that"
        return is_subject and first.tag_ != "VB"
    return first.lower_ in _ASKING_WORDS and second.pos_ in ("AUX", "VERB")
