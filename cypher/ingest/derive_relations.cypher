// Eager: all facts of a round are read before any edge is made.
// RELATED is a view of the facts between two entities, one edge per relation type, in the
// facts' direction: evidence = the statements that support it, weight = the sum of theirs (the
// highest, where one statement has two wordings), description = all that they say of it. What
// relates two merged entities relates none to itself.
UNWIND $ids AS id
MATCH (e:Entity {id: id})-[a:SUBJECT]->(f:Fact)-[b:OBJECT]->(o:Entity)
WHERE e <> o OR coalesce(a.merged_from, e.id) = coalesce(b.merged_from, o.id)
WITH e, o, f.relation_type AS relation_type, collect(f) AS facts
CALL (facts) {
  UNWIND facts AS f
  MATCH (f)-[p:SUPPORTS]->(s:Statement)
  WITH s.id AS statement, max(p.weight) AS weight ORDER BY statement
  RETURN collect(statement) AS evidence, sum(weight) AS weight
}
CALL (facts) {
  UNWIND facts AS f
  MATCH (f)-[p:SUPPORTS]->(:Statement)
  WITH DISTINCT coalesce(p.description, p.text) AS text ORDER BY text
  RETURN collect(text) AS texts
}
WITH e, o, relation_type, evidence, weight, texts
WHERE size(evidence) > 0
MERGE (e)-[r:RELATED {relation_type: relation_type}]->(o)
SET r.weight = weight, r.evidence = evidence,
    r.description = reduce(all = head(texts), t IN tail(texts) | all + '; ' + t)
