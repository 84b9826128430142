"""Who says something in a mail comes before those who quote it."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.retrieve.modes import RetrieverMode

MODES = ("traversal", "vector_guided", "hybrid")
HEAD = "From: {}@example.org\nTo: all@example.org\nSubject: Re: News\n\n"
SAID = "The ferry to Melby will be sold to Nordic Freight in May."
REPLIES = ("I doubt that it can be sold so soon.", "Who told you? Erik Holm never said so to us.")


@pytest.mark.parametrize("mode", MODES)
def test_who_says_it_comes_before_who_quotes_it(
    fresh_graph: KnowledgeGraph, tmp_path: Path, mode: RetrieverMode
) -> None:
    for name, reply in zip("ab", REPLIES, strict=True):
        quoted = f"On Monday Carla wrote:\n> {SAID}\n> {SAID}\n\n{reply}\n"
        (tmp_path / f"{name}.eml").write_text(HEAD.format(name) + quoted)
    (tmp_path / "said.eml").write_text(
        HEAD.format("carla") + f"Good morning to everybody at the harbour,\n\n{SAID}\n\nCarla\n"
    )
    fresh_graph.ingest(tmp_path)
    first = fresh_graph.retrieve("Who buys the ferry to Melby in May?", mode)[0]
    assert first.source["uri"].endswith("said.eml")
    assert first.statements[0].text == SAID


@pytest.mark.parametrize("mode", MODES)
def test_what_only_a_quotation_says_is_found(
    fresh_graph: KnowledgeGraph, tmp_path: Path, mode: RetrieverMode
) -> None:
    for name, reply in zip("ab", REPLIES, strict=True):
        (tmp_path / f"{name}.eml").write_text(HEAD.format(name) + reply)
    quoted = "> The crane in Osterby broke down\n> on Friday.\n\nWe heard of that here, too.\n"
    (tmp_path / "quotes.eml").write_text(HEAD.format("c") + quoted)
    fresh_graph.ingest(tmp_path)
    first = fresh_graph.retrieve("When did the crane break down?", mode)[0]
    assert first.statements[0].text == "> The crane in Osterby broke down on Friday."
