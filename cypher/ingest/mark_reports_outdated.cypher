// Reports on these entities may no longer say what the graph says, until they are looked at again.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})-[:IN_COMMUNITY]->(community:Community)
SET community.outdated = true
