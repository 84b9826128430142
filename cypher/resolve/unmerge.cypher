// Eager: links are found before any is made. A merged entity gets back what was said of it, and
// waits to be derived, like the one it leaves and those that relate to it. The two are kept apart.
UNWIND $rows AS row
MATCH (a:Alias {id: row.id})-[:MERGED_INTO]->(c:Entity)
MERGE (e:Entity {id: row.id})
SET e.name = a.name, e.todo = row.todo, c.todo = row.todo
MERGE (k:KeptApart {id: row.pair})
SET k.name = a.name + ' / ' + c.name, k.one = a.id, k.other = c.id, k.at = datetime()
WITH row, a, c, e
CALL (c, e) {
  MATCH (c)<-[m:MENTIONS {was: e.id}]-(x)
  MERGE (x)-[n:MENTIONS]->(e)
  SET n = m {.*, was: null}
  DELETE m
}
CALL (c, e) {
  MATCH (c)<-[m:ABOUT {was: e.id}]-(x)
  MERGE (x)-[n:ABOUT]->(e)
  SET n = m {.*, was: null}
  DELETE m
}
CALL (c, e) {
  MATCH (c)<-[m:CONCERNS {was: e.id}]-(x)
  MERGE (x)-[n:CONCERNS {role: m.role}]->(e)
  SET n = m {.*, was: null}
  DELETE m
}
CALL (c, e) {
  MATCH (c)-[m:SUBJECT {was: e.id}]->(f)
  MERGE (e)-[:SUBJECT]->(f)
  DELETE m
}
CALL (row, c, e) {
  MATCH (c)<-[m:OBJECT {was: e.id}]-(f)
  MERGE (f)-[:OBJECT]->(e)
  DELETE m
  WITH row, f
  MATCH (x:Entity)-[:SUBJECT]->(f)
  SET x.todo = row.todo
}
DETACH DELETE a
