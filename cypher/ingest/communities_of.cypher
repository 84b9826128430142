// Communities of these entities whose reports have findings.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})-[:IN_COMMUNITY]->(community:Community)
WHERE community.findings IS NOT NULL
RETURN DISTINCT community.id AS id
