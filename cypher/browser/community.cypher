// A community with its report, its members and the relations between them
// Put a word of its title between the quotes; empty: the best rated, or else the largest.
WITH '' AS title, 0 AS level
MATCH (community:Community {level: level})
WHERE toLower(coalesce(community.title, community.name)) CONTAINS toLower(title)
WITH community ORDER BY coalesce(community.rating, 0) DESC, community.size DESC LIMIT 1
MATCH path = (community)<-[:IN_COMMUNITY]-(entity:Entity)
OPTIONAL MATCH paths = (entity)-[:RELATED]->(:Entity)-[:IN_COMMUNITY]->(community)
RETURN path, paths, community.full_content AS report
LIMIT 100
