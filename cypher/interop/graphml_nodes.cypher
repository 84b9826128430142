// Entities with all that is said of them, the chunks that mention them, and the communities that
// they are in, by level; a page.
MATCH (entity:Entity)
WHERE entity.id > $after
WITH entity ORDER BY entity.id LIMIT $limit
RETURN entity {.*, embedding: null} AS properties,
       COLLECT { MATCH (entity)<-[mention:MENTIONS|ABOUT|CONCERNS]-()
                 WHERE mention.description IS NOT NULL
                 RETURN DISTINCT mention.description ORDER BY mention.description } AS descriptions,
       COLLECT { CALL (entity) {
                   MATCH (entity)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(chunk:Chunk)
                     RETURN chunk
                   UNION MATCH (entity)<-[:MENTIONS|ABOUT]-(chunk:Chunk) RETURN chunk
                 }
                 RETURN DISTINCT chunk.id ORDER BY chunk.id } AS chunks,
       COLLECT { MATCH (entity)-[:IN_COMMUNITY]->(community:Community)
                 WHERE community.size > 1
                 RETURN {level: community.level, name: coalesce(community.title, community.name)}
               } AS communities
ORDER BY entity.id
