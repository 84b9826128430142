// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Statement)-[:MENTIONS]->(:Entity) as it was exported. What was said of a merged entity
// (merged_from) stands beside what is said of the entity itself.
UNWIND $rows AS row
MATCH (a:Statement {id: row.from})
CALL (row) { MATCH (b:Entity {id: row.to}) RETURN b }
CALL (row, a, b) {
  WITH * WHERE row.properties.merged_from IS NOT NULL
  MERGE (a)-[r:MENTIONS {merged_from: row.properties.merged_from}]->(b)
  SET r = row.properties
}
CALL (row, a, b) {
  WITH * WHERE row.properties.merged_from IS NULL
    AND NOT EXISTS { (a)-[o:MENTIONS]->(b) WHERE o.merged_from IS NULL }
  CREATE (a)-[r:MENTIONS]->(b)
  SET r = row.properties
}
