// Eager: the wording of a fact is compared before any is set.
// Facts, and the statements that they were read from: with which words, weight and description.
// A fact that others put into other words waits to be derived. name is the caption in Browser.
UNWIND $rows AS row
MATCH (s:Statement {id: row.to})
MERGE (f:Fact {id: row.from})
ON CREATE SET f.text = row.text, f.name = left(row.text, 60), f.predicate = row.predicate,
              f.relation_type = row.relation_type, f.dirty = row.contested
ON MATCH SET f.dirty = CASE WHEN f.text = row.text AND row.contested IS NULL THEN f.dirty
                           ELSE row.dirty END
MERGE (f)-[p:SUPPORTS]->(s)
SET p.text = row.text, p.predicate = row.predicate, p.weight = row.weight,
    p.description = row.description
