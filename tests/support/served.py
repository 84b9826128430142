"""``graphrag-neo4j serve`` as a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tests.support.command_line import CODE, ROOT


@contextmanager
def serving(
    env: Mapping[str, str], *options: str
) -> Iterator[tuple[str, str, subprocess.Popen[str]]]:
    """Address, token and process of a server that answers."""
    names = ("NEO4J_", "GRAPHRAG_", "OPENAI_")
    clean = {k: v for k, v in os.environ.items() if not k.startswith(names)}
    clean |= {k: v for k, v in os.environ.items() if k == "GRAPHRAG_CACHE"}
    command = [sys.executable, "-c", CODE, "serve", "--port", "0", *options]
    process = subprocess.Popen(
        command, env={**clean, **env}, cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr
    try:
        line = next((line for line in process.stderr if line.startswith("Page:")), "")
        found = re.search(r"(http://[^/]+)/#token=(\S+)", line)
        assert found, "it ended without a link"
        yield found[1], found[2], process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(30)
        process.stderr.close()
