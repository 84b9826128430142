// Eager: facts are marked before entities. Facts that lose evidence wait to be derived, with the
// entities that they start from.
UNWIND $rows AS row
MATCH (fact:Fact {id: row.id})
SET fact.dirty = row.dirty
WITH fact, row
MATCH (entity:Entity)-[:SUBJECT]->(fact)
SET entity.dirty = row.dirty
