"""Entry point of ``graphrag-neo4j`` and of ``python -m graphrag_neo4j``."""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import sys
from typing import NoReturn


def main() -> None:
    """Run the command line. SIGTERM ends it as Ctrl-C does, also while it is imported."""
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        from graphrag_neo4j.cli import cli
    except KeyboardInterrupt:  # the imports take a moment, and more on a cold disk
        sys.exit("Error: Interrupted. The same command again finishes the work.")
    try:
        cli(prog_name="graphrag-neo4j")
    except SystemExit as end:
        concurrency = sys.modules.get("graphrag_neo4j.llm.concurrency")
        if concurrency is not None and concurrency.under_way():
            _leave(end.code)
        raise


def _leave(code: str | int | None) -> NoReturn:
    """End the process without its threads: one that gets its answer while Python is taken apart
    would abort the process if it is within an extension then."""
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError):  # closed by >&-, or nobody reads it
            stream.flush()
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)


if __name__ == "__main__":
    main()
