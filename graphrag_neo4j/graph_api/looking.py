"""What stands in a graph: sources, entities and their merges, communities, counts."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.database.counts import node_counts, relationship_counts
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.graph_api.opening import OpenGraph
from graphrag_neo4j.vocabulary import LABELS

if TYPE_CHECKING:
    from graphrag_neo4j.communities.detect import Detection
    from graphrag_neo4j.communities.reports import ReportRun
    from graphrag_neo4j.entities.resolver import Resolution, Resolver
    from graphrag_neo4j.llm.chat import ChatModel


def no_stats() -> dict[str, Any]:
    """What :meth:`Looking.stats` gives for a graph that was never made."""
    from graphrag_neo4j.llm.usage_total import sums

    return {
        "nodes": dict.fromkeys(LABELS, 0),
        "relationships": {},
        "communities": {"method": None, "levels": []},
        "embed_model": None,
        "dimensions": None,
        "made_with": {},
        "llm": {"stages": {}, "total": sums(())},
        "neo4j": None,
    }


class Looking(OpenGraph):
    """The verbs that order a graph and show what is in it."""

    def sources(self, text: str | None = None, *, skip: int = 0, limit: int = 1_000) -> list[Row]:
        """Sources by title: id, uri, aliases, title, status, number of chunks, metadata.

        ``text``: only those whose title or URI contains it, whatever the case, or fits it as a
        glob ("*.pdf", "reports/**").
        """
        from graphrag_neo4j.source_names import listed

        return listed(self.database, text, skip, limit)

    def find_sources(self, *names: str) -> list[Row]:
        """The sources that names mean: id, uri, title, aliases, and ``named``, those of its URIs
        that are meant.

        A name is an id (or its first 8 digits or more), a URI, the path of a file or folder, a
        title, or a glob; the first of these that fits counts. Paths may be relative, and the file
        may be gone. Raises :class:`NotFoundError` for a name that fits nothing and
        :class:`UsageError` for a title that fits several sources.
        """
        from graphrag_neo4j.source_names import find

        return [one.to_dict() for name in names for one in find(self.database, name)]

    def source_text(self, name: str, *, start: int = 0, length: int = 4_000) -> Row:
        """What stands in a source, named as in :meth:`find_sources`: characters ``start`` to
        ``start + length`` (1 to 100,000) of its text.

        Gives ``source`` (its properties), ``pieces`` in reading order (``chunk_id``, ``title``,
        ``start``, ``end``, ``text``; what is missing between two is white space, unless a
        hand-over left it out), ``next_start`` (None at the end) and ``unplaced``: chunks whose
        place in the text is not known. Raises :class:`NotFoundError` if there is no such source,
        :class:`UsageError` if the name means several.
        """
        from graphrag_neo4j.retrieve.source_text import page_of

        return page_of(self.database, name, start, length)

    def stats(self) -> dict[str, Any]:
        """Counts of nodes and relationships, what the graph was embedded and made with (settings
        by name), and ``llm``: what LLM calls used so far
        (:func:`graphrag_neo4j.llm.usage_total.spent`).
        """
        from graphrag_neo4j.llm.usage_total import spent

        self._book()
        status = asdict(self.schema_status())
        relationships: Counter[str] = Counter()
        for row in relationship_counts(self.database):
            relationships[row["type"]] += row["n"]
        return {
            "nodes": node_counts(self.database),
            "relationships": dict(relationships),
            "communities": self._community_stats(),
            "embed_model": status["embed_model"],
            "dimensions": status["dimensions"],
            "made_with": status["made_with"],
            "llm": spent(self.database),
            "neo4j": self.database.version.text,
        }

    def describe_schema(self, *, limit: int = 50) -> dict[str, Any]:
        """What kinds of things this graph has: ``labels`` (label -> nodes), ``relationships``
        (``from``, ``type``, ``to`` in stored direction, ``n``), and, by frequency, the ``limit``
        most common ``entity_types`` and ``relation_types`` (the types of RELATED edges)."""
        types = self.database.read("read/types", limit=limit)
        return {
            "labels": node_counts(self.database),
            "relationships": relationship_counts(self.database),
            "entity_types": {r["type"]: r["n"] for r in types if r["kind"] == "entity"},
            "relation_types": {r["type"]: r["n"] for r in types if r["kind"] == "relation"},
        }

    def _community_stats(self) -> dict[str, Any]:
        record = next(iter(self.database.read("communities/record")), None)
        levels = self.database.read("communities/levels")
        for row in levels:
            for name in ("modularity", "coverage"):
                known = record[name] if record else []
                row[name] = known[row["level"]] if row["level"] < len(known) else None
        return {"method": record["method"] if record else None, "levels": levels}

    def entity(self, id_or_name: str, *, limit: int = 100, statements: int = 10) -> Row:
        """One entity by its id (or the first 8 digits of it or more) or a name, that of a merged
        one, too: id, name, type, description, aliases, chunk_count (chunks that mention it), the
        strongest ``limit`` relations each way in stored direction with the places of two
        statements that say so, their whole number, the first ``statements`` that mention it, and
        up to ``limit`` sources. Raises :class:`NotFoundError`, which names entities with like
        names, if there is none."""
        from graphrag_neo4j.entities.lookup import find

        return find(self.database, id_or_name, limit=limit, statements=statements)

    def list_entities(
        self, *, type: str | None = None, skip: int = 0, limit: int = 100
    ) -> list[Row]:
        """Entities (of one type) by how often they are mentioned: id, name, type, aliases,
        chunk_count."""
        from graphrag_neo4j.entities.lookup import listed

        return listed(self.database, type=type, skip=skip, limit=limit)

    def search_entities(
        self, text: str, *, type: str | None = None, skip: int = 0, limit: int = 20
    ) -> list[Row]:
        """Entities (of one type) one of whose names is like ``text``, the best first: as
        :meth:`list_entities`, with ``score``.

        Case does not matter; beginnings of words and words with a typo are found, too. The names
        of merged entities lead to what they were merged into.
        """
        from graphrag_neo4j.entities.lookup import search

        return search(self.database, text, type=type, skip=skip, limit=limit)

    def resolve_entities(
        self, *, dry_run: bool = False, use_llm: bool = True, force: bool = False
    ) -> Resolution:
        """Merge entities that are the same under different names.

        Decided by rules, and by the LLM if one is set and ``use_llm``. Each merge is recorded
        and can be taken back; what is ingested later for an alias goes to the merged entity.
        ``dry_run`` only says what would be merged. ``force`` also merges pairs that
        :meth:`unmerge` took apart.
        """
        chat = self.chat if use_llm and self.has_llm else None
        with self._booked():
            return self._resolver(chat).run(dry_run=dry_run, force=force)

    def merges(self, *, skip: int = 0, limit: int = 1_000) -> list[Row]:
        """Merged entities: id and name, alias_id and alias, reason, decided_by, at."""
        return self.database.read("resolve/merges", skip=skip, limit=limit)

    def unmerge(self, *ids_or_names: str) -> list[Row]:
        """Take merges back, by the alias's id or name, exactly; they are not made again.

        Returns ``id``, ``name``, ``into_id`` and ``into`` of each. Raises
        :class:`GraphRagError` if one of them is not merged; then nothing is changed.
        """
        return self._resolver(None).undo(ids_or_names)

    def _resolver(self, chat: ChatModel | None) -> Resolver:
        from graphrag_neo4j.entities.resolver import Resolver
        from graphrag_neo4j.ingest.pipeline import GraphWriter

        self.apply_schema()
        return Resolver(GraphWriter(*self._parts()), chat)

    def detect_communities(self, *, fresh: bool = False) -> Detection:
        """Find the communities of the entity graph by Leiden and store them as a hierarchy.

        The same graph and settings give the same communities. After a small change they are
        brought up to date, so that communities it does not touch keep their ids; ``fresh``
        finds all from scratch. Raises :class:`DatabaseError` for a graph without entities.
        """
        from graphrag_neo4j.communities.detect import detect

        self.apply_schema()
        return detect(self.database, self.settings, self.progress, fresh=fresh)

    def report_communities(self, *, by_rules: bool = False) -> ReportRun:
        """Write a report on each community, by the LLM if one is set, else by rules.

        A report whose input did not change is reused. A report that fails is listed in the
        result and stops no other; at the end of the budget what was written stays. Without an
        LLM, reports that one wrote stay; ``by_rules``: rules write all, even those.
        """
        from graphrag_neo4j.llm.concurrency import run_sync

        return run_sync(self.areport_communities(by_rules=by_rules))

    async def areport_communities(self, *, by_rules: bool = False) -> ReportRun:
        """:meth:`report_communities` without blocking the event loop."""
        import asyncio

        from graphrag_neo4j.communities.reports import ReportWriter

        await asyncio.to_thread(self.apply_schema)
        chat = self.chat if self.has_llm and not by_rules else None
        parts = (self.database, self.embed_model, self.settings, self.progress, chat)
        with self._booked():
            return await ReportWriter(*parts, by_rules=by_rules).run()

    def communities(
        self,
        level: int | None = None,
        *,
        skip: int = 0,
        limit: int = 1_000,
        alone: bool = False,
    ) -> list[Row]:
        """Communities of one or all levels (0 = most granular), the highest rated first.

        With ``alone`` also those of a single entity that belongs to no other (on level 0).
        """
        return self.database.read(
            "communities/list", level=level, skip=skip, limit=limit, alone=alone
        )

    def community(self, id_: str) -> Row:
        """One community by its id, or by a beginning of it that no other has: report,
        sub-communities, and up to 100 entities. Each finding has ``references`` (records that it
        rests on, by kind and id) and ``evidence`` (statement ids); ``evidence`` of the whole are
        the places where these statements stand. Raises :class:`UsageError` for an unknown id."""
        found = self.database.read("communities/show", id=id_)
        if len(found) != 1:
            what = "Several communities have ids that start" if found else "No community has an id"
            raise UsageError(f"{what} with {id_!r}.", "See graphrag-neo4j communities list.")
        return {**found[0], "findings": json.loads(found[0]["findings"] or "[]")}
