// The sources in which entities are mentioned, under any of their names.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
RETURN entity.id AS id, COLLECT {
  MATCH (entity)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(source:Source) RETURN source.id
  UNION MATCH (entity)<-[:MENTIONS|ABOUT]-(:Chunk)-[:FROM_SOURCE]->(source:Source) RETURN source.id
  UNION MATCH (entity)<-[:CONCERNS]-(:Claim)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(source:Source) RETURN source.id
} AS sources
