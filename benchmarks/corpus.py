"""A corpus of any size in the shape of real ones: python -m benchmarks.corpus FOLDER --passages N

JSON lines, some thousand passages a file; the same numbers give the same bytes. How often a name
is said falls as in texts (Zipf): a few hubs, most names once or twice. Every hundredth passage is
long. A passage has four sentences about the name in its title, as an encyclopedia has.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from random import Random

import click

SENTENCES = 4
LONG, EVERY = 60, 100
"""Sentences of a long passage; how many passages there are to one."""
PER_FILE = 4_000
_EXPONENT = 1.07
_ONSETS = "B C D F G H J K L M N P R S T V W Br Cr Dr Fr Gr Kl St Tr".split()
_VOWELS = "a e i o u ai ea ie oa".split()
_CODAS = "l m n r s t nd rk st ll".split()
_SAID = (
    "{a} founded {b} in {year}.",
    "{a} acquired {b}.",
    "{a} was born in {b}.",
    "{a} works for {b} in {c}.",
    "{a} is located in {b}.",
    "In {year} {a} met {b} at {c}.",
    "{a} supplies {b} with parts from {c}.",
    "{b} is a part of {a}.",
)


class Corpus:
    """Passages and the names in them; ``names`` of them, the first said most often."""

    def __init__(self, passages: int, seed: int = 1) -> None:
        self._random = Random(seed)
        self.passages = passages
        self.names = [self._name(n) for n in range(max(passages, 20))]
        self._weights = list(
            accumulate((rank + 3) ** -_EXPONENT for rank in range(len(self.names)))
        )

    def __iter__(self) -> Iterator[dict[str, str]]:
        for n in range(self.passages):
            about = self.names[n]
            size = LONG if n % EVERY == EVERY - 1 else SENTENCES
            text = " ".join(self._sentence(about) for _ in range(size))
            yield {"id": str(n), "title": about, "text": text}

    def _sentence(self, about: str) -> str:
        b, c = self._random.choices(self.names, cum_weights=self._weights, k=2)
        year = str(self._random.randint(1800, 2020))
        return self._random.choice(_SAID).format(a=about, b=b, c=c, year=year)

    def _name(self, n: int) -> str:
        """Two words; the number keeps them apart."""
        words = ("".join(self._syllables()) for _ in range(2))
        return f"{' '.join(words)} {n}"

    def _syllables(self) -> Iterator[str]:
        pick = self._random.choice
        yield pick(_ONSETS) + pick(_VOWELS)
        yield pick(_CODAS) + pick(_VOWELS) + pick(_CODAS)


def write(folder: Path, passages: int, seed: int = 1) -> int:
    """Write the files; returns their bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    lines: list[str] = []
    size = 0
    for n, passage in enumerate(Corpus(passages, seed), start=1):
        lines.append(json.dumps(passage))
        if len(lines) == PER_FILE or n == passages:
            path = folder / f"passages-{(n - 1) // PER_FILE:05}.jsonl"
            size += path.write_text("\n".join(lines) + "\n", "utf-8")
            lines = []
    return size


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--passages", default=10_000, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(folder: Path, passages: int, seed: int) -> None:
    """Write a corpus of so many passages to FOLDER."""
    size = write(folder, passages, seed)
    print(f"{passages:,} passages, {size / 1e6:.1f} MB in {folder}")


if __name__ == "__main__":
    main()
