"""Options: what a call can be told, with bounds, checked in one way for Python and the shell.

An option is a field of a frozen dataclass, made by :func:`option`. Its annotation says what it
takes: ``int``, ``float``, ``bool``, ``str``, ``Path`` or ``Sequence[str]``, and None only if it
says so. The command line is made from the same fields.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from importlib import import_module
from numbers import Integral, Real
from os import PathLike
from typing import Any, Generic, TypeVar

from graphrag_neo4j.errors import OptionError, UsageError

O = TypeVar("O", bound="Options")  # noqa: E741
K = TypeVar("K", bound=str)
KINDS = ("int", "float", "bool", "str", "Path", "Sequence[str]")
_MANY = 1_000_000_000


def option(
    default: Any,
    meaning: str,
    *,
    min: float | None = None,
    max: float | None = None,
    choices: Sequence[str] = (),
) -> Any:
    """A field of :class:`Options`. Numbers lie within ``min`` and ``max``, both included."""
    about = {"meaning": meaning, "min": min, "max": max, "choices": tuple(choices)}
    return field(default=default, metadata=about)


@dataclass(frozen=True, kw_only=True)
class Options:
    """Base of all options. Raises :class:`OptionError` for a value that makes no sense."""

    def __post_init__(self) -> None:
        for one in fields(self):
            _check(one, getattr(self, one.name))


@dataclass(frozen=True, slots=True)
class Mode(Generic[O]):
    """One way to do something: what it does, for ``--help`` and for agents; the class of its
    options; and where its code is, as "module:name", imported at its first use."""

    meaning: str
    options: type[O]
    place: str

    def load(self) -> Any:
        """The class or function at :attr:`place`."""
        module, _, name = self.place.partition(":")
        return getattr(import_module(module), name)


def mode_of(kind: str, modes: Mapping[K, Mode[O]], name: str, *others: str) -> Mode[O]:
    """The mode called ``name``. Raises :class:`UsageError`, which names all and ``others``, for
    one that does not exist. ``kind``: what it is a mode of."""
    for known, mode in modes.items():
        if known == name:
            return mode
    raise UsageError(f"Unknown {kind} {name!r}.", f"Use one of {', '.join([*others, *modes])}.")


def checked_question(question: str) -> str:
    """The question without space around it. Raises :class:`UsageError` if nothing is left."""
    return checked_text(question, "question", "Ask in words.")


def checked_text(text: str, what: str, hint: str) -> str:
    """A text without space around it. Raises :class:`UsageError` if nothing is left, or it is
    none."""
    if not isinstance(text, str):
        raise UsageError(f"The {what} is {text!r:.60}, no text.", hint)
    if not text.strip():
        raise UsageError(f"The {what} is empty.", hint)
    return text.strip()


def kind_of(one: Field[Any]) -> str | None:
    """Which of :data:`KINDS` a field takes; None for what only Python can give."""
    return next((part for part in _parts(one) if part in KINDS), None)


def takes_none(one: Field[Any]) -> bool:
    """Whether None is a value of its own: no limit, or not used."""
    return "None" in _parts(one)


def bounds_of(one: Field[Any]) -> tuple[float, float]:
    """The smallest and the largest that a number may be."""
    low, high = one.metadata["min"], one.metadata["max"]
    return -_MANY if low is None else low, _MANY if high is None else high


def make_options(kind: type[O], given: Mapping[str, Any]) -> O:
    """Options of a kind. Raises :class:`OptionError` for one that it does not have."""
    check_names(given, [one.name for one in fields(kind)])
    return kind(**given)


def check_names(given: Collection[str], known: Collection[str]) -> None:
    """Raises :class:`OptionError` if ``given`` has a name that is not ``known``."""
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, n=3, cutoff=0.6)
            hint = f"Did you mean {' or '.join(near)}?" if near else ""
            hint = hint or f"There are: {', '.join(sorted(known))}."
            raise OptionError(f"Unknown option {name}.", hint, names=(name, *known))


def _parts(one: Field[Any]) -> list[str]:
    return [part.strip() for part in str(one.type).split("|")]


def _check(one: Field[Any], value: object) -> None:
    if value is None and takes_none(one):
        return
    kind = kind_of(one)
    only_kind = all(part in (*KINDS, "None") for part in _parts(one))
    if kind is None or (not only_kind and not isinstance(value, str | list | tuple)):
        return  # a Python object, which its user checks
    expected = _expected(one, kind)
    if not _fits(one, kind, value):
        shown = f"{value!r}"
        shown = shown if len(shown) <= 60 else f"{shown[:60]}…"
        raise OptionError(f"{one.name} is {shown}.", f"Use {expected}.", names=(one.name,))


def _fits(one: Field[Any], kind: str, value: object) -> bool:
    if kind == "bool":
        return isinstance(value, bool)
    if kind == "Path":
        return isinstance(value, str | PathLike) and bool(str(value).strip())
    if kind == "str":
        choices = one.metadata["choices"]
        return isinstance(value, str) and (value in choices if choices else bool(value.strip()))
    if kind == "Sequence[str]":
        return isinstance(value, list | tuple) and all(isinstance(text, str) for text in value)
    if isinstance(value, bool) or not isinstance(value, Integral if kind == "int" else Real):
        return False
    low, high = bounds_of(one)
    return bool(low <= value <= high) and math.isfinite(value)  # type: ignore[operator]


def _expected(one: Field[Any], kind: str) -> str:
    return " or ".join(_alternatives(one, kind))


def _alternatives(one: Field[Any], kind: str) -> Iterator[str]:
    if kind in ("int", "float"):
        low, high = bounds_of(one)
        noun = "a whole number" if kind == "int" else "a number"
        yield f"{noun} from {low:,g}" if high == _MANY else f"{noun} from {low:,g} to {high:,}"
    elif choices := one.metadata["choices"]:
        yield " or ".join(repr(choice) for choice in choices)
    else:
        yield {
            "bool": "True or False",
            "str": "words",
            "Path": "the path of a folder",
            "Sequence[str]": "a list of texts",
        }[kind]
    if takes_none(one):
        yield "None"
