// What the vectors of reports are made from; a page.
MATCH (n:Community)
WHERE n.id > $after AND n.title IS NOT NULL
RETURN n.id AS id, n.title AS title, n.summary AS summary, n.embedding_key AS embedding_key
ORDER BY n.id LIMIT $limit
