"""Spark: a cluster, or one on this machine. It does a task again whose worker died."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from graphrag_neo4j.errors import GraphRagError, MissingExtraError
from graphrag_neo4j.parts.maker import MadePart, PartMaker
from graphrag_neo4j.parts.tasks import Task

ATTEMPTS = 4


def run(maker: PartMaker, tasks: Sequence[Task], workers: int | None) -> Iterator[MadePart]:
    """Make the parts in the session that is open, or on the master that spark-submit names; else
    on this machine. A task a part; Spark tells when all are done.

    ``workers``: of a session on this machine; None: a core each.
    """
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise MissingExtraError("Spark (pyspark)", "spark") from None
    session = SparkSession.getActiveSession()
    ours = session is None
    if session is None:
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        session = _opened(SparkSession, workers)
    try:
        parts = session.sparkContext.parallelize(tasks, len(tasks))
        for answer in parts.map(_Make(maker.sent(1 / len(tasks)))).collect():
            if not isinstance(answer, MadePart):
                raise GraphRagError(*answer)
            yield answer
    finally:
        if ours:
            session.stop()


def _opened(kind: Any, workers: int | None) -> Any:
    """A session on the master that is set, else on this machine alone, with no page of its own."""
    from pyspark import SparkConf

    builder = kind.builder.appName("graphrag-neo4j")
    if not SparkConf().contains("spark.master"):
        own = {
            "spark.master": f"local[{workers or '*'},{ATTEMPTS}]",
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.log.level": "ERROR",
        }
        builder = builder.config(map=own)
    return builder.getOrCreate()


class _Make:
    """What a worker does; an error of ours comes back as its words, and is not tried again."""

    def __init__(self, maker: PartMaker) -> None:
        self._maker = maker

    def __call__(self, task: Task) -> MadePart | tuple[str, str]:
        try:
            return self._maker(task)
        except GraphRagError as error:
            return error.message, error.hint
