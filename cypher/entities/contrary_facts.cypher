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
  MATCH (denied:Fact)<-[:SUBJECT]-(subject:Entity) WHERE denied.relation_type STARTS WITH 'NOT_'
  WITH DISTINCT subject
  MATCH (subject)-[:SUBJECT]->(fact:Fact)
  OPTIONAL MATCH (fact)-[:OBJECT]->(object:Entity)
  WITH subject, fact, coalesce(
         object.id, toLower(last(split(fact.text, ' ' + fact.predicate + ' ')))) AS about
  ORDER BY fact.id
  WITH subject, about, collect(fact) AS facts
  WITH subject, [fact IN facts WHERE fact.relation_type STARTS WITH 'NOT_'][..20] AS denials,
       [fact IN facts WHERE NOT fact.relation_type STARTS WITH 'NOT_'][..20] AS others
  UNWIND denials AS denied
  UNWIND others AS said
  RETURN subject, [said, denied] AS facts, true AS is_denial
}
RETURN subject.id AS entity_id, subject.name AS entity, subject.chunk_count AS chunk_count,
       is_denial, [fact IN facts | {
         id: fact.id, type: fact.relation_type, text: fact.text,
         object_id: head(COLLECT { MATCH (fact)-[:OBJECT]->(object:Entity) RETURN object.id }),
         value: coalesce(head(COLLECT { MATCH (fact)-[:OBJECT]->(object:Entity) RETURN object.name }),
                         last(split(fact.text, ' ' + fact.predicate + ' ')))
       }] AS facts
ORDER BY chunk_count DESC, entity, entity_id, is_denial, facts[0].id, facts[1].id
