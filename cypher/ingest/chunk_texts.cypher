// What the vectors of chunks are made from, and from what they were made; a page.
MATCH (n:Chunk)
WHERE n.id > $after
RETURN n.id AS id, n.title AS title, n.text AS text, n.embedding_key AS embedding_key
ORDER BY n.id LIMIT $limit
