// Evidence of an entity: under which name, type, description and short name a statement, a chunk or
// a topic mentions it, or a chunk is about it. A statement is the example.
UNWIND $rows AS row
MATCH (start:Statement /* start */ {id: row.from})
CALL (row) { MATCH (entity:Entity /* end */ {id: row.to}) RETURN entity }
MERGE (start)-[mention:MENTIONS /* type */]->(entity)
SET mention.name = row.name, mention.type = row.type, mention.description = row.description,
    mention.alias = row.alias, mention.type_from = row.type_from
