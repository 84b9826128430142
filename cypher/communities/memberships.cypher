// The communities of each entity, at most one per level.
MATCH (entity:Entity)-[:IN_COMMUNITY]->(community:Community)
RETURN entity.id AS id, collect([community.level, community.id]) AS communities
