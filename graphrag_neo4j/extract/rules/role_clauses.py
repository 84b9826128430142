"""Who does what for the thing that stands before a colon: "Project Lantern: Priya leads." """

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.relation_types import as_type
from graphrag_neo4j.extract.rules.clean_names import surface
from graphrag_neo4j.extract.rules.name_spans import Span, is_capital
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.model import ExtractedFact

_ROLES = bag(
    "leads owns manages runs coordinates chairs heads maintains supervises sponsors directs reviews"
)
"""What somebody does for a thing that needs no other words."""
_LONGEST_NAME = 5  # words
_ENDS = (".", ";", ",", "!")


def role_facts(
    tokens: Sequence[Token], named: Sequence[tuple[Span, str]]
) -> Iterator[ExtractedFact]:
    """What a sentence with a name before a colon, another behind it, and a verb alone says."""
    person, person_name = next((one for one in named if one[0].first > 1), (None, ""))
    if person is None or person.last >= len(tokens) or tokens[person.first - 1].text != ":":
        return
    thing = Span(0, person.first - 1)
    words = tokens[: thing.last]
    is_named = len(words) <= _LONGEST_NAME and all(is_capital(word.text) for word in words)
    ends = person.last + 1 == len(tokens) or tokens[person.last + 1].text in _ENDS
    if is_named and ends and tokens[person.last].low in _ROLES:
        names = (name for span, name in named if (span.first, span.last) == (0, thing.last))
        name = next(names, surface(tokens, thing))
        verb = tokens[person.last].low
        yield ExtractedFact(person_name, verb, name, relation_type=as_type(verb))
