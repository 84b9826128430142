// The sources in which one of the names of a merged entity (row.into) is mentioned: that of the
// entity itself, or of one that was merged into it (row.id).
UNWIND $rows AS row
MATCH (entity:Entity {id: row.into})
RETURN row.id AS id, COLLECT {
  MATCH (entity)<-[mention:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(source:Source)
  WHERE coalesce(mention.merged_from, row.into) = row.id RETURN source.id
  UNION MATCH (entity)<-[mention:MENTIONS|ABOUT]-(:Chunk)-[:FROM_SOURCE]->(source:Source)
  WHERE coalesce(mention.merged_from, row.into) = row.id RETURN source.id
  UNION MATCH (entity)<-[mention:CONCERNS]-(:Claim)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(source:Source)
  WHERE coalesce(mention.merged_from, row.into) = row.id RETURN source.id
} AS sources
