// Membership of communities that are new: nothing has to be looked for, as write_members does.
UNWIND $rows AS row
MATCH (community:Community {id: row.id})
UNWIND row.members AS member
CALL (member) { MATCH (entity:Entity {id: member}) RETURN entity }
CREATE (entity)-[:IN_COMMUNITY]->(community)
