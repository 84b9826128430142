// Evidence of an entity: under which name, type, description and short name a statement, a chunk or
// a topic mentions it, or a chunk is about it. A statement is the example.
UNWIND $rows AS row
MATCH (start:Statement /* start */ {id: row.from})
CALL (row) { MATCH (entity:Entity /* end */ {id: row.to}) RETURN entity }
MERGE (start)-[m:MENTIONS /* type */]->(entity)
SET m.name = row.name, m.type = row.type, m.description = row.description, m.alias = row.alias
