"""Which entity of our graph each title of a Microsoft GraphRAG index is."""

from __future__ import annotations

from graphrag_neo4j.ids import entity_id, make_id, normalise_name
from graphrag_neo4j.interop.msgraphrag_index import Tables
from graphrag_neo4j.model import UNKNOWN_TYPE


class Names:
    """The entities of an index by title, and their ids in our graph.

    Ours meet by normalised name. Where two titles of one index meet ("GHOST", "THE GHOST"), the
    index knows them apart, so both stay: the later one gets an id of its exact title.
    """

    def __init__(self, tables: Tables) -> None:
        self.types: dict[str, str] = {}
        self.originals: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        self._titles: dict[str, str] = {}  # by normalised name, the first
        self.placeholders: list[str] = []
        self._defects = tables.defects
        for entity in tables.entities:
            if entity.title in self.ids:
                self._defects.add("entities with the same title (united)", entity.title)
            self._add(entity.title)
            if self.types.get(entity.title, UNKNOWN_TYPE) == UNKNOWN_TYPE:
                self.types[entity.title] = entity.type
            self.originals.setdefault(entity.title, entity.id)
        for relation in tables.relations:
            for end in dict.fromkeys((relation.source, relation.target)):
                if end not in self.originals:
                    self._defects.add("ends of relationships that are no entities", end)
                self._add_placeholder(end)

    def end_of_claim(self, name: str) -> str:
        """The title of the entity that a claim means; a placeholder for one that nobody has."""
        title = self._titles.get(normalise_name(name), name)
        if name in self.ids:
            title = name
        elif title not in self.ids:
            self._defects.add("ends of claims that are no entities", name)
            self._add_placeholder(name)
        return title

    def _add_placeholder(self, title: str) -> None:
        if title not in self.ids:
            self.placeholders.append(title)
            self._add(title)

    def _add(self, title: str) -> None:
        if title in self.ids:
            return
        name = normalise_name(title)
        first = self._titles.setdefault(name, title)
        self.ids[title] = entity_id(title)
        if first != title:
            self.ids[title] = make_id("entity", name, title)
            self._defects.add(
                "titles that our rule for names does not tell apart (both kept)",
                f"{first} / {title}",
            )
