"""Causes and effects found by rules: python -m benchmarks.causal FILE.csv [--json FILE]

FILE is a table of the Causal News Corpus (Tan et al. 2022; subtask 2, grouped): sentences with
marked causes (ARG0), effects (ARG1) and signal words. Each sentence becomes a source of a graph,
read by rules; then causal search is asked with the sentence, without an LLM. An edge is right if
its source shares a content word with a marked cause and its target one with that cause's effect.
Recall is over the sentences with an explicit connective, precision over all edges.
"""

from __future__ import annotations

import ast
import csv
import json
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.progress import RichProgress
from graphrag_neo4j.server import LocalServer

Edge = tuple[str, str]
_CONNECTIVE = re.compile(
    r"\b(because|caus\w+|due to|owing to|led to|leading to|leads? to|result\w* (?:in|from)|"
    r"as a result|trigger\w*|spark\w*|prompt\w*|provok\w*|over|following|after|in protest|"
    r"thanks to|stem\w*|in response|in view of|in the wake|blamed|contribut\w+ to|on account of)\b",
    re.IGNORECASE,
)
_STOPWORDS = frozenset(
    "a an and are as at be been by for from had has have he her his in is it its of on or she that "
    "the their they this to was were with".split()
)
_EDGES = """
MATCH (d:Source)<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(:Statement)<-[:SUPPORTS]-(f:Fact)
WHERE f.relation_type = 'CAUSES'
MATCH (a:Entity)-[:SUBJECT]->(f)-[:OBJECT]->(b:Entity)
WHERE EXISTS { (a)-[r:RELATED]->(b) WHERE r.relation_type = 'CAUSES' }
RETURN DISTINCT d.uri AS uri, a.name AS cause, b.name AS effect
"""


@dataclass(frozen=True)
class Marked:
    """A marked cause and its effect, as content words; whether a connective joins them."""

    cause: frozenset[str]
    effect: frozenset[str]
    is_explicit: bool

    def is_met(self, edge: Edge) -> bool:
        """Whether an edge goes from this cause to this effect."""
        return bool(self.cause & words(edge[0]) and self.effect & words(edge[1]))


@dataclass
class Figures:
    """Counts. ``shown``: of ``found``, sentences whose edge causal search gives in its context."""

    sentences: int = 0
    explicit: int = 0
    found: int = 0
    reversed_only: int = 0
    shown: int = 0
    edges: int = 0
    right: int = 0

    def summary(self) -> str:
        """For people."""
        return (
            f"{self.sentences:,} sentences, {self.explicit:,} with an explicit connective: edge in "
            f"the right direction {self.found:,} ({_share(self.found, self.explicit)}), only "
            f"reversed {self.reversed_only:,}; shown by causal search {self.shown:,}. "
            f"Precision {self.right:,} of {self.edges:,} edges ({_share(self.right, self.edges)})."
        )


def words(text: str) -> frozenset[str]:
    """The content words of a text."""
    return frozenset(re.findall(r"\w+", text.lower())) - _STOPWORDS


def sentences(file: Path) -> Iterator[tuple[str, list[Marked]]]:
    """The sentences of a table with what is marked in them."""
    with file.open(encoding="utf-8-sig", newline="") as rows:
        for row in csv.DictReader(rows):
            pairs = ast.literal_eval(row["causal_text_w_pairs"])
            yield " ".join(row["text"].split()), [_marked(text) for text in pairs]


def _marked(text: str) -> Marked:
    signals = re.findall(r"<SIG\d>(.*?)</SIG\d>", text)
    plain = re.sub(r"</?SIG\d>", "", text)
    cause, effect = (_argument(plain, tag) for tag in ("ARG0", "ARG1"))
    return Marked(cause, effect, any(map(_CONNECTIVE.search, signals)))


def _argument(text: str, tag: str) -> frozenset[str]:
    found = re.search(rf"<{tag}>(.*?)</{tag}>", text)
    return words(re.sub(r"</?ARG\d>", "", found[1])) if found else frozenset()


def measure(graph: KnowledgeGraph, known: dict[str, tuple[str, list[Marked]]]) -> Figures:
    """Compare the edges of each sentence (by URI) with what is marked in it."""
    edges: dict[str, list[Edge]] = {}
    with graph.database.driver_session() as driver:
        for row in driver.execute_query(_EDGES).records:
            edges.setdefault(row["uri"], []).append((row["cause"], row["effect"]))
    figures = Figures(sentences=len(known))
    for uri, (sentence, marked) in known.items():
        there = edges.get(uri, [])
        figures.edges += len(there)
        figures.right += sum(_any_met(marked, [edge]) for edge in there)
        explicit = [one for one in marked if one.is_explicit]
        if not explicit:
            continue
        figures.explicit += 1
        if _any_met(explicit, there):
            figures.found += 1
            figures.shown += _any_met(explicit, _searched(graph, sentence))
        else:
            figures.reversed_only += _any_met(explicit, [(b, a) for a, b in there])
    return figures


def _any_met(marked: Iterable[Marked], edges: Iterable[Edge]) -> bool:
    known = list(edges)
    return any(one.is_met(edge) for one in marked for edge in known)


def _searched(graph: KnowledgeGraph, sentence: str) -> list[Edge]:
    rows = graph.search(sentence, "causal", context_only=True).context.tables["Relationships"]
    return [(r["source"], r["target"]) for r in rows if r["relation_type"] == "CAUSES"]


def _share(part: int, whole: int) -> str:
    return f"{part / max(1, whole):.1%}"


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the figures.")
def main(file: Path, json_file: Path | None) -> None:
    """Measure the causal edges that rules find in the sentences of FILE."""
    home = cache_dir() / "benchmarks" / f"causal-{file.stem}"
    once = dict(sentences(file))  # equal ones are one source
    found = {f"sentence:{n}": one for n, one in enumerate(once.items())}
    documents = [Document(uri, sentence, "") for uri, (sentence, _) in found.items()]
    LocalServer(home).stop()
    shutil.rmtree(home, ignore_errors=True)  # what is there would not be read anew
    with KnowledgeGraph.local(home, progress=RichProgress()) as graph:
        click.echo(graph.ingest(documents).summary())
        figures = measure(graph, found)
    click.echo(figures.summary())
    if json_file:
        json_file.write_text(json.dumps(asdict(figures), indent=2) + "\n", encoding="utf-8")
    LocalServer(home).stop()


if __name__ == "__main__":
    main()
