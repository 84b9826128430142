"""What facts, entities and relations say, of all evidence in the parts, as SQL for DuckDB.

The same as ``cypher/ingest/derive_*.cypher`` make of the evidence in a graph; those tell the rules,
and a test compares what comes out. An entity whose descriptions an LLM has to shorten keeps its
mark, and is derived in the graph as after any ingest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from graphrag_neo4j.embeddings.embedder import entity_text, key_of
from graphrag_neo4j.ingest.derive import FEWEST_NEIGHBOURS, MOST_MENTIONS, MOST_NEIGHBOURS
from graphrag_neo4j.ingest.descriptions import JOINT, Describer
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.vocabulary import (
    CHUNK_MENTIONS,
    CO_OCCURS,
    EVIDENCE,
    FACT_SUPPORTS,
    RELATED,
    STATEMENT_IN_CHUNK,
    STATEMENT_MENTIONS,
    TOPIC_IN_CHUNK,
    TOPIC_MENTIONS,
    Kind,
    Label,
)

_FACTS = """
SELECT id AS "id:ID(Fact)", first(text ORDER BY n DESC, text, predicate) AS text,
       left(first(text ORDER BY n DESC, text, predicate), 60) AS name,
       first(predicate ORDER BY n DESC, text, predicate) AS predicate,
       any_value(relation_type) AS relation_type
FROM (SELECT r."from" AS id, r.text AS text, r.predicate AS predicate,
             any_value(r.relation_type) AS relation_type, count(*) AS n
      FROM ({supports}) GROUP BY ALL)
GROUP BY id
"""

_MENTIONS = """
SELECT {n} AS kind, r."from" AS said, r.to AS entity, r.name AS name, r.type AS type,
       r.description AS description, {more}
FROM ({rows})
"""
_MORE = "r.alias AS alias, r.type_from AS type_from"
_MORE_OF_CLAIM = "NULL AS alias, NULL AS type_from"
_PLACES = """
CREATE TABLE place AS
SELECT true AS is_statement, r."from" AS said, r.to AS chunk, r.start AS start FROM ({statements})
UNION ALL SELECT false, r."from", r.to, NULL FROM ({topics})
"""

_ENTITIES = """
WITH named AS (
  SELECT entity, list(name ORDER BY n DESC, name) AS names
  FROM (SELECT entity, name, count(*) AS n FROM mention GROUP BY ALL) GROUP BY entity
), short AS (
  SELECT entity, list(alias ORDER BY alias) AS words
  FROM (SELECT DISTINCT entity, unnest(string_split(alias, '; ')) AS alias FROM mention
        WHERE alias IS NOT NULL)
  GROUP BY entity
), typed AS (
  SELECT entity, first(type ORDER BY type = 'UNKNOWN', type = 'TICKET', n DESC, type) AS type
  FROM (SELECT entity, type, sum(CASE type_from WHEN 'text' THEN {said} ELSE 1 END) AS n
        FROM mention WHERE type IS NOT NULL GROUP BY ALL)
  GROUP BY entity
), described AS (
  SELECT entity,
         list(description ORDER BY n DESC, length(description) DESC, description)[:{most}] AS parts
  FROM (SELECT entity, description, count(*) AS n FROM mention WHERE description IS NOT NULL
        GROUP BY ALL)
  GROUP BY entity
), counted AS (
  SELECT entity, count(DISTINCT coalesce(chunk, said)) AS chunk_count
  FROM mention LEFT JOIN place USING (said) WHERE kind IN ({mentions}) GROUP BY entity
), told AS MATERIALIZED (
  SELECT entity AS id, names[1] AS name, type, coalesce(chunk_count, 0) AS chunk_count,
         names[2:] || list_filter(
           coalesce(words, []), lambda word: NOT list_contains(names, word)) AS aliases,
         array_to_string(parts, '{joint}') AS all_parts,
         CASE WHEN length(all_parts) > {long} THEN shortened(parts) ELSE all_parts END
           AS description
  FROM named LEFT JOIN short USING (entity) LEFT JOIN typed USING (entity)
       LEFT JOIN described USING (entity) LEFT JOIN counted USING (entity)
)
SELECT id AS "id:ID(Entity)", name, type, chunk_count AS "chunk_count:long", description,
       CASE WHEN len(aliases) > 0 THEN array_to_string(aliases, chr(31)) END AS "aliases:string[]",
       CASE WHEN description IS NULL AND all_parts IS NOT NULL THEN id END AS dirty,
       CASE WHEN dirty IS NULL THEN vector_key(name, type, description) END AS vector_stale
FROM told
"""

_RELATED = """
WITH said AS (
  SELECT r.subject AS subject, r.object AS object, r.relation_type AS relation_type,
         r.to AS said_in, coalesce(max(r.weight), 0) AS weight,
         list(DISTINCT coalesce(r.description, r.text)) AS texts
  FROM ({supports}) WHERE r.subject IS NOT NULL AND r.object IS NOT NULL GROUP BY ALL
), relation AS (
  SELECT subject, object, relation_type, list(said_in ORDER BY said_in) AS evidence,
         list(weight ORDER BY said_in) AS weights,
         list_sort(list_distinct(flatten(list(texts)))) AS texts
  FROM said GROUP BY ALL
)
SELECT subject AS ":START_ID(Entity)", object AS ":END_ID(Entity)", relation_type,
       array_to_string(evidence, chr(31)) AS "evidence:string[]",
       list_reduce(weights, lambda total, one: total + one) AS "weight:double",
       CASE WHEN len(texts) > 0 THEN array_to_string(texts, '{joint}') END AS description
FROM relation
"""

_HUBS = """
CREATE TABLE hub AS
SELECT entity FROM mention WHERE kind IN ({mentions}) GROUP BY entity HAVING count(*) > {most}
"""
_TOGETHER = """
CREATE TABLE together AS
SELECT entity, other, count(DISTINCT chunk) AS chunks,
       list_sort(list(DISTINCT said))[:3] AS evidence
FROM (SELECT entity, said FROM mention ANTI JOIN hub USING (entity) WHERE kind = {statement})
JOIN (SELECT entity AS other, said FROM mention WHERE kind = {statement}) USING (said)
JOIN place USING (said)
WHERE entity <> other
GROUP BY entity, other
QUALIFY row_number() OVER (PARTITION BY entity ORDER BY chunks DESC, other) <= {n_most}
"""
_CO_OCCURS = """
WITH alone AS (
  SELECT DISTINCT entity FROM mention ANTI JOIN together USING (entity) ANTI JOIN hub USING (entity)
), stands AS (
  SELECT entity, chunk, start FROM mention SEMI JOIN alone USING (entity) JOIN place USING (said)
  WHERE kind = {statement}
  UNION
  SELECT entity, r.id, r.start FROM mention SEMI JOIN alone USING (entity)
  JOIN ({chunks}) ON r.id = said WHERE kind = {chunk}
), beside AS (
  SELECT stands.entity, named.entity AS other, chunk,
         min(abs(place.start - stands.start)) AS distance
  FROM stands JOIN place USING (chunk)
  JOIN mention AS named ON named.said = place.said AND named.kind = {statement}
  WHERE place.is_statement AND named.entity <> stands.entity
  GROUP BY ALL
), near AS (
  SELECT entity, other, count(*) AS chunks, min(distance) AS distance,
         list_sort(list(chunk))[:3] AS evidence
  FROM beside GROUP BY entity, other
  QUALIFY row_number() OVER (
    PARTITION BY entity ORDER BY chunks DESC, min(distance) NULLS LAST, other) <= {n_fewest}
)
SELECT entity AS ":START_ID(Entity)", other AS ":END_ID(Entity)", chunks AS "chunks:long", within,
       array_to_string(evidence, chr(31)) AS "evidence:string[]"
FROM (SELECT entity, other, chunks, 'statement' AS within, evidence FROM together
      UNION ALL SELECT entity, other, chunks, 'chunk', evidence FROM near)
"""

_KINDS = {link: n for n, link in enumerate(EVIDENCE)}
_COUNTED_KINDS = ", ".join(
    str(_KINDS[link]) for link in (STATEMENT_MENTIONS, CHUNK_MENTIONS, TOPIC_MENTIONS)
)
"""Mentions by which it is counted in how many chunks an entity stands."""

DERIVED: tuple[Kind, ...] = (Label.FACT, Label.ENTITY, RELATED, CO_OCCURS)
"""What is made of several sources' evidence."""


class EntityTexts:
    """What SQL cannot say of an entity: what its vector is made of, and its description if there
    is too much. By rules, unless ``has_llm``; by model and settings as in an ingest."""

    def __init__(self, settings: Settings, model_name: str, *, has_llm: bool) -> None:
        self._describer = Describer(settings)
        self._with_type = settings.embed_entity_types
        self._model_name = model_name
        self._has_llm = has_llm

    @property
    def bounds(self) -> Mapping[str, int]:
        """How many descriptions count, and how long they are together when they may be too long."""
        return self._describer.bounds

    def vector_key(self, name: str, type_: str, description: str | None) -> str:
        """By which an entity's vector is known to be up to date."""
        told = {"name": name, "type": type_, "description": description}
        return key_of(self._model_name, entity_text(told, self._with_type))

    def shortened(self, descriptions: list[str]) -> str | None:
        """One description of all; None if an LLM has to write it."""
        text = JOINT.join(descriptions)
        row = {"id": "", "description": text, "descriptions": descriptions, "summary": None}
        short = self._describer.shortened([row])[""].text
        return None if self._has_llm and short != text else short

    def give_to(self, database: Any) -> None:
        """Make a connection of DuckDB know :meth:`vector_key` and :meth:`shortened`."""
        text = "VARCHAR"
        for name, types in (("vector_key", [text] * 3), ("shortened", [f"{text}[]"])):
            function = getattr(self, name)
            database.create_function(name, function, types, text, null_handling="special")


def preparations(rows: Callable[[Kind], str]) -> Iterator[str]:
    """Statements that make the tables which :func:`queries` read. ``rows`` gives the query of all
    rows ``r`` of a kind."""
    every = (
        _MENTIONS.format(n=n, more=_MORE_OF_CLAIM if link.role else _MORE, rows=rows(link))
        for link, n in _KINDS.items()
    )
    yield f"CREATE TABLE mention AS {' UNION ALL '.join(every)}"
    yield _PLACES.format(statements=rows(STATEMENT_IN_CHUNK), topics=rows(TOPIC_IN_CHUNK))
    yield _HUBS.format(mentions=_COUNTED_KINDS, most=MOST_MENTIONS)
    yield _TOGETHER.format(statement=_KINDS[STATEMENT_MENTIONS], n_most=MOST_NEIGHBOURS)


def queries(rows: Callable[[Kind], str], texts: EntityTexts) -> Iterator[tuple[Kind, str]]:
    """What the file of each of :data:`DERIVED` holds; ``texts`` is to be known to the database."""
    supports = rows(FACT_SUPPORTS)
    yield Label.FACT, _FACTS.format(supports=supports)
    yield (
        Label.ENTITY,
        _ENTITIES.format(**texts.bounds, joint=JOINT, mentions=_COUNTED_KINDS),
    )
    yield RELATED, _RELATED.format(supports=supports, joint=JOINT)
    near = {"statement": _KINDS[STATEMENT_MENTIONS], "chunk": _KINDS[CHUNK_MENTIONS]}
    chunks = rows(Label.CHUNK)
    yield CO_OCCURS, _CO_OCCURS.format(chunks=chunks, n_fewest=FEWEST_NEIGHBOURS, **near)
