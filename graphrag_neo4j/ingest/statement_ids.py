"""By what a statement is known: its topic, its text and, where the same words mean something else
at another place of the topic ("Owner: Ann Hale." of another item), what they mean there."""

from __future__ import annotations

from dataclasses import dataclass

from graphrag_neo4j.ids import make_id, normalise_text
from graphrag_neo4j.model import ExtractedStatement


@dataclass(frozen=True, slots=True)
class _Meaning:
    id: str
    resolved: str
    places: set[tuple[int, int]]


class StatementIds:
    """Gives the statements of one source their ids, in the order of its text."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], list[_Meaning]] = {}

    def of(self, topic_id: str, statement: ExtractedStatement) -> str:
        """The id of a statement. Chunks that overlap have one place twice, and one statement."""
        text = normalise_text(statement.text)
        known = self._known.setdefault((topic_id, text), [])
        place = (statement.start, statement.end)
        is_placed = statement.start >= 0
        for one in known:
            if one.resolved == statement.resolved or (is_placed and place in one.places):
                one.places.add(place)
                return one.id
        id_ = make_id("statement", topic_id, text, *([statement.resolved] if known else []))
        known.append(_Meaning(id_, statement.resolved, {place}))
        return id_
