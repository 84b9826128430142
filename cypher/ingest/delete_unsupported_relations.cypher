// Eager: what goes is found before anything goes. A relation whose evidence is gone is gone.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})-[relation:RELATED]->(other:Entity)
WHERE NOT EXISTS {
  (entity)-[as_subject:SUBJECT]->(fact:Fact)-[as_object:OBJECT]->(other)
  WHERE fact.relation_type = relation.relation_type AND EXISTS { (fact)-[:SUPPORTS]->() }
    AND (entity <> other OR coalesce(as_subject.merged_from,
        entity.id) = coalesce(as_object.merged_from, other.id))
}
DELETE relation
