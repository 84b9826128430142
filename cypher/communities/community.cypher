// Communities whose ids start with $id: two at most, as the question is which one.
MATCH (c:Community)
WHERE c.id STARTS WITH $id
WITH c ORDER BY c.id LIMIT 2
RETURN c.id AS id, c.level AS level, c.size AS size, c.name AS name, c.title AS title,
       c.summary AS summary, c.rating AS rating, c.rating_explanation AS rating_explanation,
       c.findings AS findings, c.full_content AS full_content, c.occurrence AS occurrence,
       c.written_by AS written_by, c.outdated IS NOT NULL AS outdated,
       COLLECT { UNWIND c.evidence AS statement
                 MATCH (s:Statement {id: statement})-[mention:MENTIONED_IN]->(chunk:Chunk)-[:FROM_SOURCE]->(source:Source)
                 WITH *, mention.start >= 0 AS is_placed
                 RETURN {statement_id: s.id, text: s.text, chunk_id: chunk.id, uri: source.uri,
                         start: CASE WHEN is_placed THEN mention.start ELSE chunk.start END,
                         end: CASE WHEN is_placed THEN mention.end ELSE chunk.end END,
                         place: coalesce(mention.place, chunk.place)} } AS evidence,
       head([(c)-[:CHILD_OF]->(parent:Community) | parent.id]) AS parent,
       COLLECT { MATCH (c)<-[:CHILD_OF]-(s:Community)
                 RETURN {id: s.id, size: s.size, title: coalesce(s.title, s.name)}
                 ORDER BY s.size DESC, s.id } AS sub_communities,
       COLLECT { MATCH (c)<-[:IN_COMMUNITY]-(entity:Entity) RETURN {id: entity.id,
           name: entity.name, type: entity.type}
                 ORDER BY COUNT { (entity)-[:RELATED]-() } DESC, entity.name LIMIT 100 } AS entities
