// Merged entities for which new evidence came, some at a time.
MATCH (a:Alias)-[:MERGED_INTO]->(:Entity)
CALL (a) { MATCH (e:Entity {id: a.id}) RETURN e }
RETURN e.id AS id
LIMIT $limit
