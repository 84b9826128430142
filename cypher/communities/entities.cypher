// All entities in the order of their ids, which numbers them for clustering.
MATCH (entity:Entity)
RETURN entity.id AS id, entity.name AS name
ORDER BY id
