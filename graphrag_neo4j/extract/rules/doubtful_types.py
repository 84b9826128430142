"""Types that a parser reads from capitals, where nothing that a text says bears them out.

An entity recogniser takes capitals for a firm ("LOD", "VAT", "PROTOCOL C-09") and a word with a
capital in a cell for a person ("Sandbox"). Such a type stays only if a list, a legal form or the
words around the name say so as well: no type is better than a wrong one.
"""

from __future__ import annotations

import re

from graphrag_neo4j.extract.lexicon import BASE, normal_form, plain_words, verb_forms
from graphrag_neo4j.extract.rules.name_spans import given_names
from graphrag_neo4j.model import UNKNOWN_TYPE

PERSON, ORGANIZATION = "PERSON", "ORGANIZATION"
_HOUSES = frozenset("hotel café cafe restaurant gasthof gasthaus pension brasserie".split())
_MAKERS = frozenset(
    """
    breweries brewery bakery bakeries catering consultants consulting electronics engineering
    foods hosting laboratories laboratory labs logistics machinery machines printers software
    solutions systems technologies tools trading
    """.split()
)
"""Last words of firms, which no person is called."""
_LETTER = re.compile(r"[^\W\d_]")
_FEWEST_CAPITALS = 2
_LONGEST_ABBREVIATION = 4


def doubted(
    name: str,
    type_: str,
    *,
    by_labels: bool,
    acts: bool,
    is_named: bool,
    is_inside: bool = False,
) -> str:
    """``type_`` of a name, or another one if that is in doubt. ``by_labels``: a parser alone gives
    it; ``acts``: the text says what only firms and people do; ``is_named``: it stands elsewhere
    than in cells of tables and as the first word of an order; ``is_inside``: nowhere but behind
    "in" and the like, where nobody stands."""
    words = normal_form(name).split()
    if not by_labels or not words:
        return type_
    if type_ == PERSON and name.islower():
        return UNKNOWN_TYPE
    if type_ == PERSON and len(words) > 1 and (words[0] in _HOUSES or words[-1] in _MAKERS):
        return ORGANIZATION
    if acts:
        return type_
    if type_ == ORGANIZATION and _is_capital(name):
        return UNKNOWN_TYPE
    is_nobody = len(words) == 1 and words[0] not in given_names()
    if type_ == PERSON and is_nobody and (is_inside or _is_abbreviation(name)):
        return UNKNOWN_TYPE
    if type_ == PERSON and is_nobody and (not is_named or verb_forms().get(words[0], 0) & BASE):
        return UNKNOWN_TYPE
    return type_


def _is_abbreviation(name: str) -> bool:
    """Whether it is a letter, an abbreviation or a word in capitals ("LOD", "VOID"); a family name
    may stand in capitals, too."""
    is_known = name.lower() in plain_words() or len(name) <= _LONGEST_ABBREVIATION
    return name.isalpha() and name.isupper() and is_known


def _is_capital(name: str) -> bool:
    """Whether all its letters are capitals: "LOD", "PDF/A", "PROTOCOL C-09"."""
    return len(_LETTER.findall(name)) >= _FEWEST_CAPITALS and name.isupper()
