// Entities that statements mention.
UNWIND $statements AS id
MATCH (s:Statement {id: id})-[:MENTIONS]->(e:Entity)
RETURN s.id AS statement, e {.id, .name, .type, .description} AS entity
