// Eager: each mark is compared before any is removed. Vectors of entities, and a hash of what they
// were made from; not of those of which something else was derived meanwhile. coalesce: as in
// unmark_entities.cypher.
UNWIND $rows AS row
MATCH (entity:Entity {id: row.id})
WHERE coalesce(entity.vector_stale, '') = coalesce(row.vector_stale, '')
SET entity.embedding_key = row.key, entity.vector_stale = null
WITH entity, row
CALL db.create.setNodeVectorProperty(entity, 'embedding', row.embedding)
