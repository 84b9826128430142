// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Claim)-[:CONCERNS]->(:Entity) as it was exported. One for each role.
UNWIND $rows AS row
MATCH (a:Claim {id: row.from})
CALL (row) { MATCH (b:Entity {id: row.to}) RETURN b }
MERGE (a)-[r:CONCERNS {role: row.properties.role}]->(b)
SET r = row.properties
