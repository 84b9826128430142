// What the vectors of chunks are made from, and from what they were made; a page.
MATCH (chunk:Chunk)
WHERE chunk.id > $after
RETURN chunk.id AS id, chunk.title AS title, chunk.text AS text, chunk.own AS own,
       chunk.embedding_key AS embedding_key
ORDER BY chunk.id LIMIT $limit
