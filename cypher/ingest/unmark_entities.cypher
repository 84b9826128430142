// Eager: each mark is compared before any is removed. Derived, unless new evidence came meanwhile
// (then the mark is another); a vector that was made of something else than what was derived (key)
// waits to be made. An entity is found by its id: many have the same mark, and the index of marks,
// which coalesce keeps out, would find them all for each.
UNWIND $rows AS row
MATCH (entity:Entity {id: row.id})
WHERE coalesce(entity.dirty, '') = row.dirty
SET entity.dirty = null,
    entity.vector_stale = CASE WHEN coalesce(entity.embedding_key, '') <> row.key THEN row.key END
