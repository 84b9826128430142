// The largest communities of a level, and the relations that lead from one to another.
MATCH (c:Community {level: $level})
WHERE c.size > 1
WITH c ORDER BY c.size DESC, c.id LIMIT $limit
RETURN c.id AS id, coalesce(c.title, c.name) AS name, c.size AS size, c.summary AS summary,
       c.full_content AS report,
       COLLECT {
         MATCH (c)<-[:IN_COMMUNITY]-(:Entity)-[r:RELATED]->(:Entity)-[:IN_COMMUNITY]->(o:Community)
         WHERE o.level = $level AND o <> c AND o.size > 1
         WITH o, count(r) AS relations, collect(DISTINCT r.relation_type)[..5] AS types
         ORDER BY relations DESC LIMIT 12
         RETURN {to: o.id, relations: relations, types: types}
       } AS links,
       COLLECT {
         MATCH (c)<-[:IN_COMMUNITY]-(e:Entity)
         RETURN e.name ORDER BY e.chunk_count DESC, e.name LIMIT 15
       } AS members
