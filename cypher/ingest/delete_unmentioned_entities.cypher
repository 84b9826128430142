// Eager: what goes is found before anything goes. Entities that nothing mentions any more, and
// communities that have no other members, with what their reports say.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
WHERE NOT EXISTS { (entity)<-[:MENTIONS|ABOUT|CONCERNS]-() }
OPTIONAL MATCH (entity)-[:IN_COMMUNITY]->(community:Community)
WITH collect(DISTINCT entity) AS entities, collect(DISTINCT community) AS communities
FOREACH (entity IN entities | DETACH DELETE entity)
WITH communities
UNWIND communities AS community
WITH community WHERE NOT EXISTS { (community)<-[:IN_COMMUNITY]-() }
DETACH DELETE community
