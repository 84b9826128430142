// Evidence of an entity that a chunk names, but none of its statements.
UNWIND $rows AS row
MATCH (c:Chunk {id: row.from})
CALL (row) { MATCH (e:Entity {id: row.to}) RETURN e }
MERGE (c)-[m:MENTIONS]->(e)
SET m.name = row.name, m.type = row.type, m.description = row.description, m.alias = row.alias
