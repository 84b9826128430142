"""Whether "you" is anybody: "on a boat you need a steady hand" is not said of who listens.

English has one word for both. What people do in general stands in the simple present, or behind a
case that is not a certain one; a question, what was or will be, what one is, has or wants, and
what one does to who speaks is said of the listener. Where both may be, nobody is better than
somebody wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_YOU = "you"
_FIRST = bag("i me my we us our")
_ABLE = bag("can could must")
_OF_ONE = bag(
    """
    be belong believe do feel hate have hope know like live look love mean owe own remember say
    seem sound think understand want wish work
    """
)
"""What is said of one rather than of all."""
_CERTAIN = bag("the this that these those my your his her its our their")
_CASES = frozenset({"prep", "advcl"})
_VALUES = frozenset({"DATE", "TIME"})


def is_general(you: Token) -> bool:
    """Whether "you" or "your" is anybody in its sentence: of "on a boat you trust your hands"
    both are."""
    sentence = you.sent
    is_asked = sentence.text.rstrip("\"'”’ ").endswith("?")
    return not is_asked and any(_is_of_all(token) for token in _subjects(sentence))


def _subjects(sentence: Span) -> list[Token]:
    return [token for token in sentence if token.lower_ == _YOU and token.dep_ == "nsubj"]


def _is_of_all(you: Token) -> bool:
    verb = you.head
    helps = [c for c in verb.children if c.dep_ in ("aux", "neg") and c.i > you.i]
    modal = next((c.lower_ for c in helps if c.dep_ == "aux"), "")
    if verb.pos_ != "VERB" or _is_to_speaker(verb):
        return False
    if not modal:
        return verb.tag_ == "VBP" and verb.lemma_ not in _OF_ONE
    return (modal in _ABLE or modal == "ca") and _is_in_case(verb, you)


def _is_to_speaker(verb: Token) -> bool:
    """Whether who speaks has part in it: "you owe me", "I know that you swim"."""
    above = verb.head.lefts if verb.dep_ == "ccomp" else ()
    return any(token.lower_ in _FIRST for token in (*verb.subtree, *above))


def _is_in_case(verb: Token, you: Token) -> bool:
    """Whether a case stands before it that is not a certain one: "with a boat you can", but not
    "with the boat", "on Monday"."""
    for child in verb.lefts:
        if child.dep_ in _CASES and child.i < you.i:
            nouns = [one for one in child.rights if one.dep_ == "pobj"]
            return child.dep_ == "advcl" or any(map(_is_any, nouns))
    return False


def _is_any(noun: Token) -> bool:
    is_certain = any(child.lower_ in _CERTAIN for child in noun.lefts)
    return noun.pos_ == "NOUN" and not is_certain and noun.ent_type_ not in _VALUES
