"""Of two versions of one text, the one that is asked for first: that of the year which the
question names, or the newest.

A price list of last year says the same as this year's but for the numbers, so nothing that a
question says tells them apart, unless it names the year.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.chunk_rerank import words_of
from graphrag_neo4j.retrieve.query_terms import asked_stems, stems

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d]|[.,]\d)")
_FEWEST = 2
"""Statements that two versions have in common, and that differ in a number. Of two files one is
enough where they say no more, as a row of this year's table and of last year's."""
_SHARE = 0.5
"""What share of the shorter one they are at least."""
_NEAR = 0.8
"""What share of the other's score a version has at least: else something tells them apart."""


def newest_first(
    question: str, said: Sequence[Row], scores: Mapping[str, float]
) -> dict[str, float]:
    """New scores of chunks, where those of versions of one text have changed places. ``said``: rows
    of ``retrieve/statements``. A text is of the first year that its title, its name or its
    statements say; one without a year stays where it is, and so does one that has a word of the
    question which the other lacks: two bills of one form are no versions."""
    new = dict(scores)
    words = asked_stems(question)
    asked = set(_YEAR.findall(question))
    dated = [(chunk, year) for chunk in said if (year := _year(chunk))]
    dated.sort(key=lambda pair: (pair[1] not in asked, -int(pair[1])))
    plain = {chunk["chunk"]: _without_numbers(chunk) for chunk, _ in dated}
    for (first, year), (second, other) in combinations(dated, 2):
        one, two = first["chunk"], second["chunk"]
        is_behind = _NEAR * new[two] <= new[one] <= new[two]
        fewest = 1 if _file(first) != _file(second) else _FEWEST
        if not is_behind or year == other or not _are_versions(plain[one], plain[two], fewest):
            continue
        if words & stems(words_of(second)) - {year, other} <= stems(words_of(first)):
            # Of two that score alike the order would be left to their ids.
            new[one], new[two] = new[two], min(new[one], math.nextafter(new[two], 0.0))
    return new


def _year(chunk: Row) -> str | None:
    source = chunk["source"]
    name = source["uri"].rpartition("/")[2]
    texts = (source.get("title") or "", name, *(row["text"] for row in chunk["statements"]))
    return next((found[0] for text in texts if (found := _YEAR.search(text))), None)


def _without_numbers(chunk: Row) -> dict[str, set[str]]:
    """What the statements of a chunk say but for their numbers, each with how it says it."""
    said: dict[str, set[str]] = defaultdict(set)
    for row in chunk["statements"]:
        said[_NUMBER.sub("0", row["words"])].add(row["words"])
    return said


def _file(chunk: Row) -> str:
    return str(chunk["source"]["uri"]).partition("#")[0]


def _are_versions(one: Mapping[str, set[str]], other: Mapping[str, set[str]], fewest: int) -> bool:
    changed = sum(one[text].isdisjoint(other[text]) for text in one.keys() & other.keys())
    shorter, longer = sorted((len(one), len(other)))
    return changed >= max(fewest if longer == 1 else _FEWEST, _SHARE * shorter)
