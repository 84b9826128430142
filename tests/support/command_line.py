"""The command line in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = "from graphrag_neo4j.cli import main; main()"


def run(
    *arguments: str, env: Mapping[str, str] | None = None, code: str = CODE
) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, with no settings but ``env``."""
    names = ("NEO4J_", "GRAPHRAG_", "OPENAI_", "ENTITY_TYPES", "RELATION_PATTERNS")
    clean = {
        k: v for k, v in os.environ.items() if not k.startswith(names) or k == "GRAPHRAG_CACHE"
    }
    return run_bare(*arguments, env={**clean, **(env or {})}, code=code)


def run_bare(
    *arguments: str, env: Mapping[str, str], code: str = CODE
) -> subprocess.CompletedProcess[str]:
    """Run the command with no variable but those of ``env``."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        env=dict(env),
        cwd=ROOT,
        timeout=900,
        stdin=subprocess.DEVNULL,
    )
