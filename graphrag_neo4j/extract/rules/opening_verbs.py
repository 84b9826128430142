"""Verbs with a capital that open a sentence without a subject: "Lost Bilal in the museum".

Diaries, logs and lists of what somebody did leave the subject out. The capital of their first word
tells nothing, and a name behind it is taken for a longer one. The verb is left out of the name
where the sentence has the form of such a line, or where the rest is a name elsewhere; a
name that does something ("United Airlines flew") or stands within a sentence, too, is whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from graphrag_neo4j.extract.lexicon import (
    BASE,
    PARTICIPLE,
    PAST,
    THIRD,
    bag,
    is_town,
    normal_form,
    place_map,
    plain_words,
    verb_forms,
    word_set,
)
from graphrag_neo4j.extract.rules.clean_names import surface
from graphrag_neo4j.extract.rules.codes import is_identifier
from graphrag_neo4j.extract.rules.name_spans import Span, given_names, is_capital
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.tokens import Token

_OPENING_MARKS = frozenset(".!?;:·•|–—-*()[]\"“”'‘’")
_AUXILIARIES = bag("is are was were has had have does did do can could will would may might must")
_NO_VERBS = bag(
    """
    united allied associated consolidated advanced applied combined integrated reformed sacred
    blessed limited unlimited wanted
    """
)
"""Participles that begin names."""
_OBJECT_PRONOUNS = bag("him her them me us it you")

IsSubject = Callable[[int, Span], bool]
"""Whether a name of a sentence, by its number, is who or what does something."""


def without_opening_verbs(
    sentences: Sequence[Sentence],
    spans: Sequence[Sequence[Span]],
    titles: frozenset[str],
    is_subject: IsSubject,
) -> list[list[Span]]:
    """``spans`` of names without the verbs that open their sentences. ``titles``: normal forms of
    names that are whole."""
    within = _names_within(sentences, spans)
    return [
        [cut for span in found for cut in _cut(index, sentence, span, within, titles, is_subject)]
        for index, (sentence, found) in enumerate(zip(sentences, spans, strict=True))
    ]


def opens(tokens: Sequence[Token], place: int) -> bool:
    """Whether a sentence, an entry or a line begins at ``place``: only marks, numbers, dates and
    times stand before it, or a mark that ends what was said."""
    for token in reversed(tokens[:place]):
        if token.text in _OPENING_MARKS:
            return True
        if not (token.text[0].isdigit() or token.low in _dates()):
            return False
    return True


def _dates() -> frozenset[str]:
    return word_set("words", "month") | word_set("words", "weekday")


def _names_within(sentences: Sequence[Sentence], spans: Sequence[Sequence[Span]]) -> frozenset[str]:
    """Normal forms of what is capitalised where nothing begins."""
    return frozenset(
        normal_form(surface(sentence.tokens, span))
        for sentence, found in zip(sentences, spans, strict=True)
        for span in found
        if not opens(sentence.tokens, span.first)
    )


def _cut(
    index: int,
    sentence: Sentence,
    span: Span,
    within: frozenset[str],
    titles: frozenset[str],
    is_subject: IsSubject,
) -> Iterator[Span]:
    """A name as it is, or what is a name in it."""
    tokens = sentence.tokens
    whole = normal_form(surface(tokens, span))
    is_open = not (sentence.fields or span.quoted) and opens(tokens, span.first)
    if not is_open or not _may_be_verb(tokens, span) or whole in within | titles:
        yield span
        return
    rest = _rest(tokens, span)
    known = rest.first < rest.last and _is_known(tokens, rest, within)
    acts = _acts(tokens, span) or is_subject(index, span)
    if acts or not (known or _is_line_of_verb(tokens, span)):
        yield span
    elif rest.first < rest.last:
        yield rest


def _may_be_verb(tokens: Sequence[Token], span: Span) -> bool:
    """Whether the first word is a verb's form that opens a sentence: "Lost", "Speaks"; "Visit" if
    a name that is known follows, which is looked at later."""
    first = tokens[span.first]
    if first.low in _NO_VERBS or first.low in given_names() or not first.text.istitle():
        return False
    flags = _forms(first.low)
    is_finite = bool(flags & (PAST | THIRD)) or (bool(flags & BASE) and not flags & PARTICIPLE)
    return is_finite and span.last - span.first > 1


def _forms(word: str) -> int:
    """What a word can be, as flags of verbs; "phoned" is the past of a word that we know."""
    known = verb_forms().get(word, 0)
    stems = (word.removesuffix("ed"), word.removesuffix("d")) if word.endswith("ed") else ()
    return known or (PAST if any(stem in plain_words() for stem in stems) else 0)


def _rest(tokens: Sequence[Token], span: Span) -> Span:
    """What stands behind the verb, without numbers and what cannot begin a name."""
    first = span.first + 1
    while first < span.last and not (
        is_capital(tokens[first].text) or is_identifier(tokens[first].text)
    ):
        first += 1
    return replace(span, first=first, sure=True)


def _is_known(tokens: Sequence[Token], rest: Span, within: frozenset[str]) -> bool:
    """Whether what is left is a name for other reasons."""
    name = normal_form(surface(tokens, rest))
    first = tokens[rest.first].low
    titles = word_set("names", "title")
    return (
        name in within
        or name in place_map()
        or is_town(name)
        or name in word_set("places", "nationality")
        or first in given_names()
        or (first.rstrip(".") in titles and rest.last - rest.first > 1)
    )


def _is_line_of_verb(tokens: Sequence[Token], span: Span) -> bool:
    """Whether the sentence goes on and ends as one that a verb in the past or of somebody else
    opens: in small letters, or with a full stop."""
    flags = _forms(tokens[span.first].low)
    if not flags & (PAST | THIRD) and not tokens[span.first + 1].text[0].isdigit():
        return False
    following = tokens[span.last] if span.last < len(tokens) else None
    if following is None:
        return False
    return following.text in (".", "'s", "’s", "%") or (
        following.is_word and following.text.islower()
    )


def _acts(tokens: Sequence[Token], span: Span) -> bool:
    """Whether a verb follows, whose subject the whole is: "Lost Highway is", "Marked Tree lies"."""
    if span.last >= len(tokens):
        return False
    following = tokens[span.last].low
    if following in _AUXILIARIES or following == "," or following == "(":
        return True
    flags = verb_forms().get(following, 0)
    return bool(flags & (THIRD | PAST)) and following not in _OBJECT_PRONOUNS
