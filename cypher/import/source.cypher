// Eager: properties may have any name, so the planner cannot rule out ids; a batch is small.
// Sources as they were exported.
UNWIND $rows AS row
MERGE (n:Source {id: row.id})
SET n = row.properties, n.uri_start = left(row.properties.uri, 400)
