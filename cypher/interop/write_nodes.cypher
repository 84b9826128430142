// Eager: properties may have any name, so the planner cannot rule out ids; a batch is small.
// Nodes as they were exported, with their vectors, if the file has any; a time (at) comes as text.
// Chunks are the example.
UNWIND $rows AS row
MERGE (node:Chunk /* label */ {id: row.id})
SET node = row.properties, node += CASE WHEN row.at IS NULL THEN {} ELSE {at: datetime(row.at)} END
WITH node, row
WHERE row.embedding IS NOT NULL
CALL db.create.setNodeVectorProperty(node, 'embedding', row.embedding)
