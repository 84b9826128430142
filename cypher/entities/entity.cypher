// Entities by their ids, those of merged ones, or, if there are none, the beginning of an id: what
// each is called, its relations in stored direction, the strongest $limit each way, each with two
// places that say so at most, $statements that mention it, and the sources that do. A place is the
// statement's, else its chunk's, else null.
CALL () {
  UNWIND $ids AS id
  MATCH (e:Entity {id: id}) RETURN e
  UNION UNWIND $ids AS id MATCH (:Alias {id: id})-[:MERGED_INTO]->(e:Entity) RETURN e
  UNION MATCH (e:Entity) WHERE e.id STARTS WITH $prefix RETURN e
}
CALL (e) {
  MATCH (e)-[r:RELATED]->(o:Entity)
  WITH r, o ORDER BY r.weight DESC, o.name, r.relation_type LIMIT $limit
  RETURN collect(r) AS outgoing
}
CALL (e) {
  MATCH (e)<-[r:RELATED]-(o:Entity)
  WHERE o <> e
  WITH r, o ORDER BY r.weight DESC, o.name, r.relation_type LIMIT $limit
  RETURN collect(r) AS incoming
}
RETURN e.id AS id, e.name AS name, e.type AS type, e.description AS description,
       coalesce(e.aliases, []) AS aliases, e.chunk_count AS chunk_count,
       COLLECT {
         UNWIND outgoing + incoming AS r
         WITH r, startNode(r) AS a, endNode(r) AS b
         RETURN {from_id: a.id, from: a.name, type: r.relation_type, to_id: b.id, to: b.name,
                 weight: r.weight, description: r.description,
                 evidence: COLLECT {
                   UNWIND r.evidence[..2] AS said
                   MATCH (s:Statement {id: said})-[m:MENTIONED_IN]->(c:Chunk)-[:FROM_SOURCE]->(d:Source)
                   WITH s, c, d, m, CASE WHEN m.start >= 0 THEN m ELSE c END AS place LIMIT 2
                   RETURN {statement_id: s.id, chunk_id: c.id, source_id: d.id, uri: d.uri,
                           start: nullIf(place.start, -1), end: nullIf(place.end, -1),
                 place: coalesce(m.place, c.place)}
                 }}
       } AS relations,
       COUNT { (e)-[:RELATED]-() } AS n_relations,
       COLLECT {
         MATCH (e)<-[:MENTIONS]-(s:Statement)-[m:MENTIONED_IN]->(c:Chunk)-[:FROM_SOURCE]->(d:Source)
         WITH s, c, d, m, CASE WHEN m.start >= 0 THEN m ELSE c END AS place
         ORDER BY d.uri, c.position, m.start, s.id LIMIT $statements
         RETURN {statement_id: s.id, text: s.text, chunk_id: c.id, source_id: d.id, uri: d.uri,
                 title: d.title, start: nullIf(place.start, -1), end: nullIf(place.end, -1),
                 place: coalesce(m.place, c.place)}
       } AS statements,
       COLLECT {
         CALL (e) {
           MATCH (e)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(s:Source)
             RETURN s
           UNION MATCH (e)<-[:MENTIONS|ABOUT]-(:Chunk)-[:FROM_SOURCE]->(s:Source) RETURN s
           UNION MATCH (e)<-[:CONCERNS]-(:Claim)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(s:Source)
             RETURN s
         }
         RETURN {id: s.id, uri: s.uri, title: s.title} ORDER BY s.uri LIMIT $limit
       } AS sources
