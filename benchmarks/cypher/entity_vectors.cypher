// Every entity with its vector.
MATCH (e:Entity)
WHERE e.embedding IS NOT NULL
RETURN e.id AS id, e.embedding AS vector
