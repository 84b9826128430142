// RELATED is a view of the facts between two entities, one edge per relation type, in the
// facts' direction: weight = statements that support it, evidence = their ids.
UNWIND $ids AS id
MATCH (e:Entity {id: id})-[:SUBJECT]->(f:Fact)-[:OBJECT]->(o:Entity)
MATCH (f)-[:SUPPORTS]->(s:Statement)
WITH e, o, f.relation_type AS relation_type, f.text AS text, s.id AS statement
ORDER BY text, statement
WITH e, o, relation_type, collect(DISTINCT text) AS texts, collect(DISTINCT statement) AS evidence
MERGE (e)-[r:RELATED {relation_type: relation_type}]->(o)
SET r.weight = toFloat(size(evidence)), r.evidence = evidence,
    r.description = reduce(all = head(texts), t IN tail(texts) | all + '; ' + t)
