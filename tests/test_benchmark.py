"""The retrieval benchmark on a corpus small enough to know the answer."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from benchmarks.retrieval import Tally
from graphrag_neo4j.server import LocalServer

ROOT = Path(__file__).parents[1]
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


def test_recall_is_counted_against_gold() -> None:
    tally = Tally()
    tally.add([("a", 10), ("x", 10), ("b", 10)], {"a", "b"}, 0.010, 3)
    tally.add([("y", 4), ("x", 4), ("b", 4)], {"y"}, 0.030, 1)
    summary = tally.summary()
    assert (summary["recall@2"], summary["recall@5"]) == (75.0, 100.0)
    assert summary["cypher_calls"] == 2
    assert summary["p50_ms"] == 30.0


def test_benchmark_ingests_asks_and_writes_the_agreed_json(tmp_path: Path) -> None:
    folder = tmp_path / "bridges"
    folder.mkdir()
    with (folder / "corpus.jsonl").open("w") as corpus:
        for id_, title, text in PASSAGES:
            corpus.write(json.dumps({"id": id_, "title": title, "text": text}) + "\n")
    question = {"question": "Where was the designer of Harlow Bridge born?", "gold": ["p1", "p2"]}
    (folder / "questions.jsonl").write_text(json.dumps(question) + "\n")
    home, result = tmp_path / "home", tmp_path / "result.json"
    command = [sys.executable, "-m", "benchmarks.retrieval", str(folder)]
    try:
        subprocess.run(
            [*command, "--home", str(home), "--json", str(result), "--limit", "5"],
            check=True, cwd=ROOT, capture_output=True, timeout=300,
        )  # fmt: skip
    finally:
        LocalServer(home).stop()
    data = json.loads(result.read_text())
    assert data["set"] == "bridges"
    assert {"fulltext", "dense", "traversal"} <= set(data["systems"])
    for row in data["systems"].values():
        wanted = {"recall@2", "recall@5", "recall@10", "p50_ms", "p95_ms", "cypher_calls"}
        assert wanted <= set(row)
        assert row["cypher_calls"] <= 3
    assert data["systems"]["traversal"]["recall@2"] == 100
