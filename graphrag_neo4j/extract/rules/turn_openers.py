"""What begins a turn of a talk with a capital and names nothing: "Chaos.", "Aww, poor you".

A word that stands alone there, or before a stop, is a name only where the talk has it within a
sentence, too, or where it is known as one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from graphrag_neo4j.extract.lexicon import bag, is_town, normal_form, place_map
from graphrag_neo4j.extract.rules.clean_names import surface
from graphrag_neo4j.extract.rules.name_spans import Span, given_names
from graphrag_neo4j.extract.rules.opening_verbs import opens
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.tokens import Token

_INTERJECTIONS = bag(
    """
    ach ah aha ahem aw aww awww blimey boah bravo bah crikey eh er erm ew gee geez gosh ha hach hah
    haha hahaha hehe hey hi hm hmm hooray hui huh hurra hurrah hurray igitt jeez juhu lol mhm mmm na
    nah nope oha oh oje ok okay omg ooh oops ouch phew pff pst puh rofl tja tsk ugh uh uhm um whoa
    whew wow xd yay yeah yep yikes yippee yuck
    """
)
_DRAWN = re.compile(r"[a-z]{0,6}?([a-z])\1\1[a-z]{0,6}|(?:ha|he|hi|ho|ja|je){2,8}h?")
"""A letter or a laugh again and again: "Ahhh", "Hahaha"."""
_STOPS = frozenset(".!?…")
_MOST_WORDS = 16  # of a short turn, or what is left of one in its first sentences


def without_openers(
    sentences: Sequence[Sentence],
    spans: Sequence[Sequence[Span]],
    turns: Collection[int],
    people: Collection[str],
) -> list[list[Span]]:
    """``spans`` without words that only begin what is said. ``turns``: where turns begin;
    ``people``: normal forms of who surely is one."""
    if not turns:
        return [list(found) for found in spans]
    within = {
        normal_form(surface(sentence.tokens, span))
        for sentence, found in zip(sentences, spans, strict=True)
        for span in found
        if not opens(sentence.tokens, span.first) and not _is_interjection(sentence.tokens, span)
    }
    known = within | set(people)
    return [
        [
            span
            for span in found
            if sentence.fields or span.quoted or not _only_opens(sentence, span, known)
        ]
        for sentence, found in zip(sentences, spans, strict=True)
    ]


def _only_opens(sentence: Sentence, span: Span, known: Collection[str]) -> bool:
    tokens = sentence.tokens
    name = normal_form(surface(tokens, span))
    if span.last - span.first != 1 or name in known:
        return False
    if _is_interjection(tokens, span):
        return True
    if not opens(tokens, span.first) or len(tokens) > _MOST_WORDS:
        return False
    is_listed = name in given_names() or name in place_map() or is_town(name)
    word = tokens[span.first].text
    is_plain = word.isalpha() and word.istitle()
    is_alone = span.last >= len(tokens) or tokens[span.last].text in _STOPS
    return is_plain and is_alone and not is_listed


def _is_interjection(tokens: Sequence[Token], span: Span) -> bool:
    """Whether it is a sound or a call, with nothing but a mark behind it."""
    word = tokens[span.first].low
    if span.last - span.first != 1 or not (word in _INTERJECTIONS or _DRAWN.fullmatch(word)):
        return False
    return span.last >= len(tokens) or not tokens[span.last].is_word
