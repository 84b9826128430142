// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Topic)-[:MENTIONS]->(:Entity) as it was exported.
UNWIND $rows AS row
MATCH (a:Topic {id: row.from})
CALL (row) { MATCH (b:Entity {id: row.to}) RETURN b }
MERGE (a)-[r:MENTIONS]->(b)
SET r = row.properties
