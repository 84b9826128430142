// The communities of each entity, at most one per level.
MATCH (e:Entity)-[:IN_COMMUNITY]->(c:Community)
RETURN e.id AS id, collect([c.level, c.id]) AS communities
