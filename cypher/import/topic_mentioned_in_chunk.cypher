// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Topic)-[:MENTIONED_IN]->(:Chunk) as it was exported.
UNWIND $rows AS row
MATCH (a:Topic {id: row.from})
CALL (row) { MATCH (b:Chunk {id: row.to}) RETURN b }
MERGE (a)-[r:MENTIONED_IN]->(b)
SET r = row.properties
