"""Does the graph have what a statement looks for? A pattern that it cannot have finds nothing, and
Neo4j does not say so."""

from __future__ import annotations

import re
from collections.abc import Collection

from graphrag_neo4j.resources.schema import RelationshipCount

_TEXT = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|//[^\n]*|/\*.*?\*/", re.DOTALL)
_NODE = r"\(\s*(\w*)\s*(?::\s*(\w+))?[^()]*?\)"
_NODES = re.compile(_NODE)
_STEPS = re.compile(_NODE + r"\s*(<?)-\s*\[\s*\w*\s*:\s*(\w+)[^\]]*\]\s*-(>?)\s*(?=" + _NODE + ")")


def missing_pattern(statement: str, relationships: Collection[RelationshipCount]) -> str:
    """What of ``statement`` the graph never has, and what it has instead; "" if nothing is found.

    Only steps of one type between nodes of one label each are compared; of others nothing is said.
    """
    text = _TEXT.sub("''", statement)
    labels = {name: label for name, label in _NODES.findall(text) if name and label}
    known = {(one.start, one.type, one.end) for one in relationships}
    for left, left_label, back, type_, forth, right, right_label in _STEPS.findall(text):
        ends = left_label or labels.get(left, ""), right_label or labels.get(right, "")
        wanted = [(ends[0], type_, ends[1]), (ends[1], type_, ends[0])]
        if back != forth:  # it has a direction
            wanted = wanted[:1] if forth else wanted[1:]
        if all(ends) and known.isdisjoint(wanted):
            return _told(wanted[0], sorted(known))
    return ""


def _told(wanted: tuple[str, str, str], known: Collection[tuple[str, str, str]]) -> str:
    start, type_, end = wanted
    near = [one for one in known if one[1] == type_ or {one[0], one[2]} == {start, end}]
    has = ", ".join(map(_pattern, near)) or "other types alone"
    return f"The graph has no {_pattern(wanted)}; it has {has}."


def _pattern(one: tuple[str, str, str]) -> str:
    return f"(:{one[0]})-[:{one[1]}]->(:{one[2]})"
