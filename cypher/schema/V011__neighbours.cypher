// Edges between entities that are named together, for graphs of before, too. As derive_neighbours
// and weigh_neighbours make them; in batches, so that the size of a graph does not count. What was
// interrupted is done again, and makes no edge twice.
MATCH (entity:Entity)
CALL (entity) {
  MATCH (entity)-[old:CO_OCCURS_WITH]->(:Entity)
  DELETE old
} IN TRANSACTIONS OF 1000 ROWS;
MATCH (entity:Entity)
CALL (entity) {
  CALL (entity) {
    MATCH (entity)<-[:MENTIONS]-(statement:Statement)-[:MENTIONS]->(other:Entity)
    WHERE other <> entity
    MATCH (statement)-[:MENTIONED_IN]->(chunk:Chunk)
    WITH other, statement, chunk ORDER BY statement.id
    WITH other, count(DISTINCT chunk) AS chunks, collect(DISTINCT statement.id)[..3] AS evidence
    ORDER BY chunks DESC, other.id LIMIT 10
    RETURN collect({other: other, chunks: chunks, within: 'statement', evidence: evidence}) AS named
  }
  CALL (entity, named) {
    WITH * WHERE size(named) = 0
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
    ORDER BY size(chunks) DESC, distance, other.id LIMIT 3
    RETURN collect({other: other, chunks: size(chunks), within: 'chunk', evidence: chunks[..3]}) AS near
  }
  UNWIND named + near AS found
  WITH entity, found, found.other AS other
  CREATE (entity)-[pair:CO_OCCURS_WITH]->(other)
  SET pair = found {.chunks, .within, .evidence}
} IN TRANSACTIONS OF 500 ROWS;
MATCH (entity:Entity)-[pair:CO_OCCURS_WITH]->(other:Entity)
CALL (entity, pair, other) {
  SET pair.weight = CASE pair.within WHEN 'statement' THEN 1.0 ELSE 0.25 END * pair.chunks
                    / sqrt(entity.chunk_count * other.chunk_count)
} IN TRANSACTIONS OF 5000 ROWS;
