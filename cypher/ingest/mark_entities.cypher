// Entities whose evidence changed wait for their properties to be derived anew; for a merged one
// waits the entity that it was merged into.
UNWIND $rows AS row
CALL (row) {
  MATCH (e:Entity {id: row.id}) RETURN e
  UNION ALL MATCH (:Alias {id: row.id})-[:MERGED_INTO]->(e:Entity) RETURN e
}
SET e.dirty = row.dirty
