// How strongly entities that are named together are tied: their number of chunks times how much
// more often than by chance that is (derive_neighbours.cypher); those of $page entities in a row.
// A pair has no direction, so it comes once.
MATCH (one:Entity)
WHERE one.id IS NOT NULL
WITH collect(one) AS entities
UNWIND range(0, size(entities) - 1, $page) AS first
CALL (entities, first) {
  UNWIND entities[first..first + $page] AS one
  MATCH (one)-[pair:CO_OCCURS_WITH]-(other:Entity)
  WHERE id(one) < id(other) AND other.id IS NOT NULL
  WITH one, other, pair.chunks AS chunks,
       CASE pair.within WHEN 'statement' THEN 1.0 ELSE 0.25 END * pair.chunks
       / sqrt(one.chunk_count * other.chunk_count) AS weight
  WITH one, other, max(chunks * weight) AS tie
  WHERE tie IS NOT NULL
  RETURN collect(id(one)) AS nodes, collect(id(other)) AS others, collect(tie) AS weights
}
RETURN nodes, others, weights
