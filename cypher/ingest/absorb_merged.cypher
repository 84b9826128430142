// Eager: links are found before any is made. What says something of a merged entity goes to the
// one that it was merged into, and keeps in 'merged_from' whom it was first said of; its own node
// goes. Entities that relate to it wait to be derived anew.
UNWIND $ids AS id
MATCH (:Alias {id: id})-[:MERGED_INTO]->(into:Entity)
CALL (id) { MATCH (entity:Entity {id: id}) RETURN entity }
SET into.dirty = coalesce(entity.dirty, into.dirty)
WITH into, entity
CALL (into, entity) {
  MATCH (entity)<-[mention:MENTIONS]-(end)
  WITH into, end, mention, coalesce(mention.merged_from, entity.id) AS of
  MERGE (end)-[n:MENTIONS {merged_from: of}]->(into)
  SET n = mention {.*, merged_from: of}
}
CALL (into, entity) {
  MATCH (entity)<-[mention:ABOUT]-(end)
  WITH into, end, mention, coalesce(mention.merged_from, entity.id) AS of
  MERGE (end)-[n:ABOUT {merged_from: of}]->(into)
  SET n = mention {.*, merged_from: of}
}
CALL (into, entity) {
  MATCH (entity)<-[mention:CONCERNS]-(end)
  WITH into, end, mention, coalesce(mention.merged_from, entity.id) AS of
  MERGE (end)-[n:CONCERNS {role: mention.role, merged_from: of}]->(into)
  SET n = mention {.*, merged_from: of}
}
CALL (into, entity) {
  MATCH (entity)-[mention:SUBJECT]->(fact)
  MERGE (into)-[:SUBJECT {merged_from: coalesce(mention.merged_from, entity.id)}]->(fact)
  WITH entity, fact
  MATCH (fact)-[:OBJECT]->(end:Entity)
  SET end.dirty = coalesce(entity.dirty, end.dirty)
}
CALL (into, entity) {
  MATCH (entity)<-[mention:OBJECT]-(fact)
  MERGE (fact)-[:OBJECT {merged_from: coalesce(mention.merged_from, entity.id)}]->(into)
  WITH entity, fact
  MATCH (end:Entity)-[:SUBJECT]->(fact)
  SET end.dirty = coalesce(entity.dirty, end.dirty)
}
DETACH DELETE entity
