// Eager: properties may have any name, so the planner cannot rule out ids; a batch is small.
// Chunks as they were exported.
UNWIND $rows AS row
MERGE (n:Chunk {id: row.id})
SET n = row.properties
WITH n, row
WHERE row.embedding IS NOT NULL
CALL db.create.setNodeVectorProperty(n, 'embedding', row.embedding)
