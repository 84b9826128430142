"""GeoJSON: each place that says something, without its shape and the words of the format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from graphrag_neo4j.readers.record_fields import fields_of

_COLLECTION, _FEATURE = "FeatureCollection", "Feature"
_NAMES = ("name", "title", "label", "business name")
"""What says how a place is called, by the last word of its path."""
_POINT = 2


def places_in(value: object) -> Iterator[dict[str, object]]:
    """The places of a collection as records; nothing of any other object."""
    if not isinstance(value, Mapping) or value.get("type") != _COLLECTION:
        return
    features = value.get("features")
    for feature in features if isinstance(features, list) else ():
        if isinstance(feature, Mapping) and feature.get("type") == _FEATURE:
            yield from _place(feature)


def _place(feature: Mapping[str, object]) -> Iterator[dict[str, object]]:
    """What is told of a place, under the last names of the paths; the name first."""
    about = feature.get("properties")
    told = _short(fields_of(about)) if isinstance(about, Mapping) else {}
    if not told:
        return
    name = next((key for one in _NAMES for key in told if key.casefold() == one), "")
    id_ = feature.get("id")
    first: dict[str, object] = {"id": id_} if isinstance(id_, (str, int)) else {}
    if name:
        first["name"] = told.pop(name)
    yield {**first, **told, **_point(feature.get("geometry"))}


def _short(fields: list[tuple[str, str]]) -> dict[str, str]:
    """Fields by the last names of their paths ("location address": "address"), where no other one
    has that."""
    last = Counter(name.rpartition(" ")[2].casefold() for name, _ in fields)
    short: dict[str, str] = {}
    for name, value in fields:
        end = name.rpartition(" ")[2]
        short[end if last[end.casefold()] == 1 else name] = value
    return short


def _point(geometry: object) -> dict[str, object]:
    """Where a point is; nothing of a line or an area."""
    at = geometry.get("coordinates") if isinstance(geometry, Mapping) else None
    if not isinstance(at, list) or len(at) < _POINT:
        return {}
    longitude, latitude = at[:_POINT]
    if not all(isinstance(number, (int, float)) for number in (longitude, latitude)):
        return {}
    return {"latitude": latitude, "longitude": longitude}
