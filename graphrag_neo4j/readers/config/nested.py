"""Settings of YAML and JSON: maps in maps, lists of services with names."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.config.lines import Comments, Setting
from graphrag_neo4j.readers.content import clean_text
from graphrag_neo4j.readers.written_numbers import WrittenNumber
from graphrag_neo4j.readers.yaml_text import yaml_nodes

if TYPE_CHECKING:
    from yaml import CollectionNode, MappingNode, Node, SequenceNode

_NAMES = ("name", "id", "key", "title")
"""What tells the maps of a list apart."""
_WHAT_FOR = (
    ("spring", "config", "activate", "on-profile"),
    ("spring.config.activate.on-profile",),
    ("spring", "profiles"),
    ("spring.profiles",),
)
"""Where a document of settings for Spring says which profile they are of."""
_LONGEST_LIST = 200
_LONGEST_NAME = 60
_DEEPEST = 20
_NOTE = re.compile(r",?\s+#\s?(.*)")
_BEHIND_KEY = re.compile(r"\s*:\s*(?:[&!|>][^\s#]*\s*)*#\s?(.*)")
_BEHIND_BRACKET = re.compile(r"[\[{]\s+#\s?(.*)")


def from_yaml(text: str) -> list[Setting]:
    """The settings of a file of YAML, of each of its documents; none if it is not sound, or has
    maps for names, as what a template leaves open looks to a parser."""
    nodes = yaml_nodes(text)
    if not nodes or not all(map(_has_names, nodes)):
        return []
    reading = _Yaml(text, nodes)
    heads = _heads(nodes)
    pairs = zip(nodes, heads, strict=True)
    found = [setting for node, head in pairs for setting in reading.settings(node, head)]
    return [*found, *reading.comments.rest()]


def _heads(nodes: Sequence[Node]) -> list[tuple[str, ...]]:
    """What tells documents apart that have settings of the same names: their kinds and names
    ("Deployment edge"), with their namespaces where two have one name, else their numbers."""
    counts = Counter(key for node in nodes for key in _children(node))
    if not any(n > 1 for n in counts.values()):
        return [() for _ in nodes]
    names = [_document_name(node) for node in nodes]
    same = Counter(names)
    spaces = [_as_name(_value_at(node, ("metadata", "namespace"))) for node in nodes]
    heads = [
        tuple(filter(None, (name, space if same[name] > 1 else "")))
        for name, space in zip(names, spaces, strict=True)
    ]
    same_heads = Counter(heads)
    return [
        (*head, str(number)) if same_heads[head] > 1 else head
        for number, head in enumerate(heads, start=1)
    ]


def _document_name(node: Node) -> str:
    names = (_as_name(_value_at(node, path)) for path in _WHAT_FOR)
    metadata = _children(node).get("metadata")
    own = _name_among(_told(metadata) if metadata else {}) or _name_among(_told(node))
    kind = _as_name(_value_at(node, ("kind",)))
    return " ".join(filter(None, (kind, own))) or next(filter(None, names), "")


def _value_at(node: Node, path: Sequence[str]) -> object:
    """The text that a path of names leads to; empty if there is none."""
    from yaml import ScalarNode

    for name in path:
        found = _children(node).get(name)
        if found is None:
            return ""
        node = found
    return node.value if isinstance(node, ScalarNode) else ""


def _children(node: Node) -> dict[object, Node]:
    from yaml import MappingNode

    if not isinstance(node, MappingNode):
        return {}
    return {key.value: value for key, value in node.value}


class _Yaml:
    """A text of YAML, and its comments, which no parser keeps."""

    def __init__(self, text: str, nodes: list[Node]) -> None:
        self._text = text
        self._lines = text.split("\n")
        within = {line for node in nodes for line in _inner_lines(node)}
        told = ((n, line.strip()) for n, line in enumerate(self._lines) if n not in within)
        self.comments = Comments({n: line.lstrip("# ") for n, line in told if line[:1] == "#"})

    def settings(self, node: Node, path: tuple[str, ...]) -> Iterator[Setting]:
        from yaml import MappingNode, SequenceNode

        if isinstance(node, MappingNode) and node.value:
            yield from self._of_map(node, path)
        elif isinstance(node, SequenceNode) and node.value:
            yield from self._of_list(node, path)
        else:
            yield self._setting(node, path, node.start_mark.line)

    def _of_map(self, node: MappingNode, path: tuple[str, ...]) -> Iterator[Setting]:
        for key, value in node.value:
            line = key.start_mark.line
            own = (*path, " ".join(str(key.value).split()))
            if _is_plain(value) or len(path) >= _DEEPEST:
                yield self._setting(value, own, line)
                continue
            behind = _BEHIND_KEY.match(self._rest(key))
            if said := self.comments.above(line, behind[1] if behind else self._at_brackets(value)):
                yield Setting(line, own, comment=said, is_section=True)
            yield from self.settings(value, own)

    def _of_list(self, node: SequenceNode, path: tuple[str, ...]) -> Iterator[Setting]:
        from yaml import MappingNode

        names = item_names([_told(item) for item in node.value])
        for name, item in zip(names, node.value, strict=True):
            if isinstance(item, MappingNode) and item.value:
                if behind := self._at_brackets(item):
                    line = item.start_mark.line
                    said = self.comments.above(line, behind)
                    yield Setting(line, (*path, name), comment=said, is_section=True)
                yield from self.settings(item, (*path, name))
            else:
                yield self._setting(item, path, item.start_mark.line)

    def _setting(self, node: Node, path: tuple[str, ...], line: int) -> Setting:
        behind = _NOTE.match(self._rest(node))
        said = self.comments.above(line, behind[1] if behind else "")
        return Setting(line, path, self._value(node), said)

    def _at_brackets(self, node: CollectionNode) -> str:
        """The comments behind the bracket that opens it and behind that which closes it."""
        if not node.flow_style:
            return ""
        mark = node.start_mark
        opened = _BEHIND_BRACKET.match(self._lines[mark.line], mark.column)
        closed = _NOTE.match(self._rest(node))
        return " ".join(note[1].strip() for note in (opened, closed) if note)

    def _rest(self, node: Node) -> str:
        """What stands behind it on its line."""
        mark = node.end_mark
        return self._lines[mark.line][mark.column :] if mark.line < len(self._lines) else ""

    def _value(self, node: Node) -> str:
        from yaml import ScalarNode, SequenceNode

        if isinstance(node, ScalarNode):
            return str(node.value).rstrip()
        if isinstance(node, SequenceNode) and all(isinstance(n, ScalarNode) for n in node.value):
            return ", ".join(str(item.value) for item in node.value)
        return " ".join(self._text[node.start_mark.index : node.end_mark.index].split())


def _has_names(node: Node) -> bool:
    """Whether the names of all maps in it are words."""
    from yaml import MappingNode, ScalarNode, SequenceNode

    if isinstance(node, SequenceNode):
        return all(map(_has_names, node.value))
    if isinstance(node, MappingNode):
        return all(isinstance(key, ScalarNode) and _has_names(value) for key, value in node.value)
    return True


def _inner_lines(node: Node) -> Iterator[int]:
    """The lines that a text of several lines goes on over: a mark there is no comment."""
    from yaml import CollectionNode, MappingNode

    if not isinstance(node, CollectionNode):
        yield from range(node.start_mark.line + 1, node.end_mark.line)
        return
    for one in node.value:
        for inner in one if isinstance(node, MappingNode) else (one,):
            yield from _inner_lines(inner)


def _is_plain(node: Node) -> bool:
    """Whether it is told on one line: a text, or a short list of some in brackets."""
    from yaml import ScalarNode, SequenceNode

    if isinstance(node, ScalarNode) or not node.value:
        return True
    if not isinstance(node, SequenceNode) or not node.flow_style:
        return False
    length = sum(len(str(item.value)) for item in node.value)
    return length <= _LONGEST_LIST and all(isinstance(item, ScalarNode) for item in node.value)


def _told(node: Node) -> dict[object, object]:
    """The texts of a map by their names; empty for anything else."""
    from yaml import MappingNode, ScalarNode

    if not isinstance(node, MappingNode):
        return {}
    return {key.value: told.value for key, told in node.value if isinstance(told, ScalarNode)}


def item_names(items: Sequence[Mapping[object, object]]) -> list[str]:
    """What tells the maps of a list apart: their names, or what all begin with ("alert: Down"),
    or else their numbers."""
    firsts = [next(iter(item.items()), ("", "")) for item in items]
    begun = [_as_name(value) for _, value in firsts]
    is_same = len({key for key, _ in firsts}) == 1 < len(items)
    if not is_same or len(set(begun)) < len(begun) or not all(map(_has_letter, begun)):
        begun = [""] * len(items)
    return [
        _name_among(item) or first or str(number)
        for number, (item, first) in enumerate(zip(items, begun, strict=True), start=1)
    ]


def _name_among(fields: Mapping[object, object]) -> str:
    names = (_as_name(fields.get(name, "")) for name in _NAMES)
    return next((name for name in names if name), "")


def _as_name(value: object) -> str:
    """A value, if it may be a name; else nothing."""
    is_word = isinstance(value, (str, int)) and not isinstance(value, bool)
    name = " ".join(str(value).split()) if is_word else ""
    return name if len(name) <= _LONGEST_NAME and name not in ("true", "false") else ""


def _has_letter(name: str) -> bool:
    return any(map(str.isalpha, name))


def from_json(value: object) -> list[Setting]:
    """The settings in an object, or the values of a list, each with its path."""
    if isinstance(value, list) and not any(isinstance(one, (list, Mapping)) for one in value):
        return [Setting(-1, (), _said(one)) for one in value]
    return [Setting(-1, path, said) for path, said in _flat(value, ())]


def _flat(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(value, Mapping) and value:
        for key, told in value.items():
            yield from _flat(told, (*path, " ".join(clean_text(str(key)).split())))
    elif isinstance(value, list) and any(isinstance(item, (list, Mapping)) for item in value):
        names = item_names([item if isinstance(item, Mapping) else {} for item in value])
        for name, item in zip(names, value, strict=True):
            yield from _flat(item, (*path, name))
    elif isinstance(value, list) and value:
        yield path, ", ".join(map(_said, value))
    else:
        yield path, _said(value)


def _said(value: object) -> str:
    if isinstance(value, WrittenNumber):
        return str(value)
    return clean_text(value) if isinstance(value, str) else json.dumps(value)
