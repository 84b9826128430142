// Vectors of entities, and a hash of what they were made from; not of those that wait to be
// derived anew, unless it is for the same change.
UNWIND $rows AS row
MATCH (entity:Entity {id: row.id})
WHERE coalesce(entity.dirty, '') = coalesce(row.dirty, '')
SET entity.embedding_key = row.key
WITH entity, row
CALL db.create.setNodeVectorProperty(entity, 'embedding', row.embedding)
