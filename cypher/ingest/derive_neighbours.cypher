// Eager: all mentions of a round are read before any edge is made or goes.
// CO_OCCURS_WITH says that two entities are named together, not what one has to do with the other.
// It leads from an entity to the $most that statements name with it, those of the most chunks
// first; where there are none, to the $fewest that its chunks name, the nearest first. chunks: in
// how many; within: whether a statement or only a chunk names both; evidence: at most three of
// these, by id. An entity with more than $hub mentions has none of its own.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
WITH entity, COUNT { (entity)<-[:MENTIONS]-() } <= $hub AS is_wanted
CALL (entity, is_wanted) {
  WITH * WHERE is_wanted
  MATCH (entity)<-[:MENTIONS]-(statement:Statement)-[:MENTIONED_IN]->(chunk)
  WITH entity, statement, chunk
  MATCH (statement)-[:MENTIONS]->(other)
  WHERE other <> entity
  WITH other, count(DISTINCT chunk) AS chunks, collect(DISTINCT statement) AS statements
  ORDER BY chunks DESC, other.id LIMIT $most
  RETURN collect({other: other, chunks: chunks, within: 'statement', evidence: COLLECT {
           UNWIND statements AS statement RETURN statement.id ORDER BY statement.id LIMIT 3 }}) AS named
}
CALL (entity, named, is_wanted) {
  WITH * WHERE is_wanted AND size(named) = 0
  CALL (entity) {
    MATCH (entity)<-[:MENTIONS]-(:Statement)-[place:MENTIONED_IN]->(chunk:Chunk)
    RETURN chunk, place.start AS start
  UNION
    MATCH (entity)<-[:MENTIONS]-(chunk:Chunk)
    RETURN chunk, chunk.start AS start
  }
  MATCH (chunk)<-[place:MENTIONED_IN]-(:Statement)-[:MENTIONS]->(other:Entity)
  WHERE other <> entity
  WITH other, chunk, min(abs(place.start - start)) AS distance ORDER BY chunk.id
  WITH other, min(distance) AS distance, collect(chunk.id) AS chunks
  ORDER BY size(chunks) DESC, distance, other.id LIMIT $fewest
  RETURN collect({other: other, chunks: size(chunks), within: 'chunk', evidence: chunks[..3]}) AS near
}
CALL (entity, named, near) {
  UNWIND named + near AS found
  RETURN found.other AS other, found, null AS pair
UNION ALL
  MATCH (entity)-[pair:CO_OCCURS_WITH]->(other:Entity)
  RETURN other, null AS found, pair
}
WITH entity, other, head(collect(found)) AS found, collect(pair) AS pairs
FOREACH (pair IN CASE WHEN found IS NULL THEN pairs END | DELETE pair)
WITH * WHERE found IS NOT NULL
CALL (entity, other, pairs) {
  UNWIND pairs AS pair RETURN pair
UNION ALL
  WITH * WHERE pairs = []
  CREATE (entity)-[pair:CO_OCCURS_WITH]->(other) RETURN pair
}
SET pair = found {.chunks, .within, .evidence}
