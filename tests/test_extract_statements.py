"""Statements: what counts as one, and how it stands alone."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.rules import RulesExtractor
from graphrag_neo4j.model import Chunk, Document, ExtractedStatement


def _statements(text: str, title: str = "", heading: str = "") -> list[ExtractedStatement]:
    document = Document("doc:1", text, title)
    chunk = Chunk("c1", "s1", title, heading, text, 0, len(text), 0, 1)
    topics = RulesExtractor().extract(document, [chunk])[0].topics
    return [statement for topic in topics for statement in topic.statements]


def _texts(text: str, title: str = "", heading: str = "") -> list[str]:
    return [statement.text for statement in _statements(text, title, heading)]


def test_headings_rules_and_fences_are_no_statements() -> None:
    text = "# Report\n\n---\n\nSales rose.\n\n| a | b |\n|---|---|\n| one | two |\n\n```\n"
    assert _texts(text) == ["Sales rose.", "a, b", "one, two"]


def test_markup_is_taken_out_and_marks_of_the_text_stay() -> None:
    text = 'See **the [manual](http://x.y/z)**: set `max_size` to [1, 2] or "auto".'
    assert _texts(text) == ['See the manual: set `max_size` to [1, 2] or "auto".']


def test_offsets_are_places_in_the_document() -> None:
    prefix = "# Title\n\n"
    body = "First one here. Second\none there."
    document = Document("doc:1", prefix + body, "")
    start = len(prefix)
    chunk = Chunk("c1", "s1", "", "", body, start, start + len(body), 0, 1)
    statements = RulesExtractor().extract(document, [chunk])[0].topics[0].statements
    assert [document.text[s.start : s.end] for s in statements] == [
        "First one here.",
        "Second\none there.",
    ]
    assert statements[1].text == "Second one there."


def test_list_items_lose_their_mark() -> None:
    assert _texts("- Buy milk\n- [x] Call Ida\n1. Sleep") == ["Buy milk", "Call Ida", "Sleep"]


@pytest.mark.parametrize(
    ("text", "title", "expected"),
    [
        ("Ada Holm is a Danish painter. She lives in Aarhus.", "Ada Holm", "Ada Holm lives"),
        ("Ada Holm is a Danish painter. Her father was a smith.", "Ada Holm", "Ada Holm's father"),
        ("Rook is a board game. It was sold by Parlour Ltd.", "Rook", "Rook was sold"),
        ("Ada Holm is a painter. In 1990, she moved to Rome.", "Ada Holm", "In 1990, Ada Holm"),
    ],
)
def test_a_leading_pronoun_becomes_the_name_it_stands_for(
    text: str, title: str, expected: str
) -> None:
    assert _texts(text, title)[1].startswith(expected)


@pytest.mark.parametrize(
    "text",
    [
        "Karl met Otto. Otto thanked Karl. He left.",
        "Rain fell all night. It is clear that it will rain again.",
        "Ada Holm spoke to Eva Lund. Eva Lund spoke to Ada Holm. She laughed.",
    ],
)
def test_an_unclear_pronoun_stays(text: str) -> None:
    assert _texts(text)[-1].split()[0] in ("He", "It", "She")


def test_the_title_of_a_story_is_not_its_hero() -> None:
    text = "Old Brandt was a miser. Nobody liked him. He carried the cold about with him."
    assert not any(t.startswith("A Winter Tale") for t in _texts(text, "A Winter Tale"))


def test_other_scripts_give_statements() -> None:
    chinese = _statements("他写了《红楼梦》。今天下雨。")
    assert [s.text for s in chinese] == ["他写了《红楼梦》。", "今天下雨。"]
    assert chinese[0].mentions == ("红楼梦",)
    assert len(_texts("ذهب الرجل إلى السوق.")) == 1
    assert _texts("no capitals here. nor any names") != []
