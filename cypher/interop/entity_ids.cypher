// Ids of entities; a page.
MATCH (e:Entity)
WHERE e.id > $after
RETURN e.id AS id
ORDER BY id LIMIT $limit
