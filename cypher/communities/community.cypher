// Communities whose ids start with $id: two at most, as the question is which one.
MATCH (community:Community)
WHERE community.id STARTS WITH $id
WITH community ORDER BY community.id LIMIT 2
RETURN community.id AS id, community.level AS level, community.size AS size, community.name AS name,
       community.title AS title, community.summary AS summary, community.rating AS rating,
       community.rating_explanation AS rating_explanation, community.findings AS findings,
       community.full_content AS full_content, community.occurrence AS occurrence,
       community.written_by AS written_by, community.outdated IS NOT NULL AS outdated,
       COLLECT { UNWIND community.evidence AS statement
                 MATCH (said:Statement {id: statement})-[mention:MENTIONED_IN]->(chunk:Chunk)
                       -[:FROM_SOURCE]->(source:Source)
                 WITH *, mention.start >= 0 AS is_placed
                 RETURN {statement_id: said.id, text: said.text, chunk_id: chunk.id, uri: source.uri,
                         start: CASE WHEN is_placed THEN mention.start ELSE chunk.start END,
                         end: CASE WHEN is_placed THEN mention.end ELSE chunk.end END,
                         place: coalesce(mention.place, chunk.place)} } AS evidence,
       head([(community)-[:CHILD_OF]->(parent:Community) | parent.id]) AS parent,
       COLLECT { MATCH (community)<-[:CHILD_OF]-(part:Community)
                 RETURN {id: part.id, size: part.size, title: coalesce(part.title, part.name)}
                 ORDER BY part.size DESC, part.id } AS sub_communities,
       COLLECT { MATCH (community)<-[:IN_COMMUNITY]-(entity:Entity)
                 RETURN {id: entity.id, name: entity.name, type: entity.type}
                 ORDER BY COUNT { (entity)-[:RELATED]-() } DESC, entity.name LIMIT 100 } AS entities
