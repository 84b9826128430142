"""A graph for tests of search: written through the pipeline, with all kinds of records."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.search.modes import SEARCH_MODES
from tests.support.databases import run_cypher
from tests.support.fake_llm import prompt_of
from tests.support.life import write_lines

_NAMES = "Arden Birke Corvo Delmar Eiken Falun Garda Hedda Isar Jutta".split()
FIRMS = tuple(f"{name} {kind}" for name in _NAMES for kind in ("Shipping", "Works", "Bank"))
CHAIN = (
    ("Spring Flood", "CAUSES", "Dam Failure"),
    ("Dam Failure", "LEADS_TO", "Power Cut"),
    ("Harbour Closure", "DUE_TO", "Power Cut"),  # stored from the effect to its cause
    ("Harbour Closure", "RESULTS_IN", "Arden Shipping Losses"),
)
TYPES = ("OWNS", "SUPPLIES", "SUES", "FUNDS", "")
MODES = tuple(SEARCH_MODES)
QUESTION = "What do Arden Shipping and Birke Works have to do with each other?"
WHY = "Why did the Spring Flood end in the Arden Shipping Losses?"
_FILLER = (
    "The board met in the old hall and went through the figures of the quarter, which were read "
    "aloud, questioned by two members, corrected in the margin and carried over to the next sheet "
    "before anybody voted on what should become of the plan for the quay."
)
Edge = tuple[str, str, str]


def lines(chunks: int = 130, seed: int = 3) -> list[dict[str, Any]]:
    """Lines of a hand-over file; each chunk tells of two or three relations."""
    chance = random.Random(seed)
    found = []
    for n in range(chunks):
        facts = []
        for _ in range(2):
            a, b = chance.sample(FIRMS, 2)
            type_ = chance.choice(TYPES)
            predicate = type_.lower() or "is related to"
            weight = float(chance.randint(1, 9))
            facts.append(_fact(a, predicate, b, type_, weight, f"{a} {predicate} {b}, it is said."))
        if n < len(CHAIN):
            a, type_, b = CHAIN[n]
            facts.append(_fact(a, type_.lower(), b, type_, 5.0, ""))
        said = [f"{f['subject']} {f['predicate']} {f['object']} ({n})." for f in facts]
        claim = {
            "subject": facts[0]["subject"],
            "object": facts[0]["object"],
            "type": "FRAUD",
            "status": "SUSPECTED",
            "description": f"{facts[0]['subject']} is said to have cheated in case {n}.",
        }
        statements = [{"text": t, "facts": [f]} for t, f in zip(said, facts, strict=True)]
        found.append(
            {
                "source": {"uri": f"doc:{n // 10}", "title": f'Minutes, "part" {n // 10}'},
                "text": f"{' '.join(said)} Record {n}. {_FILLER} {_FILLER}",
                "topics": [{"name": "Business", "statements": statements}],
                "claims": [claim] if n % 5 == 0 else [],
            }
        )
    return found


def _fact(a: str, predicate: str, b: str, type_: str, weight: float, text: str) -> dict[str, Any]:
    fact = {"subject": a, "predicate": predicate, "object": b, "object_is_entity": True}
    fact |= {"description": text, "weight": weight}
    return fact | ({"relation_type": type_} if type_ else {})


def build(graph: KnowledgeGraph, folder: Path, chunks: int = 130) -> None:
    """The graph with communities and reports written by rules."""
    report = graph.import_extracted(write_lines(folder / "lines.jsonl", lines(chunks)))
    assert not report.failed, report
    graph.communities.detect()
    graph.communities.report()


def edges(graph: KnowledgeGraph) -> set[Edge]:
    """Source, type, target of all stored relations."""
    rows = run_cypher(
        graph,
        "MATCH (a:Entity)-[r:RELATED]->(b:Entity) "
        "RETURN a.name AS a, coalesce(r.relation_type, 'RELATED') AS type, b.name AS b",
    )
    return {(row["a"], row["type"], row["b"]) for row in rows}


def shown_edges(tables: dict[str, list[dict[str, Any]]]) -> list[Edge]:
    """Source, type, target of the relations of a context."""
    return [(r["source"], r["relation_type"], r["target"]) for r in tables.get("Relationships", ())]


def texts_of(requests: Sequence[dict[str, Any]], marker: str) -> list[str]:
    """System messages of the requests that hold ``marker``."""
    systems = [request["messages"][0]["content"] for request in requests]
    return [text for text in systems if marker in text]


def plays(request: dict[str, Any]) -> Any:
    """A model that always answers in the form asked for."""
    text = prompt_of(request)
    if '"points"' in text:
        return {
            "points": [{"description": "Firms sue each other [Data: Reports (1)].", "score": 70}]
        }
    if '"intermediate_answer"' in text:
        queries = ["Who owns Falun Works?", "Who sues Garda Bank?"]
        return {"score": 30, "intermediate_answer": "So far.", "follow_up_queries": queries}
    if '"response"' in text:
        return {"response": "They trade [Data: Sources (1)].", "score": 60, "follow_up_queries": []}
    if '"questions"' in text:
        return {"questions": ["Who owns Isar Bank?", "Who funds Hedda Works?"]}
    return (
        "They sue each other [Data: Relationships (1), Entities (1, 2); Sources (1, 999, +more)]."
    )
