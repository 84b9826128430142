// Eager: properties may have any name, so the planner cannot rule out ids; a batch is small.
// Pairs of entities that were taken apart, as they were exported; a time comes as text.
UNWIND $rows AS row
MERGE (n:DistinctPair {id: row.id})
SET n = row.properties, n.at = datetime(row.properties.at)
