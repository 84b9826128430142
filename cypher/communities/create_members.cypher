// Membership of communities that are new: nothing has to be looked for, as write_members does. A row
// has entities that are in the same communities, so that each of both is found once.
UNWIND $rows AS row
CALL (row) {
  UNWIND row.communities AS id
  MATCH (community:Community {id: id})
  RETURN collect(community) AS communities
}
UNWIND row.members AS member
CALL (member) { MATCH (entity:Entity {id: member}) RETURN entity }
FOREACH (community IN communities | CREATE (entity)-[:IN_COMMUNITY]->(community))
