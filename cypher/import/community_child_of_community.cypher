// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Community)-[:CHILD_OF]->(:Community) as it was exported.
UNWIND $rows AS row
MATCH (a:Community {id: row.from})
CALL (row) { MATCH (b:Community {id: row.to}) RETURN b }
MERGE (a)-[r:CHILD_OF]->(b)
SET r = row.properties
