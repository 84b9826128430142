"""What the words around a name tell of its kind, counted over a document: one lives in a place and
is mayor of it, and who is head of something is a person.

"In" alone tells little: one reads in a journal, writes in a language, sits in a parliament. It
counts where something tells a place from those: who lives or what stands there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.rules.name_spans import Span, is_capital
from graphrag_neo4j.extract.rules.tokens import Token

_IN = bag("in near outside around")
_BESIDE = bag("from to at")
_KINDS_OF_PLACE = bag(
    """
    town village city river harbour harbor port island isle valley parish county district borough
    hamlet municipality suburb lake
    """
)
_OF_A_PLACE = bag(
    """
    mayor inhabitants residents outskirts streets townspeople villagers
    """
)
_DWELL = bag(
    """
    live lives lived living born raised died buried settled settle grew dwell dwelt situated located
    resides resided residing arrived stayed stays based
    """
)
_STANDS = bag(
    """
    flat house home cottage clinic hospital museum branch docks dock school church farm shop factory
    harbour bakery hotel inn street bridge market station prison cemetery castle mill warehouse pier
    apartment office offices plant villa library theatre vicar
    """
)
_SETS_OUT = bag("left leaves leave leaving sailed sails sailing bound")  # for
_MOVES = bag("emigrated emigrates sailed sails travelled traveled drove flew ferried")  # to
_HEADS = bag(
    """
    director head manager secretary chairman chairwoman chairperson chair president treasurer mayor
    professor engineer lawyer nurse teacher ceo cto cfo coo headmaster headmistress spokesman
    spokeswoman editor
    """
)
_DOES = bag(
    """
    acquired acquires agreed agrees aired announced announces appointed appoints bought buys
    broadcasts claimed claims commissioned demanded denied employed employs financed fined founded
    funded funds hired hires invested invests invited launched launches merged negotiated organised
    organized owned owns paid pays produced publishes published refused released rented said says
    sells signed signs sold sponsored sued supplied supplies told voted
    """
)
"""Verbs whose subject is a firm or somebody."""
_OF_A_FIRM = bag(
    """
    chairman chairwoman chief director employee employees headquarters manager member members
    president representative secretary spokesman spokeswoman spokesperson staff subsidiary
    """
)
_JOINS = bag("joined founded joins works worked employed hired")
_BEFORE_FIRM = bag("of at by for with the")
_BEFORE_OBJECT = bag("the a an your all each every any both")
_LINKS = bag("is was of in and near at from to for by with on as who which that has had will were")
_LONGEST_MARK = 3  # tokens before a sentence: "(2)"
_FAR = 3  # words of what somebody is before the noun
_FEWEST = 2
_SHARE = 4
"""Of so many places of a name one at least tells that it is a place."""


@dataclass(slots=True)
class Surroundings:
    """How often a name stands, and how often its neighbours tell what it is."""

    n: int = 0
    clear: int = 0
    """Times that only a place is spoken of so."""
    inside: int = 0
    """Times behind "in" and the like."""
    beside: int = 0
    """Times behind what stands before places, but before others, too: "from", "to"."""
    acts: int = 0
    """Times that it does what a firm or somebody does, or has members, or is said in full."""
    orders: int = 0
    """Times that it opens a sentence right before "the" or "a", as a verb does: "Discard the rest".
    """
    heads: int = 0
    """Times that it is said of what it is the head."""

    def is_place(self, labels: Counter[str]) -> bool:
        """Whether it is a place, whatever a parser says ("clear"), or as it says, too."""
        votes = self.clear + self.inside
        if _SHARE * votes < self.n:
            return False
        others = sum(n for label, n in labels.items() if label not in ("LOCATION", "ORGANIZATION"))
        if self.clear and votes >= _FEWEST:
            return others <= 2 * self.n  # a parser gives two votes for a name it sees alike
        if others:
            return False
        is_inside = self.inside >= _FEWEST and labels["LOCATION"] > 0  # else "in Confluence"
        return is_inside or (self.clear > 0 and not labels["ORGANIZATION"])

    def may_be_town(self, labels: Counter[str]) -> bool:
        """Whether it is spoken of so, even once, as a town is: enough where one is called so."""
        if self.heads:
            return False
        votes = self.clear + self.inside + (0 if labels["PERSON"] else self.beside)
        return _SHARE * votes >= self.n


def count_around(tokens: Sequence[Token], span: Span, found: Surroundings) -> None:
    """Add to what is ``found`` what the words around ``span`` tell."""
    found.n += 1
    if span.quoted:
        return
    is_alone = _is_alone(tokens, span.last)
    found.clear += _clear_signs(tokens, span.first) if is_alone else 0
    found.inside += is_alone and span.first > 0 and tokens[span.first - 1].low in _IN
    found.beside += is_alone and span.first > 0 and tokens[span.first - 1].low in _BESIDE
    found.heads += any(_heads(tokens, span))
    found.acts += _acts(tokens, span)
    found.orders += _orders(tokens, span)


def _acts(tokens: Sequence[Token], span: Span) -> bool:
    """Whether "X said", "X's employees", "a member of X", "worked for X" or "Port League (X)"
    stands there."""
    low = [token.low for token in tokens[span.last : span.last + 3]]
    if low[:1] and (low[0] in _DOES or (low[0] in ("'s", "’s") and _OF_A_FIRM & set(low[1:]))):
        return True
    first = span.first
    if low[:1] == [")"] and first > 1 and tokens[first - 1].text == "(":
        return is_capital(tokens[first - 2].text)
    while first and tokens[first - 1].low in _BEFORE_FIRM:
        first -= 1
    return first > 0 and first < span.first and tokens[first - 1].low in _OF_A_FIRM | _JOINS


def _orders(tokens: Sequence[Token], span: Span) -> bool:
    if span.first > _LONGEST_MARK:
        return False
    opens = not any(token.text.isalpha() for token in tokens[: span.first])
    is_one = span.last - span.first == 1 and span.last < len(tokens)
    return opens and is_one and tokens[span.last].low in _BEFORE_OBJECT


def _is_alone(tokens: Sequence[Token], after: int) -> bool:
    """Whether nothing follows that a name may stand before: "in Java code"."""
    if after >= len(tokens) or not tokens[after].is_word:
        return after >= len(tokens) or tokens[after].text not in ("'s", "’s", "-", "/", "&")
    word = tokens[after]
    return word.low in _LINKS or word.text.isdigit()


def _clear_signs(tokens: Sequence[Token], first: int) -> int:
    """How clearly what stands before a name says that it is a place: "mayor of", "a flat in"."""
    if first < 2:
        return 0
    two, one = tokens[first - 2].low, tokens[first - 1].low
    if one == "of":
        return 2 if two in _KINDS_OF_PLACE | _OF_A_PLACE else 0
    goes_there = (one == "for" and two in _SETS_OUT) or (one == "to" and two in _MOVES)
    return int(goes_there or (one in _IN and two in _DWELL | _STANDS))


def _heads(tokens: Sequence[Token], span: Span) -> Iterator[bool]:
    """ "Lidia Osier, managing director of …" """
    place = span.last
    if place >= len(tokens) or tokens[place].text != ",":
        return
    for at in range(place + 1, min(place + 1 + _FAR, len(tokens) - 1)):
        word = tokens[at]
        if not word.is_word or (is_capital(word.text) and word.low not in _HEADS):
            return
        if word.low in _HEADS:
            yield tokens[at + 1].low in ("of", "at")
            return
