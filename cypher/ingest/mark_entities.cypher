// Entities whose evidence changed wait for their properties to be derived anew; for a merged one
// waits the entity that it was merged into.
UNWIND $rows AS row
CALL (row) {
  MATCH (entity:Entity {id: row.id}) RETURN entity
  UNION ALL MATCH (:Alias {id: row.id})-[:MERGED_INTO]->(entity:Entity) RETURN entity
}
SET entity.dirty = row.dirty
