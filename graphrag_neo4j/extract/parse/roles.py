"""What one is to another: "the founder of Acme", "Ann's brother", "a Quillon subsidiary"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import (
    GERUND,
    bag,
    is_other_town,
    type_map,
    verb_forms,
    word_set,
)
from graphrag_neo4j.extract.parse.phrases import ParsedSentence
from graphrag_neo4j.extract.rules.codes import is_parted

if TYPE_CHECKING:
    from spacy.tokens import Token

_NO_RELATION = bag(
    "according including such than despite except like unlike without as regarding concerning"
)
"""Prepositions after which a name is no party to what is done."""
ROLES = word_set("names", "role") | bag(
    """
    unit arm maker owner operator rival competitor partner lawyer attorney chairman board ally
    neighbour neighbor colleague headquarters apprentice sweetheart clerk friend enemy supplier
    customer client shareholder investor cause part member version successor predecessor product
    """
)
"""What one is to another, beside the nouns that define things."""


_OTHERS = bag("vice deputy former ex assistant associate onetime one-time erstwhile future")
_QUALIFIES = _OTHERS | bag("acting interim honorary retired great half step sous adoptive foster")
"""Words before a role that make it another: a former director is no director."""
_OF_SEVERAL = bag("lead first second last joint senior principal")
_BEFORE = frozenset({"amod", "compound", "nmod", "advmod"})
_FORMERLY = bag("once formerly previously")
_FARTHER = bag("one two three")
_TO_OF = {("successor", "to"): "of"}
"""The same role with another preposition is one relation."""


def makes_no_relation(preposition: Token) -> bool:
    """Whether what follows a preposition has no part in what is done: "without Ann", "instead of
    Ann"."""
    words = {preposition.lower_, *(child.lower_ for child in preposition.children)}
    return preposition.lower_ in _NO_RELATION or "instead" in words


def full_preposition(preposition: Token) -> str:
    """ "out of": a preposition with the one that leads on from it."""
    inner = next((c for c in preposition.children if c.dep_ == "prep"), None)
    return f"{preposition.lower_} {inner.lower_}" if inner is not None else preposition.lower_


def _is_role(noun: Token) -> bool:
    """Whether a noun says what one is to another: "founder", "subsidiary", "capital"."""
    words = {noun.lower_, noun.lemma_.lower()}
    return any(not words.isdisjoint(known) for known in (ROLES, type_map("definition")))


def rank(words: Sequence[str]) -> str:
    """The last of the words before a role, if somebody else has it without that word: "deputy"
    before "mayor"; else ""."""
    before = [word for word in words if word != "-"]
    return before[-1] if before and before[-1] in _OTHERS else ""


def qualifiers(noun: Token) -> str:
    """ "former ", "great great ", "": what makes a role another."""
    before = [token.lower_ for token in _before(noun) if token.lower_ in _QUALIFIES]
    is_past = any(_is_formerly(child) for child in noun.lefts)
    if noun.dep_ == "attr":  # "was once a partner"
        between = noun.head.rights
        is_past = is_past or any(_is_formerly(c) for c in between if c.i < noun.i)
    words = ["former", *before] if is_past and "former" not in before else before
    return "".join(f"{word} " for word in words)


def _before(noun: Token) -> list[Token]:
    """The words before a noun that are said of it, and those said of them: "great-great-"."""
    return [one for child in noun.lefts if child.dep_ in _BEFORE for one in (*child.lefts, child)]


def _is_formerly(adverb: Token) -> bool:
    return adverb.dep_ == "advmod" and adverb.lower_ in _FORMERLY and adverb.n_lefts == 0


def _in_law(noun: Token) -> str:
    """ " in law" of "brother-in-law"."""
    after = [token.lower_ for token in noun.doc[noun.i + 1 : noun.i + 5]]
    return " in law" if after == ["-", "in", "-", "law"] else ""


def _is_name_before(sentence: ParsedSentence, child: Token, noun: Token) -> bool:
    """ "Quillon subsidiary", but not "General" of "Surgeon General", and no more
    "Corresponding author" and "Lead author", which tell of what kind they are."""
    mention = sentence.mention_at(child)
    if mention is None or sentence.mention_at(noun) is not None:
        return False
    word = child.lower_
    is_participle = bool(verb_forms().get(word, 0) & GERUND) and not is_other_town(word)
    is_kind = is_participle or word in _OF_SEVERAL
    return not is_kind or mention.last > mention.first + 1


def _is_part_of_log(child: Token, noun: Token) -> bool:
    """Whether the name of a program stands before what it tells of, as in a log: "relay.poll
    station UL-1"; a program has people and suppliers, but no stations."""
    is_of_people = noun.lower_ in ROLES or type_map("definition").get(noun.lemma_) == "PERSON"
    return is_parted(child.text) and not is_of_people


def _is_farther(noun: Token) -> bool:
    """ "her predecessor but one": who came before that one."""
    after = [token.lower_ for token in noun.doc[noun.i + 1 : noun.i + 3]]
    return len(after) > 1 and after[0] == "but" and after[1] in _FARTHER


def role_of(
    sentence: ParsedSentence, noun: Token, *, is_one: bool = False
) -> Iterator[tuple[str, Token]]:
    """ "the capital of Y" -> (capital of, Y); "Y's brother" -> (brother of, Y). ``is_one``: what
    one of several is, "her nieces X and Y"."""
    if noun.pos_ not in ("NOUN", "PROPN") or not _is_role(noun):
        return
    has_of = any(child.dep_ == "prep" and child.lower_ == "of" for child in noun.children)
    word = noun.lemma_.lower() if is_one and noun.tag_ == "NNS" else noun.lower_
    if _is_farther(noun):
        return
    role = f"{qualifiers(noun)}{word}{_in_law(noun)}"
    for child in noun.children:
        if child.dep_ == "poss":
            yield f"{role} of", child
        elif child.dep_ == "prep" and child.i and child.nbor(-1).text == "-":
            continue  # of "brother-in-law"
        elif child.dep_ == "prep" and not makes_no_relation(child):
            for one in child.children:
                if one.dep_ == "pobj" and not sentence.is_value(one):
                    yield f"{role} {_TO_OF.get((word, child.lower_), child.lower_)}", one
        elif child.dep_ != "compound" or has_of or _is_part_of_log(child, noun):
            continue
        elif _is_name_before(sentence, child, noun):
            yield f"{role} of", child
