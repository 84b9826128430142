// Merged entities by the ids that they had, and what they were merged into.
UNWIND $ids AS id
MATCH (alias:Alias {id: id})-[:MERGED_INTO]->(entity:Entity)
RETURN alias.id AS id, alias.name AS name, entity.id AS into_id, entity.name AS into
