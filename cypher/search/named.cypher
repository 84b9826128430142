// What a question can be answered from: which of the entities it may name ($candidates) exist,
// and whether there are entities and reports at all.
RETURN COLLECT { UNWIND $candidates AS id MATCH (e:Entity {id: id}) RETURN e.id } AS named,
       EXISTS { MATCH (:Entity) } AS entities,
       EXISTS { MATCH (c:Community) WHERE c.level >= 0 AND c.title IS NOT NULL } AS reports
