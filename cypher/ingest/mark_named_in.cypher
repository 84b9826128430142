// Eager: all that chunks name is found before any of it is marked. Where others come or go, whom an
// entity is named with differs: it waits to be derived.
UNWIND $rows AS row
MATCH (chunk:Chunk {id: row.id})
CALL (chunk) {
  MATCH (chunk)<-[:MENTIONED_IN]-(:Statement)-[:MENTIONS]->(entity:Entity) RETURN entity
  UNION MATCH (chunk)-[:MENTIONS]->(entity:Entity) RETURN entity
}
SET entity.dirty = row.dirty
