"""Names within a name: "Lothair II" and "Lotharingia" in "King Lothair II of Lotharingia"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphrag_neo4j.extract.lexicon import place_map, word_set
from graphrag_neo4j.extract.rules.name_spans import ROMAN, given_names, is_capital
from graphrag_neo4j.extract.rules.tokens import Token


def split_parts(words: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Places inside a name that are names of their own.

    "King Lothair II of Lotharingia" holds Lothair II of Lotharingia, Lothair II and
    Lotharingia; "Battle of Hastings" and "University of Oxford" are one name.
    """
    start = _after_rank(words)
    if start:
        yield start, len(words)
    of = next((place for place, token in enumerate(words) if token.low == "of"), 0)
    if of <= start:
        return
    is_person = words[start].low in given_names() or ROMAN.match(words[of - 1].text)
    if is_person or start:
        yield start, of
    tail_start = of + 1 + (of + 1 < len(words) and words[of + 1].low == "the")
    if " ".join(word.low for word in words[tail_start:]) in place_map():
        yield tail_start, len(words)


def _after_rank(words: Sequence[Token]) -> int:
    """Where the name begins after words of rank ("Grand Duchess Olga"); 0 without rank."""
    ranks = word_set("names", "noble") | word_set("names", "title")
    place = 0
    for index, word in enumerate(words[:4]):
        if word.low.rstrip(".") in ranks:
            place = index + 1
    if place == 0 or place >= len(words) or not is_capital(words[place].text):
        return 0
    return place if words[0].low not in ("saint", "st", "st.") else 0
