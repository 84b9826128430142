// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Entity)-[:SUBJECT]->(:Fact) as it was exported. What was said of a merged entity
// (merged_from) stands beside what is said of the entity itself.
UNWIND $rows AS row
MATCH (a:Entity {id: row.from})
CALL (row) { MATCH (b:Fact {id: row.to}) RETURN b }
CALL (row, a, b) {
  WITH * WHERE row.properties.merged_from IS NOT NULL
  MERGE (a)-[r:SUBJECT {merged_from: row.properties.merged_from}]->(b)
  SET r = row.properties
}
CALL (row, a, b) {
  WITH * WHERE row.properties.merged_from IS NULL
    AND NOT EXISTS { (a)-[o:SUBJECT]->(b) WHERE o.merged_from IS NULL }
  CREATE (a)-[r:SUBJECT]->(b)
  SET r = row.properties
}
