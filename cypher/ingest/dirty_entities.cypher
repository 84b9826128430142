// Entities with one of these marks, some at a time, and how often each is mentioned.
MATCH (entity:Entity)
WHERE entity.dirty IN $marks
RETURN entity.id AS id, entity.dirty AS dirty,
       COUNT { (entity)<-[:MENTIONS|ABOUT|CONCERNS]-() } AS mentions
LIMIT $limit
