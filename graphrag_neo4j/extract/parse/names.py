"""Names in a parsed sentence: what capitals suggest, and what the parser makes of it.

Capitals alone take "Net sales" at the start of a line for a name, and the entity recogniser
alone misses names of software. A span that is written like a name stays if the parser takes a
word of it for a proper noun or for part of an entity; and what only the parser sees is added.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag, place_map, plain_words, word_set
from graphrag_neo4j.extract.parse.phrases import Mention
from graphrag_neo4j.extract.rules.codes import is_identifier
from graphrag_neo4j.extract.rules.entity_types import type_by_ending
from graphrag_neo4j.extract.rules.name_spans import (
    Span,
    find_spans,
    given_names,
    is_capital,
    is_shouting,
)
from graphrag_neo4j.extract.rules.tokens import Token as Word

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.tokens import Span as Entity

TYPES = {
    "PERSON": "PERSON",
    "ORG": "ORGANIZATION",
    "GPE": "LOCATION",
    "LOC": "LOCATION",
    "FAC": "LOCATION",
    "NORP": "NATIONALITY",
    "PRODUCT": "PRODUCT",
    "EVENT": "EVENT",
    "WORK_OF_ART": "WORK",
    "LAW": "LAW",
    "LANGUAGE": "LANGUAGE",
    "PER": "PERSON",  # pipelines of other languages know these four
    "MISC": "",
}
"""Labels of entities -> types; labels that are not here are values."""
_VALUES = frozenset({"DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL"})
_COMPOSED = frozenset({"ORG", "LAW", "FAC", "EVENT", "WORK_OF_ART"})
"""Labels of names that may hold others: "Securities and Exchange Commission"."""
_OFFICES = bag(
    """
    officer director secretary minister general president chairman chairwoman chair head manager
    counsel treasurer chancellor commissioner
    """
)
_GENERIC = bag(
    """
    act convention company corporation member party parties agreement section article state states
    lender borrower board management item note part table figure chapter committee general overview
    """
)
"""Capitalised in contracts and laws, these stand for what was named before."""
_SHAPES = re.compile(
    r"\b(?:Regulation|Directive|Decision) (?:\((?:EU|EC|EEC)\) )?(?:No )?\d+/\d+(?:/[A-Z]+)?"
    r"|\b[A-Z]\w+ \d+(?:\.\d+)+\b"
    r"|(?<![\w./@-])[a-z_]\w+(?:\.[a-z_]\w+)+(?:\(\))?(?![\w/@-])"
    r"|(?<![\w#&/])#[a-z]\w*(?:-\w+)+"
)
_DOMAIN = re.compile(r"\.(?:com|org|net|edu|gov|io|de|fr|uk|eu|cn)$")
_ARTICLES = bag("the a an this that these those its his her their our my your")
_OF_PEOPLE = bag(
    """
    cry chuckle dine drink eat feel forget frown gasp giggle grin hate hug kiss kneel laugh mutter
    nod phone reckon remember ring scream shiver shout shrug sigh sing sit sleep smile smoke snore
    sob swear text think wake walk wash weep whisper wince wink wonder yawn
    """
)
"""What only somebody does."""
_LONGEST_PERSON = 4  # words
_INNER = word_set("words", "connector") | bag("the and for in on to a an")
"""Words in lower case that stand within names."""


def find_names(words: Sequence[Word], parse: Doc) -> list[Span]:
    """The spans of a sentence that name something, from left to right, not overlapping."""
    entities = [entity for entity in parse.ents if entity.label_ in TYPES]
    values = [entity for entity in parse.ents if entity.label_ in _VALUES]
    capitals = [
        cut
        for found in find_spans(words)
        for whole in (_without_adverb(words, found, parse),)
        for span in _around_office(words, whole, entities)
        if _is_name(words, span, parse, entities, values)
        and (cut := _without_office(words, span)) is not None
    ]
    kept = _added(list(_shaped(words, parse.text)), capitals)
    for entity in entities if not is_shouting(words) else ():
        span = _span_of(words, entity)
        if span is None:
            continue
        inside = [one for one in kept if _overlap(span, one)]
        is_whole = all(span.first <= one.first and one.last <= span.last for one in inside)
        is_composed = is_whole and entity.label_ in _COMPOSED and not _are_people(words, inside)
        if len(inside) > 1 and is_composed:
            kept = [one for one in kept if one not in inside]
        kept = _added(kept, [span])
    return sorted(kept, key=lambda span: span.first)


def _are_people(words: Sequence[Word], spans: Sequence[Span]) -> bool:
    """Whether "and" joins two names in full: "Ann Berg and Max T. Orr", not "Bed Bath and Beyond"
    or "Health Services and Housing Board"."""
    if len(spans) != 2 or not all(_is_in_full(words, span) for span in spans):
        return False
    one, other = sorted(spans, key=lambda span: span.first)
    return [word.low for word in words[one.last : other.first]] == ["and"]


def _is_in_full(words: Sequence[Word], span: Span) -> bool:
    """Whether a name is a given name, or none that is a word or the name of a place, a firm, a
    thing, with more."""
    first, *more = said = [word.low.rstrip(".") for word in words[span.first : span.last]]
    name = " ".join(word.text for word in words[span.first : span.last])
    if not more or len(said) > _LONGEST_PERSON or type_by_ending(name) == "ORGANIZATION":
        return False
    if first in given_names():
        return True
    known = plain_words() | place_map() | word_set("things", "organization")
    return not any(len(word) > 1 and word in known for word in [*said, name.lower()])


def _added(kept: list[Span], more: Sequence[Span]) -> list[Span]:
    """``kept`` and those of ``more`` that overlap none of them."""
    return [*kept, *(s for s in more if not any(_overlap(s, one) for one in kept))]


def _shaped(words: Sequence[Word], text: str) -> Iterator[Span]:
    """What its writing alone makes a name: "Regulation (EU) 2016/679", "os.path.join",
    "#help-desk"."""
    for match in _SHAPES.finditer(text):
        places = [p for p, w in enumerate(words) if match.start() <= w.start < match.end()]
        if places and not _DOMAIN.search(match.group()):
            yield Span(places[0], places[-1] + 1)


def _around_office(words: Sequence[Word], span: Span, entities: Sequence[Entity]) -> Iterator[Span]:
    """ "Quillon CEO Neil Ames" are two names."""
    persons = {entity.start_char for entity in entities if entity.label_ == "PERSON"}
    for place in range(span.first + 1, span.last - 1):
        is_office = words[place].low in word_set("names", "role")
        if is_office and words[place + 1].start in persons and not span.quoted:
            yield Span(span.first, place, span.sure)
            yield Span(place + 1, span.last)
            return
    yield span


def _without_office(words: Sequence[Word], span: Span) -> Span | None:
    """ "Chief Financial Officer of Verdant Corp" holds but "Verdant Corp", "Chief Financial
    Officer" no name."""
    low = [word.low for word in words[span.first : span.last]]
    if span.quoted:
        return span
    if len(low) > 1 and low[-1] in _OFFICES:
        return None
    of = low.index("of") if "of" in low else 0
    if not of or low[of - 1] not in _OFFICES:
        return span
    first = span.first + of + 1
    while first < span.last and words[first].low in _ARTICLES:
        first += 1
    rest = " ".join(word.low for word in words[first : span.last])
    is_named = rest in place_map() or span.last - first > 1
    return Span(first, span.last) if first < span.last and is_named else None


def _is_name(
    words: Sequence[Word],
    span: Span,
    parse: Doc,
    entities: Sequence[Entity],
    values: Sequence[Entity],
) -> bool:
    first, last = words[span.first], words[span.last - 1]
    if span.last - span.first == 1 and (first.low in _GENERIC or _is_label(words, span)):
        return False
    if span.quoted or is_identifier(first.text):
        return True
    if span.last - span.first == 1 and not span.sure and _is_read_as_verb(parse, first):
        return False
    if any(e.start_char < last.end and first.start < e.end_char for e in entities):
        return True
    if any(v.start_char <= first.start and last.end <= v.end_char for v in values):
        return False
    if span.last - span.first == 1 and first.low in _known():
        return True
    tokens = parse.char_span(first.start, last.end, alignment_mode="expand")
    if tokens is None:
        return span.sure
    if first.text[1:] != first.text[1:].lower() and not first.text.isupper():
        return True  # PostgreSQL
    is_odd = any(word.low not in plain_words() for word in words[span.first : span.last])
    return (span.sure and is_odd) or any(token.pos_ == "PROPN" for token in tokens)


def _without_adverb(words: Sequence[Word], span: Span, parse: Doc) -> Span:
    """ "Here Scrooge" at the beginning of a sentence is but "Scrooge"."""
    first = words[span.first]
    is_sure = span.sure and first.low not in word_set("words", "stop")
    if is_sure or span.quoted or span.last - span.first < 2 or first.low in _known():
        return span
    tokens = parse.char_span(first.start, first.end, alignment_mode="expand")
    is_other = tokens is not None and tokens[0].pos_ in ("ADV", "SCONJ", "CCONJ", "INTJ")
    is_name = span.last - span.first == 2 and is_capital(words[span.first + 1].text)
    return Span(span.first + 1, span.last) if is_other and is_name else span


def _is_read_as_verb(parse: Doc, word: Word) -> bool:
    """ "Disables the alarm": capitalised as the first of its line."""
    tokens = parse.char_span(word.start, word.end, alignment_mode="expand")
    return tokens is not None and tokens[0].pos_ in ("VERB", "ADV") and word.low not in _known()


def _is_label(words: Sequence[Word], span: Span) -> bool:
    """ "[Illustration: …]" """
    is_begun = span.first > 0 and words[span.first - 1].text in ("[", "{")
    return is_begun and span.last < len(words) and words[span.last].text == ":"


@cache
def _known() -> frozenset[str]:
    things = word_set("things", "organization") | word_set("things", "product")
    return given_names() | place_map() | things


def _span_of(words: Sequence[Word], entity: Entity) -> Span | None:
    """The words of an entity, without articles; None if nothing in it is capitalised."""
    places = [
        place
        for place, word in enumerate(words)
        if word.start < entity.end_char and entity.start_char < word.end
    ]
    while places and (words[places[0]].low in _ARTICLES or not words[places[0]].is_word):
        places.pop(0)
    while places and not words[places[-1]].is_word:
        places.pop()
    if not places or not all(_may_be_in_name(words[place]) for place in places):
        return None
    if not any(is_capital(words[place].text) for place in places):
        return None
    if len(places) == 1 and (
        words[places[0]].low in word_set("words", "stop") or len(words[places[0]].text) < 2
    ):
        return None
    return Span(places[0], places[-1] + 1)


def _may_be_in_name(word: Word) -> bool:
    if not word.is_word:
        return word.text in (".", ",", "&", "'s", "’s", "'", "’", "-", "–")
    return is_capital(word.text) or word.text.isdigit() or word.low in _INNER


def _overlap(one: Span, other: Span) -> bool:
    return one.first < other.last and other.first < one.last


def mentions_of(
    words: Sequence[Word], named: Sequence[tuple[Span, str]], parse: Doc
) -> list[Mention]:
    """The names as places in the parse."""
    found: list[Mention] = []
    for span, name in named:
        start, end = words[span.first].start, words[span.last - 1].end
        tokens = parse.char_span(start, end, alignment_mode="expand")
        if tokens is None or (found and tokens.start < found[-1].last):
            continue
        last = tokens.end
        while last - 1 > tokens.start and parse[last - 1].tag_ in ("POS", "."):
            last -= 1
        found.append(Mention(tokens.start, last, name))
    return found


def label_votes(words: Sequence[Word], span: Span, parse: Doc) -> Counter[str]:
    """The types that the parser gives a name at one place: more if it sees the same words."""
    start, end = words[span.first].start, words[span.last - 1].end
    votes: Counter[str] = Counter()
    for entity in parse.ents:
        if entity.start_char < end and start < entity.end_char and TYPES.get(entity.label_):
            is_same = abs(entity.start_char - start) <= 4 and abs(entity.end_char - end) <= 2
            is_one_of_two = not is_same and entity.label_ == "ORG" and " and " in entity.text
            is_one = is_one_of_two and _is_in_full(words, span)
            votes["PERSON" if is_one else TYPES[entity.label_]] += 2 if is_same or is_one else 1
    if _acts(parse, start, end):
        votes["PERSON"] += 2
    return votes


def _acts(parse: Doc, start: int, end: int) -> bool:
    """Whether what stands there does what only somebody does."""
    found = parse.char_span(start, end, alignment_mode="expand")
    if found is None or found.root.dep_ != "nsubj":
        return False
    verb = found.root.head
    return verb.pos_ == "VERB" and verb.lemma_.lower() in _OF_PEOPLE
