// Who and what an entity is related to: typed edges in their direction, the best supported first
// Put a name, or a part of it, between the quotes; empty: the entity with the most relations.
WITH '' AS name
MATCH (e:Entity)
WHERE toLower(e.name) CONTAINS toLower(name)
WITH e ORDER BY toLower(e.name) = toLower(name) DESC, COUNT { (e)-[:RELATED]-() } DESC, e.chunk_count DESC
LIMIT 1
MATCH p = (e)-[r:RELATED]-(:Entity)
RETURN p
ORDER BY r.weight DESC
LIMIT 40
