"""Maps (.gpx, .kml): each place that has a name, and of a track where it starts, ends and is
highest; its thousand points say nothing to people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

_MOST_COORDINATES = 60
_LABELS: Mapping[str, str] = {
    "ele": "elevation",
    "desc": "description",
    "cmt": "comment",
    "src": "source",
    "lat": "latitude",
    "lon": "longitude",
}
"""What short names of GPX stand for."""
_LEFT_OUT = frozenset({"sym", "styleurl", "open", "visibility"})
"""How a place looks."""
_TRACKS = ("trk", "rte")
_POINTS = ("trkpt", "rtept")


def places_of(
    root: _Element, name_of: Callable[[_Element], str], words_of: Callable[[_Element], str]
) -> Iterator[dict[str, object]]:
    """What a map tells of itself, of its places and tracks, each of these with the name of what it
    belongs to. ``name_of``: an element's name, in lower case; ``words_of``: what stands in it."""
    yield from _Map(name_of, words_of).places(root, "")


class _Map:
    def __init__(
        self, name_of: Callable[[_Element], str], words_of: Callable[[_Element], str]
    ) -> None:
        self._name_of = name_of
        self._words_of = words_of

    def places(self, element: _Element, map_: str) -> Iterator[dict[str, object]]:
        """The places in an element. ``map_``: the name of the map or folder around it."""
        own = ""
        if fields := self._fields(element):
            own = str(fields["name"])
            of_map = {"map": map_} if map_ and map_ != own else {}
            yield {**fields, **of_map}
        if self._name_of(element) == "metadata":
            return
        children = [child for child in element if self._name_of(child)]
        about = next((one for one in children if self._name_of(one) == "metadata"), None)
        around = (self._named(about) if about is not None else "") or own or map_
        for child in children:
            yield from self.places(child, around)

    def _named(self, element: _Element) -> str:
        return next((self._words_of(one) for one in element if self._name_of(one) == "name"), "")

    def _fields(self, element: _Element) -> dict[str, object]:
        """What is told of a place, a track or a map itself; nothing of all that has no name."""
        if not self._named(element):
            return {}
        fields: dict[str, object] = {}
        for child in element:
            name, said = self._name_of(child), self._words_of(child)
            is_point = name == "point" and len(said) <= _MOST_COORDINATES
            if said and name not in _LEFT_OUT and (is_point or not len(child)):
                fields["coordinates" if is_point else _LABELS.get(name, name)] = said
        fields |= {_LABELS[n]: v for n in ("lat", "lon") if (v := element.get(n))}
        return {**fields, **self._track(element)}

    def _track(self, element: _Element) -> dict[str, object]:
        """When a track starts and ends, how high it goes, and how many points it has."""
        if self._name_of(element) not in _TRACKS:
            return {}
        points = [one for one in element.iter() if self._name_of(one) in _POINTS]
        told = [{self._name_of(one): self._words_of(one) for one in point} for point in points]
        times = [time for one in told if (time := one.get("time", ""))]
        heights = [height for one in told if _is_number(height := one.get("ele", ""))]
        fields: dict[str, object] = {"start": times[0], "end": times[-1]} if times else {}
        if heights:
            fields["highest"] = max(heights, key=float)
        return {**fields, "points": len(points)} if points else fields


def _is_number(text: str) -> bool:
    try:
        return float(text) == float(text)
    except ValueError:
        return False
