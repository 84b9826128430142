"""What parts are made on: processes of this machine, Ray or Spark.

An engine takes a :class:`~graphrag_neo4j.parts.maker.PartMaker` and tasks, and gives each part as
it is done, in any order. What a worker did that was killed is done again by another. The budget of
LLM calls is shared out evenly among workers, or among tasks where workers keep nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Literal, get_args

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.parts.maker import MadePart, PartMaker
from graphrag_neo4j.parts.tasks import Task

Engine = Literal["local", "ray", "spark"]
Run = Callable[[PartMaker, Sequence[Task], int | None], Iterator[MadePart]]
"""The last argument: how many workers; None leaves it to the engine."""


def engine_of(name: str) -> Run:
    """The engine of that name. Raises :class:`UsageError`."""
    if name not in get_args(Engine):
        raise UsageError(f"There is no engine {name!r}.", "Use local, ray or spark.")
    run: Run = import_module(f"{__name__}.on_{name}").run
    return run
