// The sources in which entities are mentioned, under any of their names.
UNWIND $ids AS id
MATCH (e:Entity {id: id})
RETURN e.id AS id, COLLECT {
  MATCH (e)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(s:Source) RETURN s.id
  UNION MATCH (e)<-[:MENTIONS|ABOUT]-(:Chunk)-[:FROM_SOURCE]->(s:Source) RETURN s.id
  UNION MATCH (e)<-[:CONCERNS]-(:Claim)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(s:Source) RETURN s.id
} AS sources
