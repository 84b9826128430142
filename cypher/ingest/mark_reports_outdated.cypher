// Reports on these entities may no longer say what the graph says, until they are looked at again.
// An entity alone has none.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})-[:IN_COMMUNITY]->(community:Community)
WHERE community.size > 1
SET community.outdated = true
