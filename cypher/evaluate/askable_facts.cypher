// Facts that a question can be made of, from the id $after on: only one entity (the answer) is
// the subject of this predicate and object, and neither is a hub. With each, facts (further) of
// which its object is the only subject, told by other sources: the second hop.
MATCH (subject:Entity)-[:SUBJECT]->(fact:Fact)-[:OBJECT]->(object:Entity)
WHERE fact.id > $after
WITH subject, fact, object ORDER BY fact.id LIMIT $limit
WITH subject, fact, object, COLLECT {
  MATCH (fact)-[:SUPPORTS]->(:Statement)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(source:Source)
  RETURN DISTINCT source.uri AS uri ORDER BY uri LIMIT 5
} AS sources
WITH subject, fact, object, sources,
     subject <> object AND subject.chunk_count <= $hub AND object.chunk_count <= $hub AND COUNT {
       MATCH (object)<-[:OBJECT]-(:Fact {predicate: fact.predicate})<-[:SUBJECT]-(rival:Entity)
       RETURN DISTINCT rival
     } = 1 AS is_askable
RETURN fact.id AS id, fact.predicate AS predicate, sources, is_askable,
       subject {.name, .type} AS subject, object {.name, .type} AS object,
       CASE WHEN is_askable THEN COLLECT {
         MATCH (object)-[:SUBJECT]->(second:Fact)-[:OBJECT]->(answer:Entity)
         WHERE answer <> subject AND answer <> object AND answer.chunk_count <= $hub AND COUNT {
           MATCH (answer)<-[:OBJECT]-(:Fact {predicate: second.predicate})<-[:SUBJECT]-(rival:Entity)
           RETURN DISTINCT rival
         } = 1
         WITH second, answer, COLLECT {
           MATCH (second)-[:SUPPORTS]->(:Statement)-[:MENTIONED_IN]->(:Chunk)
                 -[:FROM_SOURCE]->(source:Source)
           RETURN DISTINCT source.uri AS uri ORDER BY uri LIMIT 5
         } AS others
         WHERE none(uri IN others WHERE uri IN sources)
         RETURN {predicate: second.predicate, sources: others, object: answer {.name, .type}} AS further
         ORDER BY second.id LIMIT 3
       } ELSE [] END AS further,
       head(COLLECT {
         MATCH (fact)-[:SUPPORTS]->(statement:Statement)
         RETURN statement.text ORDER BY statement.text LIMIT 1
       }) AS text
ORDER BY id
