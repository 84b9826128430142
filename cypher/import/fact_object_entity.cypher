// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Fact)-[:OBJECT]->(:Entity) as it was exported. What was said of a merged entity
// (merged_from) stands beside what is said of the entity itself.
UNWIND $rows AS row
MATCH (a:Fact {id: row.from})
CALL (row) { MATCH (b:Entity {id: row.to}) RETURN b }
CALL (row, a, b) {
  WITH * WHERE row.properties.merged_from IS NOT NULL
  MERGE (a)-[r:OBJECT {merged_from: row.properties.merged_from}]->(b)
  SET r = row.properties
}
CALL (row, a, b) {
  WITH * WHERE row.properties.merged_from IS NULL
    AND NOT EXISTS { (a)-[o:OBJECT]->(b) WHERE o.merged_from IS NULL }
  CREATE (a)-[r:OBJECT]->(b)
  SET r = row.properties
}
