// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Chunk)-[:FROM_SOURCE]->(:Source) as it was exported.
UNWIND $rows AS row
MATCH (a:Chunk {id: row.from})
CALL (row) { MATCH (b:Source {id: row.to}) RETURN b }
MERGE (a)-[r:FROM_SOURCE]->(b)
SET r = row.properties
