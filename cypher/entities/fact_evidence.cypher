// The statements that support facts, the first three, and all their sources; and which of $objects
// the fact's own object is related to.
UNWIND $ids AS id
MATCH (fact:Fact {id: id})
RETURN fact.id AS id,
       COLLECT {
         MATCH (fact)-[:SUPPORTS]->(:Statement)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(s:Source)
         RETURN DISTINCT s.id
       } AS sources,
       COLLECT {
         MATCH (fact)-[:OBJECT]->(:Entity)-[:RELATED]-(other:Entity)
         WHERE other.id IN $objects
         RETURN DISTINCT other.id
       } AS related,
       COLLECT {
         MATCH (fact)-[:SUPPORTS]->(statement:Statement)-[mention:MENTIONED_IN]->(chunk:Chunk)
               -[:FROM_SOURCE]->(source:Source)
         WITH statement, chunk, source, mention,
              CASE WHEN mention.start >= 0 THEN mention ELSE chunk END AS place
         ORDER BY source.uri, chunk.position, mention.start, statement.id LIMIT 3
         RETURN {statement_id: statement.id, text: statement.text, chunk_id: chunk.id,
                 source_id: source.id, uri: source.uri, title: source.title,
                 start: nullIf(place.start, -1), end: nullIf(place.end, -1),
                 place: coalesce(mention.place, chunk.place)}
       } AS statements
