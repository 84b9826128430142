"""Entry point of ``graphrag-neo4j`` and of ``python -m graphrag_neo4j``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; Ctrl-C while it is imported is told as it is later on."""
    try:
        from graphrag_neo4j.cli import cli
    except KeyboardInterrupt:  # the imports take a moment, and more on a cold disk
        sys.exit("Error: Interrupted. The same command again finishes the work.")
    cli(prog_name="graphrag-neo4j")


if __name__ == "__main__":
    main()
