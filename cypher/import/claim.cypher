// Eager: properties may have any name, so the planner cannot rule out ids; a batch is small.
// Claims as they were exported.
UNWIND $rows AS row
MERGE (n:Claim {id: row.id})
SET n = row.properties
