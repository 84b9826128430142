// Entities whose evidence changed and that more than so many facts start from, and from how many.
MATCH (entity:Entity)
WHERE entity.dirty IS NOT NULL
WITH entity, COUNT { (entity)-[:SUBJECT]->() } AS facts
WHERE facts > $n_facts
RETURN entity.id AS id, facts
