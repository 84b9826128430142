// Vectors of chunks, and a hash of what they were made from.
UNWIND $rows AS row
MATCH (n:Chunk {id: row.id})
SET n.embedding_key = row.key
WITH n, row
CALL db.create.setNodeVectorProperty(n, 'embedding', row.embedding)
