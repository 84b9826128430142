// Entities with all that is said of them and the chunks that mention them; a page.
MATCH (e:Entity)
WHERE e.id > $after
WITH e ORDER BY e.id LIMIT $limit
RETURN e {.*, embedding: null} AS properties,
       COLLECT { MATCH (e)<-[m:MENTIONS|ABOUT|CONCERNS]-()
                 WHERE m.description IS NOT NULL
                 RETURN DISTINCT m.description ORDER BY m.description } AS descriptions,
       COLLECT { CALL (e) {
                   MATCH (e)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(c:Chunk) RETURN c
                   UNION MATCH (e)<-[:MENTIONS|ABOUT]-(c:Chunk) RETURN c
                 }
                 RETURN DISTINCT c.id ORDER BY c.id } AS chunks
ORDER BY e.id
