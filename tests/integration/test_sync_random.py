"""Whatever happens to a folder: after a sync the graph is the one that a fresh ingest makes."""

from __future__ import annotations

import os
import random
from pathlib import Path

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from tests.support.databases import embed_entities, empty, snapshot
from tests.support.folder_life import EditedFolder

RUNS = int(os.environ.get("GRAPHRAG_LIFE_RUNS", "6"))
FIRST = int(os.environ.get("GRAPHRAG_LIFE_FIRST", "0"))


def test_any_edits_of_a_folder_and_a_sync_equal_a_fresh_ingest(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    for seed in range(FIRST, FIRST + RUNS):
        chance = random.Random(seed)
        empty(fresh_graph.database)
        edited = EditedFolder(tmp_path / str(seed), chance)
        done: list[str] = []
        for _ in range(3):
            done += [edited.edit() for _ in range(chance.randint(1, 6))]
            fresh_graph.sync(edited.folder)
            edited.synchronised()
            done.append("sync")
            if chance.random() < 0.3:
                embed_entities(fresh_graph)
        if chance.random() < 0.5 and not edited.is_spoilt():
            edited.folder = edited.folder.rename(tmp_path / f"{seed} moved")
            edited.read = {}
            done.append("move")
        again = fresh_graph.sync(edited.folder)
        edited.synchronised()
        assert not (again.added + again.changed + again.removed), (seed, done)
        embed_entities(fresh_graph)
        lived = snapshot(fresh_graph)
        empty(fresh_graph.database)
        with edited.readable():
            fresh_graph.ingest(edited.folder)
        embed_entities(fresh_graph)
        fresh = snapshot(fresh_graph)
        assert lived == fresh, (seed, done)
