// Entities of chunks in which others come or go: whom they are named with differs, so they wait to
// be derived.
UNWIND $rows AS row
MATCH (chunk:Chunk {id: row.id})
CALL (chunk) {
  MATCH (chunk)<-[:MENTIONED_IN]-(:Statement)-[:MENTIONS]->(entity:Entity) RETURN entity
  UNION MATCH (chunk)-[:MENTIONS]->(entity:Entity) RETURN entity
}
SET entity.dirty = row.dirty
