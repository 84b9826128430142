"""What the tests of document life share: hand-over lines, changes at random, a cleared graph."""

from __future__ import annotations

import json
import os
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from tests.support.databases import embed_entities, run_cypher

Line = dict[str, Any]
Sources = dict[str, list[Line]]
"""URI -> lines of a hand-over file."""


def data_folder() -> Path | None:
    """Where the measured data sets lie, if they are on this machine."""
    places = [os.environ.get("GRAPHRAG_DATA"), Path(__file__).parents[3] / "shared" / "data"]
    return next((Path(p) for p in places if p and Path(p).is_dir()), None)


def clear(graph: KnowledgeGraph) -> None:
    """Remove all content; schema and indexes stay."""
    run_cypher(
        graph,
        "MATCH (n:Source|Chunk|Topic|Statement|Fact|Entity|Claim) DETACH DELETE n",
    )


def write_lines(path: Path, lines: Iterable[Line | str]) -> Path:
    """A hand-over file; text lines go in as they are."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return path


def own_sources() -> Sources:
    """Three small sources that share entities and facts, tell them differently, and make claims."""
    people = [
        {"name": "Anna Berg", "type": "PERSON", "description": "Harbour master of Melby"},
        {"name": "Nordic Freight", "type": "COMPANY"},
    ]
    lines = [
        ("a", 0, "Anna Berg", "manages", "Nordic Freight", "She has run it since 1999.", 2.0),
        ("a", 1, "anna berg", "founded", "Nordic Freight", "", 1.0),
        ("b", 0, "Anna Berg", "manages", "Nordic Freight", "She is its head.", 3.0),
        ("b", 1, "Nordic Freight", "owns", "Port of Melby", "", 1.0),
        ("c", 0, "The Anna Berg", "Manages", "Nordic Freight", "", 0.5),
        ("c", 1, "Port of Melby", "closed in", "March", "", 1.0),
    ]
    sources: Sources = defaultdict(list)
    for uri, n, subject, predicate, object_, description, weight in lines:
        fact = {
            "subject": subject,
            "predicate": predicate,
            "object": object_,
            "description": description,
            "weight": weight,
            "object_is_entity": object_ != "March",
        }
        said = f"{subject} {predicate} {object_}."
        claim = {"subject": subject, "type": "FRAUD", "status": "SUSPECTED", "description": said}
        sources[uri].append(
            {
                "source": {"uri": f"doc:{uri}", "title": f"Report {uri}", "metadata": {"n": uri}},
                "text": f"Part {n} of {uri}: {said}",
                "topics": [
                    {"name": "Trade", "statements": [{"text": said, "facts": [fact]}, f"{uri} {n}"]}
                ],
                "entities": people[n:] if uri != "c" else [{"name": "ANNA BERG", "type": "CHIEF"}],
                "claims": [claim] if uri == "b" else [],
            }
        )
    return dict(sources)


def variant(lines: Sequence[Line], chance: random.Random) -> list[Line]:
    """Another version of a source: chunks, statements or facts are missing, said again, moved."""
    kept = [json.loads(json.dumps(line)) for line in lines if chance.random() < 0.8] or [*lines]
    if chance.random() < 0.3:
        chance.shuffle(kept)
    for line in kept:
        if chance.random() < 0.2:
            line["text"] += " Updated."
        topics = line["topics"]["topics"] if isinstance(line["topics"], dict) else line["topics"]
        for topic in topics:
            statements = topic["statements"]
            topic["statements"] = [one for one in statements if chance.random() < 0.8]
            for one in topic["statements"]:
                if isinstance(one, dict) and chance.random() < 0.3:
                    one["facts"] = one["facts"][1:]
    return kept


def live(
    graph: KnowledgeGraph, sources: Sources, chance: random.Random, folder: Path, steps: int
) -> Sources:
    """Add, change and delete sources at random; returns what remains."""
    state: Sources = {}
    for _ in range(steps):
        key = chance.choice(sorted(sources))
        if key in state and chance.random() < 0.4:
            uri = source_uri(state.pop(key))
            graph.sources.delete(uri)
            continue
        state[key] = variant(sources[key], chance)
        also = [one for one in state if chance.random() < 0.2]
        lines = [line for one in {key, *also} for line in state[one]]
        graph.import_extracted(write_lines(folder / "step.jsonl", lines))
        if chance.random() < 0.3:
            embed_entities(graph)
    return state


def source_uri(lines: Sequence[Line]) -> str:
    source = lines[0]["source"]
    return str(source["uri"] if isinstance(source, dict) else source)
