// Eager: what goes is found before anything goes. Facts that only these sources support.
UNWIND $ids AS id
MATCH (:Source {id: id})<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(:Statement)<-[:SUPPORTS]-(f:Fact)
WITH DISTINCT f
WHERE NOT EXISTS {
  (f)-[:SUPPORTS]->(:Statement)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(other:Source)
  WHERE NOT other.id IN $ids
}
DETACH DELETE f
