// Eager: all evidence of a round (2,000 entities) is read before anything is set.
// Name, type, description, aliases and frequency of an entity, from all that mentions it:
// the name and type said most often (ties: first in the alphabet), its own names before merged
// ones, then what a document says is short for it; a real type before UNKNOWN; at most $most
// descriptions, the most frequent, then the longest. Those of a description of more than $long
// characters are returned one by one, to be shortened; the stored one stays till then, and is
// returned if the LLM wrote it (summary).
UNWIND $ids AS id
MATCH (e:Entity {id: id})
CALL (e) {
  MATCH (e)<-[m:MENTIONS|ABOUT|CONCERNS]-()
  WITH m.name AS name, count(*) AS n, min(m.merged_from IS NOT NULL) AS is_merged
  ORDER BY is_merged, n DESC, name
  RETURN collect(name) AS names
}
CALL (e) {
  MATCH (e)<-[m:MENTIONS|ABOUT]-()
  WHERE m.alias IS NOT NULL
  WITH DISTINCT m.alias AS alias ORDER BY alias
  RETURN collect(alias) AS short
}
CALL (e) {
  MATCH (e)<-[m:MENTIONS|ABOUT|CONCERNS]-()
  WITH m.type AS type, count(*) AS n ORDER BY type = 'UNKNOWN', n DESC, type
  RETURN head(collect(type)) AS type
}
CALL (e) {
  MATCH (e)<-[m:MENTIONS|ABOUT|CONCERNS]-()
  WHERE m.description IS NOT NULL
  WITH m.description AS description, count(*) AS n
  ORDER BY n DESC, size(description) DESC, description LIMIT $most
  RETURN collect(description) AS descriptions
}
CALL (e) {
  CALL (e) {
    MATCH (e)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(c:Chunk) RETURN c
    UNION MATCH (e)<-[:MENTIONS]-(c:Chunk) RETURN c
    UNION MATCH (e)<-[:MENTIONS]-(:Topic)-[:MENTIONED_IN]->(c:Chunk) RETURN c
  }
  RETURN count(c) AS chunk_count
}
WITH e, names, type, descriptions, chunk_count, tail(names) + [s IN short WHERE NOT s IN names] AS aliases,
     reduce(all = head(descriptions), d IN tail(descriptions) | all + '; ' + d) AS description
WITH *, coalesce(size(description) > $long, false) AS is_long
SET e.name = head(names), e.aliases = CASE WHEN size(aliases) > 0 THEN aliases END,
    e.type = type, e.chunk_count = chunk_count,
    e.description = CASE WHEN is_long THEN e.description ELSE description END,
    e.described_by = CASE WHEN is_long THEN e.described_by END
RETURN e.id AS id, e.name AS name, e.type AS type, description,
       CASE WHEN is_long THEN descriptions ELSE [] END AS descriptions,
       CASE e.described_by WHEN 'llm' THEN e.description END AS summary,
       e.embedding_key AS embedding_key, e.dirty AS dirty
