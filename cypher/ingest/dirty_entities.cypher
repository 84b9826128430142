// Entities with one of these marks, some at a time, and how often each is mentioned. A merged one
// keeps its mark until it is absorbed.
MATCH (entity:Entity)
WHERE entity.dirty IN $marks AND NOT EXISTS { (:Alias {id: entity.id}) }
RETURN entity.id AS id, entity.dirty AS dirty,
       COUNT { (entity)<-[:MENTIONS|ABOUT|CONCERNS]-() } AS mentions
LIMIT $limit
