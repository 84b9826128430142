// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Entity)-[:IN_COMMUNITY]->(:Community) as it was exported.
UNWIND $rows AS row
MATCH (a:Entity {id: row.from})
CALL (row) { MATCH (b:Community {id: row.to}) RETURN b }
MERGE (a)-[r:IN_COMMUNITY]->(b)
SET r = row.properties
