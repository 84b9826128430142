// Vectors of chunks, statements or reports, and a hash of what they were made from. Chunks are the
// example.
UNWIND $rows AS row
MATCH (n:Chunk /* label */ {id: row.id})
SET n.embedding_key = row.key
WITH n, row
CALL db.create.setNodeVectorProperty(n, 'embedding', row.embedding)
