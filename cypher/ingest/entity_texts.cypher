// What the vectors of entities are made from, and from what they were made; a page. Entities that
// wait to be derived are embedded then.
MATCH (entity:Entity)
WHERE entity.id > $after
RETURN entity.id AS id, entity.name AS name, entity.type AS type, entity.description AS description,
       entity.dirty AS dirty, entity.embedding_key AS embedding_key
ORDER BY entity.id LIMIT $limit
