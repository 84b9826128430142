// Eager: properties may have any name, so the planner cannot rule out ids; a batch is small.
// Nodes as they were exported, with their vectors, if the file has any; a time (at) comes as text.
// Chunks are the example.
UNWIND $rows AS row
MERGE (n:Chunk /* label */ {id: row.id})
SET n = row.properties,
    n += CASE WHEN row.at IS NULL THEN {} ELSE {at: datetime(row.at)} END
WITH n, row
WHERE row.embedding IS NOT NULL
CALL db.create.setNodeVectorProperty(n, 'embedding', row.embedding)
