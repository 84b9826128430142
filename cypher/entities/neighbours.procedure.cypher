// Entities that may be the same as those of a page, by vector ($near: least similarity) and by
// words. For Neo4j 5.26; from 2026.01 on neighbours.search.cypher does the same faster.
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})
WHERE e.embedding IS NOT NULL
CALL (e, row) {
  CALL db.index.vector.queryNodes('entity_embedding', $asked, e.embedding) YIELD node, score
  WITH node, score ORDER BY score DESC LIMIT $limit WHERE score >= $near
  RETURN node.id AS other, true AS is_near
UNION ALL
  CALL db.index.fulltext.queryNodes('entity_name', row.words, {limit: $limit}) YIELD node, score
  RETURN node.id AS other, false AS is_near
}
WITH e, other, max(is_near) AS is_near
WHERE other <> e.id
RETURN e.id AS id, other, is_near
ORDER BY id, other
