// Vectors of entities, and a hash of what they were made from; not of those that wait to be
// derived anew, unless it is for the same change.
UNWIND $rows AS row
MATCH (n:Entity {id: row.id})
WHERE coalesce(n.dirty, '') = coalesce(row.dirty, '')
SET n.embedding_key = row.key
WITH n, row
CALL db.create.setNodeVectorProperty(n, 'embedding', row.embedding)
