// Eager: what goes is found before anything goes. A relation whose evidence is gone is gone. Facts and
// relations are laid side by side, by their ends and type: to look for the facts of each relation
// would be slow for an entity with thousands of both.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
CALL (entity) {
  MATCH (entity)-[relation:RELATED]->(other:Entity)
  RETURN other, relation.relation_type AS relation_type, relation, false AS is_held
UNION ALL
  MATCH (entity)-[as_subject:SUBJECT]->(fact:Fact)-[as_object:OBJECT]->(other:Entity)
  WHERE EXISTS { (fact)-[:SUPPORTS]->() }
    AND (entity <> other OR coalesce(as_subject.merged_from,
        entity.id) = coalesce(as_object.merged_from, other.id))
  RETURN other, fact.relation_type AS relation_type, null AS relation, true AS is_held
}
WITH entity, other, relation_type, collect(relation) AS relations, max(is_held) AS is_held
WHERE NOT is_held
UNWIND relations AS relation
DELETE relation
