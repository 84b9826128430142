"""Models of other providers: any LlamaIndex class, by the name that a setting gives."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, TypeVar

from graphrag_neo4j.errors import SettingsError

T = TypeVar("T")


def make_of_class(
    setting: str, place: str, kind: type[T], given: Mapping[str, Any], usual: Mapping[str, Any]
) -> T:
    """An object of the class at ``place``, "module:Class", which has to be a ``kind``.

    ``given``: its arguments, by the user; ``usual``: ours, of which it gets those that it takes and
    that are not given. Raises :class:`SettingsError`, which names the ``setting``.
    """
    module, _, name = place.partition(":")
    try:
        made = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise SettingsError(
            f"{setting}: there is no {place!r} ({error}).",
            "Write module:Class, as llama_index.llms.ollama:Ollama, and install its package.",
        ) from error
    if not (isinstance(made, type) and issubclass(made, kind)):
        raise SettingsError(f"{setting}: {place!r} is no {kind.__name__}.", "Name another class.")
    arguments = {name: value for name, value in usual.items() if _takes(made, name, value)}
    arguments |= given
    try:
        return made(**arguments)
    except Exception as error:  # what a class says of its arguments is not known
        first = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise SettingsError(
            f"{setting}: {name} cannot be made: {first.rstrip('.')}.",
            f"Set its arguments in {setting}_OPTIONS, and the provider's own variables.",
        ) from error


def _takes(kind: type, name: str, value: Any) -> bool:
    """Whether a class has the argument, and does not want a larger number."""
    field = getattr(kind, "model_fields", {}).get(name)
    if field is None:
        return False
    bounds = (getattr(bound, "gt", None) for bound in field.metadata)
    return all(bound is None or value > bound for bound in bounds)
