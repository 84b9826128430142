"""Ray: a cluster, or one of its own on this machine. It starts a worker anew that died."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from typing import Any

from graphrag_neo4j.errors import GraphRagError, MissingExtraError
from graphrag_neo4j.parts.maker import MadePart, PartMaker
from graphrag_neo4j.parts.tasks import Task

ATTEMPTS = 4


def run(maker: PartMaker, tasks: Sequence[Task], workers: int | None) -> Iterator[MadePart]:
    """Make the parts on the cluster that is connected, or that RAY_ADDRESS names; else on this
    machine. ``workers``: parts at once; None: a core each. Machines need the files at the same
    paths."""
    try:
        import ray
    except ImportError:
        raise MissingExtraError("Ray", "ray") from None
    is_ours = not ray.is_initialized()
    if is_ours:
        _begin(ray, workers)
    try:
        yield from _made(ray, ray.put(maker.sent(1 / len(tasks))), tasks, workers)
    finally:
        if is_ours:
            ray.shutdown()


def _begin(ray: Any, workers: int | None) -> None:
    """Connect to the cluster that is named, or start one that only this machine can reach."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would report its use to its maker
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if not os.environ.get("RAY_ADDRESS"):
        options |= {"include_dashboard": False, "num_cpus": workers}
        options["_node_ip_address"] = "127.0.0.1"
    ray.init(**options)


def _made(ray: Any, maker: Any, tasks: Sequence[Task], workers: int | None) -> Iterator[MadePart]:
    make = ray.remote(max_retries=ATTEMPTS - 1)(_make)
    waiting = list(reversed(tasks))
    under_way: list[Any] = []
    while waiting or under_way:
        while waiting and len(under_way) < (workers or len(tasks)):
            under_way.append(make.remote(maker, waiting.pop()))
        done, under_way = ray.wait(under_way)
        for one in done:
            try:
                answer = ray.get(one)
            except ray.exceptions.RayError as error:
                reason = str(error).strip().splitlines()[0]
                raise GraphRagError(f"Ray gave up on a part: {reason}") from None
            if not isinstance(answer, MadePart):
                raise GraphRagError(*answer)
            yield answer


def _make(maker: PartMaker, task: Task) -> MadePart | tuple[str, str]:
    """On a worker; an error of ours comes back as its words, and is not tried again."""
    try:
        return maker(task)
    except GraphRagError as error:
        return error.message, error.hint
