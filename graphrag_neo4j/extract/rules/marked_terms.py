"""Names in small letters ("relay", "slotd"): what a text sets in bold or as code, or has in a
heading, and lets act without an article where a sentence begins, where other words have a capital.
Services, programs and projects are called so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from graphrag_neo4j.extract.lexicon import THIRD, bag, plain_words, verb_forms
from graphrag_neo4j.extract.rules.joined import LIST_MARK
from graphrag_neo4j.extract.rules.name_spans import Span, merged
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.model import Document

_WORD = r"[a-z][a-z0-9]{2,40}"
_SET_APART = re.compile(rf"(?<![\w*_`])(\*\*|__|`)(?P<word>{_WORD})\1(?![\w*_`])")
_IN_HEADING = re.compile(rf"(?<![\w.'’/-]){_WORD}(?![\w.'’/-])")
_FEWEST_OF_LIST = 2
_BE = bag("is was has had")
_TELLING = bag("means refers denotes stands describes says")
"""What a glossary has behind its terms."""
_BEFORE_NOUNS = bag("a an the this that these those each every any some no my your our their its")
_BEFORE_VERBS = bag("i you we they who can could may might must shall should will would please not")


def marked_terms(document: Document, sentences: Sequence[Sentence]) -> frozenset[str]:
    """The names of a text in small letters."""
    terms = _marked(document)
    terms &= _beginning(document, sentences) if terms else set()
    return frozenset(_acting(sentences, terms) if terms else ())


def with_terms(tokens: Sequence[Token], spans: list[Span], terms: frozenset[str]) -> list[Span]:
    """``spans`` of the names of a sentence, with those that ``terms`` are."""
    return merged(spans, list(_spans(tokens, terms))) if terms else spans


def _marked(document: Document) -> set[str]:
    """The words that the text marks as a term."""
    titles = [document.title, *(heading.title for heading in document.headings)]
    words = {title.casefold() for title in titles if title.isalnum()}
    words |= {word for title in titles for word in _IN_HEADING.findall(title)}
    if document.is_markdown:
        words |= {found["word"] for found in _SET_APART.finditer(document.text)}
    return {word for word in words if re.fullmatch(_WORD, word)} - plain_words()


def _beginning(document: Document, sentences: Sequence[Sentence]) -> set[str]:
    """The words in small letters that a sentence of prose begins with before its verb; none of a
    text that begins most of its sentences so."""
    first = [one.tokens[:2] for one in sentences if _is_prose(document.text, one)]
    small = [words for words in first if len(words) > 1 and words[0].text.islower()]
    if 2 * len(small) > len(first):
        return set()
    return {word.text for word, after in small if _is_verb(after.low)}


def _is_prose(text: str, sentence: Sentence) -> bool:
    line = text.rfind("\n", 0, sentence.start) + 1
    is_item = LIST_MARK.fullmatch(text, line, sentence.start) is not None
    return not (sentence.fields or sentence.begins_turn or is_item)


def _acting(sentences: Sequence[Sentence], terms: set[str]) -> set[str]:
    """Those of ``terms`` that do something without an article more often than they have one; of
    several, what is only said to be something ("slotd is the heart") is one of them."""
    votes: Counter[str] = Counter()
    for sentence in sentences:
        tokens = [token for token in sentence.tokens if token.text != "`"]
        for place, token in enumerate(tokens):
            if token.text in terms:
                before, after = _around(tokens, place)
                is_noun = before in _BEFORE_NOUNS and _is_end(after)
                votes[token.text] += _does(before, after) - is_noun
    acting = {word for word, n in votes.items() if n > 0}
    is_list = len(acting) >= _FEWEST_OF_LIST
    return {word for word in terms if is_list and votes[word] == 0} | acting


def _around(tokens: Sequence[Token], place: int) -> tuple[str, str]:
    before = tokens[place - 1].low if place else ""
    return before, tokens[place + 1].low if place + 1 < len(tokens) else ""


def _does(before: str, after: str) -> bool:
    is_act = _is_verb(after) and after not in _BE and after not in _TELLING
    return is_act and before not in _BEFORE_NOUNS


def _is_end(after: str) -> bool:
    """Whether a noun phrase ends before a word: "the relay is", not "the relay certificate"."""
    return not after.isalpha() or _is_verb(after)


def _is_verb(word: str) -> bool:
    return word in _BE or word == "does" or bool(verb_forms().get(word, 0) & THIRD)


def _spans(tokens: Sequence[Token], terms: frozenset[str]) -> Iterator[Span]:
    for place, token in enumerate(tokens):
        if token.text in terms and (not place or tokens[place - 1].low not in _BEFORE_VERBS):
            yield Span(place, place + 1)
