// Eager: the wording of a fact is compared before any is set.
// Facts, and the statements that they were read from: with which words, weight and description.
// A fact that others put into other words waits to be derived. name is the caption in Browser.
UNWIND $rows AS row
MATCH (statement:Statement {id: row.to})
MERGE (fact:Fact {id: row.from})
ON CREATE SET fact.text = row.text, fact.name = left(row.text, 60), fact.predicate = row.predicate,
              fact.relation_type = row.relation_type, fact.dirty = row.contested
ON MATCH SET fact.dirty = CASE WHEN fact.text = row.text AND row.contested IS NULL THEN fact.dirty
                           ELSE row.dirty END
MERGE (fact)-[support:SUPPORTS]->(statement)
SET support.text = row.text, support.predicate = row.predicate, support.weight = row.weight,
    support.description = row.description
