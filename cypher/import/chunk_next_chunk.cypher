// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Chunk)-[:NEXT]->(:Chunk) as it was exported.
UNWIND $rows AS row
MATCH (a:Chunk {id: row.from})
CALL (row) { MATCH (b:Chunk {id: row.to}) RETURN b }
MERGE (a)-[r:NEXT]->(b)
SET r = row.properties
