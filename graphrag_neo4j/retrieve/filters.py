"""LlamaIndex's ``MetadataFilters`` over the properties of sources, as a Cypher condition.

The only Cypher that is put together in Python. Nothing of a filter becomes text: its keys and
values are parameters (``source[$filter_0]``), so that no name can break out of its place.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from llama_index.core.vector_stores.types import (
    FilterCondition,
    FilterOperator,
    MetadataFilter,
    MetadataFilters,
)

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.ids import property_name
from graphrag_neo4j.source_names import BOOKKEEPING

MAX_FILTERS = 200
MAX_DEPTH = 20
_COMPARE = {
    FilterOperator.EQ: "{key} = {value}",
    FilterOperator.NE: "{key} <> {value}",
    FilterOperator.GT: "({key} > {value} OR toFloatOrNull({key}) > {value})",
    FilterOperator.GTE: "({key} >= {value} OR toFloatOrNull({key}) >= {value})",
    FilterOperator.LT: "({key} < {value} OR toFloatOrNull({key}) < {value})",
    FilterOperator.LTE: "({key} <= {value} OR toFloatOrNull({key}) <= {value})",
    FilterOperator.IN: "{key} IN {value}",
    FilterOperator.NIN: "NOT {key} IN {value}",
    # [] + x is a list, whether x is one or not
    FilterOperator.ANY: "any(item IN {value} WHERE item IN [] + {key})",
    FilterOperator.ALL: "all(item IN {value} WHERE item IN [] + {key})",
    FilterOperator.CONTAINS: "{value} IN [] + {key}",
    FilterOperator.TEXT_MATCH: "any(item IN [] + {key} WHERE toString(item) CONTAINS {value})",
    FilterOperator.TEXT_MATCH_INSENSITIVE: (
        "any(item IN [] + {key} WHERE toLower(toString(item)) CONTAINS toLower({value}))"
    ),
    FilterOperator.IS_EMPTY: "({key} IS NULL OR {key} = '' OR {key} = [])",
}
_OF_LISTS = {
    FilterOperator.CONTAINS: "Use text_match for a part of a text, == for the whole.",
    FilterOperator.ALL: "Use any or in.",
}
"""Operators over lists. Of a source only :data:`_LIST_PROPERTIES` are lists (ingestion makes text
of others), so on anything else they could never find what they promise."""
_LIST_PROPERTIES = frozenset({"aliases"})
_LISTS = {FilterOperator.IN, FilterOperator.NIN, FilterOperator.ANY, FilterOperator.ALL}
_TEXTS = {FilterOperator.TEXT_MATCH, FilterOperator.TEXT_MATCH_INSENSITIVE}
_TEXT_OPERATORS = {
    "=": FilterOperator.EQ,
    "==": FilterOperator.EQ,
    "!=": FilterOperator.NE,
    ">": FilterOperator.GT,
    ">=": FilterOperator.GTE,
    "<": FilterOperator.LT,
    "<=": FilterOperator.LTE,
    "~": FilterOperator.TEXT_MATCH_INSENSITIVE,
}
_INT64 = 2**63
_OWN = frozenset({"id", "uri", "title", "aliases", "alias_count"})
_CONDITION = re.compile(r"\s*([^=!<>~]*[^=!<>~\s])\s*(==|!=|>=|<=|=|>|<|~)\s*(.*?)\s*", re.DOTALL)
_SIGNS = ("=", "!=", ">", "<", "~")
_ORDERED = {FilterOperator.GT, FilterOperator.GTE, FilterOperator.LT, FilterOperator.LTE}
_TO_THE_END = {FilterOperator.GT, FilterOperator.LTE}
_LAST = "\uffff"
"""Behind a year, a month or a day: what is up to it, or later, is so to its end."""
_YEAR = re.compile(r"\d{4}")
_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d)?")
_SWITCHES = frozenset({"true", "false"})
_OF_SWITCHES = {
    FilterOperator.EQ: "({key} = {value} OR toStringOrNull({key}) = toLower({value}))",
    FilterOperator.NE: "({key} <> {value} AND toStringOrNull({key}) <> toLower({value}))",
}
_IF_FILE = "CASE WHEN source.uri STARTS WITH 'file:' THEN"
OF_URIS = {
    "file_path": f"{_IF_FILE} substring(split(source.uri, '#')[0], 7) END",
    "file_name": f"{_IF_FILE} last(split(split(source.uri, '#')[0], '/')) END",
    "url": "CASE WHEN source.uri STARTS WITH 'http' THEN source.uri END",
}
"""What nodes say of a source that has no property of this name."""
_QUOTED = frozenset({"file_path", "file_name"})
_WHOLE = re.compile(r"[+-]?\d{1,19}")


@dataclass(frozen=True, slots=True)
class SourceCondition:
    """A condition on a node called ``source``, and the parameters that it uses."""

    text: str
    parameters: dict[str, object] = field(default_factory=dict)


def source_condition(
    filters: MetadataFilters | Sequence[str] | None,
) -> SourceCondition | None:
    """The condition that ``filters`` put on a source; None if they put none.

    ``filters`` may also be texts as ``"year>=2020"``, which all have to hold. As in LlamaIndex's
    own stores, a source without the property fits no comparison (not even "not equal"); the
    ``file_path``, ``file_name`` or ``url`` of one is that of its URI. Raises
    :class:`UsageError` for an operator that cannot work, or a value that it cannot take.
    """
    if filters is None:
        return None
    if not isinstance(filters, MetadataFilters):
        filters = filters_from(filters)
    if _count(filters) > MAX_FILTERS:
        raise UsageError(
            f"There are more than {MAX_FILTERS} filters.", "Use fewer, or 'in' with a list."
        )
    if not filters.filters:
        return None
    parameters: dict[str, object] = {}
    return SourceCondition(_all(filters, parameters), parameters)


def filters_from(texts: Sequence[str]) -> MetadataFilters:
    """Conditions written as texts: a property, one of ``=  !=  >  >=  <  <=  ~``, a value.

    ``~`` finds a part of a text, in any case. A value that looks like a number is one; for ``=``
    and ``!=`` it may be stored as a text, too, and a year is compared with dates, too. A date in
    2023 or 2023-06 equals it, and up to it is up to its end. ``true`` and ``false`` are those of a
    switch, too.
    """
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        raise UsageError(
            f"filters cannot be a {type(texts).__name__}.",
            'Give MetadataFilters of LlamaIndex, or texts as ["year>=2020"].',
        )
    return MetadataFilters(filters=[_from_text(text) for text in texts])


def keys_of(filters: MetadataFilters) -> set[str]:
    """The fields that ``filters`` ask for."""
    return {
        key
        for part in filters.filters
        for key in (keys_of(part) if isinstance(part, MetadataFilters) else (part.key,))
    }


def _from_text(text: str) -> MetadataFilter | MetadataFilters:
    found = _CONDITION.fullmatch(text)
    if found is None or (found[2] != "~" and found[3].startswith(_SIGNS)):
        raise UsageError(
            f"The filter {text!r} cannot be read.",
            "Write a property, one of = != > >= < <= ~, and a value, as year>=2020.",
        )
    key, operator, value = found[1], _TEXT_OPERATORS[found[2]], found[3]
    number = _number(value)
    if operator in _ORDERED:
        return _ordered(key, operator, value, number)
    one = MetadataFilter(key=key, operator=operator, value=value)
    if operator in _TEXTS:
        return one
    parts: list[MetadataFilter | MetadataFilters] = [one]
    if number is not None:
        parts.append(MetadataFilter(key=key, operator=operator, value=number))
    if _YEAR.fullmatch(value) or _DATE.fullmatch(value):
        parts.append(_span(key, value, is_in=operator == FilterOperator.EQ))
    either = FilterCondition.OR if operator == FilterOperator.EQ else FilterCondition.AND
    return one if len(parts) == 1 else MetadataFilters(filters=parts, condition=either)


def _ordered(
    key: str, operator: FilterOperator, value: str, number: float | None
) -> MetadataFilter | MetadataFilters:
    if number is None:
        if operator in _TO_THE_END and _DATE.fullmatch(value):
            value += _LAST
        return MetadataFilter(key=key, operator=operator, value=value)
    as_number = MetadataFilter(key=key, operator=operator, value=number)
    if not _YEAR.fullmatch(value):
        return as_number
    of_dates = _of_dates(key, operator, value)
    return MetadataFilters(filters=[as_number, of_dates], condition=FilterCondition.OR)


def _span(key: str, value: str, *, is_in: bool) -> MetadataFilters:
    """Dates and times within a year, a month or a day, or not in it."""
    first, last = (" ", "T") if value.count("-") == 2 else ("-", "-")
    bounds = [
        MetadataFilter(key=key, operator=FilterOperator.GTE, value=value + first),
        MetadataFilter(key=key, operator=FilterOperator.LTE, value=value + last + _LAST),
    ]
    span = MetadataFilters(filters=[*bounds])
    return span if is_in else MetadataFilters(filters=[span], condition=FilterCondition.NOT)


def _of_dates(key: str, operator: FilterOperator, year: str) -> MetadataFilters:
    """Dates as "2023-03-01" beside a year; a text without a hyphen is none."""
    value = year + _LAST if operator in _TO_THE_END else year
    beside = MetadataFilter(key=key, operator=operator, value=value)
    is_date = MetadataFilter(key=key, operator=FilterOperator.TEXT_MATCH, value="-")
    return MetadataFilters(filters=[beside, is_date])


def _number(text: str) -> int | float | None:
    if _WHOLE.fullmatch(text) and -_INT64 <= int(text) < _INT64:
        return int(text)
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _count(filters: MetadataFilters, depth: int = 0) -> int:
    """How many filters there are; too many if they are too deep in each other."""
    if depth > MAX_DEPTH:
        return MAX_FILTERS + 1
    parts = filters.filters
    return sum(_count(p, depth + 1) if isinstance(p, MetadataFilters) else 1 for p in parts)


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
    _check(part)
    value, key = _parameter(part.value, parameters), _key(part.key, parameters)
    compared = _compared(part, key, value)
    if part.key not in OF_URIS:
        return compared
    quoted = _quoted(part.value) if part.key in _QUOTED else part.value
    of_uri = _compared(part, OF_URIS[part.key], _parameter(quoted, parameters))
    return f"CASE WHEN {key} IS NULL THEN {of_uri} ELSE {compared} END"


def _parameter(value: object, parameters: dict[str, object]) -> str:
    name = f"filter_{len(parameters)}"
    parameters[name] = value
    return f"${name}"


def _key(key: str, parameters: dict[str, object]) -> str:
    """The property of a source that a document's field ``key`` became."""
    found = [f"source[{_parameter(name, parameters)}]" for name in property_names(key)]
    return found[0] if len(found) == 1 else f"coalesce({', '.join(found)})"


def property_names(key: str) -> list[str]:
    """What a document's field ``key`` may be called as a property of a source, the first of these
    first."""
    names = [f"meta_{key}"] if key in BOOKKEEPING else [key]
    if key in _OWN:  # a record may have a field of this name, too
        names = [f"meta_{key}", key]
    if (renamed := property_name(key)) != key:
        names.append(renamed)
    return names


def _compared(part: MetadataFilter, key: str, value: str) -> str:
    is_switch = isinstance(part.value, str) and part.value.casefold() in _SWITCHES
    compare = _OF_SWITCHES.get(part.operator) if is_switch else None
    return (compare or _COMPARE[part.operator]).format(key=key, value=value)


def _quoted(value: object) -> object:
    """Names of files as URIs write them."""
    if isinstance(value, list):
        return [_quoted(item) for item in value]
    return quote(value) if isinstance(value, str) else value


def _check(part: MetadataFilter) -> None:
    """Raises :class:`UsageError` for a filter that could never find anything, and says why."""
    operator, value = part.operator, part.value
    if operator in _OF_LISTS and part.key not in _LIST_PROPERTIES:
        raise UsageError(
            f"Filter on {part.key!r}: {operator.value!r} looks into lists, and this property of a "
            "source is none.",
            _OF_LISTS[operator],
        )
    if operator == FilterOperator.IS_EMPTY:
        return
    if value is None:
        raise UsageError(
            f"Filter on {part.key!r}: nothing compares with None.",
            "Use is_empty, within the condition not for the contrary.",
        )
    if operator in _LISTS:
        fits = isinstance(value, list)
    elif operator in _TEXTS:
        fits = isinstance(value, str)
    else:
        fits = not isinstance(value, list)
    if not fits:
        raise UsageError(
            f"Filter on {part.key!r}: {operator.value!r} cannot take a {type(value).__name__}.",
            "'in', 'nin', 'any' and 'all' take a list, text matches a text, others one value.",
        )
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, float) and not math.isfinite(item):
            raise UsageError(f"Filter on {part.key!r}: {item} is no number.", "Use a real one.")
        if isinstance(item, int) and not -_INT64 <= item < _INT64:
            raise UsageError(
                f"Filter on {part.key!r}: {item} is too large.", "Use at most 64 bits."
            )
