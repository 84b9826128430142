"""Answers on a folder of mixed files: python -m benchmarks.folder DIR [--json FILE]

DIR, or a .zip of it as those in ``benchmarks/folders``, holds ``docs/``, files as people have them,
and ``questions.jsonl``: ``question`` and ``answer_pattern``, a regular expression that the
answering statement matches. The folder is ingested into a home of its own, which a second run
reuses, and each question is put to the retrievers as ``graphrag-neo4j evaluate`` does.

The ten of ours are what a research group has (papers, protocols, notebooks, mail), what the
people of a small company say to each other (meetings, chats, tickets, podcasts), what a local
newspaper writes and gets (articles, minutes, notices, mail), the world of a novelist and of a group
of players (chapters, character sheets, rules, sessions), what a household and its grandparents left
(letters, diaries, a family tree, policies, bills, recipes), what a team that runs a web service has
(runbooks, post-mortems, settings, logs, tickets, decisions), a year of chats between friends, as
six programs export them, what a help desk has (manuals, fault codes, parts, terms, tickets), the
mailbox of a small business, and papers of a town council and a lawyer (by-laws, minutes, contracts,
wills). They were written for this, with 50 questions answered at one place, 20 at two and 30 not at
all each. What they showed at first was mended since: they tell of harm, and no longer of texts that
nobody has seen. Whether the 30 are known from the others tells ``benchmarks.answerable``.

answer@1: the answer is the first statement shown; answer@5: among the first five; answer: in any
result. What was not read is listed first.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.progress import RichProgress
from graphrag_neo4j.server import LocalServer


@click.command()
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the figures.")
@click.option("--home", type=click.Path(path_type=Path), help="Database home to use.")
@click.option("--worst", default=0, help="Show so many of the worst questions.")
def main(folder: Path, json_file: Path | None, home: Path | None, worst: int) -> None:
    """Measure answers on the docs and questions in FOLDER."""
    kept = cache_dir() / "benchmarks" / folder.resolve().stem
    home = home or kept
    if folder.is_file():
        shutil.unpack_archive(folder, kept.with_suffix(".files"))
        folder = kept.with_suffix(".files")
    with KnowledgeGraph.local(home, progress=RichProgress()) as graph:
        report = graph.ingest(folder / "docs")
        click.echo("\n".join([*report.problems(), report.summary()]))
        found = graph.evaluate(folder / "questions.jsonl")
    click.echo(found.render(worst))
    if json_file:
        found.save(json_file)
    LocalServer(home).stop()


if __name__ == "__main__":
    main()
