// Membership that may be there in part: at most one community per entity and level.
UNWIND $rows AS row
CALL (row) {
  UNWIND row.communities AS id
  MATCH (community:Community {id: id})
  RETURN collect(community) AS communities
}
UNWIND row.members AS member
CALL (member) { MATCH (entity:Entity {id: member}) RETURN entity }
FOREACH (community IN communities | MERGE (entity)-[:IN_COMMUNITY]->(community))
