"""A word that the embedding model does not know finds the one passage that has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.embeddings.models import LocalEmbedding
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.retrieve.modes import RetrieverMode
from graphrag_neo4j.retrieve.ranking.confidence import UNLIKELY
from graphrag_neo4j.retrieve.shown import path_reasons

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


MORE = " ".join(f"Cup {n} of the set holds {n} drops of milk and a spoon." for n in range(30))
MANUAL = f"""# Kettle KX-40

Keep this with the kettle. Read it before first use.

## Frozen screen

Hold Start and Keep Warm for ten seconds. The screen goes dark and comes back. {MORE}

## Limescale

Fill the kettle with water and vinegar, boil it, and wait for an hour. {MORE}
"""


def test_a_code_in_the_title_lifts_no_passage_that_only_repeats_the_title(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    (tmp_path / "kettle.md").write_text(MANUAL)
    (tmp_path / "toaster.md").write_text(MANUAL.replace("Kettle KX-40", "Toaster TX-7"))
    fresh_graph.context.embed_model = LocalEmbedding()
    fresh_graph.ingest(tmp_path)
    first = fresh_graph.retrieve("how to reset kx-40 when its screen is frozen")[0]
    assert first.source["uri"].endswith("kettle.md")
    assert first.statements[0].text.startswith(("Hold Start", "The screen"))


ROWS = "# Keys\n\nThe rows of the keyboard are qwertyuiop, asdfghjkl and zxcvbnm.\n"


def test_what_is_typed_at_random_is_no_question_in_other_words(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    (tmp_path / "keys.md").write_text(ROWS)
    fresh_graph.context.embed_model = LocalEmbedding()
    fresh_graph.ingest(tmp_path)
    first, *_ = fresh_graph.retrieve("qxvb zzrtk wkjhn")
    assert first.score < UNLIKELY
