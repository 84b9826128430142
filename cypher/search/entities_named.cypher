// What a question can be answered from: which of the entities it may name ($candidates) exist,
// under any of their names, and whether there are entities and reports at all.
RETURN COLLECT {
         UNWIND $candidates AS id
         CALL (id) {
           MATCH (e:Entity {id: id}) RETURN e
           UNION MATCH (a:Alias {id: id})-[:MERGED_INTO]->(e:Entity) RETURN e
         }
         RETURN id
       } AS named,
       EXISTS { MATCH (:Entity) } AS entities,
       EXISTS { MATCH (c:Community) WHERE c.level >= 0 AND c.title IS NOT NULL AND c.size > 1 } AS reports
