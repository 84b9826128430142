// Facts: subject, predicate and object as one text; the object may be a literal.
UNWIND $rows AS row
MERGE (f:Fact {id: row.id})
SET f.text = row.text, f.predicate = row.predicate, f.relation_type = row.relation_type
