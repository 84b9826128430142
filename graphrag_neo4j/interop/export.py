"""Exports the graph to files of other tools, and of our own.

Read page by page under the write lock, so that a file shows one state of the graph. Who may only
read cannot hold it, and is told so.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Literal, get_args

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.database.counts import node_counts
from graphrag_neo4j.errors import ReadOnlyError, UsageError
from graphrag_neo4j.ingest.apply import WRITE_LOCK
from graphrag_neo4j.interop.admin_csv import write_admin_csv
from graphrag_neo4j.interop.files import replaced
from graphrag_neo4j.interop.graphml import write_graphml
from graphrag_neo4j.interop.jsonl import write_jsonl
from graphrag_neo4j.interop.records import TransferReport
from graphrag_neo4j.interop.tables import write_tables
from graphrag_neo4j.progress import Progress

Format = Literal["graphml", "parquet", "jsonl", "neo4j-admin"]
FORMATS: tuple[Format, ...] = get_args(Format)
_WITHOUT_LOCK = (
    "Only reading is allowed here, so writers were not kept waiting: if one was at work, "
    "this may be half of one state and half of the next."
)
_FOLDERS = ("parquet", "neo4j-admin")


def export(
    database: Database,
    format_: Format,
    path: Path,
    progress: Progress,
    *,
    with_vectors: bool = False,
    force: bool = False,
) -> TransferReport:
    """Write the graph to ``path``; see :meth:`KnowledgeGraph.export`."""
    if format_ not in FORMATS:
        raise UsageError(f"There is no format {format_!r}.", f"Use {', '.join(FORMATS)}.")
    if with_vectors and format_ == "graphml":
        raise UsageError("GraphML has no place for vectors.", "Use another format for them.")
    report = TransferReport(str(path), format_)
    counts = node_counts(database)
    total = counts["Entity"] if format_ == "graphml" else sum(counts.values())
    with (
        replaced(path, force=force, folder=format_ in _FOLDERS) as place,
        _writers_waiting(database, report),
        progress.task(f"Writing {path.name}", total) as advance,
    ):
        if format_ == "graphml":
            write_graphml(database, place, report, advance)
        elif format_ == "parquet":
            write_tables(database, place, report, advance, with_vectors)
        elif format_ == "neo4j-admin":
            write_admin_csv(database, place, report, advance, with_vectors)
        else:
            write_jsonl(database, place, report, advance, with_vectors)
    return report.final()


@contextmanager
def _writers_waiting(database: Database, report: TransferReport) -> Iterator[None]:
    """Holds the write lock, or notes in ``report`` that it could not be taken."""
    with ExitStack() as stack:
        try:
            stack.enter_context(database.lock(WRITE_LOCK))
        except ReadOnlyError:
            report.note = _WITHOUT_LOCK
        yield
