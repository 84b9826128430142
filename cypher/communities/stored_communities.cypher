// The communities in the graph, with the members that are left of each and its parent.
MATCH (community:Community)
WHERE community.id IS NOT NULL
OPTIONAL MATCH (community)-[:CHILD_OF]->(parent:Community)
RETURN community.id AS id, community.level AS level, community.size AS size,
       COUNT { (community)<-[:IN_COMMUNITY]-() } AS members, min(parent.id) AS parent
