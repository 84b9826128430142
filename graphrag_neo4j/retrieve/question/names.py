"""Which words of a question are names that the graph knows, and which only look like one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from string import capwords

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.question.terms import is_cased, longest

LEAST_AS_NAME = 0.5
"""Share of the passages with a word, written small by one who writes capitals, that mention the
entity of this name at least."""
LEAST_IN_LOWER = 0.1
"""The same in a question without capitals: of the passages with "copy" or "film" few mean the one
that is called so."""


def known_names(question: str, names: Mapping[str, str], hits: Sequence[Row]) -> dict[str, str]:
    """Those of the names that the graph has, parts of longer ones left out.

    Where a sentence begins with its only capital letter, its writer would have given a name
    another: a word is none then if most passages mean no entity by it. Without any, a common word
    may be a name ("the author of it"), but not as the first one ("copy a tree of folders").
    """
    mentions = {hit["via"]: hit["chunk_count"] for hit in hits if hit["kind"] == "about"}
    there = {id_: name for id_, name in names.items() if id_ in mentions}
    if is_cased(question):
        return longest(there)
    first, *others = question.split()
    if first[0].isupper():
        return longest(_other_than(_with_fewer(there, hits, LEAST_AS_NAME), there))
    common = _with_fewer(there, hits, LEAST_IN_LOWER) if others else frozenset()
    begins = {id_ for id_ in common if there[id_].casefold() == first.casefold()}
    return longest(_other_than(begins, there))


def common_names(question: str, names: Mapping[str, str], hits: Sequence[Row]) -> frozenset[str]:
    """Ids of the names that may as well be common words, as nobody wrote them with a capital."""
    if is_cased(question):
        return frozenset()
    return _with_fewer(names, hits, LEAST_IN_LOWER)


def with_capitals(question: str, names: Iterable[str]) -> str:
    """A question without capitals, with those of ``names``: what tells words of names from words
    that say what is asked goes by them."""
    if is_cased(question):
        return question
    for name in names:
        written = rf"(?<!\w){re.escape(name)}(?!\w)"
        question = re.sub(written, capwords(name), question, flags=re.IGNORECASE)
    return question


def word_counts(hits: Sequence[Row]) -> dict[str, int]:
    """In how many passages each word of the question is, in any form of it."""
    return {
        str(hit["via"]).strip(): int(hit["chunk_count"]) for hit in hits if hit["kind"] == "word"
    }


def exact_word_counts(hits: Sequence[Row]) -> dict[str, int]:
    """In how many of these passages each word that is a name stands as it is written."""
    return {str(hit["via"]).strip(): int(hit["score"]) for hit in hits if hit["kind"] == "word"}


def _with_fewer(names: Mapping[str, str], hits: Sequence[Row], least: float) -> frozenset[str]:
    """Ids of names that are words of which less than this share of the passages mean an entity."""
    passages = exact_word_counts(hits)
    return frozenset(
        hit["via"]
        for hit in hits
        if hit["kind"] == "about"
        and (name := names.get(hit["via"]))
        and hit["chunk_count"] < least * passages.get(name.casefold(), 0)
    )


def _other_than(ids: Collection[str], names: Mapping[str, str]) -> dict[str, str]:
    return {id_: name for id_, name in names.items() if id_ not in ids}
