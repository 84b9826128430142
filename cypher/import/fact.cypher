// Eager: properties may have any name, so the planner cannot rule out ids; a batch is small.
// Facts as they were exported.
UNWIND $rows AS row
MERGE (n:Fact {id: row.id})
SET n = row.properties
