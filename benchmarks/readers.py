"""Words that the PDF reader glues or tears: python -m benchmarks.readers PDF=SOURCE...

SOURCE is the same manual as HTML or text: a file, or a folder of HTML pages. Both are read as an
ingest reads them. Recall: of the source's words (letters only, each as often as it stands there)
those that the PDF's text has; what the HTML has more of, as a glossary of links, counts against
it. Precision: of the PDF's words those that the source has anywhere, so that repeating one is no
error, but gluing two or tearing one is.

With --speed FOLDER every file there is read, too: megabytes a minute by suffix, of the files as
they lie on the disk.
"""

from __future__ import annotations

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


def speed(folder: Path) -> dict[str, tuple[int, float]]:
    """Bytes and seconds by suffix."""
    totals: dict[str, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    for file in find_files([folder]):
        if isinstance(file, Path):
            started = time.perf_counter()
            for _ in read_path(file):
                pass
            size, seconds = totals[file.suffix.lower()]
            passed = time.perf_counter() - started
            totals[file.suffix.lower()] = (size + file.stat().st_size, seconds + passed)
    return dict(sorted(totals.items()))


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
        table = Table("suffix", "MB", "MB/min")
        for suffix, (size, seconds) in speed(folder).items():
            rate = size / _MB / max(seconds, 1e-9) * 60
            table.add_row(suffix or "none", f"{size / _MB:.2f}", f"{rate:,.0f}")
        console.print(table)


if __name__ == "__main__":
    main()
