// Vectors of chunks, statements or reports, and a hash of what they were made from. Chunks are the
// example.
UNWIND $rows AS row
MATCH (node:Chunk /* label */ {id: row.id})
SET node.embedding_key = row.key
WITH node, row
CALL db.create.setNodeVectorProperty(node, 'embedding', row.embedding)
