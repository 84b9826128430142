// Entities by their ids or those of merged ones: what each is called, its relations in stored
// direction, the strongest $limit each way, and the sources that mention it.
UNWIND $ids AS id
CALL (id) {
  MATCH (e:Entity {id: id}) RETURN e
  UNION MATCH (:Alias {id: id})-[:MERGED_INTO]->(e:Entity) RETURN e
}
RETURN e.id AS id, e.name AS name, e.type AS type, e.description AS description,
       coalesce(e.aliases, []) AS aliases, e.df AS df,
       COLLECT {
         MATCH (e)-[r:RELATED]->(o:Entity)
         RETURN {from: e.name, type: r.relation_type, to: o.name, weight: r.weight,
                 description: r.description}
         ORDER BY r.weight DESC, o.name, r.relation_type LIMIT $limit
       } + COLLECT {
         MATCH (e)<-[r:RELATED]-(o:Entity)
         WHERE o <> e
         RETURN {from: o.name, type: r.relation_type, to: e.name, weight: r.weight,
                 description: r.description}
         ORDER BY r.weight DESC, o.name, r.relation_type LIMIT $limit
       } AS relations,
       COLLECT {
         CALL (e) {
           MATCH (e)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(s:Source)
             RETURN s
           UNION MATCH (e)<-[:MENTIONS|ABOUT]-(:Chunk)-[:FROM_SOURCE]->(s:Source) RETURN s
           UNION MATCH (e)<-[:CONCERNS]-(:Claim)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(s:Source)
             RETURN s
         }
         RETURN {uri: s.uri, title: s.title} ORDER BY s.uri LIMIT $limit
       } AS sources
