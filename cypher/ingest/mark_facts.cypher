// Eager: facts are marked before entities. Facts that lose evidence wait to be derived, with the
// entities that they start from.
UNWIND $rows AS row
MATCH (f:Fact {id: row.id})
SET f.dirty = row.dirty
WITH f, row
MATCH (e:Entity)-[:SUBJECT]->(f)
SET e.dirty = row.dirty
