// The entity that a chunk's document title or heading names.
UNWIND $rows AS row
MATCH (c:Chunk {id: row.from})
CALL (row) { MATCH (e:Entity {id: row.to}) RETURN e }
MERGE (c)-[a:ABOUT]->(e)
SET a.name = row.name, a.type = row.type, a.description = row.description, a.alias = row.alias
