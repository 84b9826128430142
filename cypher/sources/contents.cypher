// What a source added: counts of each kind, and the entities that its statements mention most, each
// with whether no other source does.
MATCH (d:Source {id: $id})
CALL (d) {
  MATCH (d)<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(s:Statement)-[:MENTIONS]->(e:Entity)
  RETURN e, count(DISTINCT s) AS n ORDER BY n DESC, e.name LIMIT 30
}
WITH d, collect({
  id: e.id, name: e.name, type: e.type, statements: n,
  only_here: NOT EXISTS {
    MATCH (e)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(other:Source)
    WHERE other <> d
  }
}) AS entities
RETURN d.id AS id, d.uri AS uri, d.title AS title, d.status AS status,
       COUNT { (d)<-[:FROM_SOURCE]-(:Chunk) } AS chunks,
       COUNT { MATCH (d)<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(t:Topic) RETURN DISTINCT t }
         AS topics,
       COUNT { MATCH (d)<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(s:Statement) RETURN DISTINCT s }
         AS statements,
       COUNT { MATCH (d)<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(:Statement)<-[:SUPPORTS]-(f:Fact)
               RETURN DISTINCT f } AS facts,
       COUNT { MATCH (d)<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(:Statement)-[:MENTIONS]->(e:Entity)
               RETURN DISTINCT e } AS n_entities,
       entities
