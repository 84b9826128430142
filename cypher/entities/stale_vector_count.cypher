// How many entities wait for a vector.
RETURN COUNT { MATCH (entity:Entity) WHERE entity.vector_stale IS NOT NULL } AS n
