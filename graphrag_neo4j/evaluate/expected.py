"""Which sources of a graph a question's ``sources`` mean, and at which rank each was found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from graphrag_neo4j.evaluate.evidence import Evidence
from graphrag_neo4j.evaluate.questions import Question
from graphrag_neo4j.ids import normalise_text, source_id

if TYPE_CHECKING:
    from graphrag_neo4j.database.connection import Database

PASSAGE_WORDS = 6
"""What names no source and has so many words is a passage of a text."""
_LONGEST_NAME = 400


@dataclass(frozen=True, slots=True)
class Expected:
    """One thing that should be found: a source under any of these ``uris``, or, without any, a
    ``passage`` (None: nothing in the graph is called so)."""

    name: str
    uris: frozenset[str] = frozenset()
    passage: str | None = None

    def is_in(self, uri: str, texts: Iterable[str]) -> bool:
        """Whether a source of that URI, found with these texts, is it. A passage is found where
        it holds a statement shown, or a statement holds it."""
        if self.passage is None:
            return uri in self.uris
        shown = (normalise_text(text).casefold() for text in texts)
        return any(one and (one in self.passage or self.passage in one) for one in shown)


def expected_of(
    database: Database, questions: Sequence[Question]
) -> dict[str, tuple[Expected, ...]]:
    """What is expected for each question, by its text; two statements."""
    names = list(dict.fromkeys(name for one in questions for name in one.sources))
    meant = _meant(database, names)
    return {one.question: tuple(meant[name] for name in one.sources) for one in questions}


def ranks(expected: Sequence[Expected], evidence: Evidence) -> list[int | None]:
    """The rank (from 1) of the source in which each was found; a source counts once."""
    order: dict[str, int] = {}
    for piece in evidence:
        if piece.uri:
            order.setdefault(piece.uri, len(order) + 1)
    return [
        min(
            (
                order[piece.uri]
                for piece in evidence
                if piece.uri and one.is_in(piece.uri, piece.texts)
            ),
            default=None,
        )
        for one in expected
    ]


def _meant(database: Database, names: Sequence[str]) -> dict[str, Expected]:
    short = [name for name in names if len(name) <= _LONGEST_NAME]
    by_name = _by_uri(database, short)
    rest = [name for name in short if name not in by_name]
    by_name |= _by_title(database, rest)
    return {name: _expected(name, by_name.get(name, frozenset())) for name in names}


def _expected(name: str, uris: frozenset[str]) -> Expected:
    is_passage = not uris and len(name.split()) >= PASSAGE_WORDS
    return Expected(name, uris, normalise_text(name).casefold() if is_passage else None)


def _by_uri(database: Database, names: Sequence[str]) -> dict[str, frozenset[str]]:
    """By URI, other name of a source, or path."""
    spelled = {name: {name, *_as_uri(name)} for name in names}
    every = sorted(set().union(*spelled.values())) if spelled else []
    rows = database.read(
        "sources/sources_named", ids=[source_id(uri) for uri in every], names=every, prefix=None
    )
    known: dict[str, set[str]] = {}
    for row in rows:
        for uri in (row["uri"], *row["aliases"]):
            known.setdefault(uri, set()).add(row["uri"])
    found = {n: frozenset().union(*(known.get(u, ()) for u in s)) for n, s in spelled.items()}
    return {name: uris for name, uris in found.items() if uris}


def _by_title(database: Database, names: Sequence[str]) -> dict[str, frozenset[str]]:
    """By title, end of a path (also of a file with the same text), or the file that a source is a
    part of."""
    if not names:
        return {}
    titles = {name.casefold() for name in names}
    rows = database.read(
        "evaluate/sources_called",
        titles=sorted(titles),
        endings=sorted({ending for name in names for ending in _endings(name)}),
    )
    found: Mapping[str, set[str]] = {name: set() for name in names}
    for name in names:
        for row in rows:
            files = [f"/{uri.partition('#')[0]}" for uri in (row["uri"], *row["aliases"])]
            is_called_so = (row["title"] or "").casefold() == name.casefold()
            if is_called_so or any(file.endswith(_endings(name)) for file in files):
                found[name].add(row["uri"])
    return {name: frozenset(uris) for name, uris in found.items() if uris}


def _endings(name: str) -> tuple[str, str]:
    """How the URI of a file of that relative path ends, also with its letters quoted."""
    ending = "/" + name.removeprefix("./").lstrip("/")
    return ending, quote(ending)


def _as_uri(name: str) -> list[str]:
    try:
        return [Path(name).expanduser().resolve().as_uri()]
    except (ValueError, OSError, RuntimeError):  # a NUL in it, no such user
        return []
