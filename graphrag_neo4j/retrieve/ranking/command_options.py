"""Options of commands that a question names, and where a manual describes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.question.terms import COMMON, DASHES, MARKS, MAX_WORDS, stems

_OPTION = re.compile(r"--?[A-Za-z][\w-]*")
_HYPHENS = dict.fromkeys(map(ord, DASHES), "-")
_BESIDE = frozenset(
    "add argument arguments command flag flags give option options parameter parameters pass set"
    " switch switches use using".split()
)
"""Words between an option and the name of its command."""
_OF = frozenset({"of", "in", "for"})
_REACH = 4
"""Words behind an option among which "of" and the command are looked for."""


def described(question: str, said: Sequence[Row]) -> frozenset[str]:
    """Ids of the statements in ``said``, rows of ``retrieve/statements``, that begin with an option
    that the question names, as its description in a manual does ("-v, --invert-match").

    Where the question says whose option it is ("grep -v", "the -v of grep"), title, section or
    text must have that name: every other manual has a -v.
    """
    asked = dict(_options(question))
    if not asked:
        return frozenset()
    return frozenset(
        row["id"]
        for chunk in said
        for row in chunk["statements"]
        if (start := _OPTION.match(row["text"].translate(_HYPHENS)))
        and start.group() in asked
        and asked[start.group()] <= _words(chunk)
    )


def names_option(question: str) -> bool:
    """Whether a question has an option of a command ("-v", "--exclude")."""
    return any(_options(question))


def _options(question: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The options of the question, each with the stems of its command's name, if that is said."""
    tokens = [token.strip(MARKS) for token in question.translate(_HYPHENS).split()[:MAX_WORDS]]
    for i, token in enumerate(tokens):
        if _OPTION.fullmatch(token):
            name = _last_word(tokens[:i]) or _owner(tokens[i + 1 : i + 1 + _REACH])
            yield token, frozenset(stems(name))


def _last_word(tokens: Sequence[str]) -> str:
    """The command right before an option, other options and the like between them."""
    for token in reversed(tokens):
        if token.casefold() not in _BESIDE and not _OPTION.fullmatch(token):
            return "" if token.casefold() in COMMON else token
    return ""


def _owner(tokens: Sequence[str]) -> str:
    """What stands behind "of"."""
    for i, token in enumerate(tokens):
        if token.casefold() in _OF:
            rest = (one for one in tokens[i + 1 :] if one.casefold() not in COMMON | _BESIDE)
            return next(rest, "")
    return ""


def _words(chunk: Row) -> frozenset[str]:
    source = chunk["source"]
    names = [source.get("title") or "", PurePath(str(source.get("uri", ""))).name]
    texts = [row["words"] for row in chunk["statements"]]
    return stems(" ".join([*names, chunk["section"] or "", *texts]))
