// What a source added: counts of each kind, and the entities that its statements mention most, each
// with whether no other source does.
MATCH (source:Source {id: $id})
CALL (source) {
  MATCH (source)<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(statement:Statement)
        -[:MENTIONS]->(entity:Entity)
  RETURN entity, count(DISTINCT statement) AS statements
  ORDER BY statements DESC, entity.name LIMIT 30
}
WITH source, collect({
  id: entity.id, name: entity.name, type: entity.type, statements: statements,
  only_here: NOT EXISTS {
    MATCH (entity)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(other:Source)
    WHERE other <> source
  }
}) AS entities
RETURN source.id AS id, source.uri AS uri, source.title AS title, source.status AS status,
       COUNT { (source)<-[:FROM_SOURCE]-(:Chunk) } AS chunks,
       COUNT { MATCH (source)<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(topic:Topic)
               RETURN DISTINCT topic } AS topics,
       COUNT { MATCH (source)<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(statement:Statement)
               RETURN DISTINCT statement } AS statements,
       COUNT { MATCH (source)<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(:Statement)
                     <-[:SUPPORTS]-(fact:Fact)
               RETURN DISTINCT fact } AS facts,
       COUNT { MATCH (source)<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(:Statement)
                     -[:MENTIONS]->(entity:Entity)
               RETURN DISTINCT entity } AS n_entities,
       entities
