// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Statement)-[:BELONGS_TO]->(:Topic) as it was exported.
UNWIND $rows AS row
MATCH (a:Statement {id: row.from})
CALL (row) { MATCH (b:Topic {id: row.to}) RETURN b }
MERGE (a)-[r:BELONGS_TO]->(b)
SET r = row.properties
