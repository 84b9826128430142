"""Entry point of ``graphrag-neo4j`` and of ``python -m graphrag_neo4j``."""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import sys
import threading
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
        if _is_waiting():
            _leave(end.code)
        raise


def _is_waiting() -> bool:
    """Whether a thread waits for an answer, which would abort the process if it comes while
    Python is taken apart; or for a line of stdin, for which Python would wait, too."""
    concurrency = sys.modules.get("graphrag_neo4j.llm.concurrency")
    is_asking = concurrency is not None and concurrency.under_way()
    return is_asking or any("AnyIO" in thread.name for thread in threading.enumerate())


def _leave(code: str | int | None) -> NoReturn:
    """End the process without its threads."""
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError):  # closed by >&-, or nobody reads it
            stream.flush()
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)


if __name__ == "__main__":
    main()
