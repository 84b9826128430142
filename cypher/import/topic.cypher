// Eager: properties may have any name, so the planner cannot rule out ids; a batch is small.
// Topics as they were exported.
UNWIND $rows AS row
MERGE (n:Topic {id: row.id})
SET n = row.properties
