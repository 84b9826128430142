// Facts about one thing that may not all hold: those of relation types that hold one value
// ($types), and what is denied (NOT_…) beside what else is said of the same two. value: the object,
// or the words in its place.
CALL () {
  MATCH (subject:Entity)-[:SUBJECT]->(fact:Fact)
  WHERE fact.relation_type IN $types
  WITH subject, fact ORDER BY fact.id
  WITH subject, collect(fact)[..100] AS facts WHERE size(facts) > 1
  RETURN subject, facts, false AS is_denial
UNION ALL
  MATCH (denied:Fact) WHERE denied.relation_type STARTS WITH 'NOT_'
  MATCH (denied)<-[:SUBJECT]-(subject:Entity)-[:SUBJECT]->(said:Fact)
  WHERE NOT said.relation_type STARTS WITH 'NOT_'
  OPTIONAL MATCH (denied)-[:OBJECT]->(object:Entity)
  OPTIONAL MATCH (said)-[:OBJECT]->(other:Entity)
  WITH subject, denied, said, object, other
  WHERE object = other OR object IS NULL AND other IS NULL AND
        toLower(last(split(denied.text, ' ' + denied.predicate + ' '))) =
        toLower(last(split(said.text, ' ' + said.predicate + ' ')))
  RETURN DISTINCT subject, [said, denied] AS facts, true AS is_denial
}
RETURN subject.id AS entity_id, subject.name AS entity, subject.chunk_count AS chunk_count,
       is_denial, [fact IN facts | {
         id: fact.id, type: fact.relation_type, text: fact.text,
         object_id: head(COLLECT { MATCH (fact)-[:OBJECT]->(o:Entity) RETURN o.id }),
         value: coalesce(head(COLLECT { MATCH (fact)-[:OBJECT]->(o:Entity) RETURN o.name }),
                         last(split(fact.text, ' ' + fact.predicate + ' ')))
       }] AS facts
ORDER BY chunk_count DESC, entity, entity_id
