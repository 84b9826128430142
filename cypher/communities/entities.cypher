// All entities in the order of their ids, which numbers them for clustering. node: the server's own
// number, which is told of each end of an edge: ids of 32 characters would take three times as long.
MATCH (entity:Entity)
RETURN entity.id AS id, entity.name AS name, id(entity) AS node
ORDER BY id
