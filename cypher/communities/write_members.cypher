// Membership: at most one community per entity and level.
UNWIND $rows AS row
MATCH (entity:Entity {id: row.from})
CALL (row) { MATCH (community:Community {id: row.to}) RETURN community }
MERGE (entity)-[:IN_COMMUNITY]->(community)
