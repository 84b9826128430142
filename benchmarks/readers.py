"""Words that the PDF reader glues or tears: python -m benchmarks.readers PDF=SOURCE...

SOURCE is the same manual as HTML or text: a file, or a folder of HTML pages. Both are read as an
ingest reads them. Recall: of the source's words (letters only, each as often as it stands there)
those that the PDF's text has; what the HTML has more of, as a glossary of links, counts against
it. Precision: of the PDF's words those that the source has anywhere, so that repeating one is no
error, but gluing two or tearing one is.

With --speed FOLDER every file there is read, too, and once more cut and extracted by the rules:
megabytes of the files as they lie on the disk, for a minute of processor time, by suffix. Vectors
come on top.
"""

from __future__ import annotations

import os
import re
import sys
import time
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import find_files, read_path

_WORD = re.compile(r"[^\W\d_]+")
_SHOWN = 5
_MB = 1e6


@dataclass(frozen=True)
class Fidelity:
    """Of one PDF: shares from 0 to 1, seconds, and the commonest words that the source lacks."""

    recall: float
    precision: float
    seconds: float
    unknown: tuple[str, ...]


def words_of(files: Iterable[Path]) -> Counter[str]:
    """The words of what can be read of these files."""
    found: Counter[str] = Counter()
    for file in files:
        for item in read_path(file):
            if isinstance(item, Document):
                text = unicodedata.normalize("NFKC", item.text)
                found.update(word.casefold() for word in _WORD.findall(text))
    return found


def compare(pdf: Path, source: Path) -> Fidelity:
    """The words of a PDF against those of its source."""
    pages = sorted(source.rglob("*.htm*")) if source.is_dir() else [source]
    wanted = words_of(pages)
    started = time.perf_counter()
    got = words_of([pdf])
    seconds = time.perf_counter() - started
    found = sum(min(n, got[word]) for word, n in wanted.items())
    known = sum(n for word, n in got.items() if word in wanted)
    unknown = Counter({word: n for word, n in got.items() if word not in wanted})
    return Fidelity(
        found / max(wanted.total(), 1),
        known / max(got.total(), 1),
        seconds,
        tuple(f"{word} {n}" for word, n in unknown.most_common(_SHOWN)),
    )


@dataclass
class Cost:
    """Of files of one suffix: bytes on disk, and seconds of processor time."""

    size: int = 0
    reading: float = 0.0
    extracting: float = 0.0


def speed(folder: Path) -> dict[str, Cost]:
    """The cost of reading, and of cutting and extracting by rules, by suffix."""
    costs: dict[str, Cost] = defaultdict(Cost)
    extractor = RulesExtractor()
    for file in find_files([folder]):
        if not isinstance(file, Path):
            continue
        cost = costs[file.suffix.lower()]
        cost.size += file.stat().st_size
        started = _processor_time()
        documents = [item for item in read_path(file) if isinstance(item, Document)]
        read = _processor_time()
        for document in documents:
            chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
            extractor.extract(document, chunks)
        cost.reading += read - started
        cost.extracting += _processor_time() - read
    return dict(sorted(costs.items()))


def _processor_time() -> float:
    """Of this process and of its children that have ended."""
    return sum(os.times()[:4])


@click.command()
@click.argument("pairs", nargs=-1, metavar="[PDF=SOURCE]...")
@click.option("--speed", "folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(pairs: tuple[str, ...], folder: Path | None) -> None:
    """Measure the readers."""
    console = Console(file=sys.stdout, width=140)
    if pairs:
        table = Table("PDF", "recall", "precision", "seconds", "not in the source")
        for pair in pairs:
            pdf, _, source = pair.partition("=")
            found = compare(Path(pdf), Path(source))
            shares = f"{found.recall:.4f}", f"{found.precision:.4f}", f"{found.seconds:.1f}"
            table.add_row(Path(pdf).name, *shares, ", ".join(found.unknown))
        console.print(table)
    if folder:
        table = Table("suffix", "MB", "read MB/min", "read and extracted MB/min")
        for suffix, cost in speed(folder).items():
            size = cost.size / _MB
            read = size / max(cost.reading, 1e-2) * 60
            both = size / max(cost.reading + cost.extracting, 1e-2) * 60
            table.add_row(suffix or "none", f"{size:.2f}", f"{read:,.0f}", f"{both:,.0f}")
        console.print(table)


if __name__ == "__main__":
    main()
