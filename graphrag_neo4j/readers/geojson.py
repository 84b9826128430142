"""GeoJSON: each place that says something, without its shape and the words of the format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.record_fields import fields_of

_COLLECTION, _FEATURE = "FeatureCollection", "Feature"
_MEMBERS = frozenset({"geometry", "properties"})
_NAMES = ("name", "title", "label", "business name")
"""What says how a place is called, by the last word of its path."""
_POINT = 2


def places_in(value: object) -> Iterator[dict[str, object]]:
    """The places of a collection, or the one there is, as records; nothing of any other object.

    Raises :class:`ReadError` if they are but shapes.
    """
    features = _features(value)
    is_told = False
    for feature in features:
        for place in _place(feature):
            is_told = True
            yield place
    if features and not is_told:
        raise ReadError("its places are shapes without words.", "Leave it out.", "empty")


def _features(value: object) -> list[Mapping[str, object]]:
    if not isinstance(value, Mapping):
        return []
    features = value.get("features") if value.get("type") == _COLLECTION else [value]
    found = features if isinstance(features, list) else []
    return [one for one in found if isinstance(one, Mapping) and _is_feature(one)]


def _is_feature(value: Mapping[str, object]) -> bool:
    return value.get("type") == _FEATURE and not _MEMBERS.isdisjoint(value)


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
