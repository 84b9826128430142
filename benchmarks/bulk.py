"""Parts, built and loaded: python -m benchmarks.bulk FOLDER [--passages N] [--step S]

Writes a corpus (:mod:`benchmarks.corpus`) and its parts to FOLDER, unless they are there, then
makes their graph twice: by ``build`` and by ``ingest --extracted``, each in a home of its own.
Vectors are sums of random ones for words, of the real length, as the model's time would hide all
other. Tells seconds, our own memory while building (not Java's), the size of the store, and, of the
built graph, medians of what is asked every day.
"""

from __future__ import annotations

import re
import resource
import shutil
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

import click
import numpy as np
import psutil
from llama_index.core.base.embeddings.base import BaseEmbedding
from numpy.typing import NDArray
from pydantic import PrivateAttr

from benchmarks import corpus
from graphrag_neo4j import KnowledgeGraph, Settings, build_graph, extract_parts
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.progress import Advance

DIMENSIONS = 384
QUESTIONS = 20
MODEL = "benchmarks.bulk:WordsEmbedding"


class WordsEmbedding(BaseEmbedding):
    """The unit vector of a text's words, each a random one that is always the same.

    Texts that share words are near each other, as with a real model. Random vectors of texts
    would be equally far from all others, which no index is made for.
    """

    _of_words: dict[str, NDArray[np.float32]] = PrivateAttr(default_factory=dict)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"model_name": "words", "embed_batch_size": 2048, **kwargs})

    def _get_text_embedding(self, text: str) -> list[float]:
        words = re.findall(r"\w+", text.lower()) or [""]
        vector = np.sum([self._of_word(word) for word in words], axis=0)
        return (vector / np.linalg.norm(vector)).tolist()  # type: ignore[no-any-return]

    def _of_word(self, word: str) -> NDArray[np.float32]:
        found = self._of_words.get(word)
        if found is None:
            random = np.random.default_rng(int(content_hash(word), 16))
            found = random.standard_normal(DIMENSIONS, dtype=np.float32)
            self._of_words[word] = found
        return found

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)


class Stages:
    """A progress that sums up what each kind of work took, the outermost only: seconds, and in
    brackets those of processors, ours and Neo4j's, which tell more on a machine that others use."""

    def __init__(self) -> None:
        self.seconds = defaultdict[str, float](float)
        self.cpu = defaultdict[str, float](float)
        self._depth = 0

    @contextmanager
    def task(self, description: str, *_: object) -> Iterator[Advance]:
        began, before = time.monotonic(), cpu_seconds()
        self._depth += 1
        try:
            yield lambda _: None
        finally:
            self._depth -= 1
            if not self._depth:
                self.seconds[description] += time.monotonic() - began
                self.cpu[description] += cpu_seconds() - before

    def __str__(self) -> str:
        said = (f"{what} {n:.1f} s ({self.cpu[what]:.1f})" for what, n in self.seconds.items())
        return ", ".join(said)


def cpu_seconds() -> float:
    """Of processors, that this process and those that it started took until now."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = time.process_time() + ended.ru_utime + ended.ru_stime
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            times = child.cpu_times()
            total += times.user + times.system
    return total


def timed(what: str, work: Callable[[], Any]) -> float:
    """Do it, print how long it took, and return that."""
    began = time.monotonic()
    work()
    seconds = time.monotonic() - began
    print(f"{what}: {seconds:.1f} s", flush=True)
    return seconds


def ask(graph: KnowledgeGraph, names: Sequence[str], mode: Any) -> float:
    """Median of a retrieval, in milliseconds; the first two are not counted."""
    found = []
    for name in names:
        began = time.monotonic()
        graph.retrieve(f"Who founded {name}?", mode=mode)
        found.append((time.monotonic() - began) * 1000)
    return median(found[2:])


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--passages", default=5_000, show_default=True)
@click.option("--workers", default=2, show_default=True)
@click.option(
    "--step",
    "steps",
    multiple=True,
    type=click.Choice(["extract", "build", "load"]),
    default=["extract", "build", "load"],
    help="Only that. May be repeated.",
)
def main(folder: Path, passages: int, workers: int, steps: Sequence[str]) -> None:
    """Measure both ways on so many passages."""
    texts, parts = folder / "texts", folder / "parts"
    settings = Settings(nlp="none", embedding=MODEL, home=folder / "built")
    if not texts.exists():
        corpus.write(texts, passages)
    if "extract" in steps:
        given: dict[str, Any] = {"workers": workers, "settings": settings}
        timed("extract", lambda: extract_parts(texts, out=parts, **given))
    for step, home in (("build", "built"), ("load", "loaded")):
        if step in steps:
            KnowledgeGraph.local(folder / home).server.stop()
            shutil.rmtree(folder / home, ignore_errors=True)
    stages: Any = Stages()
    if "build" in steps:
        made = {"settings": settings, "progress": stages}
        timed("build", lambda: build_graph(parts, into=folder / "built", **made))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        size = sum(file.stat().st_size for file in (folder / "built" / "data").rglob("*.*"))
        print(f"{stages}; our own memory {peak:,.0f} MB; data {size / 1e6:,.0f} MB")
        with KnowledgeGraph.local(folder / "built", settings) as graph:
            _tell(graph, folder, passages)
            graph.server.stop()
    if "load" in steps:
        stages = Stages()
        with KnowledgeGraph.local(folder / "loaded", settings, progress=stages) as graph:
            timed("ingest --extracted", lambda: graph.ingest(extracted=parts))
            print(stages)
            graph.server.stop()


def _tell(graph: KnowledgeGraph, folder: Path, passages: int) -> None:
    stats = graph.stats()
    print(", ".join(f"{n:,} {label}" for label, n in stats.nodes.items() if n))
    print(f"{sum(stats.relationships.values()):,} relationships")
    names = corpus.Corpus(QUESTIONS * 20).names[::20]  # hubs and rare ones
    for mode in ("traversal", "vector_guided"):
        print(f"{mode}: {ask(graph, names, mode):.0f} ms")
    timed("stats", graph.stats)
    timed("sources list", graph.sources.list)
    timed("schema show", graph.schema.describe)
    every = [passage["text"] for passage in corpus.Corpus(passages)][:: max(passages // 63, 1)]
    file = folder / "ten-pages.txt"
    pages = [every[:30], every[:27] + every[30:33], every[3:33], every[33:63]]
    for what, said in zip(("new", "one changed", "one changed", "all changed"), pages, strict=True):
        file.write_text("\n\n".join(said))
        timed(f"ingest of ten pages, {what}", lambda: graph.ingest(file))
    timed("delete of it", lambda: graph.sources.delete(file.resolve().as_uri()))


if __name__ == "__main__":
    main()
