// Vectors of entities, and what they were made from.
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})
SET e.embedding_key = row.key
WITH e, row
CALL db.create.setNodeVectorProperty(e, 'embedding', row.embedding)
