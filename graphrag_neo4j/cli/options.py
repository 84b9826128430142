"""Options of the command line, made from those of the library, so that none can be forgotten."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from graphrag_neo4j.errors import GraphRagError, OptionError
from graphrag_neo4j.options import Mode, Options, bounds_of, kind_of, make_options, takes_none

F = TypeVar("F", bound=Callable[..., Any])
if TYPE_CHECKING:
    ParamType = click.ParamType[Any]
else:  # generic only in newer versions
    ParamType = click.ParamType
Kinds = Mapping[str, type[Options]]
Modes = Mapping[Any, Mode[Any]]

SHORT = {
    "max_search_results": ("-k", "--results"),
    "include_facts": ("--facts",),
    "filters": ("--filter",),
    "output_dir": ("--output",),
    "question_count": ("--count",),
    "past_questions": ("--past",),
    "example_questions": ("--example",),
}
"""Further names of options."""
NONE = "none"
"""What the shell says for None."""
_NO_VALUE = object()
"""None that was given, to be told from an option that was not."""


def options_of(modes: Modes, **defaults: object) -> Callable[[F], F]:
    """Adds the options of all ``modes``; ``defaults`` are those that the command has of its
    own. What is not given is not passed on, so that the library's defaults hold."""
    kinds = {name: mode.options for name, mode in modes.items()}

    def add(command: F) -> F:
        for one in reversed(list(_named(kinds))):
            command = _option(kinds, one, defaults.get(one))(command)
        return command

    return add


def modes_help(modes: Modes) -> str:
    """What each mode does, for ``--help``."""
    return "; ".join(f"{name}: {mode.meaning}" for name, mode in modes.items()) + "."


def given(options: Mapping[str, Any], kind: type[Options] | None) -> dict[str, Any]:
    """What was given of a command's ``options``, as the library takes it; checked against
    ``kind``, if it is known, before a server is started for them."""
    found = {name: value for name, value in options.items() if value not in (None, ())}
    found = {name: None if value is _NO_VALUE else value for name, value in found.items()}
    if kind is not None:
        make_options(kind, found)
    return found


def shell_name(name: str) -> str:
    """``max_tokens`` as ``--max-tokens``."""
    return f"--{name.replace('_', '-')}"


def in_shell(error: GraphRagError) -> str:
    """The message, with options called what the shell calls them."""
    if not isinstance(error, OptionError) or not error.names:
        return str(error)
    names = "|".join(map(re.escape, sorted(error.names, key=len, reverse=True)))
    text = re.sub(rf"\b({names})\b", lambda found: shell_name(found[1]), str(error))
    return re.sub(r"\bNone\b", NONE, text)


class _Value(ParamType):
    """Text as what an option takes; whether it makes sense, the library says."""

    def __init__(self, kind: str, optional: bool) -> None:
        self.name = {"int": "number", "float": "number", "Path": "path"}.get(kind, "text")
        self._kind = kind
        self._optional = optional

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        if self._optional and value.strip().casefold() == NONE:
            return _NO_VALUE
        if self._kind == "Path":
            return Path(value)
        try:
            return {"int": int, "float": float}.get(self._kind, str)(value)
        except ValueError:
            wanted = "a whole number" if self._kind == "int" else "a number"
            self.fail(f"{value!r} is not {wanted}.", param, ctx)


def _named(kinds: Kinds) -> Iterator[str]:
    """Names of all options that a shell can give, once each, in the order of the code."""
    every = [one for kind in dict.fromkeys(kinds.values()) for one in fields(kind)]
    yield from dict.fromkeys(one.name for one in every if kind_of(one) is not None)


def _option(kinds: Kinds, name: str, default: object) -> Callable[[F], F]:
    by_mode = {
        mode: one for mode, kind in kinds.items() for one in fields(kind) if one.name == name
    }
    one = next(iter(by_mode.values()))
    kind = kind_of(one) or ""
    names = [shell_name(name), *SHORT.get(name, ())]
    more: dict[str, Any] = {"default": None, "help": _help(by_mode, len(kinds), default)}
    if kind == "bool":
        off = f"--no-{name.replace('_', '-')}"
        return click.option(f"{'/'.join((names[0], off))}", *names[1:], name, **more)
    if choices := one.metadata["choices"]:
        more["type"] = click.Choice(choices)
    else:
        more |= {"type": _Value(kind, takes_none(one)), "metavar": _metavar(one, kind)}
    if default is not None:
        more["default"] = default
    return click.option(*names, name, multiple=kind == "Sequence[str]", **more)


def _metavar(one: Field[Any], kind: str) -> str:
    if kind not in ("int", "float"):
        return {"Path": "FOLDER", "str": "TEXT", "Sequence[str]": "TEXT"}[kind]
    low, high = bounds_of(one)
    bounded = one.metadata["max"] is not None
    return f"{low:g}..{high:.15g}" if bounded else f"{low:g}.."


def _help(by_mode: Mapping[str, Field[Any]], n_modes: int, default: object) -> str:
    """The meaning, with the modes that have the option and its defaults."""
    meanings: dict[str, list[str]] = {}
    shown: dict[str, list[str]] = {}
    for mode, one in by_mode.items():
        meanings.setdefault(one.metadata["meaning"], []).append(mode)
        text = _shown(one.default)
        if text:
            shown.setdefault(text, []).append(mode)
    texts = [
        meaning if len(modes) == n_modes else f"{', '.join(modes)}: {meaning}"
        for meaning, modes in meanings.items()
    ]
    if default is not None:
        shown = {str(default): []}
    defaults = [f"{text} ({', '.join(modes)})" for text, modes in shown.items()]
    if len(shown) == 1:
        defaults = list(shown)
    if any(map(takes_none, by_mode.values())) and not any(NONE in text for text in shown):
        texts[-1] += f' "{NONE}" for no limit.'
    return " ".join(texts) + (f" [default: {', '.join(defaults)}]" if defaults else "")


def _shown(value: object) -> str:
    if isinstance(value, bool) or value == ():
        return "on" if value else ""
    return NONE if value is None else str(value)
