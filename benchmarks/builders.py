"""One builder or many: python -m benchmarks.builders FILE [--builders 8] [--runs 10] [--json FILE]

Builds a graph from a hand-over file: once by one builder, then, in every run, again by one and by
several at once, each with a part of the sources and a connection of its own, on the same server.
Printed are the seconds of both, their ratio (1 = as fast as one builder), and whether the graphs
are equal in every property, with no node without an id and no two with the same.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from graphrag_neo4j.embeddings.models import LocalEmbedding
from graphrag_neo4j.ingest.extractions_format import parse_line
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.server import LocalServer, ServerInfo
from tests.support.databases import connect, snapshot
from tests.support.hash_embedding import HashEmbedding

WARM_UP = 4


def split(file: Path, n: int, folder: Path) -> list[Path]:
    """The lines of ``file`` in ``n`` files of about one size; a source is in one of them."""
    lines: dict[str, list[str]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        lines.setdefault(parse_line(line).source.uri, []).append(line)
    parts: list[list[str]] = [[] for _ in range(n)]
    for own in sorted(lines.values(), key=lambda own: -sum(map(len, own))):
        min(parts, key=lambda part: sum(map(len, part))).extend(own)
    files = [folder / f"{i}.jsonl" for i in range(n)]
    for path, part in zip(files, parts, strict=True):
        path.write_text("".join(f"{line}\n" for line in part), encoding="utf-8")
    return files


def build(graphs: Sequence[KnowledgeGraph], files: Sequence[Path]) -> tuple[float, int]:
    """Ingest each file into its graph, all at once: seconds, and Cypher calls."""
    start = threading.Barrier(len(files) + 1)
    before = sum(graph.database.calls for graph in graphs)

    def run(graph: KnowledgeGraph, file: Path) -> None:
        start.wait()
        graph.import_extracted(file)

    threads = [threading.Thread(target=run, args=pair) for pair in zip(graphs, files, strict=True)]
    for thread in threads:
        thread.start()
    start.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - began
    return seconds, sum(graph.database.calls for graph in graphs) - before


def is_sound(graph: KnowledgeGraph) -> bool:
    """Whether every node has an id, and no other node of its kind the same."""
    nodes, _ = snapshot(graph)
    ids = Counter((labels, dict(properties).get("id")) for labels, properties in nodes)
    return all(id_ for _, id_ in ids) and max(ids.values()) == 1


def measure(
    info: ServerInfo, file: Path, builders: int, runs: int, local: bool
) -> list[dict[str, float | bool]]:
    """One line for each run."""
    found: list[dict[str, float | bool]] = []
    model = LocalEmbedding() if local else HashEmbedding()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        parts = split(file, builders, Path(folder))
        one, *many = (
            stack.enter_context(connect(info, embed_model=model)) for _ in range(builders + 1)
        )
        for graph in (one, *many):
            graph.schema.apply()
        for _ in range(WARM_UP):  # a JVM that is cold takes ten times as long
            one.reset()
            build([one], [file])
        wanted = snapshot(one)
        for _ in range(runs):
            one.reset()
            alone, calls_of_one = build([one], [file])
            one.reset()
            together, calls = build(many, parts)
            found.append(
                {
                    "one_s": alone,
                    "many_s": together,
                    "ratio": together / alone,
                    "calls_of_one": calls_of_one,
                    "calls_of_many": calls,
                    "is_equal": snapshot(one) == wanted and is_sound(one),
                }
            )
    return found


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--builders", default=8, show_default=True)
@click.option("--runs", default=10, show_default=True)
@click.option("--local", is_flag=True, help="Vectors of the local model, not hashed ones.")
@click.option("--json", "json_file", type=click.Path(path_type=Path))
def main(file: Path, builders: int, runs: int, local: bool, json_file: Path | None) -> None:
    """Print the time of one builder and of several; exit code 1 if a graph differs."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        server = LocalServer(Path(home), None, "1g")
        info = server.start()
        try:
            found = measure(info, file, builders, runs, local)
        finally:
            server.stop()
    shown = Table("one builder, s", f"{builders} at once, s", "ratio", "calls", "equal")
    for run in found:
        calls = f"{run['calls_of_one']}, {run['calls_of_many']}"
        times = (f"{run['one_s']:.2f}", f"{run['many_s']:.2f}", f"{run['ratio']:.2f}")
        shown.add_row(*times, calls, str(run["is_equal"]))
    Console().print(shown)
    one, many = (statistics.median(run[key] for run in found) for key in ("one_s", "many_s"))
    Console().print(f"median: {one:.2f} s, {many:.2f} s, ratio {many / one:.2f}")
    if json_file:
        json_file.write_text(json.dumps(found, indent=2), encoding="utf-8")
    raise SystemExit(0 if all(run["is_equal"] for run in found) else 1)


if __name__ == "__main__":
    main()
