// Ids of entities; a page.
MATCH (entity:Entity)
WHERE entity.id > $after
RETURN entity.id AS id
ORDER BY id LIMIT $limit
