// Entities that are named with these, which come or go by a merge, wait to be derived, too: those
// of the same statements, and those of the same chunks that no statement names with another.
UNWIND $rows AS row
MATCH (entity:Entity {id: row.id})
CALL (entity) {
  MATCH (entity)<-[:MENTIONS]-(:Statement)-[:MENTIONS]->(beside:Entity)
  RETURN beside
UNION
  CALL (entity) {
    MATCH (entity)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(chunk:Chunk) RETURN chunk
    UNION MATCH (entity)<-[:MENTIONS]-(chunk:Chunk) RETURN chunk
  }
  CALL (chunk) {
    MATCH (chunk)<-[:MENTIONED_IN]-(:Statement)-[:MENTIONS]->(beside:Entity) RETURN beside
    UNION MATCH (chunk)-[:MENTIONS]->(beside:Entity) RETURN beside
  }
  WITH beside
  WHERE NOT EXISTS {
    MATCH (beside)<-[:MENTIONS]-(:Statement)-[:MENTIONS]->(other)
    WHERE other <> beside
  }
  RETURN beside
}
SET beside.dirty = coalesce(entity.dirty, beside.dirty)
