// Every statement with its vector, its passage's source, and the entities that it mentions.
MATCH (source:Source)<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(s:Statement)
RETURN DISTINCT s.id AS id, s.embedding AS vector, source.uri AS uri,
       COLLECT { MATCH (s)-[:MENTIONS]->(e:Entity) RETURN e.id } AS entities
