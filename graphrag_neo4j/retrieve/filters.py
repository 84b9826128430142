"""LlamaIndex's ``MetadataFilters`` over the properties of sources, as a Cypher condition.

The only Cypher that is put together in Python. Nothing of a filter becomes text: its keys and
values are parameters (``source[$filter_0_key]``), so that no name can break out of its place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from llama_index.core.vector_stores.types import (
    FilterCondition,
    FilterOperator,
    MetadataFilter,
    MetadataFilters,
)

from graphrag_neo4j.errors import UsageError

_COMPARE = {
    FilterOperator.EQ: "{key} = {value}",
    FilterOperator.NE: "{key} <> {value}",
    FilterOperator.GT: "{key} > {value}",
    FilterOperator.GTE: "{key} >= {value}",
    FilterOperator.LT: "{key} < {value}",
    FilterOperator.LTE: "{key} <= {value}",
    FilterOperator.IN: "{key} IN {value}",
    FilterOperator.NIN: "NOT {key} IN {value}",
    # [] + x is a list, whether x is one or not
    FilterOperator.ANY: "any(item IN {value} WHERE item IN [] + {key})",
    FilterOperator.ALL: "all(item IN {value} WHERE item IN [] + {key})",
    FilterOperator.CONTAINS: "{value} IN [] + {key}",
    FilterOperator.TEXT_MATCH: "toString({key}) CONTAINS {value}",
    FilterOperator.TEXT_MATCH_INSENSITIVE: "toLower(toString({key})) CONTAINS toLower({value})",
    FilterOperator.IS_EMPTY: "({key} IS NULL OR {key} = '' OR {key} = [])",
}
_LISTS = {FilterOperator.IN, FilterOperator.NIN, FilterOperator.ANY, FilterOperator.ALL}
_TEXTS = {FilterOperator.TEXT_MATCH, FilterOperator.TEXT_MATCH_INSENSITIVE}


@dataclass(frozen=True, slots=True)
class SourceCondition:
    """A condition on a node called ``source``, and the parameters that it uses."""

    text: str
    parameters: dict[str, object] = field(default_factory=dict)


def source_condition(filters: MetadataFilters | None) -> SourceCondition | None:
    """The condition that ``filters`` put on a source; None if they put none.

    As in LlamaIndex's own stores, a source without the property fits no comparison (not even
    "not equal"). Raises :class:`UsageError` for a value that its operator cannot take.
    """
    if filters is None or not filters.filters:
        return None
    parameters: dict[str, object] = {}
    return SourceCondition(_all(filters, parameters), parameters)


def _all(filters: MetadataFilters, parameters: dict[str, object]) -> str:
    parts = [
        _all(part, parameters) if isinstance(part, MetadataFilters) else _one(part, parameters)
        for part in filters.filters
    ]
    if not parts:
        return "true"
    if filters.condition == FilterCondition.NOT:
        return f"NOT coalesce({' OR '.join(parts)}, false)"
    return f"({(' OR ' if filters.condition == FilterCondition.OR else ' AND ').join(parts)})"


def _one(part: MetadataFilter, parameters: dict[str, object]) -> str:
    template = _COMPARE.get(part.operator)
    if template is None:
        raise UsageError(f"Filters cannot use {part.operator!r}.", f"Use one of {_names()}.")
    wanted: Callable[[object], bool] = (
        (lambda value: isinstance(value, list))
        if part.operator in _LISTS
        else (lambda value: isinstance(value, str))
        if part.operator in _TEXTS
        else (lambda value: not isinstance(value, list))
    )
    if not wanted(part.value):
        kind = type(part.value).__name__
        raise UsageError(
            f"Filter on {part.key!r}: {part.operator.value!r} cannot take a {kind}.",
            "'in', 'nin', 'any' and 'all' take a list, a text match takes a text.",
        )
    name = f"filter_{len(parameters) // 2}"
    parameters[f"{name}_key"] = part.key
    parameters[f"{name}_value"] = part.value
    return template.format(key=f"source[${name}_key]", value=f"${name}_value")


def _names() -> str:
    return ", ".join(operator.value for operator in _COMPARE)
