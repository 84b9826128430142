"""Kill -9 during an LLM ingest: python -m benchmarks.kill [--moments 20] [--json FILE]

The real command ingests a folder through a scripted LLM over HTTP, which keeps running. It is
killed at a random moment and run again; then the graph must equal the undisturbed one, no answer
that is in the cache may have been asked for again, and nothing may be left to do. Printed for each
moment: answers that the server had sent in whole before the kill, those stored by then, and those
asked for again. Sent and not stored is the window: the answer was in a socket's buffer or in the
client's hands, and is paid twice; its age at the kill says how long the window is.
"""

from __future__ import annotations

import json
import logging
import random
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from tests.support.killing import Killing, Moment, RecordingLLM


@click.command()
@click.option("--moments", default=20, show_default=True)
@click.option("--documents", "n_documents", default=40, show_default=True)
@click.option("--latency", default=0.1, show_default=True, help="Seconds before each answer.")
@click.option("--seed", default=1, show_default=True)
@click.option("--json", "json_file", type=click.Path(path_type=Path))
def main(moments: int, n_documents: int, latency: float, seed: int, json_file: Path | None) -> None:
    """Kill at random moments; exit code 1 if a graph differs or a stored answer is paid again."""
    from graphrag_neo4j.server import LocalServer

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    chance = random.Random(seed)
    done: list[Moment] = []
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home,
        RecordingLLM() as llm,
    ):
        llm.latency = latency
        server = LocalServer(Path(home) / "neo4j", None, "1g")
        info = server.start()
        try:
            neo4j = {
                "NEO4J_URI": info.bolt_uri, "NEO4J_USERNAME": info.username,
                "NEO4J_PASSWORD": info.password,
            }  # fmt: skip
            killing = Killing(llm, neo4j, Path(home))
            first, whole = killing.undisturbed(n_documents)
            click.echo(f"undisturbed: first call after {first:.1f} s, {whole:.1f} s in all")
            for _ in range(moments):
                # nothing can be lost before the first call
                done.append(killing.moment(chance.uniform(first, whole)))
                click.echo(str(done[-1]))
        finally:
            server.stop()
    result: dict[str, Any] = {
        "moments": [asdict(moment) for moment in done],
        "right": sum(moment.is_right for moment in done),
        "asked_again": sum(moment.asked_again for moment in done),
        "answered": sum(moment.answered for moment in done),
        "window": max(moment.window for moment in done),
    }
    click.echo(
        f"{result['right']} of {len(done)} right; of {result['answered']} answers sent before "
        f"the kill {result['asked_again']} were asked again, the oldest {result['window']} s old"
    )
    if json_file is not None:
        json_file.write_text(json.dumps(result, indent=2))
    if result["right"] < len(done):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
