"""Finds the Cypher files: one statement each, in the folder of the package that runs it.

In an installed package they lie inside it; in a checkout, in ``cypher/`` beside it.

A statement that is the same for several labels, or for several kinds of relationships, is one
file, a template: it is written for one of them, so that it can be pasted into Neo4j Browser, and
marks the names that another one has in their place: ``(n:Chunk /* label */ {id: row.id})``. The
names come from :mod:`graphrag_neo4j.vocabulary` only, never from data.

A clause that several statements share is a file in ``cypher/clauses``; ``/* clause: or_merged */``
marks where it goes. Without it a statement can still be pasted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from graphrag_neo4j.vocabulary import LABELS, LINKS, Kind, Link

_PACKAGE = Path(__file__).resolve().parents[1]
_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
_MARKED = re.compile(r"('?)\w+\1 /\* (label|start|type|end) \*/")
_CLAUSE = re.compile(r"/\* clause: (\w+) \*/")
_PARAMETER = re.compile(r"\$(\w+)")
_SIZED = "sized"
_ALL = "*"
_NO_STATEMENTS = ("schema", "clauses")


@cache
def folder() -> Path:
    """The folder that holds the product's Cypher files."""
    inside = _PACKAGE / "cypher"
    return inside if inside.is_dir() else _PACKAGE.parent / "cypher"


FILTER = "true /* filter */"
"""Where a statement can be narrowed to sources that a reader asks for."""


def _text(file: str) -> str:
    return (folder() / f"{file}.cypher").read_text(encoding="utf-8")


@cache
def load(name: str) -> str:
    """The text of ``cypher/<name>.cypher``, or of a template for one kind (see :func:`of`)."""
    file, _, kind = name.partition(":")
    text = _CLAUSE.sub(lambda found: _text(f"clauses/{found[1]}").rstrip(), _text(file))
    if kind == _ALL:
        return "\nUNION ALL\n".join(_filled(text, one) for one in _kinds(text))
    return _filled(text, _BY_NAME[kind]) if kind else text


def of(name: str, kind: Kind) -> str:
    """The name of the template ``cypher/<name>.cypher`` for one label or kind of relationship."""
    return f"{name}:{_name(kind)}"


def of_all(name: str) -> str:
    """The name of the union of a template over all labels, or all kinds of relationships."""
    return f"{name}:{_ALL}"


def names() -> list[str]:
    """All statements, templates for all that they can stand for; not the schema's files, nor
    clauses."""
    found = []
    for path in sorted(folder().rglob("*.cypher")):
        if path.parent.name not in _NO_STATEMENTS:
            name = str(path.relative_to(folder()).with_suffix(""))
            kinds = _kinds(load(name))
            found += [of(name, kind) for kind in kinds] if kinds else [name]
    return found


def _kinds(text: str) -> list[Kind]:
    """What a template can stand for; nothing for any other statement."""
    marks = {mark for _, mark in _MARKED.findall(text)}
    if not marks:
        return []
    return [*LABELS] if marks == {"label"} else sorted(LINKS)


def _name(kind: Kind) -> str:
    return "-".join(kind.pattern) if isinstance(kind, Link) else kind


def _filled(text: str, kind: Kind) -> str:
    names = {"label": str(kind)}
    if isinstance(kind, Link):
        names = {"start": kind.start, "type": kind.type, "end": kind.end}
    return _MARKED.sub(lambda mark: f"{mark[1]}{names[mark[2]]}{mark[1]}", text)


_KINDS: list[Kind] = [*LABELS, *LINKS]
_BY_NAME = {_name(kind): kind for kind in _KINDS}


def narrowed(names: str | Sequence[str], condition: str | None) -> str:
    """The text of a statement with ``condition`` in the place of its filter, if there is one; of
    several, one statement that runs them all and gives the columns of each."""
    text = load(names) if isinstance(names, str) else _together([load(name) for name in names])
    return text if condition is None else text.replace(FILTER, condition)


def sent(text: str, parameters: Mapping[str, object]) -> tuple[str, dict[str, object]]:
    """A statement and its parameters as the server gets them: lists and texts inside one map.

    A server plans a statement anew for lists and texts of 0, 1, up to 10, up to 100 … elements,
    which for the largest takes a second; how much a map holds it does not look at.
    """
    sized = {
        name: value
        for name, value in parameters.items()
        if value is None or isinstance(value, str | list | tuple)
    }
    if not sized:
        return text, dict(parameters)
    text = _PARAMETER.sub(lambda one: f"${_SIZED}.{one[1]}" if one[1] in sized else one[0], text)
    others = {name: value for name, value in parameters.items() if name not in sized}
    return text, {**others, _SIZED: sized}


def split(script: str) -> list[str]:
    """The statements of a script, which end with ";" at the end of a line; comments dropped."""
    bare = _COMMENT.sub("", script)
    return [s.strip() for s in re.split(r";\s*(?:\n|$)", bare) if s.strip()]


def _together(texts: Sequence[str]) -> str:
    version = "CYPHER 25\n"
    parts = [f"CALL () {{\n{text.removeprefix(version)}\n}}" for text in texts]
    head = version if any(text.startswith(version) for text in texts) else ""
    return head + "\n".join([*parts, "RETURN *"])
