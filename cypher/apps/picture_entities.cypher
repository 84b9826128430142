// Entities that statements mention.
UNWIND $statements AS id
MATCH (statement:Statement {id: id})-[:MENTIONS]->(entity:Entity)
RETURN statement.id AS statement, entity {.id, .name, .type, .description} AS entity
