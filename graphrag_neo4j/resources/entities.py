"""``graph.entities``: what the documents speak of, and which of it is the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.results import Result, called, many

if TYPE_CHECKING:
    from graphrag_neo4j.entities.resolver import Resolution
    from graphrag_neo4j.ingest.writer import GraphWriter


@dataclass(frozen=True, slots=True)
class Entity(Result):
    """A person, place, thing or idea. ``aliases``: its other names; ``chunk_count``: chunks that
    mention it."""

    id: str
    name: str
    type: str
    aliases: tuple[str, ...]
    chunk_count: int


@dataclass(frozen=True, slots=True)
class EntityHit(Entity):
    """An entity whose name is like a text; ``score`` is Lucene's, comparable within one search."""

    score: float


@dataclass(frozen=True, slots=True)
class Evidence(Result):
    """Where a relation is said: characters ``start`` to ``end`` of the source's text, those of the
    chunk if the statement was not located, None if nobody knows. ``place``: what a reader calls it
    ("page 3"), if anything."""

    statement_id: str
    chunk_id: str
    source_id: str
    uri: str
    start: int | None
    end: int | None
    place: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityRelation(Result):
    """A relation in stored direction, from one entity to another (``from`` and ``to`` in plain
    data). ``weight`` sums what supports it; ``evidence``: two places at most."""

    from_id: str
    from_name: str = called("from")
    type: str
    to_id: str
    to_name: str = called("to")
    weight: float
    description: str | None
    evidence: tuple[Evidence, ...] = many(Evidence)


@dataclass(frozen=True, slots=True)
class EntityStatement(Result):
    """A statement that mentions an entity, and its place as in :class:`Evidence`."""

    statement_id: str
    text: str
    chunk_id: str
    source_id: str
    uri: str
    title: str
    start: int | None
    end: int | None
    place: str | None


@dataclass(frozen=True, slots=True)
class Neighbour(Result):
    """An entity that is named together with another, which says nothing of how the two are related.
    ``weight``: how much more than by chance, 0 to 1; ``chunks``: in how many; ``within``: a
    "statement", or no more than a "chunk"."""

    id: str
    name: str
    weight: float
    chunks: int
    within: str


@dataclass(frozen=True, slots=True)
class SourceReference(Result):
    """A source that mentions an entity."""

    id: str
    uri: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityDetails(Result):
    """What is known of one entity. ``relations``: the strongest, outgoing ones first, of
    ``n_relations`` in all; ``neighbours``: who is named together with it, the closest first;
    ``statements``: the first that mention it."""

    id: str
    name: str
    type: str
    description: str | None
    aliases: tuple[str, ...]
    chunk_count: int
    relations: tuple[EntityRelation, ...] = many(EntityRelation)
    n_relations: int
    neighbours: tuple[Neighbour, ...] = many(Neighbour)
    statements: tuple[EntityStatement, ...] = many(EntityStatement)
    sources: tuple[SourceReference, ...] = many(SourceReference)


@dataclass(frozen=True, slots=True)
class Merge(Result):
    """An entity ``alias`` that was merged into ``name``: why, by whom ("rules", "llm" or "person"),
    and when (ISO 8601)."""

    id: str
    name: str
    alias_id: str
    alias: str
    reason: str
    decided_by: str
    at: str


@dataclass(frozen=True, slots=True)
class Unmerged(Result):
    """An entity that is apart again from ``into``."""

    id: str
    name: str
    into_id: str
    into: str


@dataclass(frozen=True, slots=True)
class KeptApart(Result):
    """Two entities that somebody said are not the same."""

    one_id: str
    one: str
    other_id: str
    other: str


@dataclass(frozen=True, slots=True)
class DisagreementSide(Result):
    """One of the things said: the words of a fact, its ids, and three statements of each."""

    text: str
    fact_ids: tuple[str, ...]
    statements: tuple[EntityStatement, ...] = many(EntityStatement)


@dataclass(frozen=True, slots=True)
class Disagreement(Result):
    """Facts about an entity that cannot all hold; ``type`` is their relation type, without a
    preposition at its end where there are values (BORN of BORN_IN and BORN_ON)."""

    entity_id: str
    entity: str
    type: str
    sides: tuple[DisagreementSide, ...] = many(DisagreementSide)


FoundEntities = list[Entity]
FoundHits = list[EntityHit]
FoundMerges = list[Merge]
UnmergedEntities = list[Unmerged]
FoundDisagreements = list[Disagreement]


class Entities:
    """The entities of a graph, and their merges."""

    def __init__(self, context: GraphContext) -> None:
        self._context = context

    def get(self, id_or_name: str, *, limit: int = 100, statements: int = 10) -> EntityDetails:
        """One entity by its id (or the first 8 digits of it or more) or a name, that of a merged
        one, too.

        With the strongest ``limit`` relations each way in stored direction, the first
        ``statements`` that mention it, and up to ``limit`` sources. Raises
        :class:`NotFoundError`, which names entities with like names, if there is none.
        """
        from graphrag_neo4j.entities.lookup import find

        database = self._context.database
        return EntityDetails.of(find(database, id_or_name, limit=limit, statements=statements))

    def list(self, *, type: str | None = None, skip: int = 0, limit: int = 100) -> FoundEntities:
        """Entities (of one type), the most often mentioned first."""
        from graphrag_neo4j.entities.lookup import listed

        rows = listed(self._context.database, type=type, skip=skip, limit=limit)
        return [Entity.of(row) for row in rows]

    def find(
        self, text: str, *, type: str | None = None, skip: int = 0, limit: int = 20
    ) -> FoundHits:
        """Entities one of whose names is like ``text``, the best first: any case, parts of a
        name, typos. Names of merged entities lead to what they were merged into."""
        from graphrag_neo4j.entities.lookup import search

        rows = search(self._context.database, text, type=type, skip=skip, limit=limit)
        return [EntityHit.of(row) for row in rows]

    def resolve(
        self, *, dry_run: bool = False, use_llm: bool = True, force: bool = False
    ) -> Resolution:
        """Merge entities that are the same under different names.

        Decided by rules, and by the LLM if one is set and ``use_llm``. Each merge is recorded
        and can be taken back; what is ingested later for an alias goes to the merged entity.
        A person under a first or last name alone is in ``proposed`` with those who it may be.
        ``dry_run`` only says what would be merged. ``force`` also merges pairs that
        :meth:`unmerge` took apart.
        """
        from graphrag_neo4j.entities.resolver import Resolver

        with self._context.usage_booked():
            chat = self._context.optional_chat(wanted=use_llm)
            return Resolver(self._writer(), chat).run(dry_run=dry_run, force=force)

    def merge(self, *ids_or_names: str, into: str) -> FoundMerges:
        """Say that entities are ``into``, under other names; :meth:`unmerge` takes it back.

        Raises :class:`NotFoundError` if there is no such entity, :class:`UsageError` for an entity
        and itself; then nothing is changed.
        """
        from graphrag_neo4j.entities.by_hand import merge

        return [Merge.of(row) for row in merge(self._writer(), ids_or_names, into)]

    def keep_apart(self, one: str, other: str) -> KeptApart:
        """Say that two entities are not the same: :meth:`resolve` will not merge them.

        Raises :class:`NotFoundError` if there is no such entity, :class:`UsageError` if they are
        one already.
        """
        from graphrag_neo4j.entities.by_hand import keep_apart

        return KeptApart.of(keep_apart(self._writer(), one, other))

    def merges(self, *, skip: int = 0, limit: int = 1_000) -> FoundMerges:
        """Merges by the name of what was merged into."""
        rows = self._context.database.read("entities/merges", ids=None, skip=skip, limit=limit)
        return [Merge.of(row) for row in rows]

    def unmerge(self, *ids_or_names: str) -> UnmergedEntities:
        """Take merges back, by the alias's id or name, exactly; they are not made again.

        What was merged into an alias before that was merged itself goes with it. Raises
        :class:`GraphRagError` if one of them is not merged; then nothing is changed.
        """
        from graphrag_neo4j.entities.by_hand import unmerge

        return [Unmerged.of(row) for row in unmerge(self._writer(), ids_or_names)]

    def disagreements(self, *, skip: int = 0, limit: int = 100) -> FoundDisagreements:
        """Facts that cannot all hold, said by different sources, of the entities mentioned most
        first.

        Either a fact and its denial (ACQUIRED and NOT_ACQUIRE the same), or several values of a
        relation type that holds one (BORN_IN, FOUNDED_IN and the like, and those of
        ``GRAPHRAG_SINGLE_TYPES``): other years, other numbers, or entities that nothing relates.
        Words without a number are not compared. Changes nothing, and asks no LLM.
        """
        from graphrag_neo4j.entities.disagreements import find

        context = self._context
        rows = find(context.database, context.settings.single_type_list)
        return [Disagreement.of(row) for row in rows[skip : skip + limit]]

    def _writer(self) -> GraphWriter:
        from graphrag_neo4j.ingest.writer import GraphWriter

        self._context.apply_schema()
        return GraphWriter(*self._context.writer_parts())
