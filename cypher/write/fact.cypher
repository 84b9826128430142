// Facts: subject, predicate and object as one text; the object may be a literal.
// name is the caption in Neo4j Browser.
UNWIND $rows AS row
MERGE (f:Fact {id: row.id})
SET f.text = row.text, f.name = left(row.text, 60), f.predicate = row.predicate, f.relation_type = row.relation_type
