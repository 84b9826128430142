"""Statements: the labels within a paragraph or an item, and what belongs to each."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.model import Chunk
from graphrag_neo4j.readers.files import markdown_document
from tests.support.growth import check_linear


def _readings(text: str) -> list[str]:
    """What the rules read of Markdown, and what is embedded."""
    document = markdown_document(text, "doc:1")
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    topics = RulesExtractor().extract(document, [chunk])[0].topics
    return [s.resolved or s.text for topic in topics for s in topic.statements]


@pytest.mark.parametrize("gap", [" ", "\n"])
def test_labels_of_an_abstract_open_what_follows_them(gap: str) -> None:
    text = (
        "Background. Few bees live in towns. Methods. We counted hives on the roofs of Melby. "
        f"Results.{gap}Of ninety roofs four had hives. Conclusion. Bees are rare."
    )
    assert _readings(text) == [
        "Background. Few bees live in towns.",
        "Methods. We counted hives on the roofs of Melby.",
        "Results. Of ninety roofs four had hives.",
        "Conclusion. Bees are rare.",
    ]


def test_a_word_behind_a_sentence_stays_with_it() -> None:
    text = "We asked for a boat. Rejected. The harbour stays as it is. Sadly. We left."
    assert _readings(text) == [
        "We asked for a boat. Rejected.",
        "The harbour stays as it is. Sadly.",
        "We left.",
    ]


def test_many_words_alone_are_read_in_linear_time() -> None:
    check_linear(lambda n: _readings("Fog. It came in. " * n), 2_000)
