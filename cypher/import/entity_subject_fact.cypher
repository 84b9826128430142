// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Entity)-[:SUBJECT]->(:Fact) as it was exported.
UNWIND $rows AS row
MATCH (a:Entity {id: row.from})
CALL (row) { MATCH (b:Fact {id: row.to}) RETURN b }
MERGE (a)-[r:SUBJECT]->(b)
SET r = row.properties
