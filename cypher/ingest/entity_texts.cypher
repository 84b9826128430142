// What the vectors of entities are made from, and from what they were made; a page. Entities that
// wait to be derived are embedded then.
MATCH (n:Entity)
WHERE n.id > $after
RETURN n.id AS id, n.name AS name, n.type AS type, n.description AS description, n.dirty AS dirty,
       n.embedding_key AS embedding_key
ORDER BY n.id LIMIT $limit
