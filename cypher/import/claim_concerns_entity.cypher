// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Claim)-[:CONCERNS]->(:Entity) as it was exported. One for each role. What was said of a merged entity
// (was) stands beside what is said of the entity itself.
UNWIND $rows AS row
MATCH (a:Claim {id: row.from})
CALL (row) { MATCH (b:Entity {id: row.to}) RETURN b }
CALL (row, a, b) {
  WITH * WHERE row.properties.was IS NOT NULL
  MERGE (a)-[r:CONCERNS {role: row.properties.role, was: row.properties.was}]->(b)
  SET r = row.properties
}
CALL (row, a, b) {
  WITH * WHERE row.properties.was IS NULL
    AND NOT EXISTS { (a)-[o:CONCERNS {role: row.properties.role}]->(b) WHERE o.was IS NULL }
  CREATE (a)-[r:CONCERNS]->(b)
  SET r = row.properties
}
