// The communities of each entity, at most one per level.
MATCH (entity:Entity)-[:IN_COMMUNITY]->(community:Community)
WHERE entity.id IS NOT NULL AND community.id IS NOT NULL
RETURN entity.id AS id, collect([community.level, community.id]) AS communities
