// Vectors of entities are made when they are first needed; which ones wait is found by this index.
// Older graphs have them all, but for those that were written without.
CREATE INDEX entity_vector_stale IF NOT EXISTS FOR (n:Entity) ON (n.vector_stale);
MATCH (entity:Entity)
WHERE entity.embedding_key IS NULL AND entity.vector_stale IS NULL AND entity.dirty IS NULL
CALL (entity) {
  SET entity.vector_stale = 'missing'
} IN TRANSACTIONS OF 10000 ROWS;
