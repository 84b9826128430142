"""An acronym of a question finds what the texts say in full."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.embeddings.models import LocalEmbedding
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.retrieve.ranking.confidence import UNLIKELY
from graphrag_neo4j.retrieve.shown import path_reasons

MINUTES = (
    "Minutes of the board of Melby Shipping AS, 14 March 2024.\n\n"
    "The board appointed Ada Holm as chief financial officer. "
    "She replaces Ole Berg, who retires on 1 May 2024.\n"
)
RULES = (
    "The customs form office (CFO) of the port keeps all forms. "
    "Work that is compared to others of its kind is paid by the hour.\n"
)


@pytest.fixture
def board(fresh_graph: KnowledgeGraph, tmp_path: Path) -> KnowledgeGraph:
    (tmp_path / "minutes.txt").write_text(MINUTES)
    (tmp_path / "rules.txt").write_text(RULES)
    for n in range(8):  # what else a folder has
        text = f"Shed {n} has {n + 2} doors and a red roof. The keys of shed {n} are at the gate.\n"
        (tmp_path / f"shed_{n}.txt").write_text(text)
    fresh_graph.context.embed_model = LocalEmbedding()
    fresh_graph.ingest(tmp_path)
    return fresh_graph


@pytest.mark.parametrize(
    "question", ("Who is the CFO of Melby Shipping?", "CFO Melby", "who is cfo of melby shipping")
)
def test_an_acronym_means_its_long_form(board: KnowledgeGraph, question: str) -> None:
    first = board.retrieve(question)[0]
    assert "The board appointed Ada Holm as chief financial officer." in [
        statement.text for statement in first.statements[:2]
    ]
    assert first.score > UNLIKELY


def test_a_passage_that_says_it_in_full_comes_first(board: KnowledgeGraph) -> None:
    texts = {
        "Team": "Laptops are ordered by Ada. Paid time off is booked in the calendar. "
        "The new oven was paid in 2023. Human resources sits on the second floor.",
        "Urlaub": "Jeder Mitarbeiter hat 28 Urlaubstage im Jahr. "
        "Während der Probezeit dürfen höchstens zehn Tage genommen werden.",
    }
    board.ingest([Document(uri=f"doc:{name}", title=name, text=t) for name, t in texts.items()])
    first = board.retrieve("where is HR")[0]
    assert first.statements[0].text == "Human resources sits on the second floor."
    assert first.path["in_full"] == {"hr": "human resources"}
    assert "it says HR in full: 'human resources'" in path_reasons(first.path)


async def test_it_does_so_without_blocking(board: KnowledgeGraph) -> None:
    results = await board.as_retriever().asearch("Who is the CFO of Melby Shipping?")
    assert results[0].score == board.retrieve("Who is the CFO of Melby Shipping?")[0].score


def test_an_acronym_that_the_best_passage_has_is_left_as_it_is(board: KnowledgeGraph) -> None:
    first = board.retrieve("Which forms does the CFO keep?")[0]
    assert "(CFO)" in first.statements[0].text


def test_fitting_initials_alone_prove_nothing(board: KnowledgeGraph) -> None:
    known, unknown = (
        board.retrieve(f"Who is the {of} of Melby Shipping?")[0].score for of in ("CFO", "CTO")
    )
    assert unknown < known - 0.2
