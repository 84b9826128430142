// What the vectors of statements are made from, and from what they were made; a page.
MATCH (n:Statement)
WHERE n.id > $after
WITH n ORDER BY n.id LIMIT $limit
MATCH (n)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(s:Source)
RETURN n.id AS id, min(s.title) AS title, coalesce(n.resolved, n.text) AS text, n.embedding_key AS embedding_key
ORDER BY id
