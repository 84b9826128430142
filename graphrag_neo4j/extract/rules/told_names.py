"""What else somebody is called, as a text says beside the name ("Ann Dorn, known as Minna",
"Edith Orr, née Pell") or in a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from itertools import pairwise

from graphrag_neo4j.extract.lexicon import normal_form, place_map
from graphrag_neo4j.extract.rules.clean_names import surface
from graphrag_neo4j.extract.rules.name_spans import Span, given_names
from graphrag_neo4j.extract.rules.row_names import names_in_row, with_family
from graphrag_neo4j.extract.rules.statements import Sentence

_OFTEN = "also|always|better|commonly|mostly|often|usually"
_KNOWN = r"known as|nicknamed|alias|aka|a\.k\.a\."
_OTHERS = "everybody|everyone|people|friends|all|they|we"
_CALLED = re.compile(
    rf"(?:,? \(?)(?:(?:{_OFTEN}) )?(?:{_KNOWN}) [\"“‘'„]?"
    rf"|(?: \(|, )(?:who (?:is|was) |whom (?:{_OTHERS}) )?(?:(?:{_OFTEN}) )?"
    r"(?:called|knew as|known as) [\"“‘'„]?"
)
_QUOTED = re.compile(r" \([\"“‘'„]")
_AFTER_QUOTED = re.compile(r"[\"”’'“]\)(?P<born>,? (?:born|b\.) )?")
_BY_BIRTH = re.compile(r"(?P<nee>,? \(?(?:née|nee|geb\.|geborene) )|(?:, | \()born ")
_MARKS = "\"“‘'„"
_LONGEST = 50  # characters between two names
_LONGEST_NAME = 3  # words


def names_told(
    said: Sequence[tuple[Sentence, Sequence[Span]]], is_person: Callable[[str], bool]
) -> Iterator[tuple[str, str]]:
    """Who or what the sentences name, and what they say that it is called besides; ``is_person``:
    whether a normal form is a person's."""
    used = {
        normal_form(surface(sentence.tokens, span))
        for sentence, spans in said
        for span in spans
        if not span.first or sentence.tokens[span.first - 1].text not in _MARKS
    }
    for sentence, spans in said:
        if sentence.fields:
            yield from names_in_row(sentence.fields, sentence.about)
            continue
        for one, other in pairwise(spans):
            owner = surface(sentence.tokens, one)
            name = _beside(sentence, one, other, used)
            if name and is_person(normal_form(owner)):
                yield owner, name


def _beside(sentence: Sentence, one: Span, other: Span, used: Set[str]) -> str:
    """What ``other`` says that ``one`` is called besides, or ""."""
    tokens = sentence.tokens
    start, end = tokens[one.last - 1].end, tokens[other.first].start
    owner, name = surface(tokens, one), surface(tokens, other)
    if end - start > _LONGEST or len(name.split()) > _LONGEST_NAME:
        return ""
    between = sentence.reading[start:end].casefold()
    if birth := _BY_BIRTH.fullmatch(between):
        names = with_family(owner, name)
        is_full = " " in name and name.split()[0].lower() in given_names()
        is_name = birth["nee"] is not None or (is_full and normal_form(name) not in place_map())
        return names[0] if names and is_name else ""
    if _QUOTED.fullmatch(between):
        after = _AFTER_QUOTED.match(sentence.reading, tokens[other.last - 1].end)
        is_told = after is not None and (after["born"] or normal_form(name) in used)
        return name if is_told else ""  # no song: 'Ann Orr ("Sundown")'
    return name if _CALLED.fullmatch(between) else ""
