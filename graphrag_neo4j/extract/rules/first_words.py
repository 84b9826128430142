"""Names of one word that begin a sentence, where its capital tells nothing and a tagger takes an
invented name for a noun: what else the document says tells that they are names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from graphrag_neo4j.extract.lexicon import PAST, THIRD, bag, plain_words, verb_forms
from graphrag_neo4j.extract.rules.name_spans import Span
from graphrag_neo4j.extract.rules.statements import Sentence

_SHORTEST = 3  # letters
_OFTEN = 2
_AUXILIARIES = bag("is was has had does did can could will would may might must shall should")
_NO_NAMES = (
    "ly",
    "ed",
    "ing",
    "tion",
    "sion",
    "ness",
    "ment",
    "ity",
    "able",
    "ible",
    "less",
    "ful",
)
"""How words end that are seldom names: "Automatically", "Termination"."""


def with_first_words(
    sentences: Sequence[Sentence], spans: Sequence[Sequence[Span]]
) -> list[list[Span]]:
    """``spans`` of the names of each sentence, with first words that are names elsewhere, or that
    again and again begin a sentence as its subject, right before its verb, and stand nowhere in
    small letters."""
    names = _names_of_one_word(sentences, spans)
    return [
        [Span(0, 1), *found] if _opener(sentence, found) in names else list(found)
        for sentence, found in zip(sentences, spans, strict=True)
    ]


def _names_of_one_word(
    sentences: Sequence[Sentence], spans: Sequence[Sequence[Span]]
) -> frozenset[str]:
    inside = {
        sentence.tokens[span.first].text
        for sentence, found in zip(sentences, spans, strict=True)
        for span in found
        if span.first and span.last - span.first == 1
    }
    acting = Counter(
        _opener(sentence, found)
        for sentence, found in zip(sentences, spans, strict=True)
        if _is_verb(sentence)
    )
    often = {word for word, n in acting.items() if n >= _OFTEN and not word.endswith(_NO_NAMES)}
    tokens = chain.from_iterable(sentence.tokens for sentence in sentences)
    other = {token.text for token in tokens if token.text.islower()} | plain_words()
    return frozenset(word for word in inside | often if word and word.lower() not in other)


def _opener(sentence: Sentence, spans: Sequence[Span]) -> str:
    """The first word of a sentence if it may be a name by itself, or ""."""
    if sentence.fields or len(sentence.tokens) < 2 or any(not span.first for span in spans):
        return ""
    first, second = sentence.tokens[:2]
    is_written = first.text.isalpha() and first.text.istitle() and len(first.text) >= _SHORTEST
    return first.text if is_written and second.text.islower() else ""


def _is_verb(sentence: Sentence) -> bool:
    """Whether a verb follows the first word, as it follows no "Btw" and no "Whisk"."""
    second = sentence.tokens[1].text if len(sentence.tokens) > 1 else ""
    return second in _AUXILIARIES or bool(verb_forms().get(second, 0) & (THIRD | PAST))
