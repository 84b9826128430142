// The communities in the graph, with the members that are left of each and its parent.
MATCH (c:Community)
OPTIONAL MATCH (c)-[:CHILD_OF]->(p:Community)
RETURN c.id AS id, c.level AS level, c.size AS size, COUNT { (c)<-[:IN_COMMUNITY]-() } AS members,
       min(p.id) AS parent
