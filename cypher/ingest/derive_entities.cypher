// Eager: all evidence of a round is read before anything is set. An entity may have many thousands of
// mentions, so descriptions, of which there may be as many, are no part of the list said: rows that
// are sorted each carry it.
// Name, type, description, aliases and frequency of an entity, from all that mentions it:
// the name and type said most often (ties: first in the alphabet), its own names before merged
// ones, then what a document says is short for it. A type that the text says in words counts for
// $said that a name alone suggests; UNKNOWN comes after all types, and TICKET, which the writing
// of a code may tell alone, after what columns and texts say that it is; at most $most
// descriptions, the most frequent, then the longest. Those of a description of more than $long
// characters are returned one by one, to be shortened; the stored one stays till then, and is
// returned if the LLM wrote it (summary).
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
CALL (entity) {
  MATCH (entity)<-[mention:MENTIONS|ABOUT|CONCERNS]-()
  WITH mention.name AS name, mention.type AS type, mention.alias AS alias,
       mention.merged_from IS NOT NULL AS is_merged,
       CASE mention.type_from WHEN 'text' THEN $said ELSE 1 END AS weight, count(*) AS n
  RETURN collect({name: name, type: type, alias: alias, is_merged: is_merged, n: n,
                  votes: n * weight}) AS said
}
CALL (said) {
  UNWIND said AS one
  WITH one.name AS name, sum(one.n) AS n, min(one.is_merged) AS is_merged
  ORDER BY is_merged, n DESC, name
  RETURN collect(name) AS names
}
CALL (said) {
  UNWIND said AS one
  UNWIND split(one.alias, '; ') AS alias
  WITH DISTINCT alias ORDER BY alias
  RETURN collect(alias) AS short
}
CALL (said) {
  UNWIND said AS one
  WITH one.type AS type, sum(one.votes) AS n ORDER BY type = 'UNKNOWN', type = 'TICKET', n DESC, type
  RETURN head(collect(type)) AS type
}
CALL (entity) {
  MATCH (entity)<-[mention:MENTIONS|ABOUT|CONCERNS]-()
  WHERE mention.description IS NOT NULL
  WITH mention.description AS description, count(*) AS n
  ORDER BY n DESC, size(description) DESC, description LIMIT $most
  RETURN collect(description) AS descriptions
}
CALL (entity) {
  MATCH (entity)<-[:MENTIONS]-(said)
  OPTIONAL MATCH (said)-[:MENTIONED_IN]->(chunk)
  RETURN count(DISTINCT coalesce(chunk, said)) AS chunk_count
}
WITH entity, names, type, descriptions, chunk_count,
     tail(names) + [word IN short WHERE NOT word IN names] AS aliases,
     reduce(all = head(descriptions), more IN tail(descriptions) | all + '; ' + more) AS description
WITH *, coalesce(size(description) > $long, false) AS is_long
SET entity.name = head(names), entity.aliases = CASE WHEN size(aliases) > 0 THEN aliases END,
    entity.type = type, entity.chunk_count = chunk_count,
    entity.description = CASE WHEN is_long THEN entity.description ELSE description END,
    entity.described_by = CASE WHEN is_long THEN entity.described_by END
RETURN entity.id AS id, entity.name AS name, entity.type AS type, description,
       CASE WHEN is_long THEN descriptions ELSE [] END AS descriptions,
       CASE entity.described_by WHEN 'llm' THEN entity.description END AS summary, entity.dirty AS dirty
