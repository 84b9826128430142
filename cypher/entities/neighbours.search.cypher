CYPHER 25
// Entities that may be the same as those of a page, by vector ($near: least similarity; of
// $asked the $limit nearest) and by words. Needs Neo4j 2026.01; the same on 5.26 is
// neighbours.procedure.cypher.
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})
WHERE e.embedding IS NOT NULL
CALL (e, row) {
  MATCH (n:Entity)
    SEARCH n IN (VECTOR INDEX entity_embedding FOR e.embedding LIMIT $asked) SCORE AS score
  WITH n, score ORDER BY score DESC LIMIT $limit WHERE score >= $near
  RETURN n.id AS other, true AS is_near
UNION ALL
  CALL db.index.fulltext.queryNodes('entity_name', row.words, {limit: $limit}) YIELD node, score
  RETURN node.id AS other, false AS is_near
}
WITH e, other, max(is_near) AS is_near
WHERE other <> e.id
RETURN e.id AS id, other, is_near
ORDER BY id, other
