"""The way of a Microsoft GraphRAG index into the graph."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from graphrag_neo4j.database import cypher
from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.ingest.changeset import Changeset
from graphrag_neo4j.ingest.pipeline import BATCH_DOCUMENTS, LARGE_BATCH_CHARACTERS
from graphrag_neo4j.ingest.writer import GraphWriter
from graphrag_neo4j.interop.defects import Defects
from graphrag_neo4j.interop.msgraphrag_communities import Imported, import_communities
from graphrag_neo4j.interop.msgraphrag_rows import Batch, Index, rows_of
from graphrag_neo4j.interop.msgraphrag_tables import read_tables
from graphrag_neo4j.results import RunReport, counted
from graphrag_neo4j.vocabulary import Label


@dataclass(slots=True)
class ImportReport(RunReport):
    """What an import brought into the graph, and what was wrong with the index.

    ``changed``: batches of documents in which the graph differed from the index.
    ``placeholders``: ends of relationships and claims that the index has no entity for.
    """

    documents: int = 0
    chunks: int = 0
    entities: int = 0
    placeholders: int = 0
    relationships: int = 0
    claims: int = 0
    changed: int = 0
    entities_derived: int = 0
    undescribed: dict[str, str] = field(default_factory=dict)
    communities: Imported = field(default_factory=Imported)
    defects: Defects = field(default_factory=Defects)

    def summary(self) -> str:
        """Lines for people."""
        found = self.communities
        lines = [
            f"{counted(self.documents, 'document')}, {counted(self.chunks, 'chunk')}, "
            f"{counted(self.entities, 'entity')} (+ {counted(self.placeholders, 'placeholder')}), "
            f"{counted(self.relationships, 'relationship')}, {counted(self.claims, 'claim')}.",
            f"{counted(found.communities, 'community')}, {counted(found.reports, 'report')}; "
            f"carried to finer levels {found.carried:,} times; "
            f"{counted(found.alone, 'entity')} alone.",
        ]
        if found.kept:
            lines[1] = f"No communities were imported: {found.kept}."
        if not self.changed:
            lines.append("All of it was in the graph already.")
        return "\n".join([*lines, *(f"defect: {line}" for line in self.defects.lines())])


class MsGraphRagImport(GraphWriter):
    """Imports an index; what is there already, unchanged, is left alone."""

    def run(self, folder: Path, *, replace_communities: bool = False) -> ImportReport:
        """Import the index in ``folder``; raises :class:`UsageError` when it is none.

        Other communities that the graph has stay, unless ``replace_communities``.
        """
        with self.progress.task("Reading tables", 1) as advance:
            tables = read_tables(folder)
            index = Index(tables)
            advance(1)
        report = ImportReport(
            documents=len(index),
            entities=len(index.names.originals),
            relationships=index.relations,
            defects=tables.defects,
        )
        with self.progress.task("Importing documents", len(index)) as advance:
            for places in index.batches(LARGE_BATCH_CHARACTERS, BATCH_DOCUMENTS):
                self._bring_in(rows_of(places, index.names), report)
                advance(len(places))
        report.placeholders = len(index.names.placeholders)
        self.derive(report)
        with self.progress.task("Importing communities", 1) as advance:
            parts = (self.database, self.embedder, self.settings)
            report.communities = import_communities(
                *parts, tables, index.names, replace=replace_communities
            )
            advance(1)
        return report.final()

    def _bring_in(self, batch: Batch, report: ImportReport) -> None:
        report.changed += self.write(_BatchUpdate(batch)).is_changed
        report.chunks += len(batch.graph.keyed(Label.CHUNK))
        report.claims += len(batch.graph.keyed(Label.CLAIM))


class _BatchUpdate:
    """Some documents of an index; what the graph has does not change what they say."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch

    def prepare(self, _database: Database) -> Changeset[None]:
        ids = self._batch.source_ids
        return Changeset(
            basis=None,
            conflict_keys=frozenset(ids),
            sources=ids,
            graph=self._batch.graph,
            status=dict.fromkeys(ids, "complete"),
            after={
                cypher.of("interop/write_original_ids", label): rows
                for label, rows in self._batch.originals.items()
            },
        )

    def is_current(self, _database: Database, _changeset: Changeset[None]) -> bool:
        return True
