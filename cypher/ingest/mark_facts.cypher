// Eager: facts are marked before entities. Facts that lose evidence wait to be derived, with the
// entities at both their ends: what relates two is derived anew only if both are marked.
UNWIND $rows AS row
MATCH (fact:Fact {id: row.id})
SET fact.dirty = row.dirty
WITH fact, row
CALL (fact) {
  MATCH (entity:Entity)-[:SUBJECT]->(fact) RETURN entity
  UNION ALL MATCH (fact)-[:OBJECT]->(entity:Entity) RETURN entity
}
SET entity.dirty = row.dirty
