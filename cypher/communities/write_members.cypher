// Membership: at most one community per entity and level.
UNWIND $rows AS row
MATCH (e:Entity {id: row.from})
CALL (row) { MATCH (c:Community {id: row.to}) RETURN c }
MERGE (e)-[:IN_COMMUNITY]->(c)
