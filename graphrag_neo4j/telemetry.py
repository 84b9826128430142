"""Spans of OpenTelemetry, where a program uses its SDK (extra ``otel``); else nothing at all.

    stage <name>      a stage of long work, as its progress is told
    retrieve, search  a question, with its mode; never its words
    neo4j <file>      a statement, by the file that holds it
    chat <model>      one attempt at an LLM, by the conventions for GenAI

Questions, answers and parameters are in no span: they may be anybody's secrets.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.progress import Advance, Progress, Status

if TYPE_CHECKING:
    from opentelemetry.trace import Span

NAMES = {
    "model": "gen_ai.request.model",
    "operation": "gen_ai.operation.name",
    "provider": "gen_ai.provider.name",
    "max_tokens": "gen_ai.request.max_tokens",
    "tokens_in": "gen_ai.usage.input_tokens",
    "tokens_out": "gen_ai.usage.output_tokens",
    "stage": "graphrag.stage",
    "mode": "graphrag.mode",
    "total": "graphrag.items.total",
    "done": "graphrag.items.done",
    "system": "db.system.name",
    "database": "db.namespace",
    "statement": "db.query.summary",
    "rows": "db.response.returned_rows",
}
"""What our attributes are called in the conventions; those that they lack begin with graphrag."""


@contextmanager
def span(name: str, **attributes: Any) -> Iterator[Notes]:
    """A span while the block runs; ``attributes`` by the keys of :data:`NAMES`. Of an error that
    leaves the block its kind is noted."""
    if "opentelemetry.sdk.trace" not in sys.modules:  # nobody listens
        yield Notes(None)
        return
    from opentelemetry import trace
    from opentelemetry.trace import SpanKind, Status, StatusCode

    kind = SpanKind.CLIENT if {"system", "provider"} & attributes.keys() else SpanKind.INTERNAL
    tracer = trace.get_tracer("graphrag_neo4j")
    with tracer.start_as_current_span(
        name, kind=kind, record_exception=False, set_status_on_exception=False
    ) as opened:
        notes = Notes(opened)
        notes.add(**attributes)
        try:
            yield notes
        except BaseException as error:
            opened.set_attribute("error.type", type(error).__name__)
            opened.set_status(Status(StatusCode.ERROR))
            raise


class Notes:
    """What becomes known while a span is open."""

    def __init__(self, opened: Span | None) -> None:
        self._span = opened

    def add(self, **attributes: Any) -> None:
        """Note attributes, by the keys of :data:`NAMES`; None is not noted."""
        if self._span is None:
            return
        for key, value in attributes.items():
            if value is not None:
                self._span.set_attribute(NAMES[key], value)


class TracedProgress:
    """A listener that makes a span of each task, and lets another listen, too."""

    def __init__(self, listener: Progress) -> None:
        self._listener = listener

    @contextmanager
    def task(
        self,
        description: str,
        total: int | None,
        unit: str = "items",
        status: Status = str,
        /,
    ) -> Iterator[Advance]:
        """As :meth:`graphrag_neo4j.progress.Progress.task`."""
        done = 0
        name = re.sub(r"\W+", "_", description.lower()).strip("_")
        with (
            span(f"stage {name}", stage=description, total=total) as notes,
            self._listener.task(description, total, unit, status) as told,
        ):

            def advance(n: int) -> None:
                nonlocal done
                done += n
                told(n)

            try:
                yield advance
            finally:
                notes.add(done=done)
