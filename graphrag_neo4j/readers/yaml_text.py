"""YAML as data, without what can hurt: no aliases, no objects."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yaml import Node, SafeLoader

_SCALARS = (
    ("bool", r"(?:true|True|TRUE|false|False|FALSE)\Z", "tTfF"),
    ("int", r"-?(?:0|[1-9]\d*)\Z", "-0123456789"),
    ("float", r"-?\d+\.\d+\Z", "-0123456789"),
    ("null", r"(?:~|null|Null|NULL)\Z", "~nN"),
)
_FIELD = re.compile(
    r"^(?P<name>[^\W_][^:\n]{0,60}):[ \t]+(?P<value>[^\s\[{&*!|>][^\n]*)$", re.MULTILINE
)
"""A field with one value in its line: no list, no alias."""


def yaml_value(text: str) -> object:
    """What ``text`` says, as lists, maps and scalars; None if it is not sound, or of several
    documents."""
    import yaml

    try:
        return _loader()(text).get_single_data()
    except (yaml.YAMLError, ValueError, RecursionError):
        return None


def yaml_fields(text: str) -> Mapping[object, object] | None:
    """What a map in ``text`` says, also if values are no sound YAML, as people write titles
    (``title: "Go home": a story``): these are read as they stand in their line."""
    values = yaml_value(text)
    if not isinstance(values, dict):
        values = yaml_value(_FIELD.sub(_quoted_if_unsound, text))
    return values if isinstance(values, dict) else None


def _quoted_if_unsound(field: re.Match[str]) -> str:
    value = field["value"]
    if isinstance(yaml_value(f"value: {value}"), dict):
        return field[0]
    quoted = value.rstrip().replace("'", "''")
    return f"{field['name']}: '{quoted}'"


def yaml_nodes(text: str) -> list[Node]:
    """The documents of ``text`` with the places of all that they hold, aliases as they stand there;
    none if it is not sound."""
    import yaml

    try:
        return list(yaml.compose_all(text, _unfolded()))
    except (yaml.YAMLError, ValueError, RecursionError):
        return []


@cache
def _unfolded() -> type[SafeLoader]:
    from yaml import AliasEvent, SafeLoader, ScalarNode

    class Loader(SafeLoader):  # type: ignore[misc]
        def compose_node(self, parent: object, index: object) -> object:
            if self.check_event(AliasEvent):
                event = self.get_event()
                text = f"*{event.anchor}"
                return ScalarNode("tag:yaml.org,2002:str", text, event.start_mark, event.end_mark)
            return super().compose_node(parent, index)

    Loader.yaml_implicit_resolvers = {}
    return Loader


@cache
def _loader() -> type[SafeLoader]:
    """YAML without aliases, which can unfold without end, and with dates, times and numbers that
    begin with 0 as they stand there."""
    from yaml import AliasEvent, SafeLoader
    from yaml.composer import ComposerError

    class Loader(SafeLoader):  # type: ignore[misc]
        def compose_node(self, parent: object, index: object) -> object:
            if self.check_event(AliasEvent):
                raise ComposerError(None, None, "aliases are not read", None)
            return super().compose_node(parent, index)

    Loader.yaml_implicit_resolvers = {}
    for tag, pattern, first in _SCALARS:
        Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), list(first))
    return Loader
