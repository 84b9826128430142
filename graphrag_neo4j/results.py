"""What public methods return: frozen records with named fields, and as plain data for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import FrozenInstanceError, field, fields, is_dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from typing_extensions import Self

K = TypeVar("K")
V = TypeVar("V")


class Result:
    """Base of all results; subclasses are dataclasses."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """It as plain data, as ``--json`` prints it."""
        return _fields_of(self)

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Self:
        """Made from a row of a statement, whose names are those of :meth:`to_dict`."""
        given = {}
        for one in fields(cls):  # type: ignore[arg-type]
            key = one.metadata.get("key", one.name)
            if key not in row:
                continue  # its default stands
            value, kind = row[key], one.metadata.get("kind")
            if isinstance(value, list):
                value = tuple(kind.of(item) for item in value) if kind else tuple(value)
            given[one.name] = value
        return cls(**given)


class FrozenDict(dict[K, V]):
    """A dictionary that nobody can change."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("This belongs to a result and cannot be changed; copy it with dict().")

    __setitem__ = __delitem__ = __ior__ = _refuse
    update = setdefault = pop = popitem = clear = _refuse

    def __reduce__(self) -> tuple[type[FrozenDict[K, V]], tuple[dict[K, V]]]:
        return type(self), (dict(self),)  # for copies


class RunReport(Result):
    """What a run did. The run counts in it while it lasts, and hands it out frozen."""

    __slots__ = ("_is_final",)

    def final(self) -> Self:
        """It, as it is now, for good: neither a field nor a dictionary in one can be changed."""
        for one in fields(self):  # type: ignore[arg-type]
            value = getattr(self, one.name)
            if isinstance(value, RunReport):
                value.final()
            elif isinstance(value, dict):
                setattr(self, one.name, FrozenDict(value))
        self._is_final = True
        return self

    def __setattr__(self, name: str, value: object) -> None:
        if getattr(self, "_is_final", False):
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        object.__setattr__(self, name, value)


def called(key: str) -> Any:
    """A field that is called ``key`` in plain data."""
    return field(metadata={"key": key})


def many(kind: type[Result]) -> Any:
    """A field with a tuple of results of ``kind``."""
    return field(metadata={"kind": kind})


def counted(n: int, noun: str) -> str:
    """As "1 chunk", "2,000 chunks", "3 entities"."""
    if n != 1:
        noun = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{n:,} {noun}"


def plain(value: Any) -> Any:
    """``value`` as JSON has it."""
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if is_dataclass(value) and not isinstance(value, type):
        return _fields_of(value)
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Path):
        return str(value)
    return value.isoformat() if isinstance(value, datetime) else value


def _fields_of(result: Any) -> dict[str, Any]:
    return {
        one.metadata.get("key", one.name): plain(getattr(result, one.name))
        for one in fields(result)
    }
