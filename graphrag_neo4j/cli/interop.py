"""``import extracted|msgraphrag|jsonl`` and ``export graphml|parquet|jsonl|neo4j-admin``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from graphrag_neo4j.cli.app import App, FilePath, json_option, pass_app
from graphrag_neo4j.cli.ingest import emit_report

if TYPE_CHECKING:
    from graphrag_neo4j.interop.export import Format


@click.group("import")
def import_() -> None:
    """Bring in graphs that were made elsewhere."""


@import_.command()
@click.argument("file", type=FilePath())
@click.option("--report", is_flag=True, help="List all lines that were not used.")
@json_option
@pass_app
def extracted(app: App, file: Path, report: bool) -> None:
    """Read what another engine extracted, as JSON lines (docs/handover.md).

    A source that was ingested before keeps what our extractor said; what the lines say stands
    beside it. Exit code 1 if a line was bad.

    Example: graphrag-neo4j import extracted chunks.jsonl
    """
    with app.graph(to_fill=True) as graph:
        done = graph.import_extracted(file)
    emit_report(app, done, full=report)


@import_.command()
@click.argument("folder", metavar="DIR", type=FilePath())
@click.option(
    "--replace-communities",
    is_flag=True,
    help="Take the index's communities in place of others that the graph has.",
)
@json_option
@pass_app
def msgraphrag(app: App, folder: Path, replace_communities: bool) -> None:
    """Import a Microsoft GraphRAG index: parquet tables of 2024, v1, v2 or v3.

    DIR is the index's output folder. Documents, text units, entities, relationships and claims
    become sources, chunks and statements like those of an ingest: they can be searched, added to
    and deleted. Ids of the index are kept as original_id, vectors are made anew. Defects of the
    index are listed, by kind, and stop nothing. Running it again changes nothing.

    Communities and reports come with it, with levels turned round (0 = finest), unless the graph
    has others. "communities detect" then replaces them: a community that it finds with the very
    same members, on the same level, keeps its report; "communities report" writes the others, and
    replaces imported reports by its own.

    Example: graphrag-neo4j import msgraphrag ragtest/output
    """
    with app.graph(to_fill=True) as graph:
        report = graph.import_msgraphrag(folder, replace_communities=replace_communities)
    app.emit(report, report.summary())


@import_.command()
@click.argument("file", type=FilePath())
@json_option
@pass_app
def jsonl(app: App, file: Path) -> None:
    """Make an empty graph the one that "export jsonl" wrote to FILE.

    Vectors that FILE lacks, or that another model made, are made anew.

    Example: graphrag-neo4j --home ~/copy import jsonl graph.jsonl
    """
    with app.graph(to_fill=True) as graph:
        report = graph.import_jsonl(file)
    app.emit(report, report.summary())


@click.command()
@click.argument(
    "format_",
    metavar="FORMAT",
    type=click.Choice(["graphml", "parquet", "jsonl", "neo4j-admin"]),
)
@click.argument("path", type=FilePath())
@click.option("--with-vectors", is_flag=True, help="Embeddings, too (not in graphml).")
@click.option("--force", is_flag=True, help="Replace PATH if it is there.")
@json_option
@pass_app
def export(app: App, format_: Format, path: Path, with_vectors: bool, force: bool) -> None:
    """Write the graph to files.

    FORMAT graphml: entities, relations, and who is named together (kind), for networkx or Gephi,
    with the attributes that nano-graphrag writes. parquet: a folder of tables, one for each label
    and relationship type. jsonl: everything, to be read back by "import jsonl". neo4j-admin: a
    folder of CSV files for "neo4j-admin database import full neo4j @arguments.txt", run inside it;
    then "schema apply".

    Example: graphrag-neo4j export graphml graph.graphml
    """
    with app.graph() as graph:
        report = graph.export(format_, path, with_vectors=with_vectors, force=force)
    app.emit(report, report.summary())
