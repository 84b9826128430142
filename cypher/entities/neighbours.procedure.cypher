// Entities that may be the same as those of a page, by vector ($near: least similarity) and by
// words. For Neo4j 5.26; from 2026.01 on neighbours.search.cypher does the same faster.
UNWIND $rows AS row
MATCH (entity:Entity {id: row.id})
WHERE entity.embedding IS NOT NULL
CALL (entity, row) {
  CALL db.index.vector.queryNodes('entity_embedding', $asked, entity.embedding) YIELD node, score
  WITH node, score ORDER BY score DESC LIMIT $limit WHERE score >= $near
  RETURN node.id AS other, true AS is_near
UNION ALL
  CALL db.index.fulltext.queryNodes('entity_name', row.words, {limit: $limit}) YIELD node, score
  RETURN node.id AS other, false AS is_near
}
WITH entity, other, max(is_near) AS is_near
WHERE other <> entity.id
RETURN entity.id AS id, other, is_near
ORDER BY id, other
