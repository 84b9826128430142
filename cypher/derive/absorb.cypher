// Eager: links are found before any is made. What says something of a merged entity goes to the
// one that it was merged into, and keeps in 'was' whom it was said of; its own node goes.
// Entities that relate to it wait to be derived anew.
UNWIND $ids AS id
MATCH (:Alias {id: id})-[:MERGED_INTO]->(c:Entity)
CALL (id) { MATCH (e:Entity {id: id}) RETURN e }
SET c.todo = coalesce(c.todo, e.todo)
WITH c, e
CALL (c, e) {
  MATCH (e)<-[m:MENTIONS]-(x)
  MERGE (x)-[n:MENTIONS {was: e.id}]->(c)
  SET n = m {.*, was: e.id}
}
CALL (c, e) {
  MATCH (e)<-[m:ABOUT]-(x)
  MERGE (x)-[n:ABOUT {was: e.id}]->(c)
  SET n = m {.*, was: e.id}
}
CALL (c, e) {
  MATCH (e)<-[m:CONCERNS]-(x)
  MERGE (x)-[n:CONCERNS {role: m.role, was: e.id}]->(c)
  SET n = m {.*, was: e.id}
}
CALL (c, e) {
  MATCH (e)-[:SUBJECT]->(f)
  MERGE (c)-[:SUBJECT {was: e.id}]->(f)
}
CALL (c, e) {
  MATCH (e)<-[:OBJECT]-(f)
  MERGE (f)-[:OBJECT {was: e.id}]->(c)
  WITH e, f
  MATCH (x:Entity)-[:SUBJECT]->(f)
  SET x.todo = coalesce(x.todo, e.todo)
}
DETACH DELETE e
