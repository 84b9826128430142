// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Chunk)-[:ABOUT]->(:Entity) as it was exported. What was said of a merged entity
// (was) stands beside what is said of the entity itself.
UNWIND $rows AS row
MATCH (a:Chunk {id: row.from})
CALL (row) { MATCH (b:Entity {id: row.to}) RETURN b }
CALL (row, a, b) {
  WITH * WHERE row.properties.was IS NOT NULL
  MERGE (a)-[r:ABOUT {was: row.properties.was}]->(b)
  SET r = row.properties
}
CALL (row, a, b) {
  WITH * WHERE row.properties.was IS NULL
    AND NOT EXISTS { (a)-[o:ABOUT]->(b) WHERE o.was IS NULL }
  CREATE (a)-[r:ABOUT]->(b)
  SET r = row.properties
}
