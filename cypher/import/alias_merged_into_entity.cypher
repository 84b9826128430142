// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Alias)-[:MERGED_INTO]->(:Entity) as it was exported.
UNWIND $rows AS row
MATCH (a:Alias {id: row.from})
CALL (row) { MATCH (b:Entity {id: row.to}) RETURN b }
MERGE (a)-[r:MERGED_INTO]->(b)
SET r = row.properties
