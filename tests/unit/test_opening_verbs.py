"""Names behind the verb that opens a line of a diary, a log or a list."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.model import Chunk, Document
from tests.support.rules import types_in


def _types(parser: Pipeline, text: str, title: str = "") -> dict[str, str]:
    chunk = Chunk("c1", "s1", title, "", text, 0, len(text), 0, 1)
    return types_in(RulesExtractor(parsers=[parser]).extract(Document("d:1", text, title), [chunk]))


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Lost Amadou in the museum for ten minutes.", "Amadou"),
        ("Ate Blue Cobbler with onions.", "Blue Cobbler"),
        ("Told Ulla Frisk to wait.", "Ulla Frisk"),
        ("Lost Fenella's hat.", "Fenella"),
        ("Thanked Kessler.", "Kessler"),
        ("Phoned Novak.", "Novak"),
        ("Wrote Mrs Dunmore a letter.", "Dunmore"),
        ("3 April 09:00 Moved Grey Heron to berth 4.", "Grey Heron"),
        ("Called Tellby Dairy.", "Tellby Dairy"),
        ("Speaks Polish and Czech.", "Polish"),
    ],
)
def test_a_verb_that_opens_a_line_is_no_part_of_the_name_behind_it(
    parser: Pipeline, line: str, name: str
) -> None:
    found = _types(parser, f"Rain. {line}\nIt was late.")
    verb = line.split(name)[0].split()[-1]
    assert name in found
    assert not any(one.startswith(verb) for one in found)


def test_a_verb_before_a_number_makes_no_name(parser: Pipeline) -> None:
    found = _types(parser, "All milk was negative. Recommend 0.2 % acid, weekly. Moved 190 hens.")
    assert not {"Recommend 0.2", "Moved 190", "Recommend", "Moved"} & set(found)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Lost Highway is a film by David Lynch.", "Lost Highway"),
        ("United Airlines flew to Lima.", "United Airlines"),
        ("Associated Press reported it.", "Associated Press"),
        ("They saw Wired Magazine there. Wired Magazine for all.", "Wired Magazine"),
    ],
)
def test_a_name_that_begins_like_a_verb_is_whole(parser: Pipeline, text: str, name: str) -> None:
    assert name in _types(parser, text)


def test_the_title_of_a_document_is_whole(parser: Pipeline) -> None:
    assert "Lost Canyon" in _types(parser, "Lost Canyon was dug long ago.", "Lost Canyon")
