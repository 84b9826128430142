// What a question can be answered from: which of the entities it may name ($candidates) exist,
// under any of their names, and whether there are entities and reports at all.
RETURN COLLECT {
         UNWIND $candidates AS id
         CALL (id) {
           MATCH (entity:Entity {id: id}) RETURN entity
           /* clause: or_merged */
         }
         RETURN id
       } AS named,
       EXISTS { MATCH (:Entity) } AS entities,
       EXISTS { MATCH (community:Community) WHERE community.level >= 0
         AND community.title IS NOT NULL AND community.size > 1 } AS reports
