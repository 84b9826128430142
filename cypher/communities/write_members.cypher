// Membership that may be there in part: at most one community per entity and level.
UNWIND $rows AS row
MATCH (community:Community {id: row.id})
UNWIND row.members AS member
CALL (member) { MATCH (entity:Entity {id: member}) RETURN entity }
MERGE (entity)-[:IN_COMMUNITY]->(community)
