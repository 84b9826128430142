// Entities in the order of how often they are mentioned, to list the first ones without all others.
CREATE INDEX entity_chunk_count IF NOT EXISTS FOR (n:Entity) ON (n.chunk_count);
