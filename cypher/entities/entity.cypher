// Entities by their ids, those of merged ones, or, if there are none, the beginning of an id: what
// each is called, its relations in stored direction, the strongest $limit each way, each with two
// places that say so at most, who is named together with it, $statements that mention it, and the
// sources that do. A place is the statement's, else its chunk's, else null.
CALL () {
  UNWIND $ids AS id
  CALL (id) {
    MATCH (entity:Entity {id: id}) RETURN entity
    /* clause: or_merged */
  }
  RETURN entity
  UNION MATCH (entity:Entity) WHERE entity.id STARTS WITH $prefix RETURN entity
}
CALL (entity) {
  MATCH (entity)-[relation:RELATED]->(other:Entity)
  WITH relation, other ORDER BY relation.weight DESC, other.name,
       relation.relation_type LIMIT $limit
  RETURN collect(relation) AS outgoing
}
CALL (entity) {
  MATCH (entity)<-[relation:RELATED]-(other:Entity)
  WHERE other <> entity
  WITH relation, other ORDER BY relation.weight DESC, other.name,
       relation.relation_type LIMIT $limit
  RETURN collect(relation) AS incoming
}
RETURN entity.id AS id, entity.name AS name, entity.type AS type, entity.description AS description,
       coalesce(entity.aliases, []) AS aliases, entity.chunk_count AS chunk_count,
       COLLECT {
         UNWIND outgoing + incoming AS relation
         WITH relation, startNode(relation) AS origin, endNode(relation) AS target
         RETURN {from_id: origin.id, from: origin.name, type: relation.relation_type,
                 to_id: target.id, to: target.name,
                 weight: relation.weight, description: relation.description,
                 evidence: COLLECT {
                   UNWIND relation.evidence[..2] AS said
                   MATCH (statement:Statement {id: said})-[mention:MENTIONED_IN]->(chunk:Chunk)
                         -[:FROM_SOURCE]->(source:Source)
                   WITH statement, chunk, source, mention,
                        CASE WHEN mention.start >= 0 THEN mention ELSE chunk END AS place LIMIT 2
                   RETURN {statement_id: statement.id, chunk_id: chunk.id, source_id: source.id,
                           uri: source.uri, start: nullIf(place.start, -1),
                           end: nullIf(place.end, -1),
                           place: coalesce(mention.place, chunk.place)}
                 }}
       } AS relations,
       COUNT { (entity)-[:RELATED]-() } AS n_relations,
       COLLECT {
         MATCH (entity)-[pair:CO_OCCURS_WITH]->(other:Entity)
         WITH pair, other, CASE pair.within WHEN 'statement' THEN 1.0 ELSE 0.25 END * pair.chunks
                           / sqrt(entity.chunk_count * other.chunk_count) AS weight
         RETURN {id: other.id, name: other.name, weight: weight, chunks: pair.chunks,
                 within: pair.within}
         ORDER BY weight DESC, other.name, other.id
       } AS neighbours,
       COLLECT {
         MATCH (entity)<-[:MENTIONS]-(statement:Statement)-[mention:MENTIONED_IN]->(chunk:Chunk)
               -[:FROM_SOURCE]->(source:Source)
         WITH statement, chunk, source, mention,
              CASE WHEN mention.start >= 0 THEN mention ELSE chunk END AS place
         ORDER BY source.uri, chunk.position, mention.start, statement.id LIMIT $statements
         RETURN {statement_id: statement.id, text: statement.text, chunk_id: chunk.id,
                 source_id: source.id, uri: source.uri, title: source.title,
                 start: nullIf(place.start, -1), end: nullIf(place.end, -1),
                 place: coalesce(mention.place, chunk.place)}
       } AS statements,
       COLLECT {
         CALL (entity) {
           MATCH (entity)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(chunk:Chunk) RETURN chunk
           UNION MATCH (entity)<-[:MENTIONS|ABOUT]-(chunk:Chunk) RETURN chunk
           UNION MATCH (entity)<-[:CONCERNS]-(:Claim)-[:MENTIONED_IN]->(chunk:Chunk) RETURN chunk
         }
         MATCH (chunk)-[:FROM_SOURCE]->(source:Source)
         WITH DISTINCT source ORDER BY source.uri LIMIT $limit
         RETURN {id: source.id, uri: source.uri, title: source.title}
       } AS sources
