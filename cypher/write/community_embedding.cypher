// Vectors of reports, and a hash of what they were made from.
UNWIND $rows AS row
MATCH (n:Community {id: row.id})
SET n.embedding_key = row.key
WITH n, row
CALL db.create.setNodeVectorProperty(n, 'embedding', row.embedding)
