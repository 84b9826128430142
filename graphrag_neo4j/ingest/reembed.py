"""Makes vectors anew where model, text or the rule that makes the text has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.database import cypher, migrations
from graphrag_neo4j.database.batching import write_rows
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.embeddings.embedder import Embedder, entity_text, report_text
from graphrag_neo4j.embeddings.models import dimensions_of
from graphrag_neo4j.embeddings.vector_cache import VectorCache
from graphrag_neo4j.ingest.apply import WRITE_LOCK
from graphrag_neo4j.ingest.embedded_texts import chunk_text, statement_text
from graphrag_neo4j.results import RunReport, counted
from graphrag_neo4j.vocabulary import Label

PAGE = 2_000
_TEXTS = {
    Label.CHUNK: "ingest/chunk_texts",
    Label.STATEMENT: "ingest/statement_texts",
    Label.ENTITY: "ingest/entity_texts",
    Label.COMMUNITY: "ingest/community_texts",
}


@dataclass(slots=True)
class ReembedReport(RunReport):
    """How many vectors of each label there are, how many were stale, and why.

    ``reasons`` counts by reason; ``done`` tells whether they were made anew. ``waiting``: entities
    whose vectors are made when they are needed; these are not stale.
    """

    total: dict[str, int] = field(default_factory=dict)
    stale: dict[str, int] = field(default_factory=dict)
    reasons: dict[str, int] = field(default_factory=dict)
    done: bool = False
    waiting: int = 0

    def summary(self) -> str:
        """Lines for people."""
        lines = [
            f"{label:>10}: {n:,} of {self.total[label]:,} stale" for label, n in self.stale.items()
        ]
        lines += [f"{n:,} because of {reason}" for reason, n in self.reasons.items()]
        if self.waiting:
            lines.append(f"{counted(self.waiting, 'entity')} without a vector till it is needed.")
        made = "Embedded anew." if self.done else "Nothing was changed (dry run)."
        return "\n".join([*lines, made if any(self.stale.values()) else "All is up to date."])


def reembed(context: GraphContext, *, dry_run: bool = False) -> ReembedReport:
    """Bring all vectors up to date with the model and the text rules; a dry run only counts.

    While it runs, nobody else writes. Interrupted, it is finished by the next run; until then
    the graph refuses questions, for its vectors come from two models.
    """
    database, progress = context.database, context.progress
    cache = VectorCache.of(context.settings, context.embed_model)
    embedder = Embedder(context.embed_model, progress, cache)
    model, dimensions = context.embed_model.model_name, dimensions_of(context.embed_model)
    report = ReembedReport()
    info = next(iter(database.read("database/graph_info")), None)
    if info is None:
        return report.final()
    other = (info["embed_model"], info["dimensions"]) != (model, dimensions)
    changed = other or info["is_reembedding"]
    texts: dict[Label, Callable[[Row], str]] = {
        Label.CHUNK: lambda row: chunk_text(row["title"], row["text"], row["own"]),
        Label.STATEMENT: lambda row: statement_text(row["title"], row["text"]),
        Label.ENTITY: lambda row: entity_text(row, context.settings.embed_entity_types),
        Label.COMMUNITY: lambda row: report_text(row["title"], row["summary"]),
    }
    if dry_run:
        for label, text in texts.items():
            for _ in _stale(database, label, text, embedder, changed, report):
                pass
        return report.final()
    with database.lock(WRITE_LOCK):
        if changed:
            migrations.begin_reembedding(database, embed_model=model, dimensions=dimensions)
        for label, text in texts.items():
            with progress.task(f"Embedding {label} texts", None) as advance:
                for stale in _stale(database, label, text, embedder, changed, report):
                    vectors = embedder.vectors({row["id"]: row["text"] for row in stale})
                    rows = [
                        {
                            "id": row["id"],
                            "key": embedder.key(row["text"]),
                            "embedding": vectors[row["id"]],
                            "vector_stale": row["vector_stale"],
                        }
                        for row in stale
                    ]
                    write_rows(database, _statement_of(label), rows)
                    embedder.forget()
                    advance(len(stale))
        if changed:
            migrations.end_reembedding(database, embed_model=model, dimensions=dimensions)
    report.done = True
    return report.final()


def _statement_of(label: Label) -> str:
    """Entities have marks, too."""
    own = label == Label.ENTITY
    return "ingest/write_entity_embeddings" if own else cypher.of("ingest/write_embeddings", label)


def _stale(
    database: Database,
    label: Label,
    text: Callable[[Row], str],
    embedder: Embedder,
    other_model: bool,
    report: ReembedReport,
) -> Iterator[list[Row]]:
    """Pages of rows (``id``, ``text``, ``vector_stale``) whose vectors are stale; counts them.

    An entity that waits for its vector is left alone, unless it has one of another model."""
    report.total[label] = report.stale[label] = 0
    after = ""
    while page := database.read(_TEXTS[label], after=after, limit=PAGE):
        after = page[-1]["id"]
        stale = []
        for row in page:
            wanted, mark = text(row), row.get("vector_stale")
            if mark and not (other_model and row["embedding_key"]):
                report.waiting += 1
            elif row["embedding_key"] != embedder.key(wanted):
                stale.append({"id": row["id"], "text": wanted, "vector_stale": mark})
                reason = _reason(row["embedding_key"], other_model)
                report.reasons[reason] = report.reasons.get(reason, 0) + 1
        report.total[label] += len(page)
        report.stale[label] += len(stale)
        if stale:
            yield stale


def _reason(key: str | None, other_model: bool) -> str:
    if key is None:
        return "a missing vector"
    return "another model" if other_model else "another text"
