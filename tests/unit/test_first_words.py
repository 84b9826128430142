"""Names of one word that begin a sentence."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.rules.first_words import with_first_words
from graphrag_neo4j.extract.rules.name_spans import Span
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.tokens import tokenise


def _found(text: str, names: str = "") -> list[str]:
    """The first words that are names; ``names``: those that a parser finds."""
    sentences = [Sentence(p, 0, len(p), p, tokenise(p)) for p in text.split(" / ")]
    spans = [
        [Span(n, n + 1) for n, token in enumerate(sentence.tokens) if token.text in names.split()]
        for sentence in sentences
    ]
    found = with_first_words(sentences, spans)
    return [
        sentence.tokens[0].text
        for sentence, before, after in zip(sentences, spans, found, strict=True)
        if len(after) > len(before)
    ]


def test_what_is_a_name_inside_a_sentence_is_one_where_it_begins_another() -> None:
    sentences = [
        Sentence(p, 0, len(p), p, tokenise(p))
        for p in ("Ann founded Sandhook", "Sandhook hired Max")
    ]
    found = with_first_words(sentences, [[Span(0, 1), Span(2, 3)], [Span(2, 3)]])
    assert found == [[Span(0, 1), Span(2, 3)], [Span(0, 1), Span(2, 3)]]
    assert with_first_words(sentences, [[Span(0, 1)], [Span(2, 3)]])[1] == [Span(2, 3)]


def test_what_begins_sentences_again_and_again_and_is_no_word_is_a_name() -> None:
    assert _found("Solvarine cured many / Solvarine harmed few") == ["Solvarine", "Solvarine"]
    assert _found("Solvarine cured many / We like it") == []


@pytest.mark.parametrize("word", ["Termination", "Automatically", "Incremented", "House", "Went"])
def test_words_are_no_names_however_often_they_begin_sentences(word: str) -> None:
    assert _found(f"{word} came first / {word} comes again") == []


def test_what_stands_in_small_letters_elsewhere_is_no_name() -> None:
    assert _found("Grevets came first / Grevets come again / We like grevets") == []


def test_a_name_of_more_words_is_left_to_the_parser() -> None:
    assert _found("Solvarine Works grew / Solvarine Works fell") == []
    assert _found("Solvarine cured many / Solvarine harmed few", "Solvarine") == []


@pytest.mark.parametrize("word", ["Btw", "Haha", "Whisk", "Congrats"])
def test_what_begins_sentences_but_does_nothing_is_no_name(word: str) -> None:
    assert _found(f"{word} the rest comes later / {word} to all of them") == []
