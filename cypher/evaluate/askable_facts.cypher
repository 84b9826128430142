// Facts that a question can be made of, from the id $after on: only one entity (the answer) is
// the subject of this predicate and object, and neither is a hub. With each, facts (further) of
// which its object is the only subject, told by other sources: the second hop.
MATCH (a:Entity)-[:SUBJECT]->(f:Fact)-[:OBJECT]->(b:Entity)
WHERE f.id > $after
WITH a, f, b ORDER BY f.id LIMIT $limit
WITH a, f, b, COLLECT {
  MATCH (f)-[:SUPPORTS]->(:Statement)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(s:Source)
  RETURN DISTINCT s.uri AS uri ORDER BY uri LIMIT 5
} AS sources
WITH a, f, b, sources,
     a <> b AND a.chunk_count <= $hub AND b.chunk_count <= $hub AND COUNT {
       MATCH (b)<-[:OBJECT]-(o:Fact {predicate: f.predicate})<-[:SUBJECT]-(e:Entity) RETURN DISTINCT e
     } = 1 AS is_askable
RETURN f.id AS id, f.predicate AS predicate, sources, is_askable,
       a {.name, .type} AS subject, b {.name, .type} AS object,
       CASE WHEN is_askable THEN COLLECT {
         MATCH (b)-[:SUBJECT]->(g:Fact)-[:OBJECT]->(c:Entity)
         WHERE c <> a AND c <> b AND c.chunk_count <= $hub AND COUNT {
           MATCH (c)<-[:OBJECT]-(o:Fact {predicate: g.predicate})<-[:SUBJECT]-(e:Entity)
           RETURN DISTINCT e
         } = 1
         WITH g, c, COLLECT {
           MATCH (g)-[:SUPPORTS]->(:Statement)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(s:Source)
           RETURN DISTINCT s.uri AS uri ORDER BY uri LIMIT 5
         } AS others
         WHERE none(uri IN others WHERE uri IN sources)
         RETURN {predicate: g.predicate, sources: others, object: c {.name, .type}} AS further
         ORDER BY g.id LIMIT 3
       } ELSE [] END AS further,
       head(COLLECT { MATCH (f)-[:SUPPORTS]->(s:Statement) RETURN s.text ORDER BY s.text LIMIT 1 }) AS text
ORDER BY id
