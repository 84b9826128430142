"""The command line: one command per library verb, no logic of its own."""

from __future__ import annotations

import logging
from pathlib import Path

import click

from graphrag_neo4j.cli.app import App, FilePath, Root
from graphrag_neo4j.cli.ask import ask, retrieve
from graphrag_neo4j.cli.browser import browser
from graphrag_neo4j.cli.cache import cache
from graphrag_neo4j.cli.communities import communities
from graphrag_neo4j.cli.completion import completion
from graphrag_neo4j.cli.demo import demo
from graphrag_neo4j.cli.entities import entities
from graphrag_neo4j.cli.evaluate import evaluate, tune
from graphrag_neo4j.cli.graph import doctor, reembed, reset, stats
from graphrag_neo4j.cli.ingest import build, extract, ingest, plan, problems, sync
from graphrag_neo4j.cli.interop import export, import_
from graphrag_neo4j.cli.mcp import mcp
from graphrag_neo4j.cli.prompts import prompts
from graphrag_neo4j.cli.schema import schema
from graphrag_neo4j.cli.search import search
from graphrag_neo4j.cli.serve import serve
from graphrag_neo4j.cli.server import server
from graphrag_neo4j.cli.show import show
from graphrag_neo4j.cli.sources import sources


@click.group(cls=Root, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--home",
    type=FilePath(file_okay=False),
    help="Home of the local server, one graph each. [env: GRAPHRAG_HOME]",
)
@click.option(
    "--credentials",
    type=FilePath(dir_okay=False),
    help="File with NEO4J_URI=… lines, as Aura offers it for download; the database that it names "
    "goes before NEO4J_URI and the like. [env, after these: NEO4J_CREDENTIALS_FILE]",
)
@click.version_option(package_name="graphrag-neo4j")
@click.pass_context
def cli(context: click.Context, home: Path | None, credentials: Path | None) -> None:
    """Documents in, a lexical graph in one Neo4j database, answers with sources out.

    Without NEO4J_URI a local Neo4j is provisioned and started: try "graphrag-neo4j demo".
    """
    logging.getLogger("neo4j").setLevel(logging.ERROR)  # its retries are not the user's concern
    context.obj = App({"home": home, "credentials": credentials})


for command in (
    demo,
    serve,
    server,
    plan,
    extract,
    ingest,
    build,
    sync,
    problems,
    retrieve,
    ask,
    search,
    evaluate,
    tune,
    prompts,
    entities,
    communities,
    sources,
    import_,
    export,
    reembed,
    reset,
    stats,
    schema,
    show,
    browser,
    mcp,
    cache,
    doctor,
    completion,
):
    cli.add_command(command)
