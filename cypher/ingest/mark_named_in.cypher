// Entities of chunks in which others come or go, and that no statement names with another: those of
// their chunks are their neighbours, so they wait to be derived.
UNWIND $rows AS row
MATCH (chunk:Chunk {id: row.id})
CALL (chunk) {
  MATCH (chunk)<-[:MENTIONED_IN]-(:Statement)-[:MENTIONS]->(entity:Entity) RETURN entity
  UNION MATCH (chunk)-[:MENTIONS]->(entity:Entity) RETURN entity
}
WITH row, entity
WHERE NOT EXISTS {
  MATCH (entity)<-[:MENTIONS]-(:Statement)-[:MENTIONS]->(other)
  WHERE other <> entity
}
SET entity.dirty = row.dirty
