// All entities in the order of their ids, which numbers them for clustering.
MATCH (e:Entity)
RETURN e.id AS id, e.name AS name
ORDER BY id
