CYPHER 25
// Entities that may be the same as those of a page, by vector ($near: least similarity; of
// $asked the $limit nearest) and by words. Needs Neo4j 2026.01; the same on 5.26 is
// neighbours.procedure.cypher.
UNWIND $rows AS row
MATCH (entity:Entity {id: row.id})
WHERE entity.embedding IS NOT NULL
CALL (entity, row) {
  MATCH (near:Entity)
    SEARCH near IN (VECTOR INDEX entity_embedding FOR entity.embedding LIMIT $asked) SCORE AS score
  WITH near, score ORDER BY score DESC LIMIT $limit WHERE score >= $near
  RETURN near.id AS other, true AS is_near
UNION ALL
  CALL db.index.fulltext.queryNodes('entity_name', row.words, {limit: $limit}) YIELD node, score
  RETURN node.id AS other, false AS is_near
}
WITH entity, other, max(is_near) AS is_near
WHERE other <> entity.id
RETURN entity.id AS id, other, is_near
ORDER BY id, other
