"""Makes ``docs/api.md`` from the docstrings of all public names."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

import graphrag_neo4j
from graphrag_neo4j.resources.communities import Communities
from graphrag_neo4j.resources.entities import Entities
from graphrag_neo4j.resources.schema import Schema
from graphrag_neo4j.resources.sources import Sources

NOUNS = (Sources, Entities, Communities, Schema)
_ROLE = re.compile(r":(class|meth|attr|func|mod|data|exc):`~?([^`]+)`")
_INTRO = (
    "# API reference",
    "",
    "Everything that `graphrag_neo4j` exports, from the docstrings. Options of retrievers are in",
    "[retrieval.md](retrieval.md), of searches in [search.md](search.md), settings in",
    "[settings.md](settings.md). The form of a method for `async` has an `a` before its name.",
)


def api_page(made: str) -> str:
    """The page; ``made`` is its first line."""
    public = {name: getattr(graphrag_neo4j, name) for name in graphrag_neo4j.__all__}
    errors = {n for n, it in public.items() if inspect.isclass(it) and issubclass(it, Exception)}
    retrievers = {n for n in public if n.endswith(("Retriever", "Search", "Postprocessor"))}
    facade = {"KnowledgeGraph", "LocalServer", "Settings", "load_settings"}
    lines = [made, *_INTRO]
    lines += _section("The graph", {n: public[n] for n in sorted(facade)})
    lines += _section("Its nouns", {f"graph.{it.__name__.lower()}": it for it in NOUNS})
    lines += _section("Retrievers", {n: public[n] for n in sorted(retrievers)})
    rest = sorted(set(public) - errors - retrievers - facade)
    lines += _section("Records, results and protocols", {n: public[n] for n in rest})
    lines += _section("Errors", {n: public[n] for n in sorted(errors)})
    return "\n".join(lines).rstrip() + "\n"


def _section(title: str, things: dict[str, Any]) -> Iterator[str]:
    yield from ("", f"## {title}")
    for name, thing in things.items():
        yield from ("", f"### {name}", "", _plain(thing))
        if not inspect.isclass(thing):
            continue
        if is_dataclass(thing) and fields(thing):
            yield from ("", "| field | type | default |", "|---|---|---|")
            yield from (_row(one) for one in fields(thing) if not one.name.startswith("_"))
        for method, function in sorted(_methods(thing)):
            yield from ("", f"**`{method}{_signature(function)}`**", "", _plain(function))


def _methods(kind: type) -> Iterator[tuple[str, Any]]:
    """Public methods and properties that the class itself, or one of ours above it, defines."""
    seen = set()
    for owner in kind.__mro__:
        if not owner.__module__.startswith(graphrag_neo4j.__name__):
            continue
        for name, raw in vars(owner).items():
            function = raw.__func__ if isinstance(raw, classmethod | staticmethod) else raw
            if name.startswith("_") or name in seen or not _is_documented(function):
                continue
            seen.add(name)
            yield name, function


def _is_documented(thing: Any) -> bool:
    is_callable = inspect.isfunction(thing) or isinstance(thing, property)
    return is_callable and bool(inspect.getdoc(thing))


def _signature(function: Any) -> str:
    if isinstance(function, property):
        return ""
    whole = inspect.signature(function)
    parameters = [
        one.replace(annotation=_Bare(one.annotation))
        if one.annotation is not inspect.Parameter.empty
        else one
        for one in whole.parameters.values()
        if one.name not in ("self", "cls")
    ]
    return str(
        whole.replace(parameters=parameters, return_annotation=_Bare(whole.return_annotation))
    )


class _Bare(str):
    """An annotation that is shown without quotation marks."""

    def __repr__(self) -> str:
        return str(self)


def _row(one: Any) -> str:
    default = "" if one.default is MISSING else f"`{one.default!r}`"
    if one.default_factory is not MISSING:
        default = "empty"
    kind = str(one.type).replace("|", "\\|")
    return f"| `{one.name}` | `{kind}` | {default} |"


def _plain(thing: Any) -> str:
    """A docstring with names in place of Sphinx's roles."""
    text = inspect.getdoc(thing) or ""
    return _ROLE.sub(_name, text).replace("``", "`")


def _name(role: re.Match[str]) -> str:
    """A module in full, of which the last part alone says little; else the name itself."""
    kind, name = role.groups()
    return f"`{name if kind == 'mod' else name.rpartition('.')[2]}`"
