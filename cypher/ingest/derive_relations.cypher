// Eager: all facts of a round are read before any edge is made or goes.
// RELATED is a view of the facts between two entities, one edge per relation type, in the
// facts' direction: evidence = the statements that support it, weight = the sum of theirs (the
// highest, where one statement has two wordings), description = all that they say of it. What
// relates two merged entities relates none to itself. A relation whose evidence is gone is gone.
// Facts and edges are laid side by side, as an entity may have thousands of both. $is_marked_only:
// no others than those with entities that are marked, too.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
CALL (entity) {
  MATCH (entity)-[as_subject:SUBJECT]->(fact:Fact)-[as_object:OBJECT]->(other:Entity)
  WHERE (NOT $is_marked_only OR other.dirty IS NOT NULL) AND (entity <> other OR
      coalesce(as_subject.merged_from, entity.id) = coalesce(as_object.merged_from, other.id))
  MATCH (fact)-[support:SUPPORTS]->(statement:Statement)
  WITH other, fact.relation_type AS relation_type, statement.id AS said_in, support
  WITH other, relation_type, said_in, max(support.weight) AS weight,
       collect(DISTINCT coalesce(support.description, support.text)) AS texts
  ORDER BY said_in
  RETURN other, relation_type, collect({said_in: said_in, weight: weight, texts: texts}) AS said,
         null AS relation
UNION ALL
  MATCH (entity)-[relation:RELATED]->(other:Entity)
  WHERE NOT $is_marked_only OR other.dirty IS NOT NULL
  RETURN other, relation.relation_type AS relation_type, [] AS said, relation
}
WITH entity, other, relation_type, collect(relation) AS relations,
     head(collect(nullIf(said, []))) AS said
FOREACH (relation IN CASE WHEN said IS NULL THEN relations END | DELETE relation)
WITH * WHERE said IS NOT NULL
CALL (said) {
  UNWIND said AS one
  UNWIND one.texts AS text
  WITH DISTINCT text ORDER BY text
  RETURN collect(text) AS texts
}
CALL (entity, other, relation_type, relations) {
  UNWIND relations AS relation RETURN relation
  UNION ALL
  WITH * WHERE relations = []
  CREATE (entity)-[relation:RELATED {relation_type: relation_type}]->(other) RETURN relation
}
SET relation.evidence = [one IN said | one.said_in],
    relation.weight = reduce(sum = 0.0, one IN said | sum + coalesce(one.weight, 0.0)),
    relation.description = reduce(all = head(texts), text IN tail(texts) | all + '; ' + text)
