// A community with its report, its members and the relations between them
// Put a word of its title between the quotes; empty: the best rated, or else the largest.
WITH '' AS title, 0 AS level
MATCH (c:Community {level: level})
WHERE toLower(coalesce(c.title, c.name)) CONTAINS toLower(title)
WITH c ORDER BY coalesce(c.rating, 0) DESC, c.size DESC LIMIT 1
MATCH p = (c)<-[:IN_COMMUNITY]-(e:Entity)
OPTIONAL MATCH q = (e)-[:RELATED]->(:Entity)-[:IN_COMMUNITY]->(c)
RETURN p, q, c.full_content AS report
LIMIT 100
