// Entities whose evidence changed, some at a time, and how often each is mentioned.
MATCH (entity:Entity)
WHERE entity.dirty IS NOT NULL
RETURN entity.id AS id, entity.dirty AS dirty,
       COUNT { (entity)<-[:MENTIONS|ABOUT|CONCERNS]-() } AS mentions
LIMIT $limit
