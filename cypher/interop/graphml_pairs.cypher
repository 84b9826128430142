// Who is named together with some entities, each pair once: told of the entity whose id comes first,
// as a pair has no direction. With the chunks of its evidence.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})-[pair:CO_OCCURS_WITH]-(other:Entity)
WHERE id < other.id
WITH entity, other, head(collect(pair)) AS pair
RETURN entity.id AS from, other.id AS to,
       pair {.*, weight: CASE pair.within WHEN 'statement' THEN 1.0 ELSE 0.25 END * pair.chunks
                         / sqrt(entity.chunk_count * other.chunk_count)} AS properties,
       COLLECT { UNWIND pair.evidence AS said
                 CALL (said) {
                   MATCH (:Statement {id: said})-[:MENTIONED_IN]->(chunk:Chunk) RETURN chunk
                   UNION MATCH (chunk:Chunk {id: said}) RETURN chunk
                 }
                 RETURN DISTINCT chunk.id ORDER BY chunk.id } AS chunks
ORDER BY from, to
