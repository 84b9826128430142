// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Statement)-[:NEXT]->(:Statement) as it was exported.
UNWIND $rows AS row
MATCH (a:Statement {id: row.from})
CALL (row) { MATCH (b:Statement {id: row.to}) RETURN b }
MERGE (a)-[r:NEXT]->(b)
SET r = row.properties
