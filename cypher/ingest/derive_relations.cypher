// Eager: all facts of a round are read before any edge is made.
// RELATED is a view of the facts between two entities, one edge per relation type, in the
// facts' direction: evidence = the statements that support it, weight = the sum of theirs (the
// highest, where one statement has two wordings), description = all that they say of it. What
// relates two merged entities relates none to itself.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})-[as_subject:SUBJECT]->(fact:Fact)-[as_object:OBJECT]->(other:Entity)
WHERE entity <> other OR coalesce(as_subject.merged_from,
    entity.id) = coalesce(as_object.merged_from, other.id)
WITH entity, other, fact.relation_type AS relation_type, collect(fact) AS facts
CALL (facts) {
  UNWIND facts AS fact
  MATCH (fact)-[support:SUPPORTS]->(statement:Statement)
  WITH statement.id AS statement, max(support.weight) AS weight ORDER BY statement
  RETURN collect(statement) AS evidence, sum(weight) AS weight
}
CALL (facts) {
  UNWIND facts AS fact
  MATCH (fact)-[support:SUPPORTS]->(:Statement)
  WITH DISTINCT coalesce(support.description, support.text) AS text ORDER BY text
  RETURN collect(text) AS texts
}
WITH entity, other, relation_type, evidence, weight, texts
WHERE size(evidence) > 0
MERGE (entity)-[relation:RELATED {relation_type: relation_type}]->(other)
SET relation.weight = weight, relation.evidence = evidence,
    relation.description = reduce(all = head(texts), t IN tail(texts) | all + '; ' + t)
