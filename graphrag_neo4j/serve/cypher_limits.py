"""How large a statement of the console may be, how long it is waited for, how many run at once.

Neo4j's planner is recursive: a few kilobytes of operators in each other overflow its stack, and
then the server never answers; no time limit of a transaction ends that.
"""

from __future__ import annotations

import contextvars
import re
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from itertools import accumulate
from typing import TypeVar

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.serve.errors import ApiError

MAX_DEPTH = 50
"""Brackets, or anything else, in each other."""
MAX_AT_ONCE = 8
"""Statements; fewer than the threads that answer requests, so that these are never all waiting."""
GRACE = 5.0
"""Seconds for Neo4j to end a statement by itself, which tells more."""
_PATIENCE = 1.0
"""Seconds that a statement waits for its turn."""
_REMARK = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_QUOTED = re.compile(
    rf"""'(?:\\.|[^'\\])*(?:'|\Z)|"(?:\\.|[^"\\])*(?:"|\Z)|`[^`]*`|{_REMARK.pattern}""", re.DOTALL
)
_RUNS = re.compile(
    rf"(?:\bNOT\b[\s(]*){{{MAX_DEPTH + 1}}}|(?:\.\s*\w+\s*){{{MAX_DEPTH + 1}}}", re.IGNORECASE
)
_CASES = re.compile(r"\b(CASE|END)\b", re.IGNORECASE)
_COUNTED = (
    ("operators", 500, re.compile(r"\b(?:AND|OR|XOR|NOT|CASE)\b|[-+*/%^=<>]", re.IGNORECASE)),
    ("patterns", 100, re.compile(r"\)\s*,\s*(?:\w+\s*=\s*)?\(")),
    ("clauses", 100, re.compile(r"\b(?:MATCH|WITH|UNWIND|CALL|UNION)\b", re.IGNORECASE)),
)
_slots = threading.BoundedSemaphore(MAX_AT_ONCE)
T = TypeVar("T")


def check_size(statement: str) -> None:
    """Raises :class:`UsageError` for a statement whose planning could take for ever."""
    if _depth(statement) > MAX_DEPTH:
        raise UsageError(
            "The brackets of the statement are too deep.", f"Use {MAX_DEPTH} in each other at most."
        )
    bare = _QUOTED.sub(lambda found: " " if _REMARK.match(found[0]) else "''", statement)
    if _RUNS.search(bare) or _cases(bare) > MAX_DEPTH:
        raise UsageError(
            "NOT, CASE or dots of the statement are too deep.",
            f"Use {MAX_DEPTH} in each other at most.",
        )
    for name, most, sort in _COUNTED:
        if (found := len(sort.findall(bare))) > most:
            raise UsageError(
                f"The statement has {found:,} {name}.",
                f"Use {most} at most; give many values as a list: x IN [1, 2].",
            )


def within(seconds: float, work: Callable[[], T]) -> T:
    """What ``work`` gives, a statement that Neo4j itself is to end after ``seconds``.

    It is waited for a little longer; if it has not ended then, it keeps its slot until it does.
    Raises :class:`UsageError` for that, :class:`ApiError` (429) when too many run.
    """
    if not _slots.acquire(timeout=_PATIENCE):
        raise ApiError(
            429, f"The console is busy: {MAX_AT_ONCE} statements run.", "Try again in a moment."
        )
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)
        finally:
            _slots.release()

    # a daemon: the end of the program does not wait for a server that does not answer
    threading.Thread(target=contextvars.copy_context().run, args=(run,), daemon=True).start()
    if wait([done], seconds + GRACE).not_done:
        raise too_long()
    return done.result()


def too_long() -> UsageError:
    """The error for a statement that was not done in time."""
    return UsageError(
        "The statement took too long and was ended.",
        "Narrow it, add a LIMIT, or allow more seconds.",
    )


def _depth(text: str) -> int:
    """How many brackets are open at once, at most; those in strings count, too."""
    steps = ((mark in "([{") - (mark in ")]}") for mark in text)
    return max(accumulate(steps), default=0)


def _cases(bare: str) -> int:
    """How many CASE are in each other, at most."""
    steps = (1 if word.upper() == "CASE" else -1 for word in _CASES.findall(bare))
    return max(accumulate(steps), default=0)
