// Merged entities for which new evidence came, some at a time.
MATCH (alias:Alias)-[:MERGED_INTO]->(:Entity)
CALL (alias) { MATCH (entity:Entity {id: alias.id}) RETURN entity }
RETURN entity.id AS id
LIMIT $limit
