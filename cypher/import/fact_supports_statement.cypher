// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Fact)-[:SUPPORTS]->(:Statement) as it was exported.
UNWIND $rows AS row
MATCH (a:Fact {id: row.from})
CALL (row) { MATCH (b:Statement {id: row.to}) RETURN b }
MERGE (a)-[r:SUPPORTS]->(b)
SET r = row.properties
