// Reports on these entities may no longer say what the graph says, until they are looked at again.
UNWIND $ids AS id
MATCH (e:Entity {id: id})-[:IN_COMMUNITY]->(c:Community)
SET c.outdated = true
