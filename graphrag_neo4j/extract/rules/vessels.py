"""Ships and boats, which are called like people: "the ferry Lady Ann", "aboard the Max Berg"."""

from __future__ import annotations

from collections.abc import Sequence

from graphrag_neo4j.extract.lexicon import bag, plain_words, type_map, word_set
from graphrag_neo4j.extract.rules.name_spans import Span, is_capital
from graphrag_neo4j.extract.rules.tokens import Token

_VESSELS = bag(
    """
    ferry tug tugboat boat vessel ship trawler schooner yacht barge dredger steamer steamship sloop
    brig lifeboat freighter tanker coaster ketch lugger cutter frigate submarine houseboat
    sailboat lightship icebreaker drifter corvette minesweeper clipper
    """
)
_ABOARD = frozenset({"aboard"})
_ARTICLES = bag("the a an our my his her their this")
VESSEL = "PRODUCT"
"""The type of ships, as of other things that are made and have names."""


def is_vessel(tokens: Sequence[Token], span: Span) -> bool:
    """Whether the words before a name say that it is a ship's."""
    before = [token.low for token in tokens[max(span.first - 3, 0) : span.first]]
    if not before or not is_capital(tokens[span.first].text) or _is_kind(tokens, span):
        return False
    if before[-1] == "the":
        before.pop()
    if before[-1:] == ["board"]:
        return before[-2:-1] == ["on"]
    if before[-1:] and before[-1] in _ABOARD:
        return True
    is_noun = len(before) > 0 and before[-1] in _VESSELS and tokens[span.first - 1].low != "the"
    return is_noun and (len(before) > 1 or span.first == 1)


def is_of_vessels(column: str) -> bool:
    """Whether a column of a table is one of ships: "Vessel", "Name of ferry"."""
    words = column.lower().split()
    return bool(words) and words[-1] in _VESSELS


def n_before_vessel(words: Sequence[Token]) -> int:
    """How many of the words that begin a name only say that it is a ship's: "Trawler Brave Anton",
    "Aboard the Wilma Jansen", but not "Boat Race" and "Ferry Street"."""
    first = words[0].low
    if first not in _VESSELS | _ABOARD or len(words) < 2:
        return 0
    n = 2 if words[1].low in _ARTICLES else 1
    rest = words[n:]
    if not rest or not is_capital(rest[0].text):
        return 0
    is_name = any(word.low not in plain_words() for word in rest)
    ends = type_map("suffix").keys() | word_set("places", "affix")
    return n if is_name and (first in _ABOARD or rest[-1].low not in ends) else 0


def _is_kind(tokens: Sequence[Token], span: Span) -> bool:
    """Whether a name of one word says what kind of thing follows: "the ship Registry"."""
    words = tokens[span.first : span.last]
    return len(words) == 1 and (
        words[0].low in plain_words() or words[0].low in word_set("places", "nationality")
    )
