"""The full-text searches of a question: an index and a query each."""

from __future__ import annotations

import re

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.question.numbers import short_forms
from graphrag_neo4j.retrieve.question.terms import (
    COMMON,
    MARKS,
    MAX_SEARCH_WORDS,
    search_words,
    without_contractions,
)
from graphrag_neo4j.text.function_words import FUNCTION_WORDS, is_english, language_by_words
from graphrag_neo4j.text.truncation import forms_of_short, truncated

BY_WORDS = "chunk_text"
BY_STEMS = "chunk_stems"
MAX_STEMS = 64
BESIDE_STEMS = 0.25
"""What words count in the very form of the question, beside their stems (1)."""

_NEIGHBOURS = re.compile(r"(?<!\w)([^\W\d_]{2,30}) (?=([^\W\d_]{2,30})(?!\w))")


def word_searches(question: str) -> list[Row]:
    """Rows of ``index``, ``words``, and ``where_stems``: what these count for a chunk that has
    stems; less than its stems do, unless the question is in English."""
    words, stems = search_words(question), _search_stems(question)
    words = " ".join([words, *_identifiers(question, words), *short_forms(question)])
    beside = BESIDE_STEMS if stems else 1.0
    found = [{"index": BY_WORDS, "words": words, "where_stems": beside}]
    found += [{"index": BY_STEMS, "words": stems, "where_stems": 1.0}]
    return [one for one in found if one["words"]]


def _identifiers(question: str, words: str) -> list[str]:
    """What two neighbours of the search ``words`` may be in code or settings: of "retention days"
    retention_days and retentionDays, which the index has as one word."""
    known = set(words.split())
    pairs = (pair for pair in _NEIGHBOURS.findall(question.casefold()) if known.issuperset(pair))
    return [form for one, two in pairs for form in (f"{one}_{two}", one + two)][:MAX_SEARCH_WORDS]


def searches_of(word: str, question: str) -> list[Row]:
    """What finds the chunks with one word of a question."""
    found = [{"index": BY_WORDS, "words": word}]
    if _has_stems(question):
        found.append({"index": BY_STEMS, "words": " ".join(truncated(word))})
    return [one for one in found if one["words"]]


def _search_stems(question: str) -> str:
    """The question's words as :func:`~graphrag_neo4j.text.truncation.truncated`, short ones in
    other forms, too; "" for a question that is clearly in English, Chinese or Japanese."""
    if not _has_stems(question):
        return ""
    empty = FUNCTION_WORDS.get(language_by_words(question), COMMON)
    words = without_contractions(question).split()
    content = [word for word in words if word.strip(MARKS).casefold() not in empty] or words
    found = truncated(" ".join(content[:MAX_STEMS]))
    forms = [form for stem in found for form in forms_of_short(stem)]
    return " ".join(dict.fromkeys(found + forms))


def _has_stems(question: str) -> bool:
    return not is_english(question) and language_by_words(question) != "zh"
