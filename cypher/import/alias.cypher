// Eager: properties may have any name, so the planner cannot rule out ids; a batch is small.
// Merged entities, as they were exported; a time comes as text.
UNWIND $rows AS row
MERGE (n:Alias {id: row.id})
SET n = row.properties, n.at = datetime(row.properties.at)
