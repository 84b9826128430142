// What the vectors of statements are made from, and from what they were made; a page.
MATCH (statement:Statement)
WHERE statement.id > $after
WITH statement ORDER BY statement.id LIMIT $limit
MATCH (statement)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(source:Source)
RETURN statement.id AS id, min(source.title) AS title,
       coalesce(statement.resolved, statement.text) AS text,
       statement.embedding_key AS embedding_key
ORDER BY id
