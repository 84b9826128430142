"""The retrieval benchmark on a corpus small enough to know the answer."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks import causal, retrieval
from benchmarks.write import LABELS, LINKS, bare_rows, generate, write_ours
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.server import ServerInfo
from graphrag_neo4j.vocabulary import (
    CHUNK_FROM_SOURCE,
    CHUNK_NEXT,
    FACT_OBJECT,
    FACT_SUBJECT,
    FACT_SUPPORTS,
    STATEMENT_OF_TOPIC,
)
from tests.support.databases import connect

PASSAGES = [
    (
        "p1",
        "Harlow Bridge",
        "Harlow Bridge is a bridge over the Tane. It was designed by Mira Kask.",
    ),
    ("p2", "Mira Kask", "Mira Kask was an engineer. She was born in Tolmen."),
    ("p3", "Tolmen", "Tolmen is a town known for its glass works."),
    ("p4", "Glass", "Glass is made from sand at high temperature."),
]


def test_benchmark_ingests_asks_and_writes_the_agreed_json(
    server: ServerInfo, fresh_graph: KnowledgeGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def local(home: Path, **parts: Any) -> KnowledgeGraph:
        assert home == tmp_path / "home"
        return connect(server, **parts)

    monkeypatch.setattr(KnowledgeGraph, "local", local)  # a server of its own takes 10 s
    folder = tmp_path / "bridges"
    folder.mkdir()
    with (folder / "corpus.jsonl").open("w") as corpus:
        for id_, title, text in PASSAGES:
            corpus.write(json.dumps({"id": id_, "title": title, "text": text}) + "\n")
    question = {"question": "Where was the designer of Harlow Bridge born?", "gold": ["p1", "p2"]}
    (folder / "questions.jsonl").write_text(json.dumps(question) + "\n")
    home, result = tmp_path / "home", tmp_path / "result.json"
    options = ["--home", str(home), "--json", str(result), "--limit", "5"]
    done = CliRunner().invoke(retrieval.main, [str(folder), *options])
    assert done.exit_code == 0, done.output
    assert "bridges\n" in done.output and "1 question " in done.output
    data = json.loads(result.read_text())
    assert data["set"] == "bridges"
    assert {"fulltext", "dense", "traversal"} <= set(data["systems"])
    for row in data["systems"].values():
        wanted = {"recall@2", "recall@5", "recall@10", "p50_ms", "p95_ms", "cypher_calls"}
        assert wanted <= set(row)
        assert row["cypher_calls"] <= 3
    assert data["systems"]["traversal"]["recall@2"] == 100


def test_causal_edges_are_compared_with_what_is_marked(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    right = "<ARG0>The Ostrava flood</ARG0> <SIG0>caused</SIG0> <ARG1>the Melby blackout</ARG1> ."
    reverse = "<ARG1>The Tane drought</ARG1> <SIG0>caused</SIG0> <ARG0>the Kask famine</ARG0> ."
    unmarked = "The Norland strike caused the Harlow shortage ."
    file = tmp_path / "sentences.csv"
    with file.open("w", newline="") as table:
        rows = csv.writer(table)
        rows.writerow(["text", "causal_text_w_pairs"])
        for pair in (right, reverse):
            rows.writerow([re.sub(r"</?\w+>", "", pair), [pair]])
        rows.writerow([unmarked, []])
    known = {f"s:{n}": one for n, one in enumerate(causal.sentences(file))}
    fresh_graph.ingest([Document(uri, text, "") for uri, (text, _) in known.items()])
    figures = causal.measure(fresh_graph, known)
    assert figures == causal.Figures(
        sentences=3, explicit=2, found=1, reversed_only=1, shown=1, edges=3, right=1
    )


def test_the_write_benchmark_creates_what_we_merge(fresh_graph: KnowledgeGraph) -> None:

    fresh_graph.schema.apply()
    database = fresh_graph.database
    database.seconds, database.rows = {}, {"entity": 0}  # type: ignore[attr-defined]
    write_ours(database, generate(400))  # type: ignore[arg-type]
    stats = fresh_graph.stats()
    rows = bare_rows(next(generate(400)), {})
    for label in LABELS:
        assert stats.nodes[label] == len(rows[label]), label
    for link in (FACT_SUBJECT, FACT_OBJECT, FACT_SUPPORTS, CHUNK_FROM_SOURCE, STATEMENT_OF_TOPIC):
        assert stats.relationships[link.type] == len(rows[link]), link
    assert len(rows[FACT_SUPPORTS]) == 400
    assert rows.keys() >= {*LINKS} - {CHUNK_NEXT}
