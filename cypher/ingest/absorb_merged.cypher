// Eager: links are found before any is made. What says something of a merged entity goes to the
// one that it was merged into, and keeps in 'merged_from' whom it was said of; its own node goes.
// Entities that relate to it wait to be derived anew.
UNWIND $ids AS id
MATCH (:Alias {id: id})-[:MERGED_INTO]->(c:Entity)
CALL (id) { MATCH (e:Entity {id: id}) RETURN e }
SET c.dirty = coalesce(c.dirty, e.dirty)
WITH c, e
CALL (c, e) {
  MATCH (e)<-[mention:MENTIONS]-(x)
  MERGE (x)-[n:MENTIONS {merged_from: e.id}]->(c)
  SET n = mention {.*, merged_from: e.id}
}
CALL (c, e) {
  MATCH (e)<-[mention:ABOUT]-(x)
  MERGE (x)-[n:ABOUT {merged_from: e.id}]->(c)
  SET n = mention {.*, merged_from: e.id}
}
CALL (c, e) {
  MATCH (e)<-[mention:CONCERNS]-(x)
  MERGE (x)-[n:CONCERNS {role: mention.role, merged_from: e.id}]->(c)
  SET n = mention {.*, merged_from: e.id}
}
CALL (c, e) {
  MATCH (e)-[:SUBJECT]->(fact)
  MERGE (c)-[:SUBJECT {merged_from: e.id}]->(fact)
}
CALL (c, e) {
  MATCH (e)<-[:OBJECT]-(fact)
  MERGE (fact)-[:OBJECT {merged_from: e.id}]->(c)
  WITH e, fact
  MATCH (x:Entity)-[:SUBJECT]->(fact)
  SET x.dirty = coalesce(x.dirty, e.dirty)
}
DETACH DELETE e
