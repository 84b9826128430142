"""A word that the embedding model does not know finds the one passage that has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.embeddings.models import LocalEmbedding
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.retrieve.modes import RetrieverMode
from graphrag_neo4j.retrieve.results import path_reasons

NOTES = {
    "Ann Berg.md": "# Ann Berg\n\nLives in Oslo. Her brother is Tom Berg.\nShe plays the viola.\n",
    "school.txt": "The school opens at eight.\n\nAnn Berg is not the head teacher; Tom Moss is.\n",
    "lab.txt": "Laboratory report\n\nPatient: Berg, Ann\nDate: 3 May 2024\n\n"
    "Test        Result   Unit\nFerritin    18       ug/l\nSodium      140      mmol/l\n",
}


@pytest.fixture
def notes(fresh_graph: KnowledgeGraph, tmp_path: Path) -> KnowledgeGraph:
    for name, text in NOTES.items():
        (tmp_path / name).write_text(text)
    for n in range(8):  # what else a folder has
        text = f"Shed {n} has {n + 2} doors and a red roof. The keys of shed {n} are at the gate.\n"
        (tmp_path / f"shed_{n}.txt").write_text(text)
    fresh_graph.context.embed_model = LocalEmbedding()
    fresh_graph.ingest(tmp_path)
    fresh_graph.retrieve("Who?")  # the first question of all asks for the schema, too
    return fresh_graph


def test_it_goes_before_what_is_called_like_the_person(notes: KnowledgeGraph) -> None:
    modes: tuple[RetrieverMode, ...] = ("traversal", "vector_guided", "hybrid")
    for mode in modes:
        before = notes.database.calls
        first = notes.retrieve("ferritin of Ann Berg", mode)[0]
        assert notes.database.calls - before <= 3
        assert first.source["uri"].endswith("lab.txt"), mode
        reasons = list(path_reasons(first.path))
        assert any("it has 'ferritin'" in reason for reason in reasons), (mode, reasons)
