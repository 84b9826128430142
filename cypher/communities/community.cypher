// Communities whose ids start with $id: two at most, as the question is which one.
MATCH (c:Community)
WHERE c.id STARTS WITH $id
WITH c ORDER BY c.id LIMIT 2
RETURN c.id AS id, c.level AS level, c.size AS size, c.name AS name, c.title AS title,
       c.summary AS summary, c.rating AS rating, c.rating_explanation AS rating_explanation,
       c.findings AS findings, c.full_content AS full_content, c.occurrence AS occurrence,
       c.written_by AS written_by, c.outdated IS NOT NULL AS outdated,
       COLLECT { UNWIND c.evidence AS statement
                 MATCH (s:Statement {id: statement})-[m:MENTIONED_IN]->(k:Chunk)-[:FROM_SOURCE]->(d:Source)
                 WITH *, m.start >= 0 AS is_placed
                 RETURN {statement_id: s.id, text: s.text, chunk_id: k.id, uri: d.uri,
                         start: CASE WHEN is_placed THEN m.start ELSE k.start END,
                         end: CASE WHEN is_placed THEN m.end ELSE k.end END,
                         place: coalesce(m.place, k.place)} } AS evidence,
       head([(c)-[:CHILD_OF]->(p:Community) | p.id]) AS parent,
       COLLECT { MATCH (c)<-[:CHILD_OF]-(s:Community)
                 RETURN {id: s.id, size: s.size, title: coalesce(s.title, s.name)}
                 ORDER BY s.size DESC, s.id } AS sub_communities,
       COLLECT { MATCH (c)<-[:IN_COMMUNITY]-(e:Entity) RETURN {id: e.id, name: e.name, type: e.type}
                 ORDER BY COUNT { (e)-[:RELATED]-() } DESC, e.name LIMIT 100 } AS entities
